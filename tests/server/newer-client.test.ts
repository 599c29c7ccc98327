/**
 * What JeecgBoot's Vue3 client (3.9.3) sends to its pages, as it sends it: the parameters, headers and bodies were taken from
 * its network log, its pages driven against this server.
 */
import { createCipheriv } from 'node:crypto'
import md5 from 'md5'
import { WebSocket } from 'ws'
import * as XLSX from 'xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { capabilities } from '#model/capabilities.ts'
import { resources } from '#resources/index.ts'
import { orgCategories } from '#resources/system/department.ts'
import type { PretendSms } from '../../server/notify/sms.ts'
import { tableOf } from '../../server/db/table.ts'
import { eq } from 'drizzle-orm'
import { oneKind } from '../databases.ts'
import { accountId } from '../../demo/accounts.ts'
import { PASSWORD, testApp, type Send, type TestApp } from '../product.ts'
import { signed, signedBody } from './clerk.ts'
import { upload } from './upload.ts'

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
  '/sys/sysDepart/getRankRelation',
  '/sys/sysDepart/queryDepartTreeSync?primaryKey=key',
  '/drag/page/refreshCache',
  '/online/cgform/head/list?column=createTime&order=desc&pageNo=1&pageSize=10&copyType=0',
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

it('sends yes and no as 1 and 0', async () => {
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

it('imports users under a key, and asks by it how far that is', async () => {
  const fields = { fileKey: 'f81d4fae7dec11d0' }
  const progress = async (send: Send = admin) =>
    (await send('GET', `/sys/user/getUploadFileProgress?fileKey=${fields.fileKey}&type=user`)).result
  expect(await progress()).toBe(0)
  const file = XLSX.utils.book_new()
  const row = { 用户名: 'newer_one', 姓名: '新客户端' }
  XLSX.utils.book_append_sheet(file, XLSX.utils.json_to_sheet([row]))
  const content = XLSX.write(file, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const reply = await upload(admin, '/sys/user/importExcel', '用户.xlsx', content, fields)
  expect(reply).toMatchObject({ success: true, message: '文件导入成功！数据行数：1' })
  expect(await progress()).toBe(100)
  expect(await progress(await test.as('ops_manager'))).toBe(0)
})

it('brings dictionaries back and deletes them for good by the dozen, all or none', async () => {
  const made = async (dictCode: string) =>
    (await admin('POST', '/sys/dict/add', { dictName: '新客户端字典', dictCode })).result.id as string
  const ids = [await made('newer_a'), await made('newer_b')]
  const binned = async () =>
    (await admin('GET', '/sys/dict/deleteList')).result
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => ids.includes(id))
  await admin('DELETE', `/sys/dict/deleteBatch?ids=${ids.join()}`)
  expect(await binned()).toHaveLength(2)
  expect((await admin('PUT', '/sys/dict/putRecycleBin', { ids: `${ids[0]},nothing` })).status).toBe(404)
  expect(await binned()).toHaveLength(2)
  expect(await admin('PUT', '/sys/dict/putRecycleBin', { ids: ids.join() })).toMatchObject({ success: true })
  expect(await binned()).toEqual([])
  await admin('DELETE', `/sys/dict/deleteBatch?ids=${ids.join()}`)
  expect(await admin('DELETE', `/sys/dict/deleteRecycleBin?ids=${ids.join()}`)).toMatchObject({ success: true })
  expect(await binned()).toEqual([])
})

it('asks where messages lead by a dictionary', async () => {
  const path = '/sys/dict/getDictItems/messageHref'
  const { result } = await admin('GET', path, undefined, signed(test, path))
  for (const { value, text } of result)
    expect([value, text]).toEqual([expect.any(String), expect.stringMatching(/^\//)])
  expect(result.map(({ value }: { value: string }) => value)).toContain('bpm')
})

it('adds a notice, hears of its release, opens it, and pins it', async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = (await test.anonymous('POST', '/sys/login', { username: 'finance', password: PASSWORD })).result
  const { port } = test.app.server.address() as { port: number }
  const key = `${accountId('finance')}_${md5(token)}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}/jeecg-boot/websocket/${key}`, [token])
  const texts: string[] = []
  socket.on('message', (data) => texts.push((data as Buffer).toString()))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.send('ping')
  await expect.poll(() => texts).toEqual(['ping'])

  // Its form sends whether somebody approves it first, and whence it took its text.
  const form = { msgCategory: '1', izTop: '0', msgAbstract: '摘要', msgType: 'ALL', priority: 'H', izApproval: '0' }
  const add = async (titile: string, more: object = {}) =>
    admin('POST', '/sys/annountCement/add', { ...form, msgTemplate: 'none', msgClassify: '1', titile, ...more })
  const toApprove = await add('要审批', { izApproval: '1' })
  const why = '公告不经审批，由有权的人直接发布，“是否审批”请选“否”'
  expect(toApprove).toMatchObject({ status: 400, message: why, result: { fields: { izApproval: why } } })
  const [first, second] = [(await add('先发的')).result.id as string, (await add('后发的')).result.id as string]
  for (const id of [first, second]) await admin('GET', `/sys/annountCement/doReleaseData?id=${id}`)
  const frame = { cmd: 'topic', msgId: first, msgTxt: '先发的' }
  await expect
    .poll(() => texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as unknown))
    .toContainEqual(expect.objectContaining(frame))
  socket.terminate()

  const reader = await test.as('finance')
  const titles = async () =>
    (await reader('GET', '/sys/annountCement/vue3List?pageNo=1&pageSize=2')).result.map(
      ({ titile }: { titile: string }) => titile,
    )
  expect(await titles()).toEqual(['后发的', '先发的'])
  expect((await admin('POST', '/sys/annountCement/editIzTop', { id: first, izTop: 1 })).message).toBe('修改成功!')
  expect(await titles()).toEqual(['先发的', '后发的'])
  // 我的消息 counts by the id of the sending, the bell by that of the notice.
  const [message] = (await reader('GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend?pageNo=1&pageSize=1')).result
    .records
  expect(message).toMatchObject({ anntId: first, id: expect.not.stringMatching(first) as string })
  const counted = await reader('GET', `/sys/annountCement/addVisitsNumber?id=${message.id}`)
  expect([counted.status, counted.message]).toEqual([200, '公告消息访问次数+1次'])
  expect((await admin('GET', `/sys/annountCement/addVisitsNumber?id=${message.id}`)).status).toBe(404)
  expect((await reader('POST', '/sys/annountCement/editIzTop', { id: first, izTop: 0 })).status).toBe(403)
  for (const send of [reader, admin])
    expect((await send('GET', `/sys/annountCement/addVisitsNumber?id=${first}`)).success).toBe(true)
  expect((await reader('GET', '/sys/annountCement/addVisitsNumber?id=nothing')).status).toBe(404)
  const seen = (await admin('GET', `/sys/annountCement/queryById?id=${first}`)).result
  expect(seen).toMatchObject({ visitsNum: 3, izTop: 1, msgClassify: '1' })
  expect((await admin('POST', '/sys/annountCement/editIzTop', { id: first, izTop: '0' })).success).toBe(true)
  expect(await titles()).toEqual(['后发的', '先发的'])
})

it('finds one’s own account: tenants, a first phone number, a password without one', async () => {
  const viewer = await test.as('two_tenants')
  const { result } = await viewer('GET', '/sys/tenant/getTenantListByUserId?userTenantStatus=1,3,5')
  expect(result.map(({ userTenantStatus }: { userTenantStatus: string }) => userTenantStatus)).toEqual(['1', '1'])
  expect((await viewer('GET', '/sys/tenant/getTenantListByUserId?userTenantStatus=3')).result).toEqual([])

  const users = tableOf(resources.sysUser)
  const phone = '13900003001'
  const sent = async () => {
    await test.anonymous(
      'POST',
      '/sys/sms',
      { mobile: phone, smsmode: '1' },
      signedBody(test, { mobile: phone, smsmode: '1' }),
    )
    return (test.services.sms as PretendSms).sent.filter(({ mobile }) => mobile === phone).at(-1)!.code
  }
  const smscode = await sent()
  expect((await viewer('PUT', '/sys/user/updateMobile', { phone, smscode })).message).toContain('已绑定手机号')
  await test.services.db.update(users).set({ phone: null }).where(eq(users.username, 'two_tenants'))
  const wrong = { phone, smscode: smscode === '000000' ? '000001' : '000000' }
  expect((await viewer('PUT', '/sys/user/updateMobile', wrong)).message).toBe('短信验证码不匹配！')
  const whose = { username: 'two_tenants', id: accountId('two_tenants') }
  for (const other of [{ username: 'admin' }, { id: accountId('admin') }])
    expect((await viewer('PUT', '/sys/user/updateMobile', { phone, smscode, ...whose, ...other })).status).toBe(403)
  expect((await viewer('PUT', '/sys/user/updateMobile', { phone, smscode, ...whose })).message).toBe('手机号设置成功!')

  const path = '/sys/user/updatePasswordNotBindPhone'
  const given = (oldPassword: string) =>
    `?username=two_tenants&oldPassword=${encodeURIComponent(oldPassword)}&password=Volt%232032`
  expect((await viewer('PUT', path + given('wrong'))).message).toBe('旧密码输入错误!')
  expect((await viewer('PUT', path + given(PASSWORD))).message).toBe('修改密码成功！')
  expect((await viewer('PUT', `${path}?username=admin&oldPassword=x&password=y`)).status).toBe(403)
})

it('changes one’s own phone number in two steps, the second only after the first and in the same sign-in', async () => {
  const viewer = await test.as('viewer')
  const { token } = (await test.anonymous('POST', '/sys/login', { username: 'viewer', password: PASSWORD })).result
  const elsewhere: Send = (method, path, body) => test.anonymous(method, path, body, { 'x-access-token': token })
  const { phone } = (await viewer('GET', '/sys/user/login/setting/getUserData')).result
  const newPhone = '13900003011'
  // `joinParamsToUrl`: the address says again what the body says.
  const step = (send: Send, body: Record<string, string>, inAddress: Record<string, string> = body) =>
    send('PUT', `/sys/user/changePhone?${new URLSearchParams(inAddress).toString()}`, body)
  const code = async (type: string, to: string, send = viewer) => {
    await send('POST', '/sys/user/sendChangePhoneSms', { phone: to, type })
    return (test.services.sms as PretendSms).sent.filter(({ mobile }) => mobile === to).at(-1)!.code
  }
  const next = { phone, newPhone, type: 'updatePhone', smscode: await code('updatePhone', newPhone) }
  expect((await step(viewer, next)).message).toBe('请先验证原手机号')

  const first = { phone, type: 'verifyOriginalPhone', smscode: await code('verifyOriginalPhone', phone) }
  expect((await step(viewer, { ...first, phone: '13900003012' })).message).toBe('原手机号不匹配，无法修改！')
  expect((await step(viewer, first, { ...first, smscode: '000000' })).message).toContain('未知参数')
  expect((await step(viewer, { ...first, smscode: next.smscode === '111111' ? '222222' : '111111' })).success).toBe(
    false,
  )
  expect(await step(viewer, first)).toMatchObject({ success: true })
  expect((await step(viewer, first)).success).toBe(false)

  expect((await step(elsewhere, next)).message).toBe('请先验证原手机号')
  expect((await step(viewer, { ...next, smscode: '' })).result.fields).toEqual({ smscode: '请输入验证码' })
  test.clock.pass(11 * 60)
  expect((await step(viewer, next)).message).toBe('请先验证原手机号')
  const again = { ...first, smscode: await code('verifyOriginalPhone', phone) }
  expect(await step(viewer, again)).toMatchObject({ success: true })
  const fresh = { ...next, smscode: await code('updatePhone', newPhone) }
  expect(await step(viewer, fresh)).toMatchObject({ success: true, message: '手机号更换成功!' })
  // An empty code is no try, and a slip in one burns nothing of the other.
  const proof = { phone: newPhone, type: 'verifyOriginalPhone', smscode: await code('verifyOriginalPhone', newPhone) }
  for (let slips = 0; slips < 6; slips++) expect((await step(viewer, { ...proof, smscode: '' })).success).toBe(false)
  expect(await step(viewer, proof)).toMatchObject({ success: true })
  const back = { phone: newPhone, newPhone: phone, type: 'updatePhone', smscode: await code('updatePhone', phone) }
  for (let slips = 0; slips < 6; slips++) expect((await step(viewer, { ...back, smscode: '' })).success).toBe(false)
  const slip = { ...back, smscode: back.smscode === '111111' ? '222222' : '111111' }
  for (let slips = 0; slips < 3; slips++) expect((await step(viewer, slip)).message).toBe('手机验证码错误')
  // Another's guesses at a code for the same number use up none of ours.
  const guesser = await test.as('ops_manager')
  const theirs = (await guesser('GET', '/sys/user/login/setting/getUserData')).result.phone as string
  const shown = await code('verifyOriginalPhone', theirs, guesser)
  await step(guesser, { phone: theirs, type: 'verifyOriginalPhone', smscode: shown })
  for (let guesses = 0; guesses < 6; guesses++)
    expect((await step(guesser, { ...slip, phone: theirs })).message).toBe('手机验证码失效，请重新获取')
  expect(await step(viewer, back)).toMatchObject({ success: true })
  expect(await step(viewer, { ...back, phone, newPhone })).toMatchObject({ message: '请先验证原手机号' })
  const forth = { ...first, smscode: await code('verifyOriginalPhone', phone) }
  expect(await step(viewer, forth)).toMatchObject({ success: true })
  expect(await step(viewer, { ...next, smscode: await code('updatePhone', newPhone) })).toMatchObject({ success: true })
  // What was proven was the number before.
  const third = { ...next, phone: newPhone, newPhone: '13900003013', smscode: await code('updatePhone', '13900003013') }
  expect((await step(viewer, third)).message).toBe('请先验证原手机号')
  expect((await viewer('GET', '/sys/user/login/setting/getUserData')).result.phone).toBe(newPhone)
})

it('says in the address again what the body says, and nothing else', async () => {
  const twice = (address: string, body: object) => admin('PUT', `/sys/user/changePhone?${address}`, body)
  for (const body of [{ phone: { toString: 1 } }, { phone: [['1']] }, { phone: {} }, { phone: null }, {}])
    expect([await twice('phone=1', body)]).toMatchObject([{ status: 400, message: '未知参数：phone' }])
  expect((await twice('phone=%5Bobject%20Object%5D', { phone: {} })).message).toContain('未知参数')
  // A password that nobody has been told apart for stays out of addresses.
  const login = { username: 'viewer', password: PASSWORD }
  const inAddress = `/sys/login?${new URLSearchParams(login).toString()}`
  expect((await test.anonymous('POST', inAddress, login)).status).toBe(400)
  expect((await admin('GET', '/sys/user/queryByOrgCode?isMultiTranslate=true&orgCode=A01')).status).toBe(400)
})

it('names what was chosen in a picker', async () => {
  const chosen = async (path: string, more: Record<string, string>) => {
    const query = new URLSearchParams({ isMultiTranslate: 'true', pageSize: '2', ...more }).toString()
    return (await admin('GET', `${path}?${query}`)).result.records as Record<string, string>[]
  }
  const two = await chosen('/sys/user/queryUserComponentData', { username: 'operator,finance' })
  expect(two.map(({ username }) => username).sort()).toEqual(['finance', 'operator'])
  expect(await chosen('/sys/user/queryUserComponentData', { username: 'oper' })).toEqual([])
  expect(await chosen('/sys/user/queryUserComponentData', { username: ' operator, finance ' })).toHaveLength(2)
  const sought = (await admin('GET', '/sys/user/queryUserComponentData?username=%20oper%20')).result.records
  expect(sought.map(({ username }: { username: string }) => username)).toContain('operator')
  for (const [path, key] of [
    ['/sys/role/list', 'id'],
    ['/sys/role/list', 'roleCode'],
    ['/sys/position/list', 'id'],
    ['/sys/position/list', 'code'],
  ] as const) {
    const { records } = (await admin('GET', `${path}?pageSize=2`)).result
    const values = records.map((row: Record<string, string>) => row[key]) as string[]
    const named = await chosen(path, { [key]: values.join(',') })
    expect([path, key, named.map((row) => row[key]).sort()]).toEqual([path, key, values.sort()])
  }
})

it('saves what its forms say in their own way', async () => {
  const tenants = (await admin('GET', '/sys/tenant/list')).result.records as { id: string; name: string }[]
  const { id, name } = tenants.at(-1)!
  const organisation = {
    trade: '5',
    companySize: '2',
    companyAddress: '440305',
    workPlace: '深圳',
    position: '1',
    department: '2',
  }
  const edited = await admin('POST', '/sys/tenant/edit', {
    ...{ id: Number(id), name, status: 1, companyLogo: '', houseNumber: '' },
    ...organisation,
  })
  expect([edited.status, edited.message]).toEqual([200, '修改成功!'])
  expect((await admin('GET', `/sys/tenant/queryById?id=${id}`)).result).toMatchObject(organisation)

  const added = await admin('POST', '/sys/position/add', { name: '驾驶职务', postLevel: 4 })
  expect(added.result).toMatchObject({
    name: '驾驶职务',
    postRank: '4',
    postLevel: 4,
    code: expect.any(String) as string,
  })
  const { version, ...position } = added.result
  await admin('PUT', '/sys/position/edit', { ...position, version, postLevel: 2 })
  const kept = (await admin('GET', `/sys/position/queryById?id=${position.id}`)).result
  expect(kept).toMatchObject({ postRank: '2', postLevel: 2, code: position.code })
  expect((await admin('POST', '/sys/position/add', { name: '无级职务', postLevel: 77 })).status).toBe(400)
  // A row that comes back as it was sent means nothing, and an own change counts beside the old number.
  await admin('PUT', '/sys/position/edit', kept)
  await admin('PUT', '/sys/position/edit', { id: kept.id, postRank: '3', postLevel: 2 })
  expect((await admin('GET', `/sys/position/queryById?id=${kept.id}`)).result).toMatchObject({ postRank: '3' })
  const empty = await admin('POST', '/sys/position/add', { name: '空级职务', postRank: '', postLevel: 3 })
  expect(empty.result.postRank).toBe('3')

  const [job] = (await admin('GET', '/sys/quartzJob/list')).result.records
  const { jobClassName, cronExpression, parameter, status, description } = job
  const form = { id: job.id, jobClassName, cronExpression, paramterType: 'string', parameter, status, description }
  expect((await admin('PUT', '/sys/quartzJob/edit', form)).message).toBe('更新定时任务成功!')

  const sent = await admin('POST', '/sys/message/sysMessageTemplate/sendMsg', {
    ...{ templateCode: 'withdraw_paid', templateName: '提现到账通知', templateContent: '<p>…</p>' },
    ...{ testData: '{"amount":"1.00"}', msgType: 'system', receiver: 'finance' },
  })
  expect([sent.status, sent.message]).toEqual([200, expect.not.stringContaining('未知')])
  const copies = await admin('GET', '/online/cgform/head/list?copyType=1&physicId=1')
  expect(copies.result.records).toEqual([])

  const deleted = await admin('DELETE', `/sys/position/delete?id=${position.id}`)
  expect(deleted.success).toBe(true)
  const versions = `/sys/dataLog/queryDataVerList?dataTable=sys_position&dataId=${position.id}`
  const [last, first] = (await admin('GET', versions)).result as { id: string }[]
  const compared = await admin('GET', `/sys/dataLog/queryCompareList?dataId1=${first!.id}&dataId2=${last!.id}`)
  expect(compared.result.map((row: { dataContent: string }) => typeof JSON.parse(row.dataContent))).toEqual([
    'object',
    'object',
  ])
  expect(compared.result.at(-1).dataContent).toBe('{}')
})

it('changes an address and a password as the person’s own', async () => {
  const cashier = await test.as('ops_manager')
  const mail = { email: 'ops@example.com', id: accountId('ops_manager'), smscode: '' }
  expect((await cashier('POST', '/sys/user/login/setting/userEdit', mail)).message).toBe('保存成功!')
  expect((await cashier('POST', '/sys/user/login/setting/userEdit', { ...mail, smscode: '123456' })).status).toBe(400)
  const { phone } = (await cashier('GET', '/sys/user/login/setting/getUserData')).result
  expect((await cashier('POST', '/sys/sendChangePwdSms', { mobile: '13900009999' })).message).toContain('不匹配')
  expect((await cashier('POST', '/sys/sendChangePwdSms', { mobile: phone })).success).toBe(true)
  const { code } = (test.services.sms as PretendSms).sent.filter(({ mobile }) => mobile === phone).at(-1)!
  const given = new URLSearchParams({ phone, smscode: code, password: 'Volt#2033', username: 'ops_manager' })
  expect((await cashier('GET', `/sys/user/passwordChange?${given.toString()}`)).message).toBe('密码重置完成！')

  const two = await test.as('two_departs')
  const { list } = (await two('GET', '/sys/user/getCurrentUserDeparts')).result
  expect(list.map(({ orgCategory }: { orgCategory: string }) => orgCategory)).toEqual(['2', '2'])
  const service = list.find(({ orgCode }: { orgCode: string }) => orgCode === 'A01A03')
  const there = (await admin('GET', `/sys/user/listAll?departId=${service.id}&pageSize=100`)).result.records
  expect(there.map(({ username }: { username: string }) => username)).toContain('two_departs')
  expect((await admin('GET', '/sys/user/listAll?departId=nothing')).result.records).toEqual([])
  const [root] = (await admin('GET', '/sys/sysDepart/queryDepartTreeSync?primaryKey=key')).result
  expect(root).toMatchObject({ isLeaf: false, children: [] })
  const [person] = (await admin('GET', '/sys/user/list?username=two_departs')).result.records
  expect(person.belongDepIds.split(',')).toHaveLength(2)
})

it('has no home page for each role, and says so', async () => {
  expect(await admin('GET', '/sys/sysRoleIndex/queryByCode?roleCode=admin')).toMatchObject({
    success: true,
    result: null,
  })
  const index = { roleCode: 'admin', url: '/x', component: 'x', route: true, priority: 1, status: '1' }
  expect(await admin('POST', '/sys/sysRoleIndex/add', index)).toMatchObject({
    ...{ status: 200, success: false, message: expect.stringContaining('首页') as string },
  })
  expect(
    await admin('PUT', '/sys/sysRoleIndex/updateDefIndex?url=/todo&component=todo/mine&isRoute=true', {}),
  ).toMatchObject({
    ...{ status: 200, success: false, message: expect.stringContaining('首页') as string },
  })
  expect((await admin('GET', '/sys/sysRoleIndex/cleanDefaultIndexCache')).success).toBe(true)
})

it('takes people out of the tenant it works in, and of no other', async () => {
  const [id, other] = [accountId('kefu_chen'), accountId('two_tenants')]
  const leave = (userIds: string, tenantId: number) =>
    admin('PUT', `/sys/tenant/leaveTenant?userIds=${encodeURIComponent(userIds)}&tenantId=${tenantId}`, {
      ...{ userIds, tenantId },
    })
  expect((await leave(id, 2)).message).toContain('请先切换')
  const members = async () =>
    (await admin('GET', '/sys/tenant/getTenantUserList?pageNo=1&pageSize=100&userTenantId=1')).result.records.map(
      (one: { id: string }) => one.id,
    ) as string[]
  expect(await members()).toEqual(expect.arrayContaining([id, other]))
  // Who belongs nowhere else stays, and with them all that were named.
  expect(await leave(`${other},${id}`, 1)).toMatchObject({ success: false })
  expect(await members()).toContain(other)
  expect(await leave(other, 1)).toMatchObject({ success: true, message: '移出成功!' })
  expect(await members()).not.toContain(other)
})

it('learns what this server offers beyond the contract', async () => {
  const { result } = await (await test.as('viewer'))('GET', '/sys/voltdesk/capabilities')
  expect(result).toEqual({
    product: 'voltdesk',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    capabilities,
  })
  expect((await test.anonymous('GET', '/sys/voltdesk/capabilities')).status).toBe(401)
})
