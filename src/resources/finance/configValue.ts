import { choices } from '#model/choices.ts'
import { code, decimal, image, longText, richText, toggle } from '#model/fields.ts'

export const valueTypes = choices('pb_value_type', '值类型', {
  text: ['1', '文本'],
  number: ['2', '数字'],
  toggle: ['3', '开关'],
  image: ['4', '图片'],
  richText: ['5', '富文本'],
  json: ['6', 'JSON'],
})

/** What a value of a setting is, by its 值类型. */
export const byValueType = {
  by: 'valueType',
  unitBy: 'unit',
  as: {
    [valueTypes.text]: longText('文本'),
    [valueTypes.number]: decimal('数字', { scale: 4, trimmed: true }),
    [valueTypes.toggle]: toggle('开关'),
    [valueTypes.image]: image('图片'),
    [valueTypes.richText]: richText('富文本'),
    [valueTypes.json]: code('JSON', 'JSON'),
  },
} as const
