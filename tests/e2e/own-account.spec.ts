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

  test('a picture and a name of one’s own stand in the header at once; signing out elsewhere ends the others', async ({
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
  })
})

test.describe('phone', () => {
  test.use(nobody(PHONE))

  test('the same stands under 我的', async ({ page }) => {
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
  })
})
