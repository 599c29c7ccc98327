/** Somebody of the chat whom nobody here knows: binds themselves, or is bound from an administrator's 待办. */
import { chats } from '../hosts/bridges/open.ts'
import { dingtalkAndroidApp, wecomAndroid } from '../hosts/bridges/variants.ts'
import { calling, expect, kept, type Page } from './browser.ts'
import { test } from './clients.ts'
import { PASSWORD } from './people.ts'

const usernameIn = async (page: Page) => ((await kept(page, 'voltdesk:session')) as { username?: string })?.username

async function made(username: string, phone: string, realname = '何静怡'): Promise<string> {
  const reply = await calling('admin').post('/sys/user/add', {
    username,
    realname,
    password: PASSWORD,
    phone,
    selectedroles: '',
    selecteddeparts: '',
    relTenantIds: '1',
  })
  expect(reply).toMatchObject({ success: true })
  const [row] = await calling('admin').rows(`/sys/user/list?username=${username}`)
  return row!.id
}

const waiting = async (account: string) =>
  (await calling('admin').rows('/sys/todo/list?pageSize=100')).find(({ title }) => title === account)

test('in WeCom: reads that the first password must be changed, then nothing else is in the way', async ({ client }) => {
  await chats().addPerson({ userId: 'hejingyi', unionId: 'union-hejingyi', name: '何静怡' })
  await made('hejingyi', '13900020001')
  const { page } = await client(wecomAndroid, 'hejingyi')
  await page.goto('/me/settings')
  await expect(page.getByRole('alert')).toContainText('您的账号尚未绑定')
  await page.getByRole('button', { name: '用账号密码绑定' }).tap()
  const bind = page.getByRole('button', { name: '绑定并登录' })
  await bind.tap()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await page.getByLabel('用户名').fill('viewer')
  await page.getByLabel('密码').fill('Wrong#2026')
  await bind.tap()
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  // Given by the administrator, who knows it too.
  await page.getByLabel('用户名').fill('hejingyi')
  await page.getByLabel('密码').fill(PASSWORD)
  await bind.tap()
  await expect(page.getByText('请先用该账号登录一次并修改初始密码，再进行绑定')).toBeVisible()
})

test('in WeCom: binds with the own password and goes on where the link led', async ({ client }) => {
  await chats().addPerson({ userId: 'zhaoprivate', unionId: 'union-zhao', name: '赵明' })
  const { page } = await client(wecomAndroid, 'zhaoprivate')
  await page.goto('/me/settings')
  await page.getByRole('button', { name: '用账号密码绑定' }).tap()
  await page.getByLabel('用户名').fill('cashier')
  await page.getByLabel('密码').fill(PASSWORD)
  await page.getByRole('button', { name: '绑定并登录' }).tap()
  await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
  await expect(page).toHaveURL('/me/settings')
  expect(await usernameIn(page)).toBe('cashier')
  expect(await waiting('zhaoprivate')).toBeUndefined()
})

test('in DingTalk: the administrator hears of it and binds from 待办', async ({ client, another }) => {
  await chats().addPerson({ userId: 'linxiao', unionId: 'union-linxiao', name: '林晓' })
  const id = await made('linxiao1', '13900020002', '林晓晓')
  const { page } = await client(dingtalkAndroidApp, 'linxiao')
  await page.goto('/me')
  await expect(page.getByRole('alert')).toContainText('您的账号尚未绑定')
  const item = await waiting('linxiao')
  const { result } = await calling('admin').get('/sys/annountCement/listByUser?pageSize=50')
  expect(result.sysMsgList).toContainEqual(expect.objectContaining({ titile: '聊天账号待绑定', busId: item!.id }))

  const admin = await another('admin')
  await admin.goto('/todo')
  await admin.getByRole('link', { name: /linxiao/ }).click()
  await admin.getByRole('button', { name: '绑定用户' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '绑定的用户' }).fill('林晓晓')
  await admin
    .getByTitle(/林晓晓/)
    .last()
    .click()
  await dialog.getByRole('button', { name: '确定绑定用户' }).click()
  await expect.poll(() => waiting('linxiao')).toBeUndefined()
  const [row] = await calling('admin').rows('/sys/thirdAccount/list?thirdUserId=linxiao')
  expect(row!.sysUserId).toBe(id)
  await page.getByRole('button', { name: '重新登录' }).tap()
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
  expect(await usernameIn(page)).toBe('linxiao1')
})
