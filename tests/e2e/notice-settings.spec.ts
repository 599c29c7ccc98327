/** 通知设置 and 为什么我没收到 at both sizes, and the doctor on the phone. */
import { DESKTOP, PHONE, as, calling, expect, test, type Page } from './browser.ts'
import { moveTo } from './router.ts'
import { top } from './touch.ts'

const kindsOf = async (role: 'viewer' | 'operator') => (await calling(role).get('/sys/notify/preferences')).result
/** One that this role may see: others make requests that are in nobody's department. */
const newestOf = (role: 'viewer' | 'admin' | 'operator') =>
  calling(role).rows('/rental/userWithdrawal/list?pageSize=1&status=0')

test.describe('desktop', () => {
  test.use(as('viewer', DESKTOP))

  test('a person sets by which chat and at which hours, and asks why nothing came', async ({ page }) => {
    await page.goto('/isps/userAnnouncement')
    await page.getByRole('button', { name: /用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '通知设置' }).click()
    const dialog = page.getByRole('dialog', { name: '通知设置' })
    // Nobody has an account in a chat here: said, not offered.
    await expect(dialog.getByRole('checkbox', { name: '待办发企业微信' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: '待办发企业微信' }).hover({ force: true })
    await expect(page.getByRole('tooltip')).toHaveText('您还没有绑定企业微信')
    const quiet = dialog.getByRole('switch', { name: '免打扰' })
    const before = (await kindsOf('viewer')).quiet.on as boolean
    await quiet.click()
    await expect(quiet).toBeChecked({ checked: !before })
    await expect.poll(async () => (await kindsOf('viewer')).quiet.on as boolean).toBe(!before)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: '为什么我没收到' }).click()
    const why = page.getByRole('dialog', { name: '为什么我没收到' })
    const ask = why.getByRole('button', { name: '查询' })
    await expect(ask).toBeDisabled()
    await why.getByLabel('业务').click()
    await page.getByTitle('用户提现', { exact: true }).click()
    await why.getByLabel('编号').fill('TX-0')
    await ask.click()
    await expect(why.getByRole('alert')).toContainText('提现')
    const [one] = await newestOf('viewer')
    await why.getByLabel('编号').fill(String(one!.withdrawNo))
    await ask.click()
    await expect(why.getByRole('status', { name: '查询结果' })).toContainText('赵明')
  })
})

test.describe('the administrator', () => {
  test.use(as('admin', DESKTOP))

  test('asks at the record, for somebody else', async ({ page }) => {
    const [one] = await newestOf('admin')
    await page.goto(`/finance/userWithdrawal/${one!.id}`)
    await page.getByRole('button', { name: '为什么我没收到' }).click()
    const why = page.getByRole('dialog', { name: '为什么我没收到' })
    await expect(why.getByRole('status', { name: '查询结果' })).toContainText('管理员')
    await why.getByRole('combobox', { name: '接收人' }).fill('赵明')
    await page.getByTitle(/赵明/).click()
    await why.getByRole('button', { name: '查询' }).click()
    await expect(why.getByRole('status', { name: '查询结果' })).toContainText('赵明')
  })
})

const cell = (page: Page, text: string) => top(page).getByText(text, { exact: true }).last()

test.describe('phone', () => {
  test.use(as('operator', PHONE))

  test('the same under a thumb', async ({ page }) => {
    await page.goto('/me')
    await cell(page, '通知设置').tap()
    await expect(page.getByText('您还没有绑定钉钉').first()).toBeVisible()
    const quiet = page.getByRole('switch', { name: '免打扰' })
    const before = (await kindsOf('operator')).quiet as { on: boolean }
    if (!before.on) await quiet.tap()
    await cell(page, '开始').tap()
    await page
      .getByRole('button', { name: '确定' })
      .or(page.getByText('确定', { exact: true }))
      .tap()
    await expect.poll(async () => (await kindsOf('operator')).quiet as unknown).toMatchObject({ on: true })
    await cell(page, '为什么我没收到').tap()
    const [one] = await newestOf('operator')
    await page.getByRole('button', { name: '业务' }).tap()
    await page.getByText('用户提现', { exact: true }).tap()
    await page.getByRole('textbox', { name: '编号' }).fill(String(one!.withdrawNo))
    await page.getByRole('button', { name: '查询' }).tap()
    await expect(page.getByRole('status', { name: '查询结果' })).toContainText('李伟')

    await moveTo(page, `/finance/userWithdrawal/${one!.id}`)
    await cell(page, '为什么我没收到').tap()
    await expect(top(page).getByRole('status', { name: '查询结果' })).toContainText('站内消息')
  })
})

test.describe('the administrator’s phone', () => {
  test.use(as('admin', PHONE))

  test('has the doctor of the chats', async ({ page }) => {
    await page.goto('/system/chatDoctor')
    await expect(page.getByRole('region', { name: '企业微信' })).toContainText(/项全部正常|项需要处理/)
    await page.getByRole('region', { name: '钉钉' }).getByRole('button', { name: '给我发测试消息' }).tap()
    await expect(page.getByText('您还没有绑定钉钉账号，请先在钉钉中打开一次本系统')).toBeVisible()
  })
})
