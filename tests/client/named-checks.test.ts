/** U01–U03: what a field with a named check says, word for word; both forms, the routes and imports ask the same check. */
import { expect, test } from 'vitest'
import { checkOf } from '#model/checks.ts'
import { lines, refs, text, type Field, type TextFormat } from '#model/fields.ts'
import { formats } from '#model/formats.ts'
import { resources } from '#resources/index.ts'

const said = (field: Field, value: unknown): string | undefined =>
  checkOf(field).safeParse(value).error?.issues[0]?.message

/** By format: what it says, what fits, what does not. */
const named: Record<TextFormat, readonly [message: string, fits: readonly string[], fails: readonly string[]]> = {
  userName: ['只允许字母、数字、下划线', ['li_4', 'Abc123'], ['李雷', 'a-b', 'a b']],
  email: ['邮箱格式不正确', ['a.b+c@d-e.com.cn'], ['a@b', 'a@', '@b.cn', 'a b@c.cn']],
  mobile: ['请输入正确手机号', ['13800138000', '19912345678'], ['12800138000', '1380013800', '138001380001']],
  phone: ['请输入正确的座机号', ['0755-26001234', '26001234', '400-800-1234'], ['0755', '1234', '0755-26001234-']],
  natural: ['请输入自然数', ['0', '12'], ['-1', '1.5', 'a']],
  bankCard: [
    '请输入正确的银行卡号码',
    ['6222021234567890', '1234567890', '12345678901234567890'],
    ['0222021234567890', '123456789', '123456789012345678901', '6222 0212'],
  ],
  certificate: ['请输入正确的证件号码', ['C12345678', 'a'.repeat(50)], ['a'.repeat(51), 'C-123', '证件']],
  idCard: [
    '请输入正确的身份证号码',
    ['11010519491231002X'],
    ['110105194912310021', '11010519491331002X', '1101051949'],
  ],
  qq: ['请输入正确的QQ号码', ['12345', '123456789012'], ['1234', '1234567890123', '12a45']],
  digitsAndLines: ['请输入数字和换行符', ['123', '12\n34\r\n56'], ['12 34', '12,34', 'a']],
  english: ['请输入英文字符', ['abcXYZ'], ['abc1', '字']],
  url: ['请输入以http和https开头的网址', ['http://a.cn', 'https://a.cn/b?c'], ['ftp://a.cn', 'a.cn', 'javascript:1']],
  letters20: ['请输入20位以内的英文字符和数字', ['a1'.repeat(10)], ['a1'.repeat(10) + 'b', 'a_1']],
  name: ['请输入2到100位的中英文字符和空格', ['张三', 'Li Lei', '李'.repeat(100)], ['张', '李'.repeat(101), '张3']],
  creditCode: ['请输入正确的统一社会信用代码', ['91440300MA5DA1234X'], ['91440300MA5DA1234', '91440300MA5DA123IO']],
  plate: ['请输入正确的车牌号', ['粤B12345', '粤BD12345'], ['粤12345', 'B12345', '粤B1234']],
  code: ['只允许字母、数字和 _ . : -', ['a_b.c:d-1'], ['a b', '编码']],
}

test.each(Object.entries(named))('a field of the format %s', (format, [message, fits, fails]) => {
  const field = text('字段', { format: format as TextFormat })
  expect(formats[format as TextFormat].message).toBe(message)
  expect(fits.map((value) => [value, said(field, value)])).toEqual(fits.map((value) => [value, undefined]))
  expect(fails.map((value) => [value, said(field, value)])).toEqual(fails.map((value) => [value, message]))
  expect(said(field, ''), 'nothing is nobody’s mistake').toBeUndefined()
})

test.each<[TextFormat, string, string]>([
  ['mobile', '138 0001 0002', '13800010002'],
  ['mobile', '138-0001-0002', '13800010002'],
  ['mobile', '+86 138 0001 0002', '13800010002'],
  ['mobile', '１３８０００１０００２', '13800010002'],
  ['phone', '0755 - 2600 1234', '0755-26001234'],
  ['bankCard', '6222 0212 3456 7890', '6222021234567890'],
  ['bankCard', '6222-0212-3456-7890', '6222021234567890'],
  ['idCard', '110105 19491231 002x', '11010519491231002X'],
  ['creditCode', '91440300 ma5da1234x', '91440300MA5DA1234X'],
  ['plate', '粤b12345', '粤B12345'],
  ['plate', '粤B·D12345', '粤BD12345'],
])('what people write in several ways is kept in one: %s %s', (format, written, kept) => {
  expect(checkOf(text('字段', { format })).parse(written)).toBe(kept)
  // What was kept stays what it is.
  expect(checkOf(text('字段', { format })).parse(kept)).toBe(kept)
})

test('lengths and counts name their limits', () => {
  expect(said(text('名称', { min: 3 }), 'ab')).toBe('最小长度3位字符')
  expect(said(text('名称', { max: 3 }), 'abcd')).toBe('最大长度3位字符')
  expect(said(text('名称'), 'a'.repeat(256))).toBe('最大长度255位字符')
  expect(said(refs('职务', 'sysPosition', { min: 2 }), 'a')).toBe('最少选择2项')
  expect(said(refs('职务', 'sysPosition', { max: 2 }), 'a,b,c')).toBe('最多选择2项')
  expect(said(refs('职务', 'sysPosition', { min: 2, max: 2 }), 'a,b')).toBeUndefined()
  expect(said(lines('奖品', { name: text('名称') }, { required: true }), [])).toBe('最少选择1项')
})

test('the fields of accounts say what the specification says', () => {
  const { username, phone, email, telephone } = resources.sysUser.fields
  expect(said(username, '')).toBe('请输入用户名')
  expect(said(username, '李雷雷雷')).toBe('只允许字母、数字、下划线')
  expect(said(username, 'abc')).toBe('长度4到18个字符')
  expect(said(username, 'a'.repeat(19))).toBe('长度4到18个字符')
  expect(said(phone, '1234')).toBe('请输入正确手机号')
  expect(said({ ...phone, required: true }, '')).toBe('请输入手机号')
  expect(said(email, 'a@b')).toBe('邮箱格式不正确')
  expect(said(telephone, '12')).toBe('请输入正确的座机号')
})

test('numbers and documents of the business are checked by their names', () => {
  const wrong = (name: string, value: string, message: string) => {
    const fields = Object.values(resources).flatMap((resource) =>
      Object.values(resource.fields as Record<string, Field>).filter(
        (field) => field.kind === 'text' && field.format === name,
      ),
    )
    expect(fields.length, name).toBeGreaterThan(0)
    for (const field of fields) expect(said(field, value), field.label).toBe(message)
  }
  wrong('bankCard', '0123456789', '请输入正确的银行卡号码')
  wrong('idCard', '110105194912310021', '请输入正确的身份证号码')
  wrong('certificate', '证件', '请输入正确的证件号码')
  wrong('mobile', '123', '请输入正确手机号')
  wrong('phone', '123', '请输入正确的座机号')
})
