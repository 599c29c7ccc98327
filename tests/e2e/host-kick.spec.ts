/** Put out by an administrator inside a chat: said, and nobody is silently back. */
import { dingtalkAndroidApp, wecomAndroid } from '../hosts/bridges/variants.ts'
import { calling, expect, kept } from './browser.ts'
import { test } from './clients.ts'

for (const [variant, username] of [
  [wecomAndroid, 'kefu_chen'],
  [dingtalkAndroidApp, 'cashier'],
] as const)
  test(`${variant.name}: an administrator's word holds until the person signs in on purpose`, async ({ client }) => {
    const { page } = await client(variant, username)
    const usernameIn = async () => ((await kept(page, 'voltdesk:session')) as { username?: string })?.username
    await page.goto('/me')
    await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
    expect(await usernameIn()).toBe(username)
    const [mine] = await calling('admin').rows(`/sys/online/list?username=${username}`)
    expect((await calling('admin').post('/sys/online/forceLogout', { token: mine!.token })).success).toBe(true)
    const told = page.getByRole('alert').filter({ hasText: '您已被管理员强制下线' })
    // The page may be on its way to be told already.
    await page.goto('/todo', { waitUntil: 'commit' }).catch(() => undefined)
    await expect(told).toBeVisible()
    // Another tap on a notification: the same.
    await page.goto('/messages')
    await expect(told).toBeVisible()
    expect(await usernameIn()).toBeFalsy()
    await page.getByRole('button', { name: '重新登录' }).tap()
    await expect(page).toHaveURL('/messages')
    await expect(page.getByRole('heading', { name: '消息' })).toBeVisible()
    expect(await usernameIn()).toBe(username)
    await page.goto('/me')
    await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
  })
