/**
 * What JeecgBoot's Vue3 client (3.9.3) sends to its pages, as it sends it: the parameters, headers and bodies were taken from
 * its network log, its pages driven against this server.
 */
import { createCipheriv } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { orgCategories } from '#resources/system/department.ts'
import type { PretendSms } from '../../server/notify/sms.ts'
import { tableOf } from '../../server/db/table.ts'
import { eq } from 'drizzle-orm'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

let test: TestApp
let admin: Send
beforeAll(async () => {
  test = await testApp(await oneKind())
  admin = await test.as('admin')
})
afterAll(() => test.close())

/** `encryptAESCBC` of its src/utils/cipher.ts: a fixed key, PKCS 7, base64. */
function encrypted(password: string): string {
  const cipher = createCipheriv('aes-128-cbc', '1234567890adbcde', '1234567890hjlkew')
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}

it('chooses a department before it signs in, without using up the picture or the try', async () => {
  const login = { username: 'two_departs', password: encrypted('Volt#2026') }
  const chosen = await test.anonymous('POST', '/sys/loginGetUserDeparts', {
    ...{ ...login, loginType: 'account', inputCode: '', checkKey: '1629428467008abcd', loginOrgCode: '' },
  })
  expect(chosen.result.departs).toEqual(
    expect.arrayContaining([{ orgCode: 'A01A03', departName: expect.any(String) as string }]),
  )
  expect(chosen.result.departs).toHaveLength(2)
  const wrong = { ...login, password: encrypted('Volt#2025'), loginType: 'account' }
  expect(await test.anonymous('POST', '/sys/loginGetUserDeparts', wrong)).toMatchObject({
    success: false,
    message: '用户名或密码错误',
    result: expect.not.objectContaining({ departs: expect.anything() as unknown }) as unknown,
  })
})

it.each([
  '/sys/user/listAll?column=createTime&order=desc&pageNo=1&pageSize=10&hasQuery=true',
  '/sys/user/recycleBin?pageNo=1&pageSize=10',
  '/sys/role/queryallNoByTenant',
  '/sys/sysDepart/queryTreeList?ids=&primaryKey=key',
  '/sys/sysDepart/queryDepartAndPostTreeSync?pid=&ids=&primaryKey=id&departIds=&name=',
  '/sys/position/list?pageSize=99999',
  '/sys/permission/queryPermissionRule?permissionId=p-home&pageNo=1&pageSize=10',
  '/sys/sysRoleIndex/queryDefIndex',
  '/sys/annountCement/getUnreadMessageCount?pageSize=5',
  '/sys/annountCement/vue3List?fromUser=&starFlag=&rangeDateKey=7day&beginDate=&endDate=&pageNo=1&pageSize=10&noticeType=',
  '/sys/sysAnnouncementSend/getMyAnnouncementSend?column=createTime&order=desc&pageNo=1&pageSize=10&logType=1',
  '/sys/user/queryDepartPostByOrgCode?pageNo=1&pageSize=10&orgCode=A01',
  '/sys/user/queryDepartUserByOrgCode?pageNo=1&pageSize=10&orgCode=A01',
  '/sys/sysDepart/getALLRankRelation',
  '/sys/tenant/getTenantUserList?pageNo=1&pageSize=10&userTenantId=1',
  '/sys/user/verifyIzDefaultPwd',
  '/actuator/jeecghttptrace/all/',
])('answers %s', async (path) => {
  const reply = await admin('GET', path)
  expect([reply.status, reply.message]).toEqual([200, expect.not.stringContaining('未知')])
})

it('says where a department is, what is below it and who leads it', async () => {
  const all = (await admin('GET', '/sys/sysDepart/listAll')).result
  const below = all.find(({ orgCode }: { orgCode: string }) => orgCode === 'A01A03')
  const path = `/sys/sysDepart/getDepartPathNameByOrgCode?orgCode=A01A03&depId=`
  const top = all.find(({ orgCode }: { orgCode: string }) => orgCode === 'A01')
  expect((await admin('GET', path)).result).toBe(`${top.departName}/${below.departName}`)
  const post = await admin('POST', '/sys/sysDepart/add', {
    departName: '值班岗',
    parentId: below.id,
    orgCategory: orgCategories.post,
    departOrder: 1,
  })
  expect(post.message).toBe('添加成功！')
  const posts = (await admin('GET', `/sys/sysDepart/getRankRelation?departId=${top.id}`)).result
  expect(posts).toMatchObject([{ title: `值班岗(${below.departName})`, orgCategory: orgCategories.post, isLeaf: true }])
  expect((await admin('GET', `/sys/sysDepart/getDepPostIdByDepId?depIds=${below.id}`)).result).toBe(posts[0].id)
  const heads = (await admin('GET', `/sys/sysDepart/getDepartmentHead?departId=${top.id}&pageNo=1&pageSize=10`)).result
  for (const { departIds } of heads.records) expect(departIds.split(',')).toContain(top.id)
})

it('lists messages by day and kind, and what it was shown has been read', async () => {
  const manager = await test.as('ops_manager')
  const unread = async () => (await manager('GET', '/sys/annountCement/getUnreadMessageCount')).result
  const before = await unread()
  expect(before.count).toBe(before.systemCount + before.flowCount)
  expect(before.systemCount).toBeGreaterThan(0)
  const shown = (await manager('GET', '/sys/annountCement/vue3List?noticeType=system&pageNo=1&pageSize=100')).result
  expect(shown.length).toBeGreaterThanOrEqual(before.systemCount)
  expect((await unread()).systemCount).toBe(0)
  const none = '/sys/annountCement/vue3List?rangeDateKey=zdy&beginDate=2001-01-01 00:00:00&endDate=2001-01-02 00:00:00'
  expect((await manager('GET', none)).result).toEqual([])
  expect((await manager('GET', `${none.replace('2001-01-01', '2001-13-01')}`)).status).toBe(400)
})

it('resets passwords by a message to the person, and only where there is a phone', async () => {
  const users = tableOf(resources.sysUser)
  const { db } = test.services
  await db.update(users).set({ phone: null }).where(eq(users.username, 'cashier'))
  const refusal = await admin('PUT', '/sys/user/resetPassword?usernames=operator,cashier')
  expect([refusal.status, refusal.message]).toEqual([400, expect.stringContaining('cashier 没有手机号') as unknown])
  const states = () => db.select({ must: users.mustChangePassword }).from(users).where(eq(users.username, 'operator'))
  expect(await states()).not.toEqual([{ must: 'Y' }])
  expect((await admin('PUT', '/sys/user/resetPassword?usernames=operator')).message).toBe('操作成功!')
  expect(await states()).toEqual([{ must: 'Y' }])
  const { told } = test.services.sms as PretendSms
  await expect
    .poll(() => told.at(-1)?.text)
    .toMatch(/您的密码已被重置。登录名 operator，新密码 \S{12}，首次登录须修改。/)
})

it('sends yes and no as 1 and 0, and the name of the part that is the file', async () => {
  const menu = {
    menuType: 0,
    name: '试验菜单',
    url: '/trial',
    component: 'layouts/default/index',
    hidden: 0,
    hideTab: 0,
  }
  expect((await admin('POST', '/sys/permission/add', { ...menu, route: 1, sortNo: 99 })).message).toBe('添加成功！')
})

it('has the menu in its own words', async () => {
  const { menu } = (await admin('GET', '/sys/permission/getUserPermissionByToken', undefined, { 'x-version': 'v3' }))
    .result
  const flat = (entries: any[]): any[] => entries.flatMap((one) => [one, ...flat(one.children ?? [])])
  const found = flat(menu)
  expect(found.find(({ path }) => path === '/isps/userAnnouncement').component).toBe('monitor/mynews/index')
  expect(found.find(({ path }) => path === '/system/usersetting')).toMatchObject({ hidden: true })
  for (const { meta } of found) if (meta.icon) expect(meta.icon).toMatch(/^[\w-]+:[\w-]+$/)
})

it('answers the demo module in its own shape, with what the reader may see', async () => {
  for (const name of ['user', 'role', 'permission', 'service']) {
    const { result, status, message } = await raw(admin, `/mock/api/${name}?pageNo=1&pageSize=5`)
    expect([name, status, message, result.pageNo, result.data.length]).toEqual([name, 200, '', 0, 5])
    expect(result.totalPage).toBe(Math.ceil(result.totalCount / 5))
  }
  const service = await test.as('service')
  expect((await raw(service, '/mock/api/role')).result.data).toEqual([])
  expect((await raw(admin, '/mock/api/permission/no-pager')).result.length).toBeGreaterThan(10)
})
// What has no envelope comes as it is.
const raw = async (as: Send, path: string): Promise<any> => as('GET', path)
