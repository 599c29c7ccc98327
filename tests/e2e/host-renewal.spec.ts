/** A session that ends in the middle of a form, where the client is recognised by an address: the form is there again. */
import { wecomAndroid, wecomWindows } from '../hosts/bridges/variants.ts'
import { discarding } from './antd.ts'
import { DESKTOP, expect, nobody, type Page } from './browser.ts'
import { test } from './clients.ts'
import { PASSWORD } from './people.ts'
import { signIn } from './sign-in.ts'
import { top } from './touch.ts'

const LIST = '/finance/userWithdrawal'
/** The page with which a client that is recognised by an address comes back: its session is in it. */
const BACK = /\/sys\/thirdLogin\/oauth2\/\w+\/callback/

/** The server forgets the session; the page does not know. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('voltdesk:session')!) as { value: { token: string } }).value.token,
  )
  await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot/sys/logout`, {
    method: 'POST',
    headers: { 'X-Access-Token': token },
  })
}
const branch = (page: Page) => page.getByRole('dialog').getByLabel('开户行')

test('WeCom on a computer: the form lies over its list again, and says that it was kept', async ({ client }) => {
  const { page } = await client(wecomWindows, 'operator')
  await page.goto(LIST)
  await page.getByRole('button', { name: '新增' }).click()
  await branch(page).fill('招商银行深圳分行')
  await endSession(page)
  const again = page.waitForResponse(BACK)
  // It may have been told already, and be on its way.
  await branch(page)
    .fill('招商银行深圳福田支行')
    .catch(() => undefined)
  expect((await again).status(), 'the page itself').toBe(200)
  await expect(branch(page)).toHaveValue(/^招商银行深圳/)
  await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
  await discarding(page)
})

test('WeCom on a phone: below the form lies the list it came from', async ({ client }) => {
  const { page } = await client(wecomAndroid, 'operator')
  await page.goto(`${LIST}/add`)
  const bank = top(page).locator('[data-field=bankName]').getByRole('textbox')
  await bank.fill('招商银行深圳分行')
  await endSession(page)
  const again = page.waitForResponse(BACK)
  await bank.fill('招商银行深圳福田支行').catch(() => undefined)
  expect((await again).status(), 'the page itself').toBe(200)
  await expect(bank).toHaveValue(/^招商银行深圳/)
  await page
    .getByRole('status')
    .filter({ hasText: '已恢复上次未保存的内容' })
    .getByRole('button', { name: '放弃' })
    .tap()
  await page.getByRole('dialog').getByRole('button', { name: '放弃' }).tap()
  await expect(bank).toHaveValue('')
  await top(page).getByRole('button', { name: '返回' }).tap()
  await expect(page).toHaveURL(LIST)
})

test.describe('in a browser', () => {
  // What is typed is sent, and so the end of the session is noticed.
  test.use({ ...nobody(DESKTOP), drafts: true })

  test('the form lies over its list again after the password', async ({ page }) => {
    await page.goto(LIST)
    await signIn(page, 'operator', PASSWORD)
    await page.getByRole('button', { name: '新增' }).click()
    await branch(page).fill('招商银行深圳分行')
    await endSession(page)
    await branch(page)
      .fill('招商银行深圳福田支行')
      .catch(() => undefined)
    await page.getByRole('button', { name: '重新登录' }).click()
    await signIn(page, 'operator', PASSWORD)
    await expect(branch(page)).toHaveValue(/^招商银行深圳/)
    await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '放弃' }).click()
    await discarding(page)
  })
})
