import { formats } from './formats.ts'
import { tooLong } from './lengths.ts'

/** A named check of text and the exact sentence when it does not fit. Emptiness is judged elsewhere. */
export interface TextRule {
  fits(value: string): boolean
  message: string
}

const rule = (pattern: RegExp, message: string): TextRule => ({ fits: (value) => pattern.test(value), message })

/** Patterns that a grid column names in its rules. A column's own message goes before these. */
export const gridPatterns = {
  'n6-16': rule(/^\d{6,16}$/, '请输入6到16位数字'),
  '*6-16': rule(/^.{6,16}$/, '请输入6到16位任意字符'),
  's6-18': rule(/^[A-Za-z]{6,18}$/, '请输入6到18位字母'),
  url: { ...formats.url, message: '请输入正确的网址' },
  e: { ...formats.email, message: '请输入正确的电子邮件' },
  m: formats.mobile,
  p: rule(/^\d{6}$/, '请输入正确的邮政编码'),
  s: rule(/^[A-Za-z]+$/, '请输入字母'),
  n: rule(/^-?\d+(\.\d+)?$/, '请输入数字'),
  z: rule(/^-?\d+$/, '请输入整数'),
  '*': rule(/\S/, '不能为空'),
  money: rule(/^(0|[1-9]\d*)(\.\d{1,2})?$/, '请输入正确的金额，最多两位小数'),
} as const satisfies Record<string, TextRule>
export type GridPattern = keyof typeof gridPatterns

/** Rules of form fields, with the sentences of the specification. */
export const formRules = {
  mobile: formats.mobile,
  userName: formats.userName,
  userNameLength: rule(/^.{4,18}$/, '长度4到18个字符'),
  email: formats.email,
  natural: formats.natural,
  landline: formats.phone,
  bankCard: formats.bankCard,
  certificate: formats.certificate,
  idCard: formats.idCard,
  qq: formats.qq,
  digitsAndLines: formats.digitsAndLines,
  english: formats.english,
  url: formats.url,
  letters20: formats.letters20,
  name: formats.name,
  text255: rule(/^[^]{0,255}$/, '请输入255位以内的字符'),
} as const satisfies Record<string, TextRule>
export type FormRule = keyof typeof formRules

/** What is said of an empty field that must be filled in. */
export const requiredMessages = { mobile: '请输入手机号', userName: '请输入用户名' } as const

export const minLength = (length: number): TextRule => ({
  fits: (value) => value.length >= length,
  message: `最小长度${length}位字符`,
})
export const maxLength = (length: number): TextRule => ({
  fits: (value) => value.length <= length,
  message: tooLong(length),
})

/** A check of how many are chosen. */
export interface CountRule {
  fits(count: number): boolean
  message: string
}
export const minChosen = (count: number): CountRule => ({
  fits: (chosen) => chosen >= count,
  message: `最少选择${count}项`,
})
export const maxChosen = (count: number): CountRule => ({
  fits: (chosen) => chosen <= count,
  message: `最多选择${count}项`,
})

/** A pattern a definition brings along; no person can type one. `search` remembers nothing between two texts, whatever the flags. */
export const ownPattern = (pattern: RegExp, message: string): TextRule => ({
  fits: (value) => value.search(pattern) >= 0,
  message,
})
