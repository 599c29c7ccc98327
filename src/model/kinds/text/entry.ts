import { formats } from '../../formats.ts'
import { LONGEST } from '../../lengths.ts'
import { string, textEntry, words } from '../base/textEntry.ts'
import type { FieldOf, TextFormat } from '../../fields.ts'
import type { Entry } from '../entry.ts'

const examples: Record<TextFormat, string> = {
  mobile: '13800000000',
  phone: '0755-26001234',
  email: 'name@example.com',
  userName: 'zhang_san',
  url: 'https://example.com',
  bankCard: '6222020000000000',
  idCard: '11010519491231002X',
  certificate: 'A12345678',
  creditCode: '91440300MA5EXAMPL0',
  plate: '粤B12345',
  qq: '10001',
  english: 'Example',
  natural: '1',
  digitsAndLines: '1',
  letters20: 'A1',
  name: '张三',
  code: 'example_1',
}

export const text: Entry<FieldOf<'text'>> = {
  check: ({ max, min = 0, format }) =>
    string()
      .transform((value) => (format && formats[format].plain?.(value)) ?? value)
      .refine((value) => value.length >= min, max ? `长度${min}到${max}个字符` : `最小长度${min}位字符`)
      .refine(
        (value) => value.length <= (max ?? LONGEST.text),
        min && max ? `长度${min}到${max}个字符` : `最大长度${max ?? LONGEST.text}位字符`,
      )
      .refine((value) => !format || formats[format].fits(value), format ? formats[format].message : ''),
  sheet: {
    ...textEntry.sheet,
    // Who made a record is a text with a name beside it.
    write: (_, row, name) => words(row, name),
    example: ({ format, label, max = 50 }) => (format ? examples[format] : label.slice(0, max)),
    note: ({ max }) => (max ? `最多 ${max} 个字` : ''),
  },
}
