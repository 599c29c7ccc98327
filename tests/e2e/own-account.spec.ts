/** 个人中心 and 个人设置 at both sizes, by somebody whom no other test knows. */
import { DESKTOP, PHONE, calling, expect, nobody, test } from './browser.ts'
import { PASSWORD } from './people.ts'
import { moveTo } from './router.ts'
import { signIn } from './sign-in.ts'
import { top } from './touch.ts'

const FIRST = 'First#2026'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR42mNk+M9QD8MMI4ENADuKBPtDl3wAAAAAAElFTkSuQmCC',
  'base64',
)

/** Somebody new with a department and no permission at all. */
async function newcomer(): Promise<string> {
  const username = `own_${Math.random().toString(36).slice(2, 10)}`
  const [top] = (await calling('admin').get('/sys/sysDepart/queryIdTree')).result as { key: string }[]
  const added = await calling('admin').post('/sys/user/add', {
    username,
    realname: username,
    password: FIRST,
    selecteddeparts: top!.key,
  })
  expect(added.success, added.message).toBe(true)
  const send = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${process.env.VOLTDESK_E2E_URL}/jeecg-boot${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { 'X-Access-Token': token }) },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { result: { token: string } }
  }
  const { result } = await send('/sys/mLogin', { username, password: FIRST })
  await send(
    '/sys/user/updatePassword',
    { oldpassword: FIRST, password: PASSWORD, confirmpassword: PASSWORD },
    result.token,
  )
  return username
}

test.describe('desktop', () => {
  test.use(nobody(DESKTOP))

  test('A14: a picture and a name of one’s own stand in the header at once; signing out elsewhere ends the others', async ({
    page,
    windows,
  }) => {
    const username = await newcomer()
    await page.goto('/user/login')
    await signIn(page, username)
    const menu = page.getByRole('button', { name: /用户菜单/ })
    await menu.click()
    await page.getByRole('menuitem', { name: '个人设置' }).click()
    await expect(page).toHaveURL('/account/settings/BaseSetting')
    const pane = page.getByRole('region', { name: '个人设置' })
    await pane.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    const crop = page.getByRole('dialog', { name: '裁剪图片' })
    await crop.getByRole('button', { name: '确定' }).click()
    await expect(menu.locator('img')).toHaveAttribute('src', /\.png$/)

    await pane.getByLabel('姓名').fill('')
    await pane.getByLabel('邮箱').fill('nobody')
    await pane.getByRole('button', { name: '保存' }).click()
    await expect(pane.getByText('请输入姓名')).toBeVisible()
    await expect(pane.getByText('邮箱格式不正确')).toBeVisible()
    await pane.getByLabel('姓名').fill('林小满')
    await pane.getByLabel('邮箱').fill(`${username}@example.com`)
    await pane.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('保存成功!').last()).toBeVisible()
    await expect(menu).toContainText('林小满')
    await page.reload()
    await expect(menu.locator('img')).toBeVisible()
    await expect(menu).toContainText('林小满')

    const context = await windows.take(PHONE, { cookies: [], origins: [] })
    const phone = await context.newPage()
    await phone.goto('/user/login')
    await signIn(phone, username)
    await expect(phone.getByRole('heading', { name: '待办' })).toBeVisible()

    await page.getByRole('link', { name: '安全设置' }).click()
    await expect(page).toHaveURL('/account/settings/security')
    const devices = page.getByRole('region', { name: '个人设置' }).locator('tbody tr.ant-table-row:visible')
    await expect(devices.filter({ hasText: 'Chrome · Android' })).toHaveCount(1)
    await expect(devices.filter({ hasText: '本机' })).toHaveCount(1)
    await page.getByRole('button', { name: '退出其他设备' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
    await expect(devices).toHaveCount(1)
    await moveTo(phone, '/account/center')
    await expect(phone.getByText('登录已过期', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: '个人设置' })).toBeVisible()
    await windows.giveBack(context, false)

    const tab = async (name: string, address: string) => {
      await page.getByRole('link', { name }).click()
      await expect(page).toHaveURL(`/account/settings/${address}`)
      await expect(pane.getByRole('heading', { name })).toBeVisible()
    }
    await tab('账号绑定', 'binding')
    await expect(pane.getByRole('button', { name: '绑定企业微信' })).toBeVisible()
    await expect(pane.getByRole('button', { name: '绑定钉钉' })).toBeVisible()
    await tab('通知设置', 'notification')
    // Nobody has an account in a chat here: said, not offered.
    await expect(pane.getByRole('checkbox', { name: '待办发企业微信' })).toBeDisabled()
    await expect(pane.getByRole('switch', { name: '免打扰' })).toBeVisible()
    await tab('个性化', 'custom')
    await pane.getByRole('switch', { name: '多页签模式' }).click()
    await expect(page.getByRole('tablist')).toHaveCount(0)
    await tab('安全设置', 'security')
    await pane.getByRole('button', { name: '修改密码' }).click()
    await expect(page.getByRole('dialog', { name: '修改密码' })).toBeVisible()
  })
})

test.describe('phone', () => {
  test.use(nobody(PHONE))

  test('A14: the same stands under 我的', async ({ page }) => {
    const username = await newcomer()
    await page.goto('/user/login')
    await signIn(page, username)
    await expect(page.getByRole('heading', { name: '待办' })).toBeVisible()
    await moveTo(page, '/me')
    await top(page).getByText('个人资料', { exact: true }).tap()
    await expect(page).toHaveURL('/account/settings/BaseSetting')
    await top(page).locator('[data-field=realname] input').fill('王小河')
    await top(page).getByRole('button', { name: '保存' }).tap()
    await expect(page.getByText('保存成功!').last()).toBeVisible()
    await top(page).getByRole('button', { name: '返回' }).tap()
    await expect(top(page).getByRole('heading', { name: '王小河' })).toBeVisible()
    await top(page).getByText('登录的设备', { exact: true }).tap()
    await expect(top(page).getByText('本机')).toBeVisible()
    await moveTo(page, '/account/center')
    await expect(top(page).getByText(username, { exact: true })).toBeVisible()
    const tab = async (name: string, address: string) => {
      await top(page).getByText(name, { exact: true }).tap()
      await expect(page).toHaveURL(`/account/settings/${address}`)
    }
    const back = () => top(page).getByRole('button', { name: '返回' }).tap()
    await tab('账号绑定', 'binding')
    await expect(top(page).getByRole('button', { name: '绑定企业微信' })).toBeVisible()
    await back()
    await tab('通知设置', 'notification')
    await expect(top(page).getByText('您还没有绑定钉钉').first()).toBeVisible()
    await back()
    await tab('个性化', 'custom')
    await top(page).getByRole('switch', { name: '色弱模式' }).tap()
    await expect(page.locator('html')).toHaveClass(/colour-weak/)
    await back()
    await tab('安全设置', 'security')
    await expect(top(page).getByText('本机')).toBeVisible()
    await back()
    await tab('基本设置', 'BaseSetting')
    const picture = top(page).locator('[data-field=avatar] input[type=file]:not([capture])')
    await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
    await expect(top(page).locator('[data-field=avatar] img').first()).toBeVisible()
    await back()
    await expect(top(page).locator('.vd-me img')).toHaveAttribute('src', /\.png$/)
  })
})
