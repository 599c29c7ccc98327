import { code, decimal, image, longText, richText, toggle } from '#model/fields.ts'

/** What a value of a setting is, by its 值类型 (pb_value_type). */
export const byValueType = {
  by: 'valueType',
  unitBy: 'unit',
  as: {
    '1': longText('文本'),
    '2': decimal('数字', { scale: 4, trimmed: true }),
    '3': toggle('开关'),
    '4': image('图片'),
    '5': richText('富文本'),
    '6': code('JSON', 'JSON'),
  },
} as const
