/** U: the named rules of forms, word for word, on both shells. */
import { field } from './antd.ts'
import { DESKTOP, PHONE, as, expect, test, type Page } from './browser.ts'

const PAGE = '/examples/checks'

/** By label: what does not fit, what does, the sentence. */
const U01 = [
  ['用户名', 'li-lei', 'li_lei4', '只允许字母、数字、下划线'],
  ['用户名长度', 'abc', 'abcd', '长度4到18个字符'],
  ['邮箱', 'a@b', 'a.b@c.cn', '邮箱格式不正确'],
  ['手机号', '12800000000', '13800000000', '请输入正确手机号'],
] as const
const U02 = [
  ['自然数', '-1', '12', '请输入自然数'],
  ['座机号', '0755', '0755-26001234', '请输入正确的座机号'],
  ['银行卡号', '0222021234567890', '6222021234567890', '请输入正确的银行卡号码'],
  ['证件号码', 'C-123', 'C12345678', '请输入正确的证件号码'],
  ['身份证号', '110105194912310021', '11010519491231002X', '请输入正确的身份证号码'],
  ['QQ号码', '1234', '12345', '请输入正确的QQ号码'],
  ['数字和换行', '12a', '12\n34', '请输入数字和换行符'],
] as const
const U03 = [
  ['英文字符', 'abc1', 'abc', '请输入英文字符'],
  ['网址', 'ftp://a.cn', 'https://a.cn', '请输入以http和https开头的网址'],
  ['英文和数字', 'a1'.repeat(11), 'a1'.repeat(10), '请输入20位以内的英文字符和数字'],
  ['名称', '李', '李 Lei', '请输入2到100位的中英文字符和空格'],
  ['备注', '字'.repeat(256), '字'.repeat(255), '请输入255位以内的字符'],
  ['至少三位', 'ab', 'abc', '最小长度3位字符'],
  ['至多五位', 'abcdef', 'abcde', '最大长度5位字符'],
] as const

const shells = [
  {
    name: '1440',
    size: DESKTOP,
    item: (page: Page, label: string) =>
      page.locator('main .ant-form-item').filter({ has: page.getByLabel(label, { exact: true }) }),
    input: (page: Page, label: string) => field(page.locator('main'), label),
    problem: '.ant-form-item-explain-error',
  },
  {
    name: '375',
    size: PHONE,
    item: (page: Page, label: string) =>
      page.locator('.vd-field').filter({ has: page.locator('.vd-label').getByText(label, { exact: true }) }),
    input: (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true }),
    problem: '[role=alert]',
  },
] as const

for (const { name, size, item, input, problem } of shells)
  test.describe(name, () => {
    test.use(as('admin', size))

    test(`U01 U02 U03: each rule says its sentence and takes it back (${name})`, async ({ page }) => {
      await page.goto(PAGE)
      for (const [label, wrong, right, sentence] of [...U01, ...U02, ...U03]) {
        const [at, said] = [input(page, label), item(page, label).locator(problem)]
        await at.fill(wrong)
        await at.blur()
        await expect(said, label).toHaveText(sentence)
        await at.fill(right)
        await at.blur()
        await expect(said, label).toHaveCount(0)
      }
      const counts = [
        ['至少两项', ['紧急'], '最少选择2项'],
        ['至多两项', ['紧急', '重要', '一般'], '最多选择2项'],
      ] as const
      for (const [label, chosen, sentence] of counts) {
        const said = item(page, label).locator(problem)
        if (size === PHONE) for (const text of chosen) await item(page, label).getByRole('option', { name: text }).tap()
        else {
          await item(page, label).getByRole('combobox').click()
          const list = page.locator('.ant-select-dropdown:visible')
          for (const text of chosen) await list.locator('.ant-select-item-option').filter({ hasText: text }).click()
          await item(page, label).getByRole('combobox').blur()
          await expect(list).toHaveCount(0)
        }
        await expect(said, label).toHaveText(sentence)
      }
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(size.viewport.width)
    })
  })
