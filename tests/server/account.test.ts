/** Accounts without an administrator (registering, the forgotten password), and passwords that an administrator knows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as XLSX from 'xlsx'
import { resources } from '#resources/index.ts'
import { messageCategories } from '#resources/system/announcement.ts'
import { seed } from '../../server/seed/index.ts'
import { dataLog, userDepart, userRole } from '../../server/db/tables.ts'
import { allRoutes, methodsOf } from '../../server/http/register.ts'
import { signatureOf } from '../../server/http/signature.ts'
import { tableOf } from '../../server/db/table.ts'
import { emptyApp, makePerson, PASSWORD, signIn, type EmptyApp } from '../empty-app.ts'
import { oneKind } from '../databases.ts'
import { upload } from './upload.ts'

const kinds = [await oneKind()]
const users = tableOf(resources.sysUser)

describe.each(kinds)('on the %s database', (kind) => {
  let test: EmptyApp
  let adminToken: string
  beforeAll(async () => {
    test = await emptyApp({ kind, settings: { adminPassword: PASSWORD } })
    await seed(test.services, () => import('../../demo/index.ts'))
    adminToken = await signIn(test, 'admin')
  })
  afterAll(() => test.close())

  let addresses = 0
  let numbers = 0
  const address = () => `10.9.0.${++addresses}`
  const newPhone = () => `1370000${String(1000 + ++numbers)}`
  const post = (path: string, body: object) => test.call('POST', path, { body, ip: address() })
  const admin = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    test.call(method, path, { token: adminToken, ...(body && { body }) })

  /** The code sent to this phone: 1 to register, 2 for a forgotten password. */
  async function codeFor(mobile: string, smsmode: '1' | '2'): Promise<string> {
    const body = { mobile, smsmode }
    const reply = await test.call('POST', '/sys/sms', {
      body,
      ip: address(),
      headers: {
        'x-sign': signatureOf(body, test.services.settings.signatureSecrets[0]!),
        'x-timestamp': String(test.clock.now().getTime()),
      },
    })
    expect(reply.success, reply.message).toBe(true)
    return test.sms.sent.at(-1)!.code
  }
  const other = (code: string) => (code === '000000' ? '000001' : '000000')

  describe('registering', () => {
    const newcomer = (over: object = {}) => ({
      username: `new_${++numbers}`,
      password: PASSWORD,
      email: '',
      phone: newPhone(),
      ...over,
    })

    it('makes an account that signs in, has no role and no department, and is seen by the administrator', async () => {
      const person = newcomer({ email: 'new@voltdesk.example' })
      const smscode = await codeFor(person.phone, '1')
      expect(await post('/sys/user/register', { ...person, smscode })).toMatchObject({
        status: 200,
        success: true,
        code: 200,
        message: '注册成功',
      })
      const entered = await post('/sys/login', { username: person.username, password: PASSWORD })
      expect(entered).toMatchObject({
        success: true,
        result: { multi_depart: 0, mustChangePassword: false, userInfo: { realname: person.username } },
      })
      const { id } = entered.result.userInfo as { id: string }
      const { db } = test.services
      expect(await db.select().from(userRole).where(eq(userRole.userId, id))).toEqual([])
      expect(await db.select().from(userDepart).where(eq(userDepart.userId, id))).toEqual([])
      const seen = await admin('GET', `/sys/user/list?username=${person.username}`)
      expect(seen.result.records).toMatchObject([{ phone: person.phone, status: 1 }])
      const [trace] = await db.select().from(dataLog).where(eq(dataLog.dataId, id))
      expect(trace).toMatchObject({ operation: '注册', createBy: person.username })
      const token = entered.result.token as string
      expect((await test.call('GET', '/sys/user/list', { token })).status).toBe(403)
    })

    it('makes nobody a member of the staff: what is announced inside is read once a role or a department is given', async () => {
      const announce = async (titile: string) => {
        const draft = {
          titile,
          msgCategory: messageCategories.announcement,
          priority: 'M',
          msgType: 'ALL',
          msgContent: '<p>内部</p>',
        }
        const { result } = await admin('POST', '/sys/annountCement/add', draft)
        const { id } = result as { id: string }
        expect(await admin('GET', `/sys/annountCement/doReleaseData?id=${id}`)).toMatchObject({ success: true })
      }
      await announce('早先的通知')
      const person = newcomer()
      await post('/sys/user/register', { ...person, smscode: await codeFor(person.phone, '1') })
      const entered = await post('/sys/login', { username: person.username, password: PASSWORD })
      const { token, userInfo } = entered.result as { token: string; userInfo: { id: string } }
      await announce('后来的通知')
      const read = async () =>
        (await test.call('GET', '/sys/annountCement/listByUser', { token })).result as { anntMsgTotal: number }
      expect((await read()).anntMsgTotal).toBe(0)
      const { db } = test.services
      const [some] = await db.select().from(userRole).limit(1)
      await db.insert(userRole).values({ ...some!, userId: userInfo.id, tenantId: 1 })
      expect((await read()).anntMsgTotal).toBe(2)
    })

    it('says field by field what is wrong, in the words of the form', async () => {
      const said = async (over: object) =>
        (await post('/sys/user/register', { ...newcomer(), smscode: '1', ...over })).result
      for (const [over, fields] of [
        [{ username: '' }, { username: '请输入用户名' }],
        [{ username: 'abc' }, { username: '长度4到18个字符' }],
        [{ username: 'a'.repeat(19) }, { username: '长度4到18个字符' }],
        [{ username: '张三李四' }, { username: '只允许字母、数字、下划线' }],
        [{ email: 'nobody' }, { email: '邮箱格式不正确' }],
        [{ phone: '' }, { phone: '请输入手机号' }],
        [{ phone: '12345678901' }, { phone: '请输入正确手机号' }],
        [{ password: 'short1#' }, { password: '密码至少8位，须同时包含字母、数字和特殊字符' }],
        [{ smscode: '' }, { smscode: '请输入验证码' }],
      ] as const)
        expect(await said(over), JSON.stringify(over)).toEqual({ fields })
      expect(await post('/sys/user/register', { ...newcomer(), roles: 'admin' })).toMatchObject({ status: 400 })
    })

    it('refuses a taken name, phone and mail before the code is used', async () => {
      const first = newcomer({ email: 'taken@voltdesk.example' })
      await post('/sys/user/register', { ...first, smscode: await codeFor(first.phone, '1') })
      const second = newcomer()
      const smscode = await codeFor(second.phone, '1')
      for (const [over, message] of [
        [{ username: first.username.toUpperCase() }, '用户名已注册'],
        [{ phone: first.phone }, '该手机号已注册'],
        [{ email: 'Taken@voltdesk.example' }, '邮箱已被注册'],
      ] as const)
        expect(await post('/sys/user/register', { ...second, smscode, ...over })).toMatchObject({
          success: false,
          message,
        })
      for (const [query, free] of [
        [`username=${first.username}`, false],
        [`phone=${first.phone}`, false],
        ['username=nobody_yet', true],
      ] as const)
        expect(await test.call('GET', `/sys/user/checkOnlyUser?${query}`, { ip: address() })).toMatchObject(
          free ? { success: true, result: true } : { success: false, message: '用户账号已存在' },
        )
      expect(await post('/sys/user/register', { ...second, smscode })).toMatchObject({ success: true })
    })

    it('tells a wrong code from one that is gone, and takes a code once', async () => {
      const person = newcomer()
      expect(await post('/sys/user/register', { ...person, smscode: '123456' })).toMatchObject({
        message: '手机验证码失效，请重新获取',
      })
      const smscode = await codeFor(person.phone, '1')
      expect(await post('/sys/user/register', { ...person, smscode: other(smscode) })).toMatchObject({
        message: '手机验证码错误',
      })
      // A code for one errand is none for another.
      expect(await post('/sys/user/phoneVerification', { phone: person.phone, smscode })).toMatchObject({
        message: '手机验证码失效，请重新获取',
      })
      const both = await Promise.all(
        [person, { ...person, username: `${person.username}_b` }].map((one) =>
          post('/sys/user/register', { ...one, smscode }),
        ),
      )
      expect(both.filter(({ success }) => success)).toHaveLength(1)
    })
  })

  describe('a forgotten password', () => {
    it('is replaced with one code in two steps; every session ends and a lock opens', async () => {
      const phone = newPhone()
      const { username } = await makePerson(test, { phone })
      const token = await signIn(test, username)
      for (let n = 0; n < 7; n += 1) await post('/sys/mLogin', { username, password: 'Wrong#2026' })
      const smscode = await codeFor(phone, '2')
      expect(await post('/sys/user/phoneVerification', { phone, smscode: other(smscode) })).toMatchObject({
        success: false,
        message: '手机验证码错误',
      })
      expect(await post('/sys/user/phoneVerification', { phone, smscode })).toMatchObject({
        success: true,
        result: { smscode, username },
      })
      const change = { username, phone, smscode, password: 'Fresh#2027' }
      expect(await post('/sys/user/passwordChange', { ...change, password: 'weak' })).toMatchObject({ success: false })
      expect(await post('/sys/user/passwordChange', change)).toMatchObject({
        success: true,
        message: '密码重置完成！',
      })
      expect((await test.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
      expect(await post('/sys/mLogin', { username, password: 'Fresh#2027' })).toMatchObject({ success: true })
      expect(await post('/sys/user/passwordChange', change)).toMatchObject({ message: '短信验证码失效！' })
    })

    it('is also replaced the way other clients ask, and only one’s own', async () => {
      const [phone, theirs] = [newPhone(), newPhone()]
      const { username } = await makePerson(test, { phone })
      const victim = await makePerson(test, { phone: theirs })
      const ask = (more: object) =>
        test.call('GET', `/sys/user/passwordChange?${new URLSearchParams({ phone, password: 'Fresh#2027', ...more })}`)
      expect(await ask({ username, smscode: '123456' })).toMatchObject({ message: '短信验证码失效！' })
      const smscode = await codeFor(phone, '2')
      expect(await ask({ username, smscode: other(smscode) })).toMatchObject({ message: '短信验证码不匹配！' })
      expect(await ask({ username: victim.username, smscode })).toMatchObject({ message: '此验证码不是当前用户的！' })
      expect(await post('/sys/mLogin', { username: victim.username, password: PASSWORD })).toMatchObject({
        success: true,
      })
      test.clock.pass(601)
      expect(await ask({ username: 'nobody_here', smscode: await codeFor(phone, '2') })).toMatchObject({
        message: '未找到用户！',
      })
      test.clock.pass(601)
      expect(await ask({ username, smscode: await codeFor(phone, '2') })).toMatchObject({ success: true })
    })
  })

  describe('somebody who belongs to two tenants', () => {
    const manages = [
      ...['list', 'add', 'edit', 'delete', 'import', 'frozenBatch', 'changepwd', 'addUserRole', 'deleteRole'],
      ...['recycleBin', 'putRecycleBin', 'deleteRecycleBin'],
    ].map((verb) => `system:user:${verb}`)
    const roleManager = [
      ...['list', 'edit', 'delete'].map((verb) => `system:role:${verb}`),
      'system:permission:saveRole',
    ]
    const chats = ['list', 'add', 'edit', 'delete'].map((verb) => `system:thirdAccount:${verb}`)
    const online = ['system:online:list', 'system:online:forceLogout']
    const manager = { 'user-manager': [...manages, ...roleManager, ...chats, ...online] }
    const BEYOND = /其他租户/
    type Person = Awaited<ReturnType<typeof makePerson>>
    let mia: Person
    let miaToken: string
    /** Manages people of both tenants. */
    let bea: Person
    let beaToken: string

    const as =
      (token: string, tenant = 2) =>
      (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
        test.call(method, path, {
          token,
          headers: { 'x-tenant-id': String(tenant), ...headers },
          ...(body !== undefined && { body }),
        })
    const shared = (over: object = {}) => makePerson(test, { phone: newPhone(), tenants: [1, 2], ...over })
    const granted = async (roleCode: string, userId: string, tenant: number) => {
      const reply = await as(adminToken, tenant)('POST', '/sys/user/addSysUserRole', {
        roleId: `r-${roleCode}`,
        userIdList: [userId],
      })
      expect(reply.success, reply.message).toBe(true)
    }
    const codes = async (token: string, tenant: number) =>
      (await as(token, tenant)('GET', '/sys/permission/getPermCode')).result.codeList as string[]

    beforeAll(async () => {
      mia = await makePerson(test, { tenants: [2], roles: manager })
      bea = await makePerson(test, { tenants: [2, 1], roles: manager })
      await makePerson(test, { tenants: [2], roles: { checker: ['system:role:list', 'rental:device:list'] } })
      const me = (await admin('GET', '/sys/user/list?username=admin')).result.records[0]
      const both = await admin('PUT', '/sys/user/edit', { id: me.id, version: me.version, relTenantIds: '1,2' })
      expect(both.success, both.message).toBe(true)
      ;[miaToken, beaToken] = [await signIn(test, mia.username), await signIn(test, bea.username)]
    })

    it('may in each what was granted there, and no manager of the one sees or takes what was granted in the other', async () => {
      const person = await shared()
      const token = await signIn(test, person.username)
      await granted('checker', person.id, 1)
      expect(await codes(token, 1)).toContain('system:role:list')
      expect(await codes(token, 2)).not.toContain('system:role:list')
      expect((await as(token, 2)('GET', '/sys/role/list')).status).toBe(403)

      const inTwo = as(miaToken)
      expect(await inTwo('GET', `/sys/user/queryUserRole?userid=${person.id}`)).toMatchObject({ success: false })
      const members = await inTwo('GET', '/sys/user/userRoleList?roleId=r-checker&pageSize=100')
      expect(JSON.stringify(members.result)).not.toContain(person.id)
      for (const [method, path, body] of [
        ['DELETE', `/sys/user/deleteUserRole?roleId=r-checker&userId=${person.id}`],
        ['PUT', '/sys/user/edit', { id: person.id, selectedroles: '' }],
      ] as const)
        await inTwo(method, path, body)
      expect(await codes(token, 1)).toContain('system:role:list')

      await granted('checker', person.id, 2)
      expect(await codes(token, 2)).toContain('system:role:list')
      expect(await inTwo('GET', `/sys/user/queryUserRole?userid=${person.id}`)).toMatchObject({ result: ['r-checker'] })
      const without = await as(adminToken, 2)('PUT', '/sys/user/edit', { id: person.id, selectedroles: '' })
      expect(without.success, without.message).toBe(true)
      expect(await codes(token, 2)).not.toContain('system:role:list')
      expect(await codes(token, 1)).toContain('system:role:list')
    })

    it('is opened, locked or removed by no manager of one of them', async () => {
      const person = await shared()
      const token = await signIn(test, person.username)
      const { id, username } = person
      const inTwo = as(miaToken)
      const reset = { username, password: 'Reset#2027', confirmpassword: 'Reset#2027' }
      const doors: readonly (readonly ['POST' | 'PUT' | 'DELETE', string, unknown?])[] = [
        ['PUT', '/sys/user/changePassword', reset],
        ['PUT', '/sys/user/edit', { id, phone: newPhone() }],
        ['PUT', '/sys/user/edit', { id, email: 'mine@voltdesk.example' }],
        ['PUT', '/sys/user/edit', { id, status: 2 }],
        ['PUT', '/sys/user/edit', { id, realname: '另一个人' }],
        ['PUT', '/sys/user/frozenBatch', { ids: id, status: '2' }],
        ['POST', '/sys/user/freeze', { id }],
        ['POST', '/sys/user/freeze', { ids: [id] }],
        ['DELETE', `/sys/user/delete?id=${id}`],
        ['DELETE', `/sys/user/deleteBatch?ids=${id}`],
      ]
      for (const [method, path, body] of doors) {
        const reply = await inTwo(method, path, body)
        expect(reply, `${method} ${path} ${JSON.stringify(body)}`).toMatchObject({
          success: false,
          message: expect.stringMatching(BEYOND),
        })
        expect(reply.status).toBeLessThan(500)
      }
      const [row] = await test.services.db.select().from(users).where(eq(users.id, id))
      expect(row).toMatchObject({ status: 1, realname: username, deleteTime: null })
      expect((await test.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(200)
      expect(await post('/sys/mLogin', { username, password: PASSWORD })).toMatchObject({ success: true })
      // A record that only repeats what it was is no change.
      const { record } = { record: (await inTwo('GET', `/sys/user/queryById?id=${id}`)).result }
      expect(await inTwo('PUT', '/sys/user/edit', { ...record, selectedroles: '' })).toMatchObject({ success: true })
      expect(record.may).not.toContain('freeze')
      expect(record.may).not.toContain('delete')
    })

    it('is not changed by a file either', async () => {
      await test.services.jobs.start()
      const person = await shared()
      const phone = newPhone()
      const sheet = XLSX.utils.aoa_to_sheet([
        ['用户名', '姓名', '手机号'],
        [person.username, person.username, phone],
      ])
      const book = XLSX.utils.book_new()
      XLSX.utils.book_append_sheet(book, sheet, '用户')
      const content = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
      const reply = await upload(
        (method, path, body, headers) => as(miaToken)(method, path, body, headers),
        '/sys/user/importExcel',
        '用户.xlsx',
        content,
        { whenExists: 'update' },
      )
      expect(reply.result, reply.message).toMatchObject({ errorCount: 1, successCount: 0 })
      const [row] = await test.services.db.select().from(users).where(eq(users.id, person.id))
      expect(row!.phone).not.toBe(phone)
    })

    it('stays deleted or comes back for who manages both only', async () => {
      const person = await shared()
      expect(await as(beaToken, 2)('DELETE', `/sys/user/delete?id=${person.id}`)).toMatchObject({ success: true })
      for (const [method, path, body] of [
        ['PUT', '/sys/user/putRecycleBin', { userIds: person.id }],
        ['DELETE', `/sys/user/deleteRecycleBin?userIds=${person.id}`],
      ] as const)
        expect(await as(miaToken)(method, path, body), path).toMatchObject({
          success: false,
          message: expect.stringMatching(BEYOND),
        })
      expect(await as(beaToken, 1)('PUT', '/sys/user/putRecycleBin', { userIds: person.id })).toMatchObject({
        success: true,
      })
    })

    it('gets a new password from who manages both tenants', async () => {
      const { username, id } = await shared()
      const reset = { username, password: 'Reset#2027', confirmpassword: 'Reset#2027' }
      expect(await as(beaToken)('PUT', '/sys/user/changePassword', reset)).toMatchObject({ success: true })
      expect(await as(beaToken, 1)('PUT', '/sys/user/edit', { id, phone: newPhone() })).toMatchObject({ success: true })
      const third = await shared({ tenants: [1, 2, 3] })
      expect(
        await as(beaToken)('PUT', '/sys/user/changePassword', { ...reset, username: third.username }),
      ).toMatchObject({ success: false, message: expect.stringMatching(BEYOND) })
    })

    it('keeps their chat account out of the hands of one tenant', async () => {
      const person = await shared()
      const add = (token: string, thirdUserId: string, sysUserId: string | null) =>
        as(token)('POST', '/sys/thirdAccount/add', { thirdType: 'wechat_enterprise', thirdUserId, sysUserId })
      expect(await add(miaToken, `eve-${person.id}`, person.id)).toMatchObject({
        success: false,
        message: expect.stringMatching(BEYOND),
      })
      const bound = await add(beaToken, `own-${person.id}`, person.id)
      expect(bound.success, bound.message).toBe(true)
      const { id } = bound.result as { id: string }
      for (const [method, path, body] of [
        ['PUT', '/sys/thirdAccount/edit', { id, sysUserId: null }],
        ['PUT', '/sys/thirdAccount/edit', { id, sysUserId: mia.id }],
        ['PUT', '/sys/thirdAccount/edit', { id, status: 2 }],
        ['DELETE', `/sys/thirdAccount/delete?id=${id}`],
      ] as const)
        expect(await as(miaToken)(method, path, body), JSON.stringify(body)).toMatchObject({
          success: false,
          message: expect.stringMatching(BEYOND),
        })
      // Nobody of this tenant at all.
      const stranger = await makePerson(test, { tenants: [1] })
      const theirs = await as(adminToken, 1)('POST', '/sys/thirdAccount/add', {
        thirdType: 'wechat_enterprise',
        thirdUserId: `one-${stranger.id}`,
        sysUserId: stranger.id,
      })
      const unbinding = { id: theirs.result.id, sysUserId: null }
      expect(await as(miaToken)('PUT', '/sys/thirdAccount/edit', unbinding)).toMatchObject({ success: false })
    })

    it('a role means everywhere what it means, so it is widened only by who may in every tenant it is held in', async () => {
      await makePerson(test, { tenants: [1], roles: { 'held-in-one': ['rental:card:list'] } })
      const accomplice = await shared()
      await granted('held-in-one', accomplice.id, 1)
      const widened = { roleId: 'r-held-in-one', permissionIds: 'p-rental:card:list,p-system:role:list' }
      const refusedHere = { success: false, message: expect.stringMatching(BEYOND) }
      expect(await as(miaToken)('POST', '/sys/permission/saveRolePermission', widened)).toMatchObject(refusedHere)
      expect(await as(miaToken)('DELETE', '/sys/role/delete?id=r-held-in-one')).toMatchObject(refusedHere)
      expect(await as(beaToken)('POST', '/sys/permission/saveRolePermission', widened)).toMatchObject({ success: true })
    })

    it('is seen and sent out where they work here, not where they work elsewhere', async () => {
      const person = await shared()
      const token = await signIn(test, person.username)
      const seen = async () =>
        (await as(miaToken)('GET', `/sys/online/list?username=${person.username}`)).result.records as {
          token: string
        }[]
      expect(await seen()).toEqual([])
      const change = await test.call('PUT', '/sys/user/changeLoginTenantId', { token, body: { loginTenantId: 2 } })
      expect(change.success, change.message).toBe(true)
      expect(await seen()).toHaveLength(1)
    })

    it('is taken out by the manager of one: nothing is left of them there, all stays elsewhere, and nothing comes back by itself', async () => {
      const person = await shared()
      await granted('checker', person.id, 1)
      await granted('checker', person.id, 2)
      const [inOne, inTwo] = [await signIn(test, person.username), await signIn(test, person.username)]
      await test.call('PUT', '/sys/user/changeLoginTenantId', { token: inTwo, body: { loginTenantId: 2 } })
      const out = await as(miaToken)('POST', '/sys/user/leaveTenant', { id: person.id })
      expect(out.success, out.message).toBe(true)
      expect(await test.call('GET', '/sys/user/getUserInfo', { token: inTwo })).toMatchObject({
        status: 401,
        message: expect.stringContaining('租户'),
      })
      expect((await test.call('GET', '/sys/user/getUserInfo', { token: inOne })).status).toBe(200)
      expect(await codes(inOne, 1)).toContain('system:role:list')
      expect((await as(inOne, 2)('GET', '/sys/user/getUserInfo')).status).toBe(401)
      const back = await as(adminToken, 1)('PUT', '/sys/user/edit', { id: person.id, relTenantIds: '1,2' })
      expect(back.success, back.message).toBe(true)
      expect(await codes(inOne, 2)).toEqual([])
      expect((await test.call('GET', '/sys/user/getUserInfo', { token: inTwo })).status).toBe(401)
      // The last tenant is left by being deleted.
      const own = await makePerson(test, { tenants: [2] })
      expect(await as(miaToken)('POST', '/sys/user/leaveTenant', { id: own.id })).toMatchObject({ success: false })
    })
  })

  describe('a password that an administrator knows', () => {
    const made = async () => {
      const username = `made_${++numbers}`
      const phone = newPhone()
      const body = { username, realname: username, password: PASSWORD, phone, selectedroles: '', selecteddeparts: '' }
      expect(await admin('POST', '/sys/user/add', body)).toMatchObject({ message: '添加成功！' })
      return { username, phone }
    }
    const login = (username: string, password = PASSWORD) => post('/sys/login', { username, password })
    const due = '当前密码是初始密码或由管理员重置，请先修改密码'

    it('opens nothing but the change, and everything after it', async () => {
      const { username } = await made()
      const { result } = await login(username)
      expect(result).toMatchObject({ mustChangePassword: true, userInfo: { mustChangePassword: 'Y' } })
      const token = result.token as string
      const closed = allRoutes(test.app)
        .filter(({ permission, beforePasswordChange }) => permission !== 'public' && !beforePasswordChange)
        .flatMap((route) => methodsOf(route).map((method) => [method, route.path.replace(/[:*]\w*/g, 'x')] as const))
      expect(closed.length).toBeGreaterThan(150)
      for (const [method, path] of closed)
        expect(await test.call(method as 'GET', path, { token }), `${method} ${path}`).toMatchObject({
          status: 403,
          message: due,
          result: { mustChangePassword: true },
        })
      expect((await test.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(200)

      const change = (over: object = {}) =>
        test.call('PUT', '/sys/user/updatePassword', {
          token,
          body: { username, oldpassword: PASSWORD, password: 'Own#20270', confirmpassword: 'Own#20270', ...over },
        })
      expect(await change({ password: PASSWORD, confirmpassword: PASSWORD })).toMatchObject({
        success: false,
        message: '新密码不能与旧密码相同!',
      })
      expect(await test.call('GET', '/sys/permission/getPermCode', { token })).toMatchObject({ status: 403 })
      expect(await change()).toMatchObject({ success: true, message: '密码重置成功!' })
      expect((await test.call('GET', '/sys/permission/getPermCode', { token })).status).toBe(200)
      expect((await login(username, 'Own#20270')).result.mustChangePassword).toBe(false)
    })

    it('is due again after a reset, unless the person comes by phone, and is settled by a code', async () => {
      const { username, phone } = await made()
      await test.services.db.update(users).set({ mustChangePassword: 'N' }).where(eq(users.username, username))
      expect((await login(username)).result.mustChangePassword).toBe(false)
      const reset = { username, password: 'Reset#2027', confirmpassword: 'Reset#2027' }
      expect(await admin('PUT', '/sys/user/changePassword', reset)).toMatchObject({ success: true })
      expect((await login(username, 'Reset#2027')).result.mustChangePassword).toBe(true)
      const smscode = await codeFor(phone, '2')
      await post('/sys/user/passwordChange', { username, phone, smscode, password: 'Own#20270' })
      expect((await login(username, 'Own#20270')).result.mustChangePassword).toBe(false)
    })
  })

  it('is not filled with an invented platform when somebody had a name of that one’s people', async () => {
    const empty = await emptyApp({ kind, settings: { demo: true } })
    const { db } = empty.services
    const { id } = await makePerson(empty, { username: 'cashier', tenants: [1] })
    await signIn(empty, 'cashier')
    await db.update(users).set({ delFlag: 1, deleteTime: '2026-11-01 10:00:00' }).where(eq(users.id, id))
    const { accounts } = await seed(empty.services, () => import('../../demo/index.ts'))
    const providers = await db.select().from(tableOf(resources.serviceProvider))
    await empty.close()
    expect(providers).toEqual([])
    expect(accounts.map(({ username }) => username)).not.toContain('cashier')
  })
})
