/**
 * The Vue2 line of JeecgBoot's clients (ant-design-vue-jeecg 3.4.3) on this server: a script makes each of its calls as it makes
 * them (`tests/contract/vue2.ts`), page by page. What it makes it deletes. Each address of the contract that this line may ask
 * for is called, or named below with the reason; each of the specification's endpoints is a case of its own (V02).
 */
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as XLSX from 'xlsx'
import { z } from 'zod'
import { allResources } from '#resources/index.ts'
import { accountId } from '../../demo/accounts.ts'
import { addressKey, contractAddresses } from '../../scripts/contract/addresses.ts'
import { installSecret, oneTimeCode } from '../../server/db/tables.ts'
import type { PretendSms } from '../../server/notify/sms.ts'
import { listOf, OlderClient, superQuery, type Heard } from '../contract/vue2.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type TestApp } from '../product.ts'

let test: TestApp
let vue2: OlderClient
const heard = new Map<string, Heard>()
const client = () => new OlderClient(test.app, heard)
beforeAll(async () => {
  test = await testApp(await oneKind(), { settings: { CAPTCHA: 'always' } })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  vue2 = client()
  await signIn(vue2, 'admin')
  vue2.tenant = 1
})
afterAll(() => test?.close())

/** Of the four signs on a picture, as whoever looks at it reads them: found by what the server keeps of them. */
async function signsOf(checkKey: string): Promise<string> {
  const { db } = test.services
  const [secret] = await db.select().from(installSecret).where(eq(installSecret.name, 'hmac'))
  const key = `captcha:${checkKey}`
  const [kept] = await db.select().from(oneTimeCode).where(eq(oneTimeCode.key, key))
  const letters = [...'23456789abcdefghjkmnpqrstuvwxyz']
  for (const a of letters)
    for (const b of letters)
      for (const c of letters)
        for (const d of letters) {
          const made = createHmac('sha256', secret!.value).update(`one-time-code\0${key}\0${a}${b}${c}${d}`)
          if (made.digest('hex') === kept!.codeHash) return a + b + c + d
        }
  throw new Error('no four signs fit the picture')
}

/** The login page: the picture of a time stamp, and what is on it, in capitals. */
async function signIn(client: OlderClient, username: string, password = PASSWORD) {
  const checkKey = Date.now()
  await ok(client.get(`/sys/randomImage/${checkKey}`), { result: z.string().startsWith('data:image/') })
  const captcha = (await signsOf(String(checkKey))).toUpperCase()
  const data = { username, password, captcha, checkKey, remember_me: true }
  const result = await ok(client.bare('POST', '/sys/login', { data }), { message: '登录成功', result: entered })
  client.token = result.token
  return result
}

const id = z.string().min(1)
const time = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)
const item = z.looseObject({ value: z.string(), text: z.string(), title: z.string() })
const dictionaries = z.record(z.string(), z.array(item))
const page = (row: z.ZodType) =>
  z.looseObject({
    records: z.array(row),
    total: z.int(),
    size: z.int(),
    current: z.int(),
    pages: z.int(),
  })
const user = z
  .looseObject({ id, username: id, realname: z.string(), status: z.literal([1, 2]) })
  .refine((row) => !('password' in row) && !('salt' in row), 'a person travels without a password')
const depart = z.looseObject({ id, departName: id, orgCode: z.string() })
const departNode: z.ZodType = z.lazy(() =>
  depart.extend({ key: id, value: id, title: id, isLeaf: z.boolean(), children: z.array(departNode).nullish() }),
)
const treeNode: z.ZodType = z.lazy(() =>
  z.looseObject({
    key: id,
    slotTitle: z.string().nullish(),
    isLeaf: z.boolean(),
    children: z.array(treeNode).nullish(),
  }),
)
const selectNode: z.ZodType = z.looseObject({ key: id, title: z.string(), leaf: z.boolean(), isLeaf: z.boolean() })
const menuRow: z.ZodType = z.lazy(() =>
  z.looseObject({
    id,
    key: id,
    name: id,
    title: id,
    menuType: z.literal([0, 1, 2]),
    leaf: z.boolean(),
    isLeaf: z.boolean(),
    children: z.array(menuRow).nullish(),
  }),
)
const role = z.looseObject({ id, roleName: id, roleCode: id })
const entered = z.looseObject({
  token: z.string().regex(/^[\w.-]+$/),
  userInfo: user,
  departs: z.array(depart),
  multi_depart: z.literal([0, 1, 2]),
  tenantList: z.array(z.looseObject({ id: z.int(), name: id })),
  sysAllDictItems: dictionaries,
})

interface Expected {
  message?: string | RegExp
  result?: z.ZodType
}

/** A success as that client tells one, in the words and of the shape of the contract. */
async function ok(answer: Promise<Heard>, { message, result }: Expected = {}): Promise<any> {
  const heard = await answer
  const about = `${heard.method} ${heard.url}: ${heard.message}`
  expect([heard.status, heard.success], about).toEqual([200, true])
  expect([0, 200], about).toContain(heard.code)
  if (message !== undefined) expect(heard.message, about).toMatch(message)
  const parsed = result?.safeParse(heard.result)
  expect(parsed?.error && z.prettifyError(parsed.error), about).toBeUndefined()
  return heard.result
}
/** A refusal by a rule: that client shows its message. */
async function refused(answer: Promise<Heard>, message: string | RegExp, code = 500): Promise<void> {
  const heard = await answer
  expect([heard.status, heard.success, heard.code], `${heard.url}: ${heard.message}`).toEqual([200, false, code])
  expect(heard.message).toMatch(message)
}
const bare = async (answer: Promise<Heard>, shape: z.ZodType): Promise<any> => {
  const heard = await answer
  const parsed = shape.safeParse(heard.body)
  expect([heard.status, parsed.error && z.prettifyError(parsed.error)], heard.url).toEqual([200, undefined])
  return heard.body
}
/** A sheet of its own format, as it saves it. */
const sheet = async (answer: Promise<Heard>): Promise<Buffer> => {
  const heard = await answer
  expect(heard.status, `${heard.url}: ${heard.message}`).toBe(200)
  // The first signs of an .xls.
  expect(heard.bytes.subarray(0, 4).toString('hex'), heard.url).toBe('d0cf11e0')
  return heard.bytes
}
/** A sheet that somebody filled in, in its own format. */
function workbook(rows: Record<string, unknown>[]): Buffer {
  const file = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(file, XLSX.utils.json_to_sheet(rows))
  return XLSX.write(file, { type: 'buffer', bookType: 'biff8' }) as Buffer
}
const one = async (url: string, filters: Record<string, unknown>): Promise<any> => {
  const { records } = await ok(vue2.get(url, listOf(filters)))
  expect(records, `${url} ${JSON.stringify(filters)}`).toHaveLength(1)
  return records[0]
}
const codeTo = (phone: string) =>
  (test.services.sms as PretendSms).sent.filter((one) => one.mobile === phone).at(-1)!.code

describe('signing in and the account', () => {
  it('asks for the picture, and says what is wrong with its signs', async () => {
    const stranger = client()
    const login = (captcha: unknown, checkKey: unknown) =>
      stranger.bare('POST', '/sys/login', { data: { username: 'viewer', password: PASSWORD, captcha, checkKey } })
    await refused(login('', Date.now()), '验证码无效')
    const checkKey = Date.now()
    await ok(stranger.get(`/sys/randomImage/${checkKey}`))
    await refused(login('0000', checkKey), '验证码错误', 412)
    const other = checkKey + 1
    await ok(stranger.get(`/sys/randomImage/${other}`))
    await ok(stranger.post('/sys/checkCaptcha', { captcha: await signsOf(String(other)), checkKey: other }))
    await ok(stranger.get('/sys/getEncryptedString'), {
      result: z.looseObject({ key: z.string().length(16), iv: z.string().length(16) }),
    })
    await ok(stranger.bare('POST', '/sys/mLogin', { data: { username: 'viewer', password: PASSWORD } }), {
      result: entered,
    })
  })

  it('chooses a department, changes the password, and leaves', async () => {
    const person = client()
    const { multi_depart, departs } = await signIn(person, 'two_departs')
    expect([multi_depart, departs.length]).toEqual([2, 2])
    const chosen = { orgCode: departs[1].orgCode, username: 'two_departs' }
    const { userInfo } = await ok(person.put('/sys/selectDepart', chosen), {
      result: z.looseObject({ userInfo: user }),
    })
    expect(userInfo.orgCode).toBe(departs[1].orgCode)
    await ok(person.get('/sys/user/getCurrentUserDeparts'), {
      result: z.looseObject({ list: z.array(depart), orgCode: z.literal(departs[1].orgCode) }),
    })
    await ok(person.get('/sys/tenant/getCurrentUserTenant'), {
      result: z.looseObject({ list: z.array(z.looseObject({ id: z.int() })) }),
    })
    const passwords = {
      username: 'two_departs',
      oldpassword: 'wrong',
      password: 'Volt#2027',
      confirmpassword: 'Volt#2027',
    }
    await refused(person.put('/sys/user/updatePassword', passwords), '旧密码输入错误!')
    await ok(person.put('/sys/user/updatePassword', { ...passwords, oldpassword: PASSWORD }), {
      message: '密码重置成功!',
    })
    const left = person.token
    await ok(person.bare('POST', '/sys/logout'), { message: '退出登录成功！' })
    person.token = left
    const heard = await person.get('/sys/user/getCurrentUserDeparts')
    expect([heard.status, heard.code, heard.message]).toEqual([401, 401, expect.stringContaining('Token失效')])
  })

  it('signs in by phone, registers, and finds its way back to a forgotten password', async () => {
    const stranger = client()
    const sms = (mobile: string, smsmode: string) => stranger.post('/sys/sms', { mobile, smsmode })
    await ok(sms('13800010005', '0'))
    await refused(sms('13800010005', '0'), '验证码10分钟内，仍然有效！')
    const phoned = { mobile: '13800010005', captcha: codeTo('13800010005'), remember_me: true }
    await ok(stranger.bare('POST', '/sys/phoneLogin', { data: phoned }), { result: entered })
    await refused(stranger.bare('POST', '/sys/phoneLogin', { data: phoned }), '手机验证码错误')

    await ok(stranger.get('/sys/user/checkOnlyUser', { username: 'newcomer' }))
    await refused(stranger.get('/sys/user/checkOnlyUser', { username: 'viewer' }), '用户账号已存在')
    const phone = '13900001234'
    await ok(sms(phone, '1'))
    const account = {
      username: 'newcomer',
      password: 'Volt#2028',
      email: 'newcomer@example.cn',
      phone,
      smscode: codeTo(phone),
    }
    await ok(stranger.post('/sys/user/register', account), { message: '注册成功' })
    await ok(sms('13800010005', '2'))
    const { smscode, username } = await ok(
      stranger.post('/sys/user/phoneVerification', { phone: '13800010005', smscode: codeTo('13800010005') }),
      { result: z.looseObject({ smscode: id, username: z.literal('viewer') }) },
    )
    const changed = { username, password: 'Volt#2029', smscode, phone: '13800010005' }
    await ok(stranger.get('/sys/user/passwordChange', changed), { message: '密码重置完成！' })
  })

  it('has no CAS and no chat here, and is told so', async () => {
    const ticket = { ticket: 'ST-1', service: 'http://localhost/' }
    await refused(vue2.get('/sys/cas/client/validateLogin', ticket), /CAS|单点登录/)
    await ok(vue2.get('/sys/thirdApp/getEnabledType'), {
      result: z.looseObject({ wechatEnterprise: z.boolean(), dingtalk: z.boolean() }),
    })
    const chat = await vue2.bare('GET', '/sys/thirdLogin/getLoginUser/used-up/wechat_enterprise')
    expect([chat.status, chat.success, chat.message]).toEqual([200, false, expect.stringMatching(/./)])
  })

  it('opens home: menu, rights, visits, dictionaries', async () => {
    const menuNode: z.ZodType = z.lazy(() =>
      z.looseObject({
        path: z.string(),
        name: z.string(),
        component: z.string().nullable(),
        route: z.literal(['0', '1']),
        meta: z.looseObject({ title: z.string().optional() }),
        children: z.array(menuNode).min(1).optional(),
      }),
    )
    const grant = z.looseObject({ action: z.string().nullable(), type: z.string().nullable(), describe: z.string() })
    const { menu } = await ok(vue2.get('/sys/permission/getUserPermissionByToken'), {
      result: z.looseObject({
        menu: z.array(menuNode).min(5),
        auth: z.array(grant).min(10),
        allAuth: z.array(grant.extend({ status: z.literal(['0', '1']) })).min(10),
        sysSafeMode: z.boolean(),
      }),
    })
    // The older family's own names of screens.
    const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    expect(flat(menu).map(({ component }) => component)).toEqual(
      expect.arrayContaining(['system/UserList', 'system/RoleUserList', 'system/DictList']),
    )
    await ok(vue2.get('/sys/loginfo'), {
      result: z.looseObject({ totalVisitCount: z.int(), todayVisitCount: z.int(), todayIp: z.int() }),
    })
    const day = z.looseObject({
      visit: z.int(),
      ip: z.int(),
      tian: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      type: z.string().regex(/^\d{2}-\d{2}$/),
    })
    await ok(vue2.get('/sys/visitInfo'), { result: z.array(day) })
  })
})

describe('users', () => {
  const made = () => one('/sys/user/list', { username: '*older_one*' })

  it('are added, found, edited as a whole row, frozen, deleted and brought back', async () => {
    const generated = await ok(vue2.get('/sys/user/generateUserId'), { result: id })
    const roles = await ok(vue2.get('/sys/role/queryall'), { result: z.array(role).min(3) })
    await ok(vue2.get('/sys/tenant/queryList'), { result: z.array(z.looseObject({ id: z.int(), name: id })) })
    const [root] = await ok(vue2.get('/sys/sysDepart/queryIdTree'), {
      result: z.array(z.looseObject({ key: id, value: id, title: id })).min(1),
    })
    const free = { tableName: 'sys_user', fieldName: 'username', fieldVal: 'older_one', dataId: undefined }
    await ok(vue2.get('/sys/duplicate/check', free), { message: '该值可用！' })
    await refused(vue2.get('/sys/duplicate/check', { ...free, fieldVal: 'admin' }), '该值不可用，系统中已存在！')
    const typed = {
      ...{
        id: generated,
        username: 'older_one',
        realname: '老客户端',
        password: 'Volt#2030',
        confirmpassword: 'Volt#2030',
      },
      ...{ sex: 1, birthday: '1990-02-03', phone: '13900002001', email: 'older@example.cn', workNo: 'OLD1' },
      ...{
        selectedroles: roles[0].id,
        selecteddeparts: root.value,
        departIds: '',
        userIdentity: 1,
        activitiSync: 1,
        relTenantIds: '1',
      },
    }
    await ok(vue2.post('/sys/user/add', typed), { message: '添加成功！' })
    const row = await made()
    // The id that it brought along is not kept: whoever saves makes the ids here.
    const userId = row.id
    expect(row).toMatchObject({ sex: 1, sex_dictText: '男', status_dictText: '正常', orgCodeTxt: '总部' })
    for (const filters of [
      { username: 'older_one' },
      { username: '!admin', phone: '13900002001' },
      { username: 'older_one,nobody,' },
      { realname: '*客户*', sex: '1', status: '1' },
      { username: '**', workNo: 'OLD1' },
      { createTime_begin: '2020-01-01', createTime_end: '2999-01-01', username: 'older*' },
      {
        username: 'older_one',
        ...superQuery([{ field: 'phone', type: 'string', dbType: '', rule: 'eq', val: '13900002001' }]),
      },
      {
        ...superQuery([
          { field: 'realname', type: 'string', rule: 'like', val: '老客户' },
          { field: 'workNo', type: 'string', rule: 'in', val: 'OLD1,x' },
        ]),
      },
    ])
      expect((await one('/sys/user/list', filters)).id, JSON.stringify(filters)).toBe(userId)
    expect(await ok(vue2.get('/sys/user/queryUserRole', { userid: userId }), { result: z.array(id) })).toEqual([
      roles[0].id,
    ])
    const [held] = await ok(vue2.get('/sys/user/userDepartList', { userId }), {
      result: z.array(z.looseObject({ key: id, value: id, title: id })),
    })
    const edited = {
      ...row,
      realname: '老客户端二',
      selectedroles: roles[1].id,
      selecteddeparts: held.key,
      departIds: '',
    }
    await ok(vue2.put('/sys/user/edit', edited), { message: '修改成功!' })
    expect((await made()).realname).toBe('老客户端二')
    expect(await ok(vue2.get('/sys/user/queryUserRole', { userid: userId }))).toEqual([roles[1].id])
    await ok(
      vue2.put('/sys/user/changePassword', {
        username: 'older_one',
        password: 'Volt#2031',
        confirmpassword: 'Volt#2031',
      }),
      { message: '密码修改成功!' },
    )
    await ok(vue2.put('/sys/user/frozenBatch', { ids: `${userId},`, status: 2 }), { message: '操作成功!' })
    expect((await made()).status).toBe(2)
    await ok(vue2.put('/sys/user/frozenBatch', { ids: `${userId},`, status: 1 }))
    await ok(vue2.get('/sys/user/queryById', { id: userId }), { result: user })

    await refused(vue2.get('/sys/sysUserAgent/queryByUserName', { userName: 'older_one' }), '未找到')
    const agent = {
      userName: 'older_one',
      agentUserName: 'viewer',
      startTime: '2099-01-01 00:00:00',
      endTime: '2099-01-09 00:00:00',
      status: '1',
    }
    // Nobody decides for somebody else for ever.
    const forever = await vue2.http('/sys/sysUserAgent/add', { ...agent, endTime: 'infinity' }, 'post')
    expect([forever.status, forever.message]).toEqual([400, expect.stringContaining('代理结束时间格式应为')])
    await ok(vue2.http('/sys/sysUserAgent/add', agent, 'post'), { message: '添加成功！' })
    const set = await ok(vue2.get('/sys/sysUserAgent/queryByUserName', { userName: 'older_one' }), {
      result: z.looseObject({
        id,
        agentUserName: z.literal('viewer'),
        startTime: time,
        endTime: time,
        status: z.literal('1'),
      }),
    })
    // Taken back also from who may no longer sign in.
    const { records } = await ok(vue2.get('/sys/user/list', { username: 'viewer' }))
    await ok(vue2.put('/sys/user/frozenBatch', { ids: `${records[0].id},`, status: 2 }))
    await ok(vue2.http('/sys/sysUserAgent/edit', { ...set, status: '0' }, 'put'), { message: '修改成功!' })
    await ok(vue2.put('/sys/user/frozenBatch', { ids: `${records[0].id},`, status: 1 }))
    await refused(vue2.get('/sys/sysUserAgent/queryByUserName', { userName: 'older_one' }), '未找到')

    await ok(vue2.delete('/sys/user/delete', { id: userId }), { message: /删除(用户)?成功/ })
    const binned = async () =>
      (await ok(vue2.get('/sys/user/recycleBin'), { result: z.array(user) })).some(
        (person: any) => person.id === userId,
      )
    expect(await binned()).toBe(true)
    await ok(vue2.put('/sys/user/putRecycleBin', { userIds: userId }), { message: '还原成功' })
    await ok(vue2.delete('/sys/user/deleteBatch', { ids: `${userId},` }), { message: /删除/ })
    await ok(vue2.delete('/sys/user/deleteRecycleBin', { userIds: userId }), { message: '删除成功' })
    expect(await binned()).toBe(false)
  })

  it('travel in sheets', async () => {
    const exported = await sheet(
      vue2.bare('GET', '/sys/user/exportXls', {
        params: { ...listOf({ username: 'viewer' }), selections: accountId('viewer') },
      }),
    )
    const file = XLSX.read(exported)
    const [row] = XLSX.utils.sheet_to_json<Record<string, unknown>>(file.Sheets[file.SheetNames[0]!]!)
    const another = { ...row, 用户名: 'older_two', 手机号: '13900002002', 邮箱: 'two@example.cn', 工号: 'OLD2' }
    await ok(vue2.upload('/sys/user/importExcel', '用户.xls', workbook([another])), {
      message: '文件导入成功！数据行数：1',
    })
    const made = await one('/sys/user/list', { username: 'older_two' })
    await ok(vue2.delete('/sys/user/delete', { id: made.id }))
    const twice = await vue2.upload('/sys/user/importExcel', '用户.xls', exported)
    expect([twice.success, twice.code, twice.message]).toEqual([true, 201, '文件导入成功，但有错误。'])
    expect(twice.result).toMatchObject({
      ...{ totalCount: 1, errorCount: 1, successCount: 0, msg: expect.stringContaining('总上传行数：1') as string },
      ...{
        fileUrl: expect.stringMatching(/^\/sys\/common\/static\//) as string,
        fileName: expect.any(String) as string,
      },
    })
    expect((await client().bare('GET', twice.result.fileUrl)).status).toBe(200)
  })

  it('are picked by department and name', async () => {
    const [root] = await ok(vue2.get('/sys/sysDepart/queryTreeList'), { result: z.array(departNode) })
    await ok(
      vue2.get('/sys/user/queryUserComponentData', {
        departId: root.id,
        username: '',
        realname: '',
        pageNo: 1,
        pageSize: 10,
        field: 'id,,username',
        column: 'createTime',
        order: 'desc',
      }),
      { result: page(user) },
    )
    const picked = await bare(
      vue2.get('/sys/user/getMultiUser', { username: 'viewer,finance,', pageNo: 1, pageSize: 2 }),
      z.array(user).length(2),
    )
    await ok(vue2.get('/sys/user/queryByIds', { userIds: picked.map((person: any) => person.id).join(',') }), {
      result: z.array(user).length(2),
    })
    await ok(vue2.get('/sys/user/queryByNames', { userNames: 'viewer,finance' }), { result: z.array(user).length(2) })
    await ok(vue2.get('/sys/user/queryUserByDepId', { id: root.id, realname: '' }), { result: z.array(user).min(1) })
    await ok(vue2.get('/sys/sysDepart/getUsersByDepartId', { id: root.id }), { result: z.array(user).min(1) })
    const echoed = await ok(vue2.get('/sys/user/list', { username: 'viewer,', pageNo: 1, pageSize: 1 }), {
      result: page(user),
    })
    expect(echoed.records.map((person: any) => person.username)).toEqual(['viewer'])
    const entry = z.looseObject({ userId: id, realname: z.string(), departName: z.string().nullable() })
    const addresses = {
      orgCode: 'A01',
      pageNo: 1,
      pageSize: 10,
      field: 'id,,realname',
      column: 'createTime',
      order: 'desc',
    }
    await ok(vue2.get('/sys/user/queryByOrgCodeForAddressList', { ...addresses, realname: '*明*' }), {
      result: page(entry),
    })
    await ok(vue2.get('/sys/user/queryByOrgCode', addresses), { result: page(entry) })
  })
})

describe('roles', () => {
  it('are added, granted menus and rules, given to people, and deleted', async () => {
    await ok(vue2.get('/sys/role/checkRoleCode', { id: undefined, roleCode: 'older_role' }))
    await refused(vue2.get('/sys/role/checkRoleCode', { roleCode: 'admin' }), '角色编码已存在')
    await ok(vue2.post('/sys/role/add', { roleName: '老客户端角色', roleCode: 'older_role', description: '' }), {
      message: '添加成功！',
    })
    const row = await one('/sys/role/list', { roleName: '*老客户端*' })
    await ok(vue2.put('/sys/role/edit', { ...row, description: '改过' }), { message: '修改成功!' })
    await ok(vue2.get('/sys/role/queryById', { id: row.id }), { result: role })
    const { treeList, ids } = await ok(vue2.get('/sys/role/queryTreeList'), {
      result: z.looseObject({ treeList: z.array(treeNode), ids: z.array(id).min(10) }),
    })
    await ok(
      vue2.post('/sys/permission/saveRolePermission', {
        roleId: row.id,
        permissionIds: `${treeList[0].key},${ids[1]}`,
        lastpermissionIds: '',
      }),
      { message: '保存成功！' },
    )
    expect(
      await ok(vue2.get('/sys/permission/queryRolePermission', { roleId: row.id }), { result: z.array(id) }),
    ).toContain(treeList[0].key)

    const menu = (await ok(vue2.get('/sys/permission/list')))
      .flatMap((top: any) => [top, ...(top.children ?? [])])
      .find(({ component }: any) => component === 'system/UserList')
    const rule = {
      permissionId: menu.id,
      ruleName: '本人',
      ruleColumn: 'createBy',
      ruleConditions: '=',
      ruleValue: '#{sys_user_code}',
      status: '1',
    }
    await ok(vue2.http('/sys/permission/addPermissionRule', rule, 'post'), { message: '添加成功！' })
    const ruleRow = z.looseObject({
      id,
      permissionId: id,
      ruleName: id,
      ruleConditions: id,
      ruleValue: id,
      status: z.literal(['0', '1']),
    })
    const [kept] = await ok(vue2.get('/sys/permission/getPermRuleListByPermId', { permissionId: menu.id }), {
      result: z.array(ruleRow).length(1),
    })
    await ok(
      vue2.get('/sys/permission/queryPermissionRule', { permissionId: menu.id, ruleName: '本人', ruleValue: '' }),
      { result: z.array(ruleRow).length(1) },
    )
    await ok(vue2.http('/sys/permission/editPermissionRule', { ...kept, ruleName: '自己的' }, 'put'), {
      message: '修改成功!',
    })
    await ok(
      vue2.post('/sys/permission/saveRolePermission', {
        roleId: row.id,
        permissionIds: menu.id,
        lastpermissionIds: '',
      }),
    )
    await ok(vue2.get(`/sys/role/datarule/${menu.id}/${row.id}`), {
      result: z.looseObject({ datarule: z.array(ruleRow), drChecked: z.string().nullish() }),
    })
    await ok(vue2.post('/sys/role/datarule', { permissionId: menu.id, roleId: row.id, dataRuleIds: kept.id }), {
      message: '保存成功!',
    })
    expect((await ok(vue2.get(`/sys/role/datarule/${menu.id}/${row.id}`))).drChecked).toContain(kept.id)
    await ok(vue2.delete('/sys/permission/deletePermissionRule', { id: kept.id }), { message: /删除成功/ })

    await ok(
      vue2.post('/sys/user/addSysUserRole', {
        roleId: row.id,
        userIdList: [accountId('viewer'), accountId('finance')],
      }),
      { message: '添加成功!' },
    )
    await ok(vue2.get('/sys/user/userRoleList', { ...listOf({ username: '*view*' }), roleId: row.id }), {
      result: page(user),
    })
    await ok(vue2.delete('/sys/user/deleteUserRole', { roleId: row.id, userId: accountId('viewer') }), {
      message: '删除成功!',
    })
    await ok(vue2.delete('/sys/user/deleteUserRoleBatch', { roleId: row.id, userIds: `${accountId('finance')},` }), {
      message: '删除成功!',
    })
    const exported = await sheet(
      vue2.bare('GET', '/sys/role/exportXls', {
        params: { ...listOf({ roleCode: 'older_role' }), selections: row.id },
      }),
    )
    await ok(vue2.delete('/sys/role/delete', { id: row.id }), { message: /删除(角色)?成功/ })
    await ok(vue2.upload('/sys/role/importExcel', '角色.xls', exported), { message: /文件导入成功/ })
    const again = await one('/sys/role/list', { roleCode: 'older_role' })
    await ok(vue2.delete('/sys/role/deleteBatch', { ids: `${again.id},` }), { message: /删除/ })
  })
})

describe('menus', () => {
  it('are listed level by level, added, edited and deleted', async () => {
    await ok(vue2.get('/sys/permission/list', { name: '用户' }), { result: z.array(menuRow).min(1) })
    const [top] = await ok(vue2.get('/sys/permission/getSystemMenuList'), { result: z.array(menuRow).min(3) })
    await ok(vue2.get('/sys/permission/getSystemSubmenu', { parentId: top.id }), { result: z.array(menuRow) })
    await ok(vue2.get('/sys/permission/getSystemSubmenuBatch', { parentIds: `${top.id}` }), {
      result: z.record(id, z.array(menuRow)),
    })
    await ok(vue2.get('/sys/permission/queryTreeList'), {
      result: z.looseObject({ treeList: z.array(treeNode), ids: z.array(id) }),
    })
    await ok(vue2.get('/sys/permission/queryListAsync', { pid: top.id }), { result: z.array(treeNode) })
    await ok(vue2.get('/sys/permission/checkPermDuplication', { url: '/older/trial', alwaysShow: false }), {
      message: '该值可用！',
    })
    const menu = {
      menuType: 0,
      name: '老客户端菜单',
      url: '/older/trial',
      component: 'layouts/RouteView',
      status: '1',
      permsType: '1',
      sortNo: 90,
      route: true,
      hidden: false,
      keepAlive: false,
      alwaysShow: false,
      hideTab: false,
      internalOrExternal: false,
      icon: 'setting',
    }
    await ok(vue2.post('/sys/permission/add', menu), { message: '添加成功！' })
    const find = async (name: string) =>
      (await ok(vue2.get('/sys/permission/list', { name }))).find((row: any) => row.name === name)
    const row = await find('老客户端菜单')
    await ok(
      vue2.post('/sys/permission/add', {
        ...menu,
        menuType: 1,
        parentId: row.id,
        name: '老客户端页面',
        url: '/older/page',
        component: 'older/Page',
      }),
    )
    const child = await find('老客户端页面')
    // Its list is read anew after each change.
    await ok(vue2.put('/sys/permission/edit', { ...(await find('老客户端菜单')), name: '老客户端菜单二' }), {
      message: '修改成功！',
    })
    const [top2] = await ok(vue2.get('/sys/permission/list'))
    await ok(vue2.put('/sys/permission/edit', top2), { message: '修改成功！' })
    await ok(vue2.delete('/sys/permission/delete', { id: child.id }), { message: /删除成功/ })
    await ok(vue2.delete('/sys/permission/deleteBatch', { ids: `${row.id},` }), { message: /删除/ })
  })
})

describe('departments and their roles', () => {
  it('are shown as trees, added below one another, edited, and deleted', async () => {
    await ok(vue2.get('/sys/sysDepart/queryDepartTreeSync', {}), { result: z.array(departNode).min(1) })
    const [root] = await ok(vue2.get('/sys/sysDepart/queryTreeList'))
    await ok(vue2.get('/sys/sysDepart/queryDepartTreeSync', { pid: root.id }), { result: z.array(departNode).min(2) })
    await ok(vue2.get('/sys/sysDepart/queryDepartTreeSync', { ids: `${root.id}`, primaryKey: 'id' }), {
      result: z.array(departNode),
    })
    await ok(vue2.get('/sys/sysDepart/searchBy', { keyWord: '财务' }), { result: z.array(departNode).min(1) })
    await refused(vue2.get('/sys/sysDepart/searchBy', { keyWord: '没有这个部门' }), '未查询匹配数据！')
    const mine = await vue2.get('/sys/sysDepart/queryMyDeptTreeList')
    expect([mine.status, mine.success, ['1', '2'].includes(mine.message)]).toEqual([200, true, true])
    await ok(vue2.get('/sys/sysDepart/queryAllParentId', { departId: root.id }), {
      result: z.record(id, z.looseObject({ parentIds: z.array(id), parentMap: z.record(id, depart) })),
    })
    await ok(vue2.get('/sys/sysDepart/listAll', { id: root.id }), { result: z.array(depart).length(1) })
    await ok(vue2.get('/sys/sysDepart/getDepartName', { orgCode: 'A01' }), { result: depart })
    await ok(vue2.get('/sys/sysDepart/list', { pageNo: 1, pageSize: 10 }), { result: page(depart) })
    const added = {
      departName: '老客户端部门',
      parentId: root.id,
      departOrder: 9,
      orgCategory: '2',
      mobile: '',
      address: '',
      fax: '',
      memo: '',
      status: '1',
    }
    await ok(vue2.http('/sys/sysDepart/add', added, 'post'), { message: '添加成功！' })
    const find = async () => (await ok(vue2.get('/sys/sysDepart/searchBy', { keyWord: '老客户端部门' })))[0]
    const row = await find()
    const selected = {
      ...row,
      memo: '改过',
      directorUserIds: accountId('viewer'),
      oldDirectorUserIds: row.directorUserIds,
    }
    await ok(vue2.http('/sys/sysDepart/edit', selected, 'put'), { message: '修改成功!' })

    await ok(vue2.get('/sys/permission/queryDepartPermission', { departId: row.id }), { result: z.array(id) })
    const menu = (await ok(vue2.get('/sys/permission/list')))
      .flatMap((top: any) => [top, ...(top.children ?? [])])
      .find(({ component }: any) => component === 'system/UserList')
    await ok(
      vue2.post('/sys/permission/saveDepartPermission', {
        departId: row.id,
        permissionIds: menu.id,
        lastpermissionIds: '',
      }),
      { message: '保存成功！' },
    )
    const rule = {
      permissionId: menu.id,
      ruleName: '部门规则',
      ruleColumn: 'createBy',
      ruleConditions: '=',
      ruleValue: '#{sys_user_code}',
      status: '1',
    }
    await ok(vue2.http('/sys/permission/addPermissionRule', rule, 'post'))
    const [kept] = await ok(vue2.get('/sys/permission/getPermRuleListByPermId', { permissionId: menu.id }))
    await ok(vue2.get(`/sys/sysDepartPermission/datarule/${menu.id}/${row.id}`), {
      result: z.looseObject({ datarule: z.array(z.looseObject({ id })) }),
    })
    await ok(
      vue2.post('/sys/sysDepartPermission/datarule', { permissionId: menu.id, departId: row.id, dataRuleIds: kept.id }),
      { message: '保存成功!' },
    )

    await ok(
      vue2.post('/sys/user/editSysDepartWithUser', {
        depId: row.id,
        userIdList: [accountId('viewer'), accountId('finance'), accountId('service')],
      }),
      { message: '添加成功!' },
    )
    await ok(vue2.get('/sys/user/departUserList', { ...listOf({ username: '*e*' }), depId: row.id }), {
      result: page(user),
    })
    await ok(vue2.delete('/sys/user/deleteUserInDepart', { depId: row.id, userId: accountId('service') }), {
      message: '删除成功!',
    })
    await ok(vue2.delete('/sys/user/deleteUserInDepartBatch', { depId: row.id, userIds: `${accountId('finance')},` }), {
      message: '删除成功!',
    })

    const roles = '/sys/sysDepartRole'
    await ok(
      vue2.http(
        `${roles}/add`,
        { departId: row.id, roleName: '组长', roleCode: 'older_lead', description: '' },
        'post',
      ),
      { message: '添加成功！' },
    )
    const [lead] = (
      await ok(vue2.get(`${roles}/list`, { ...listOf(), deptId: row.id }), {
        result: page(z.looseObject({ id, departId: id, roleName: id, roleCode: id })),
      })
    ).records
    await ok(vue2.http(`${roles}/edit`, { ...lead, description: '改过' }, 'put'), { message: /修改成功|编辑成功/ })
    await ok(vue2.get(`${roles}/queryById`, { id: lead.id }))
    await ok(vue2.get(`${roles}/getDeptRoleList`, { departId: row.id, userId: accountId('viewer') }), {
      result: z.array(z.looseObject({ id })).length(1),
    })
    await ok(
      vue2.post(`${roles}/deptRoleUserAdd`, { userId: accountId('viewer'), newRoleId: lead.id, oldRoleId: '' }),
      { message: '添加成功！' },
    )
    await ok(vue2.get(`${roles}/getDeptRoleByUserId`, { userId: accountId('viewer'), departId: row.id }), {
      result: z.array(z.looseObject({ id, droleId: z.literal(lead.id) })).length(1),
    })
    const tree = await ok(vue2.get('/sys/sysDepartPermission/queryTreeListForDeptRole', { departId: row.id }), {
      result: z.looseObject({ treeList: z.array(treeNode), ids: z.array(id) }),
    })
    expect(tree.ids).toContain(menu.id)
    await ok(
      vue2.post('/sys/sysDepartPermission/saveDeptRolePermission', {
        roleId: lead.id,
        permissionIds: menu.id,
        lastpermissionIds: '',
      }),
      { message: '保存成功！' },
    )
    expect(
      await ok(vue2.get('/sys/sysDepartPermission/queryDeptRolePermission', { roleId: lead.id }), {
        result: z.array(id),
      }),
    ).toEqual([menu.id])
    await ok(vue2.get(`${roles}/datarule/${menu.id}/${row.id}/${lead.id}`), {
      result: z.looseObject({ datarule: z.array(z.looseObject({ id })) }),
    })
    await ok(vue2.post(`${roles}/datarule`, { permissionId: menu.id, roleId: lead.id, dataRuleIds: kept.id }), {
      message: '保存成功!',
    })
    await ok(vue2.delete(`${roles}/delete`, { id: lead.id }), { message: /删除成功/ })
    await ok(vue2.http(`${roles}/add`, { departId: row.id, roleName: '副组长', roleCode: 'older_second' }, 'post'))
    const [second] = (await ok(vue2.get(`${roles}/list`, { ...listOf(), deptId: row.id }))).records
    await ok(vue2.delete(`${roles}/deleteBatch`, { ids: `${second.id},` }), { message: /删除/ })
    await ok(vue2.delete('/sys/permission/deletePermissionRule', { id: kept.id }))

    await sheet(vue2.bare('GET', '/sys/sysDepart/exportXls', { params: {} }))
    await ok(vue2.delete('/sys/sysDepart/delete', { id: row.id }), { message: /删除成功/ })
    await ok(vue2.http('/sys/sysDepart/add', added, 'post'))
    await ok(vue2.delete('/sys/sysDepart/deleteBatch', { ids: `${(await find()).id},` }), { message: /删除/ })
  })
})

/** What every page of JeecgListMixin does: add, find, edit the row as it came, sheet out and in, delete one and several. */
interface Module {
  path: string
  /** How its modal sends. */
  by: 'http' | 'action'
  made: Record<string, unknown>
  found: Record<string, unknown>
  change: Record<string, unknown>
  said?: { add?: string | RegExp; edit?: string | RegExp }
  sheets?: false | 'out'
  queryById?: false
}
const modules: Module[] = [
  {
    path: '/sys/position',
    by: 'http',
    made: { code: 'older_post', name: '老客户端职务', postRank: '3', companyId: '' },
    found: { name: '*老客户端*' },
    change: { name: '老客户端职务二' },
  },
  {
    path: '/sys/annountCement',
    by: 'http',
    made: {
      titile: '老客户端公告',
      msgCategory: '1',
      priority: 'M',
      msgType: 'ALL',
      userIds: '',
      msgAbstract: '摘要',
      msgContent: '<p>正文</p>',
      startTime: '2026-01-01 00:00:00',
      endTime: '2099-01-01 00:00:00',
    },
    found: { titile: '*老客户端*' },
    change: { titile: '老客户端公告二' },
  },
  {
    path: '/sys/message/sysMessage',
    by: 'http',
    made: {
      esTitle: '老客户端消息',
      esType: 'system',
      esReceiver: 'viewer',
      esContent: '您好',
      esParam: '',
      remark: '',
    },
    found: { esTitle: '*老客户端*' },
    change: { remark: '改过' },
  },
  {
    path: '/sys/message/sysMessageTemplate',
    by: 'http',
    made: {
      templateName: '老客户端模板',
      templateCode: 'older_template',
      templateType: '1',
      templateContent: '您好，${name}',
      templateTestJson: '{"name":"王"}',
      useStatus: '0',
    },
    found: { templateCode: 'older_template' },
    change: { templateContent: '您好，${name}！' },
  },
  {
    path: '/sys/quartzJob',
    by: 'http',
    made: {
      jobClassName: 'clean-log',
      cronExpression: '0 0 4 * * ? *',
      parameter: '{"days":365}',
      description: '老客户端任务',
      status: -1,
    },
    found: { jobClassName: '*clean-log*', status: -1, description: '老客户端任务' },
    change: { cronExpression: '0 0 5 * * ? *' },
    said: { add: '创建定时任务成功', edit: '更新定时任务成功!' },
  },
  {
    path: '/sys/dataSource',
    by: 'http',
    made: {
      code: 'older_source',
      name: '老客户端数据源',
      dbType: '6',
      dbDriver: 'org.postgresql.Driver',
      dbUrl: 'jdbc:postgresql://db.example.cn:5432/data',
      dbName: 'data',
      dbUsername: 'reader',
      dbPassword: 'secret',
      remark: '',
    },
    found: { name: '*老客户端*', dbType: '6' },
    change: { remark: '改过' },
    sheets: 'out',
  },
  {
    path: '/sys/checkRule',
    by: 'http',
    made: {
      ruleName: '老客户端校验',
      ruleCode: 'older_check',
      ruleDescription: '',
      ruleJson:
        '[{"digits":"1","pattern":"^[a-z]$","message":"首位应为字母"},{"digits":"*","pattern":"^.{2,6}$","message":"2 到 6 位"}]',
    },
    found: { ruleCode: 'older_check' },
    change: { ruleDescription: '改过' },
    sheets: 'out',
  },
  {
    path: '/sys/fillRule',
    by: 'http',
    made: {
      ruleName: '老客户端编码',
      ruleCode: 'older_fill',
      ruleClass: 'order-number',
      ruleParams: '{"prefix":"OL","digits":4}',
    },
    found: { ruleCode: 'older_fill' },
    change: { ruleName: '老客户端编码二' },
  },
]

describe('lists with a form', () => {
  it.each(modules)('$path', async ({ path, made, found, change, said, sheets, queryById }) => {
    await ok(vue2.http(`${path}/add`, made, 'post'), { message: said?.add ?? '添加成功！' })
    const row = await one(`${path}/list`, found)
    const edited = { ...row, ...change }
    await ok(vue2.http(`${path}/edit`, edited, 'put'), { message: said?.edit ?? /^(修改|编辑)成功/ })
    if (queryById !== false)
      await ok(vue2.get(`${path}/queryById`, { id: row.id }), { result: z.looseObject({ id: z.literal(row.id) }) })
    const listed = await one(`${path}/list`, {
      ...found,
      ...superQuery([{ field: 'createBy', type: 'string', rule: 'eq', val: 'admin' }]),
    })
    expect(listed).toMatchObject(change)
    const exported = await sheet(
      vue2.bare('GET', `${path}/exportXls`, { params: { ...listOf(found), selections: row.id } }),
    )
    await ok(vue2.delete(`${path}/delete`, { id: row.id }), { message: /删除.*成功/ })
    if (sheets !== 'out')
      await ok(vue2.upload(`${path}/importExcel`, '导出文件.xls', exported), { message: /文件导入成功！数据行数：1/ })
    else await ok(vue2.http(`${path}/add`, made, 'post'))
    const again = await one(`${path}/list`, { ...found, status: undefined })
    await ok(vue2.delete(`${path}/deleteBatch`, { ids: `${again.id},` }), { message: /删除/ })
  })
})

describe('lists of their own shape', () => {
  it('tenants', async () => {
    // Numbers in the contract; where lists keep them as text here, it sends them back as they came.
    const tenant = z.looseObject({
      id: z.union([z.int(), z.string().regex(/^\d+$/)]),
      name: id,
      status: z.literal([0, 1]),
    })
    await ok(
      vue2.http(
        '/sys/tenant/add',
        { id: 4711, name: '老客户端租户', beginDate: '2026-01-01 00:00:00', endDate: '2099-01-01 00:00:00', status: 1 },
        'post',
      ),
      { message: '添加成功！' },
    )
    const [row] = (
      await ok(vue2.get('/sys/tenant/list', listOf({ name: '*老客户端*', status: '1' })), { result: page(tenant) })
    ).records
    await ok(vue2.http('/sys/tenant/edit', { ...row, name: '老客户端租户二' }, 'put'), { message: /(修改|编辑)成功/ })
    await ok(vue2.get('/sys/tenant/queryById', { id: row.id }), { result: tenant })
    await ok(vue2.get('/sys/tenant/queryList', { ids: `${row.id}` }), { result: z.array(tenant).length(1) })
    await ok(vue2.delete('/sys/tenant/delete', { id: row.id }), { message: /删除成功/ })
    await ok(vue2.http('/sys/tenant/add', { name: '老客户端租户', status: 1 }, 'post'))
    const [other] = (await ok(vue2.get('/sys/tenant/list', listOf({ name: '老客户端租户' })))).records
    await ok(vue2.delete('/sys/tenant/deleteBatch', { ids: `${other.id},` }), { message: '删除成功！' })
  })

  it('dictionaries and their items', async () => {
    const dict = z.looseObject({ id, dictName: id, dictCode: id })
    await ok(
      vue2.post('/sys/dict/add', { dictName: '老客户端字典', dictCode: 'older_dict', description: '', type: 0 }),
      { message: '保存成功！' },
    )
    const row = await one('/sys/dict/list', { dictCode: '*older_dict*' })
    await ok(vue2.put('/sys/dict/edit', { ...row, description: '改过' }), { message: '编辑成功!' })
    await ok(vue2.get('/sys/dict/queryById', { id: row.id }), { result: dict })
    await ok(vue2.get('/sys/dictItem/dictItemCheck', { dictId: row.id, itemValue: '1', id: undefined }), {
      message: '该值可用！',
    })
    for (const [itemValue, itemText] of [
      ['1', '甲'],
      ['2', '乙'],
    ])
      await ok(
        vue2.post('/sys/dictItem/add', {
          dictId: row.id,
          itemText,
          itemValue,
          description: '',
          sortOrder: 1,
          status: 1,
        }),
        { message: '保存成功！' },
      )
    await refused(
      vue2.get('/sys/dictItem/dictItemCheck', { dictId: row.id, itemValue: '1' }),
      '该值不可用，系统中已存在！',
    )
    const items = (
      await ok(vue2.get('/sys/dictItem/list', { ...listOf({ itemText: '', status: '' }), dictId: row.id }), {
        result: page(z.looseObject({ id, itemText: id, itemValue: id, status: z.literal([0, 1]) })),
      })
    ).records
    const first = items.find(({ itemValue }: any) => itemValue === '1')
    await ok(vue2.put('/sys/dictItem/edit', { ...first, itemText: '甲二' }), { message: '编辑成功!' })
    await ok(vue2.get('/sys/dict/refleshCache'), { message: /./ })
    expect(await ok(vue2.get('/sys/dict/getDictItems/older_dict'), { result: z.array(item).length(2) })).toContainEqual(
      expect.objectContaining({ value: '1', text: '甲二' }),
    )
    expect(await ok(vue2.get('/sys/dict/getDictText/older_dict/2'))).toBe('乙')
    await ok(vue2.get('/sys/dict/queryAllDictItems'), { result: dictionaries })
    await ok(vue2.delete('/sys/dictItem/delete', { id: first.id }), { message: /删除成功/ })
    await ok(
      vue2.delete('/sys/dictItem/deleteBatch', {
        ids: `${items.find(({ id: other }: any) => other !== first.id).id},`,
      }),
      { message: /删除/ },
    )
    const exported = await sheet(
      vue2.bare('GET', '/sys/dict/exportXls', {
        params: { ...listOf({ dictCode: 'older_dict' }), selections: row.id },
      }),
    )
    await ok(vue2.delete('/sys/dict/delete', { id: row.id }), { message: /删除成功/ })
    expect(await ok(vue2.get('/sys/dict/deleteList'), { result: z.array(dict) })).toContainEqual(
      expect.objectContaining({ id: row.id }),
    )
    await ok(vue2.put(`/sys/dict/back/${row.id}`), { message: '操作成功!' })
    await ok(vue2.delete('/sys/dict/deleteBatch', { ids: `${row.id},` }), { message: /删除/ })
    await ok(vue2.delete(`/sys/dict/deletePhysic/${row.id}`), { message: '删除成功!' })
    await ok(vue2.upload('/sys/dict/importExcel', '字典.xls', exported), { message: /文件导入成功/ })
  })

  it('categories', async () => {
    const category = z.looseObject({ id, name: id, code: id, hasChild: z.literal(['0', '1']).nullish() })
    const { records } = await ok(vue2.get('/sys/category/rootList', { ...listOf(), pid: '0' }), {
      result: page(category),
    })
    const root = records[0]
    await ok(vue2.get('/sys/category/childList', { pid: root.id }), { result: z.array(category).min(1) })
    await ok(vue2.get('/sys/category/getChildListBatch', { parentIds: root.id }), { result: page(category) })
    await ok(vue2.get('/sys/category/checkCode', { pid: root.id, code: `${root.code}A99` }))
    await refused(vue2.get('/sys/category/checkCode', { pid: root.id, code: 'Z01' }), '编码不符合规范,须以')
    await ok(vue2.http('/sys/category/add', { pid: root.id, name: '老客户端分类' }, 'post'), { message: '添加成功！' })
    const row = (await ok(vue2.get('/sys/category/childList', { pid: root.id }))).find(
      (node: any) => node.name === '老客户端分类',
    )
    await ok(vue2.http('/sys/category/edit', { ...row, name: '老客户端分类二' }, 'put'), { message: /(修改|编辑)成功/ })
    await ok(vue2.get('/sys/category/queryById', { id: row.id }), { result: category })
    await ok(vue2.get('/sys/category/loadTreeRoot', { async: true, pcode: '0' }), {
      result: z.array(selectNode).min(1),
    })
    await ok(vue2.get('/sys/category/loadTreeChildren', { pid: root.id }), { result: z.array(selectNode).min(1) })
    await ok(vue2.get('/sys/category/loadTreeData', { pid: root.id, condition: '' }), {
      result: z.array(selectNode).min(1),
    })
    await ok(
      vue2.get('/sys/category/loadTreeData', {
        pcode: root.code,
        condition: JSON.stringify({ name: '老客户端分类二' }),
      }),
      { result: z.array(selectNode).length(1) },
    )
    await ok(vue2.get('/sys/category/loadOne', { field: 'code', val: root.code }), { result: category })
    expect(
      await ok(vue2.get('/sys/category/loadDictItem/', { ids: `${row.id},${root.id}` }), {
        result: z.array(z.string()),
      }),
    ).toEqual(['老客户端分类二', root.name])
    await ok(vue2.get('/sys/category/loadAllData', { code: root.code }), {
      result: z.array(z.looseObject({ value: id, text: id })).min(2),
    })
    await sheet(vue2.bare('GET', '/sys/category/exportXls', { params: listOf() }))
    await ok(vue2.delete('/sys/category/delete', { id: row.id }), { message: /删除成功/ })
    const content = workbook([{ 分类名称: '老客户端分类三', 上级分类: root.name }])
    await ok(vue2.upload('/sys/category/importExcel', '分类.xls', content), { message: '文件导入成功！数据行数：1' })
    const again = (await ok(vue2.get('/sys/category/childList', { pid: root.id }))).find(
      (node: any) => node.name === '老客户端分类三',
    )
    await ok(vue2.delete('/sys/category/deleteBatch', { ids: `${again.id},` }), { message: /删除/ })
  })

  it('gateway routes', async () => {
    const route = z.looseObject({
      id,
      routerId: id,
      uri: id,
      predicates: z.array(z.looseObject({ name: id })),
      filters: z.array(z.looseObject({ name: id })),
    })
    const router = {
      ...{ routerId: 'older-client', name: '老客户端', uri: 'lb://older', status: 1 },
      predicates: JSON.stringify([{ name: 'Path', args: ['/older/**'] }]),
      filters: JSON.stringify([{ name: 'StripPrefix', args: [{ key: '_genkey_0', value: '1' }] }]),
    }
    await ok(vue2.http('/sys/gatewayRoute/updateAll', { router }, 'post'), { message: /^操作成功/ })
    const found = async () =>
      (await ok(vue2.get('/sys/gatewayRoute/list', listOf()), { result: z.array(route) })).find(
        ({ routerId }: any) => routerId === 'older-client',
      )
    await ok(
      vue2.http(
        '/sys/gatewayRoute/updateAll',
        { router: { ...router, id: (await found()).id, name: '老客户端二' } },
        'post',
      ),
    )
    expect((await found()).name).toBe('老客户端二')
    await ok(vue2.get('/sys/gatewayRoute/clearRedis'), { message: /清除成功/ })
    await ok(vue2.delete('/sys/gatewayRoute/delete', { id: (await found()).id }), { message: /删除(路由)?成功/ })
  })

  it('logs, data logs and people online', async () => {
    const log = z.looseObject({
      id,
      logType: z.literal([1, 2, 3, 4]),
      logContent: z.string(),
      ip: z.string().nullable(),
    })
    const { records } = await ok(
      vue2.get('/sys/log/list', {
        ...listOf({ logType: '1', keyWord: '登录' }),
        createTime_begin: '2020-01-01',
        createTime_end: '2999-01-01',
      }),
      { result: page(log) },
    )
    await ok(vue2.delete('/sys/log/delete', { id: records[0].id }), { message: /删除成功/ })
    await ok(vue2.delete('/sys/log/deleteBatch', { ids: `${records[1].id},` }), { message: /删除/ })
    const version = z.looseObject({
      id,
      dataTable: id,
      dataId: id,
      dataContent: z.string(),
      dataVersion: z.union([z.string(), z.int()]),
    })
    const changes = await ok(vue2.get('/sys/dataLog/list', listOf({ dataTable: 'sys_role' })), {
      result: page(version),
    })
    const { dataId } = changes.records[0]
    const versions = await ok(vue2.get('/sys/dataLog/queryDataVerList', { dataTable: 'sys_role', dataId }), {
      result: z.array(version).min(2),
    })
    await ok(vue2.get('/sys/dataLog/queryCompareList', { dataId1: versions[0].id, dataId2: versions[1].id }), {
      result: z.array(version).length(2),
    })
    const guest = client()
    await signIn(guest, 'service')
    const online = await ok(vue2.get('/sys/online/list', listOf({ username: 'service' })), {
      result: page(z.looseObject({ id, token: id, username: id, realname: id })),
    })
    await ok(vue2.bare('POST', '/sys/online/forceLogout', { data: { token: online.records[0].token } }), {
      message: '退出登录成功！',
    })
    expect((await guest.get('/sys/user/getCurrentUserDeparts')).status).toBe(401)
  })
})

describe('what pages do beside their lists', () => {
  it('announcements are released, told, read and revoked', async () => {
    const post = (titile: string, more: object = {}) =>
      vue2.http(
        '/sys/annountCement/add',
        { titile, msgCategory: '1', priority: 'H', msgType: 'ALL', msgContent: '<p>内容</p>', userIds: '', ...more },
        'post',
      )
    await ok(post('给两个人', { msgType: 'USER', userIds: `${accountId('viewer')},${accountId('finance')},` }))
    const two = await one('/sys/annountCement/list', { titile: '给两个人' })
    await ok(vue2.http('/sys/annountCement/edit', { ...two, userIds: `${accountId('viewer')},` }, 'put'))
    expect((await one('/sys/annountCement/list', { titile: '给两个人' })).userIds).toBe(`${accountId('viewer')},`)
    await ok(vue2.delete('/sys/annountCement/delete', { id: two.id }))
    await ok(post('老客户端发布'))
    const row = await one('/sys/annountCement/list', { titile: '老客户端发布' })
    const reader = client()
    await signIn(reader, 'operator')
    const socket = await opened('websocket', accountId('operator'), reader.token)
    await ok(vue2.get('/sys/annountCement/doReleaseData', { id: row.id }), { message: '该系统通知发布成功' })
    expect(await socket.next()).toMatchObject({ cmd: 'topic', msgId: row.id, msgTxt: '老客户端发布' })
    const message = z.looseObject({
      id,
      titile: id,
      msgContent: z.string().nullable(),
      priority: z.literal(['L', 'M', 'H']),
      msgCategory: z.literal(['1', '2']),
    })
    const unread = await ok(reader.get('/sys/annountCement/listByUser', {}), {
      result: z.looseObject({
        anntMsgList: z.array(message),
        anntMsgTotal: z.int(),
        sysMsgList: z.array(message),
        sysMsgTotal: z.int(),
      }),
    })
    expect(unread.anntMsgList).toContainEqual(expect.objectContaining({ id: row.id }))
    await ok(reader.get('/sys/annountCement/queryById', { id: row.id }), { result: message })
    await ok(reader.put('/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId: row.id }))
    await ok(vue2.get('/sys/annountCement/syncNotic', { anntId: row.id }))
    const sent = z.looseObject({ id, anntId: id, titile: id, readFlag: z.literal(['0', '1', 0, 1]), sendTime: time })
    const mine = await ok(
      reader.get('/sys/sysAnnouncementSend/getMyAnnouncementSend', listOf({ titile: '老客户端', readFlag: '1' })),
      { result: page(sent) },
    )
    expect(mine.records).toHaveLength(1)
    await ok(reader.get('/sys/sysAnnouncementSend/getOne', { sendId: mine.records[0].id }), { result: sent })
    await ok(reader.put('/sys/sysAnnouncementSend/edit', { id: mine.records[0].id, starFlag: '1' }))
    const shown = await reader.bare('GET', `/sys/annountCement/show/${row.id}`)
    expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('老客户端发布')])
    await ok(reader.put('/sys/sysAnnouncementSend/readAll'), { message: '全部已读' })
    await ok(vue2.get('/sys/annountCement/doReovkeData', { id: row.id }), { message: '该系统通知撤销成功' })
    const sends = await ok(vue2.get('/sys/sysAnnouncementSend/list', listOf({ anntId: row.id })), {
      result: page(z.looseObject({ id, anntId: id, userId: id })),
    })
    await ok(vue2.get('/sys/sysAnnouncementSend/queryById', { id: sends.records[0].id }))
    const [first, second, third] = sends.records
    await ok(vue2.delete('/sys/sysAnnouncementSend/delete', { id: first.id }), { message: /删除成功/ })
    await ok(vue2.delete('/sys/sysAnnouncementSend/deleteBatch', { ids: `${second.id},${third.id},` }), {
      message: /删除/,
    })
    await ok(vue2.post('/sys/sysAnnouncementSend/add', { anntId: row.id, userId: first.userId, readFlag: '0' }), {
      message: '添加成功！',
    })
    await ok(vue2.delete('/sys/annountCement/delete', { id: row.id }))
  })

  it('templates send, jobs start and stop', async () => {
    const template = {
      templateName: '问候',
      templateCode: 'older_greeting',
      templateType: '1',
      templateContent: '您好，${name}',
      templateTestJson: '{"name":"王"}',
      useStatus: '1',
    }
    await ok(vue2.http('/sys/message/sysMessageTemplate/add', template, 'post'))
    await ok(
      vue2.http(
        '/sys/message/sysMessageTemplate/sendMsg',
        { templateCode: 'older_greeting', testData: '{"name":"王"}', receiver: 'viewer', msgType: 'system' },
        'post',
      ),
      { message: '消息发送成功！' },
    )
    const job = await one('/sys/quartzJob/list', { jobClassName: 'clean-log' })
    await ok(vue2.get('/sys/quartzJob/resume', { id: job.id }), { message: '启动定时任务成功' })
    await ok(vue2.get('/sys/quartzJob/pause', { id: job.id }), { message: '停止定时任务成功' })
    await ok(vue2.get('/sys/quartzJob/execute', { id: job.id }), { message: '执行成功!' })
  })

  it('positions are asked for by code, data sources and rules are tried', async () => {
    await ok(vue2.get('/sys/position/queryByCode', { code: 'manager' }), {
      result: z.looseObject({ id, code: z.literal('manager'), name: id, postRank: id }),
    })
    await refused(vue2.get('/sys/position/queryByCode', { code: 'nobody' }), '未找到对应实体')
    const { records } = await ok(vue2.get('/sys/position/list', listOf({ name: '*经理*' })), {
      result: page(
        z.looseObject({
          id,
          code: id,
          name: id,
          postRank: id,
          rank: z.unknown(),
          rank_dictText: z.string(),
          postRank_dictText: z.string(),
        }),
      ),
    })
    await ok(vue2.get('/sys/position/queryByIds', { ids: records[0].id }), {
      result: z.array(z.looseObject({ id })).length(1),
    })
    await ok(vue2.get('/sys/dataSource/options'), {
      result: z.array(z.looseObject({ value: id, text: id, label: id })),
    })
    const source = {
      dbDriver: 'org.postgresql.Driver',
      dbUrl: 'jdbc:postgresql://db.example.cn:5432/data',
      dbName: 'data',
      dbUsername: 'reader',
      dbPassword: 'secret',
    }
    await refused(vue2.post('/online/cgreport/api/testConnection', source), /DATA_SOURCE_HOSTS|允许|主机/)
    const rule = {
      ruleName: '三位',
      ruleCode: 'older_three',
      ruleJson: '[{"digits":"*","pattern":"^.{3}$","message":"应为三位"}]',
    }
    await ok(vue2.http('/sys/checkRule/add', rule, 'post'))
    // It encodes the value itself, and what carries it does so once more.
    const check = (value: string) =>
      vue2.get('/sys/checkRule/checkByCode', { ruleCode: 'older_three', value: encodeURIComponent(value) })
    await ok(check('三位数'))
    await refused(check('四 位+数'), '应为三位')
    const fill = {
      ruleName: '订单号',
      ruleCode: 'older_order',
      ruleClass: 'order-number',
      ruleParams: '{"prefix":"OL"}',
    }
    await ok(vue2.http('/sys/fillRule/add', fill, 'post'))
    await ok(vue2.get('/sys/fillRule/testFillRule', { ruleCode: 'older_order' }), {
      result: z.string().startsWith('OL'),
    })
    await ok(vue2.put('/sys/fillRule/executeRuleByCode/older_order', {}), { result: z.string().startsWith('OL') })
    await ok(
      vue2.put('/sys/fillRule/executeRuleByCodeBatch', { rules: [{ ruleCode: 'older_order' }], commonFormData: {} }),
      { result: z.array(z.looseObject({ ruleCode: id, result: id })).length(1) },
    )
  })

  it('dictionaries of tables are searched, echoed and opened level by level, signed', async () => {
    const people = 'sys_user,realname,username'
    await ok(vue2.get(`/sys/dict/getDictItems/${people}`), { result: z.array(item).min(5) })
    await ok(vue2.get(`/sys/dict/loadDict/${people}`, { keyword: '明', pageSize: 10 }), {
      result: z.array(item).min(1),
    })
    await ok(vue2.get(`/sys/dict/loadDict/${people}`, { keyword: 'VIEWER', pageSize: 10 }), {
      result: z.array(item).min(1),
    })
    await ok(vue2.get(`/sys/dict/loadDict/${people}`, { keyword: 'viewer,finance', pageSize: 10 }), {
      result: z.array(item).length(2),
    })
    await ok(vue2.get(`/sys/dict/loadDictOrderByValue/${people}`, { keyword: '明' }), { result: z.array(item) })
    expect(await ok(vue2.get(`/sys/dict/loadDictItem/${people}`, { key: 'viewer,finance' }))).toEqual(['赵明', '钱静'])
    const tree = {
      tableName: 'sys_depart',
      text: 'depart_name',
      code: 'id',
      pidField: 'parent_id',
      hasChildField: '',
      condition: '',
    }
    const [root] = await ok(vue2.get('/sys/dict/loadTreeData', { pid: '', ...tree, converIsLeafVal: 1 }), {
      result: z.array(selectNode).min(1),
    })
    await ok(vue2.get('/sys/dict/loadTreeData', { pid: root.key, ...tree }), { result: z.array(selectNode).min(2) })
    const forged = await vue2.forged(`/sys/dict/loadDict/${people}`, { keyword: 'x' })
    expect([forged.success, forged.message]).toEqual([false, expect.stringContaining('Sign签名校验失败')])
  })

  it('report popups ask for columns, conditions and rows', async () => {
    const column = z.looseObject({ title: id, dataIndex: id })
    const { cgRpConfigId } = await ok(vue2.get('/online/cgreport/api/getRpColumns/staff'), {
      result: z.looseObject({
        cgRpConfigId: id,
        cgRpConfigName: id,
        columns: z.array(column).min(3),
        dictOptions: z.record(z.string(), z.array(z.looseObject({ value: z.string(), text: z.string() }))),
      }),
    })
    await ok(vue2.get(`/online/cgreport/api/getQueryInfo/${cgRpConfigId}`), {
      result: z.array(z.looseObject({ label: id, field: id })),
    })
    await ok(
      vue2.get(`/online/cgreport/api/getData/${cgRpConfigId}`, {
        username: '*view*',
        pageNo: 1,
        pageSize: 10,
        column: 'username',
        order: 'asc',
      }),
      { result: z.looseObject({ records: z.array(z.looseObject({ username: id })).min(1), total: z.int() }) },
    )
  })

  it('files go up, into rich text and into the list of files, and come back', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const heard = await vue2.upload('/sys/common/upload', 'a.png', png, { biz: 'temp' })
    expect([heard.success, heard.message, heard.result]).toEqual([true, expect.stringMatching(/^temp\/.+\.png$/), null])
    for (const fields of [{ isup: 1 }, { jeditor: '1', biz: 'jeditor' }])
      expect((await vue2.upload('/sys/common/upload', 'b.png', png, fields)).message).toMatch(/\.png$/)
    await refused(vue2.upload('/sys/common/upload', 'a.png', png, { biz: '../x' }), '上传目录bizPath，格式非法！')
    const stranger = client()
    const shown = await stranger.bare('GET', `/sys/common/static/${heard.message}`)
    expect([shown.status, shown.bytes.equals(png)]).toEqual([200, true])
    expect((await stranger.bare('GET', '/sys/common/static/temp/nothing.png')).status).toBe(404)
    await ok(vue2.upload('/sys/oss/file/upload', 'c.png', png), { message: '上传成功！' })
    await ok(vue2.upload('/sys/upload/uploadMinio', 'd.png', png, { biz: 'temp' }), { message: /\.png$/ })
    const { records } = await ok(vue2.get('/sys/oss/file/list', listOf({ fileName: '*c.png*' })), {
      result: page(z.looseObject({ id, fileName: id, url: id })),
    })
    await ok(vue2.get('/sys/oss/file/queryById', { id: records[0].id }))
    await ok(vue2.delete('/sys/oss/file/delete', { id: records[0].id }), { message: /删除成功/ })
    const none = await vue2.get('/sys/common/403')
    expect([none.success, none.message]).toEqual([false, '没有权限，请联系管理员授权'])
  })

  it('monitoring shows figures, each asked for by itself', async () => {
    for (const name of [
      'jvm.memory.max',
      'jvm.gc.pause',
      'system.cpu.usage',
      'process.uptime',
      'tomcat.sessions.active.current',
    ])
      await bare(
        vue2.get(`/actuator/metrics/${name}`),
        z.looseObject({
          name: z.literal(name),
          measurements: z.array(z.looseObject({ statistic: id, value: z.number() })).min(1),
        }),
      )
    expect((await vue2.get('/actuator/metrics/no.such.thing')).status).toBe(404)
    const trace = z.looseObject({
      timestamp: id,
      request: z.looseObject({ method: id, uri: id }),
      response: z.looseObject({ status: z.int() }),
      timeTaken: z.number(),
    })
    await bare(vue2.get('/actuator/httptrace'), z.looseObject({ traces: z.array(trace).min(1) }))
    await ok(vue2.get('/sys/actuator/redis/info'), {
      result: z.array(z.looseObject({ key: id, value: z.string(), description: z.string() })).min(1),
    })
    await bare(vue2.get('/sys/actuator/redis/keysSize'), z.looseObject({ create_time: z.number(), dbSize: z.number() }))
    await bare(
      vue2.get('/sys/actuator/redis/memoryInfo'),
      z.looseObject({ create_time: z.number(), used_memory: z.string() }),
    )
    for (const name of ['keysSizeForReport', 'memoryForReport', 'infoForReport'])
      await bare(
        vue2.get(`/sys/actuator/redis/${name}`),
        z.looseObject({ data: z.array(z.looseObject({ name: z.unknown(), value: z.unknown() })) }),
      )
    await ok(vue2.get('/sys/actuator/redis/queryDiskInfo'), {
      result: z.array(z.looseObject({ name: id, max: z.number(), rest: z.number(), restPPT: z.number() })).min(1),
    })
  })

  it('the demo module answers in its own shape', async () => {
    const paged = z.looseObject({
      message: z.literal(''),
      status: z.literal(200),
      timestamp: z.number(),
      result: z.looseObject({
        data: z.array(z.looseObject({ id: z.unknown() })),
        pageSize: z.int(),
        pageNo: z.int(),
        totalPage: z.int(),
        totalCount: z.int(),
      }),
    })
    for (const name of ['user', 'role', 'permission'])
      await bare(vue2.bare('GET', `/mock/api/${name}`, { params: { pageNo: 1, pageSize: 10 } }), paged)
    await bare(
      vue2.bare('GET', '/mock/api/service', { params: { pageNo: 1, pageSize: 10 } }),
      z.looseObject({
        result: z.looseObject({ data: z.array(z.looseObject({ no: z.unknown(), status: z.unknown() })) }),
      }),
    )
    await bare(
      vue2.bare('GET', '/mock/api/permission/no-pager'),
      z.looseObject({ result: z.array(z.looseObject({ id: z.unknown(), actions: z.array(z.string()) })) }),
    )
  })
})

interface Socket {
  send(text: string): void
  heard: any[]
  next(): Promise<any>
}
const sockets: WebSocket[] = []
afterAll(() => sockets.forEach((socket) => socket.terminate()))

/** Opens as a browser does: the token is the subprotocol, and must come back. */
async function opened(kind: 'websocket' | 'vxeSocket', key: string, token = vue2.token!): Promise<Socket> {
  const { port } = test.app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/jeecg-boot/${kind}/${key}`, [token])
  sockets.push(socket)
  const heard: any[] = []
  socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString())))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  expect(socket.protocol).toBe(token)
  return {
    heard,
    send: (text) => socket.send(text),
    next: async () => {
      await expect.poll(() => heard.length).toBeGreaterThan(0)
      return heard.shift()
    },
  }
}

describe('each endpoint that the specification names', () => {
  const V02 = `
    POST /sys/cas/client/validateLogin, POST /sys/login, POST /sys/phoneLogin, POST /sys/logout
    GET /sys/thirdLogin/getLoginUser/:a/:b, POST /sys/online/forceLogout, GET /sys/permission/getUserPermissionByToken
    GET /sys/user/getCurrentUserDeparts, POST /sys/selectDepart, PUT /sys/user/updatePassword, POST /sys/user/updatePassword
    POST /sys/role/add, PUT /sys/role/edit, GET /sys/role/queryall, GET /sys/role/queryTreeList, GET /sys/role/list
    POST /sys/user/add, PUT /sys/user/edit, PUT /sys/user/frozenBatch, PUT /sys/user/changePassword
    GET /sys/user/queryUserRole, GET /sys/user/list, GET /sys/user/checkOnlyUser, GET /sys/user/queryUserByDepId
    GET /sys/user/queryUserComponentData
    POST /sys/permission/add, POST /sys/permission/saveRolePermission, POST /sys/permission/saveDepartPermission
    PUT /sys/permission/edit, GET /sys/permission/list, GET /sys/permission/getSystemMenuList
    GET /sys/permission/getSystemSubmenu, GET /sys/permission/getSystemSubmenuBatch, GET /sys/permission/queryTreeList
    GET /sys/permission/queryRolePermission, GET /sys/permission/getPermRuleListByPermId
    GET /sys/permission/queryPermissionRule, GET /sys/permission/queryDepartPermission
    GET /sys/sysDepart/queryTreeList, GET /sys/sysDepart/queryDepartTreeSync, GET /sys/sysDepart/queryIdTree
    GET /sys/sysDepart/searchBy, GET /sys/sysDepart/queryMyDeptTreeList, DELETE /sys/sysDepart/delete
    GET /sys/sysDepartPermission/queryTreeListForDeptRole, GET /sys/sysDepartPermission/queryDeptRolePermission
    POST /sys/sysDepartPermission/saveDeptRolePermission, GET /sys/sysDepart/listAll, GET /sys/sysDepart/getUsersByDepartId
    POST /sys/dict/add, POST /sys/dictItem/add, PUT /sys/dict/edit, PUT /sys/dictItem/edit
    GET /sys/dict/getDictItems/:code, GET /sys/dict/loadDictItem/:dict, GET /sys/dict/loadDict/:dict
    GET /sys/dict/loadTreeData, GET /sys/dict/refleshCache, GET /sys/dict/queryAllDictItems
    GET /sys/annountCement/doReleaseData, GET /sys/annountCement/doReovkeData, GET /sys/annountCement/listByUser
    GET /sys/annountCement/queryById, PUT /sys/sysAnnouncementSend/editByAnntIdAndUserId
    GET /sys/category/loadTreeRoot, GET /sys/category/loadTreeChildren, GET /sys/category/loadOne
    GET /sys/category/loadTreeData, GET /sys/category/loadDictItem/
    GET /sys/loginfo, GET /sys/visitInfo, GET /sys/duplicate/check, GET /sys/checkRule/checkByCode, GET /sys/position/list
    GET /online/cgreport/api/getRpColumns/:code, GET /online/cgreport/api/getQueryInfo/:id
    GET /online/cgreport/api/getData/:id, POST /sys/common/upload, POST /sys/role/importExcel`
    .trim()
    .split(/,\s*|\n\s*/)
  /** What this line asks for in another way than the specification writes it. */
  const AS_WRITTEN: Record<string, () => Promise<Heard>> = {
    'POST /sys/cas/client/validateLogin': () =>
      vue2.bare('POST', '/sys/cas/client/validateLogin', { data: { ticket: 'ST-1', service: 'http://localhost/' } }),
    'POST /sys/selectDepart': () => vue2.post('/sys/selectDepart', { username: 'admin', orgCode: 'A01' }),
    'POST /sys/user/updatePassword': () =>
      vue2.post('/sys/user/updatePassword', { username: 'admin', oldpassword: 'x' }),
  }

  it.each(V02)('V02: %s answers success, result, message', async (address) => {
    const [method = '', path = ''] = address.split(' ')
    const answer = (await AS_WRITTEN[address]?.()) ?? heard.get(addressKey(method, path))
    expect(answer?.status, answer?.message ?? 'nobody called it').toBe(200)
    expect(answer?.body).toMatchObject({
      success: expect.any(Boolean) as boolean,
      message: expect.any(String) as string,
      code: expect.any(Number) as number,
    })
    expect(answer?.body).toHaveProperty('result')
  })

  it('V02: GET /sys/user/getMultiUser answers a bare array, as its clients read it', () => {
    expect(heard.get('GET /sys/user/getMultiUser')?.body).toEqual([expect.anything(), expect.anything()])
  })

  it.each(['user', 'role', 'service', 'permission'])(
    'V02: GET /mock/api/%s answers result, message, status',
    (name) => {
      expect(heard.get(`GET /mock/api/${name}`)?.body).toMatchObject({
        message: '',
        status: 200,
        result: expect.anything() as unknown,
      })
    },
  )

  it('V02: socket /websocket/{userId} takes its token as subprotocol and answers HeartBeat', async () => {
    const socket = await opened('websocket', accountId('admin'))
    socket.send('HeartBeat')
    expect(await socket.next()).toMatchObject({ cmd: 'heartcheck' })
  })

  it('V02: socket /vxeSocket/{userId}/{pageId} answers heart_beat and passes on what a table changes', async () => {
    const [socket, other] = [
      await opened('vxeSocket', `${accountId('admin')}/page1`),
      await opened('vxeSocket', `${accountId('admin')}/page2`),
    ]
    socket.send(JSON.stringify({ type: 'heart_beat', data: '' }))
    expect(await socket.next()).toEqual({ type: 'heart_beat', data: true })
    expect(other.heard).toEqual([])
  })

  const business = allResources().filter(({ path }) => path.startsWith('/rental/'))
  it.each(business.map(({ path }) => path))('V02: GET %s/list answers success, result, message', async (path) => {
    await ok(vue2.get(`${path}/list`, listOf()), { message: /^/, result: page(z.looseObject({ id })) })
  })
})

/** Not called above, and why. */
const NOT_CALLED: Record<string, string> = {
  'GET /sys/thirdLogin/oauth2/:/login': 'needs a chat: server/chat-sign-in',
  'GET /sys/thirdLogin/oauth2/:/callback': 'needs a chat: server/chat-sign-in',
  'GET /sys/thirdLogin/getLoginUser/:/:/:': 'of the newer client: server/chat-sign-in',
  'GET /sys/thirdLogin/render/:': 'needs a chat: server/chat-sign-in',
  'GET /sys/thirdLogin/:/callback': 'needs a chat: server/chat-sign-in',
  'POST /sys/thirdLogin/bindingThirdPhone': 'needs a chat: server/chat-sign-in',
  'POST /sys/sysDepart/importExcel': 'makes departments that nobody deletes: server/people-sheets',
  'GET /online/cgreport/api/exportXls/:': 'server/online-reports',
  'GET /online/cgform/api/exportXls/:': 'server/online-forms-kept',
  'POST /online/cgform/head/add': 'server/online-forms',
  'PUT /sys/user/changeLoginTenantId': 'of the newer client: server/account',
  'GET /sys/position/getPositionUserList': 'of the newer client: server/position-users',
  'POST /sys/position/savePositionUser': 'of the newer client: server/position-users',
  'DELETE /sys/position/removePositionUser': 'of the newer client: server/position-users',
}
const keysOf = ({ methods, path }: { methods: readonly string[]; path: string }) =>
  methods.map((method) => addressKey(method, path))

it('every address that this line may ask for was called, or is named with the reason', () => {
  const asked = contractAddresses.filter(({ callers, absent }) => callers !== 'new' && absent === undefined)
  const missing = asked
    .filter((address) => !keysOf(address).some((key) => heard.has(key) || NOT_CALLED[key]))
    .map((address) => keysOf(address).join())
  expect(missing).toEqual([])
  const needless = Object.keys(NOT_CALLED).filter(
    (key) => heard.has(key) || !asked.some((address) => keysOf(address).includes(key)),
  )
  expect(needless).toEqual([])
})
