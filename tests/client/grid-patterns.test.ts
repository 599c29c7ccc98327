import { expect, test } from 'vitest'
import { formRules, gridPatterns, maxChosen, maxLength, minChosen, minLength, ownPattern } from '#model/patterns.ts'

type Table = Record<string, readonly [fits: readonly string[], fails: readonly string[]]>

const named: Table = {
  'n6-16': [['123456', '1234567890123456'], ['12345', '12345678901234567', '12345a', '12 456']],
  '*6-16': [['!@#$%^', '一二三四五六'], ['12345', '1'.repeat(17)]],
  's6-18': [['abcdef', 'ABCDEFGHIJKLMNOPQR'], ['abcde', 'abcdef1', 'a'.repeat(19)]],
  url: [['http://a.cn', 'https://a.cn/b?c=1'], ['ftp://a.cn', 'a.cn', 'https://']],
  e: [['a@b.cn', 'a.b+c@d-e.com.cn'], ['a@b', '@b.cn', 'a b@c.cn']],
  m: [['13800138000', '19912345678'], ['12800138000', '1380013800', '138001380000']],
  p: [['100000', '010010'], ['10000', '1000000', '10000a']],
  s: [['a', 'ABCxyz'], ['a1', '中', 'a b']],
  n: [['0', '-1', '1.5', '-0.25'], ['1.', '.5', '1e3', '--1']],
  z: [['0', '-12', '99'], ['1.0', '1-', '']],
  '*': [['x', ' x '], ['', '  ']],
  money: [['0', '0.5', '12.34', '100'], ['12.345', '01', '-1', '1.']],
} // prettier-ignore

test.each(Object.entries(named))('pattern %s', (name, [fits, fails]) => {
  const { fits: fit } = gridPatterns[name as keyof typeof gridPatterns]
  expect(fits.filter((value) => !fit(value))).toEqual([])
  expect(fails.filter(fit)).toEqual([])
})

const forms: Record<keyof typeof formRules, readonly [message: string, fits: string, fails: string]> = {
  mobile: ['请输入正确手机号', '13912345678', '23912345678'],
  userName: ['只允许字母、数字、下划线', 'li_4', 'li-4'],
  userNameLength: ['长度4到18个字符', 'abcd', 'abc'],
  email: ['邮箱格式不正确', 'a@b.cn', 'a@'],
  natural: ['请输入自然数', '120', '-1'],
  landline: ['请输入正确的座机号', '010-12345678', '12'],
  bankCard: ['请输入正确的银行卡号码', '6222021234567890', '0222021234567890'],
  certificate: ['请输入正确的证件号码', 'A'.repeat(50), 'A'.repeat(51)],
  idCard: ['请输入正确的身份证号码', '11010519491231002X', '110105194912310021'],
  qq: ['请输入正确的QQ号码', '10001', '1000'],
  digitsAndLines: ['请输入数字和换行符', '1\n2\r\n3', '1,2'],
  english: ['请输入英文字符', 'abc', 'abc1'],
  url: ['请输入以http和https开头的网址', 'https://a.cn', 'www.a.cn'],
  letters20: ['请输入20位以内的英文字符和数字', 'a1'.repeat(10), 'a1'.repeat(10) + 'b'],
  name: ['请输入2到100位的中英文字符和空格', '张 san', '张'],
  text255: ['请输入255位以内的字符', '字'.repeat(255), '字'.repeat(256)],
}

test.each(Object.entries(forms))('form rule %s', (name, [message, fits, fails]) => {
  const rule = formRules[name as keyof typeof formRules]
  expect(rule.message).toBe(message)
  expect([rule.fits(fits), rule.fits(fails)]).toEqual([true, false])
})

test('lengths and counts name their limit', () => {
  expect([minLength(3).message, minLength(3).fits('ab')]).toEqual(['最小长度3位字符', false])
  expect([maxLength(3).message, maxLength(3).fits('abcd')]).toEqual(['最大长度3位字符', false])
  expect([minChosen(2).message, minChosen(2).fits(1)]).toEqual(['最少选择2项', false])
  expect([maxChosen(2).message, maxChosen(2).fits(3)]).toEqual(['最多选择2项', false])
})

test('a pattern of a definition says the same of a text however often it is asked', () => {
  const { fits, message } = ownPattern(/^[a-z]+$/gi, '不对')
  expect([fits('ABC'), fits('ABC'), fits('a1'), message]).toEqual([true, true, false, '不对'])
})
