/** Accounts without an administrator (registering, the forgotten password), and passwords that an administrator knows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { seed } from '../../server/db/seed/index.ts'
import { dataLog, userDepart, userRole } from '../../server/db/tables.ts'
import { allRoutes, methodsOf } from '../../server/http/register.ts'
import { signatureOf } from '../../server/http/signature.ts'
import { tableOf } from '../../server/resource/table.ts'
import { emptyApp, makePerson, PASSWORD, signIn, type EmptyApp } from '../empty-app.ts'
import { postgresUrl } from '../postgres.ts'

const kinds = (await postgresUrl()) ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
const users = tableOf(resources.sysUser)

describe.each(kinds)('on the %s database', (kind) => {
  let test: EmptyApp
  let adminToken: string
  beforeAll(async () => {
    test = await emptyApp({ kind, settings: { adminPassword: PASSWORD } })
    await seed(test.services)
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
      await test.services.db.update(users).set({ mustChangePassword: 'N' }).where(eq(users.username!, username))
      expect((await login(username)).result.mustChangePassword).toBe(false)
      const reset = { username, password: 'Reset#2027', confirmpassword: 'Reset#2027' }
      expect(await admin('PUT', '/sys/user/changePassword', reset)).toMatchObject({ success: true })
      expect((await login(username, 'Reset#2027')).result.mustChangePassword).toBe(true)
      const smscode = await codeFor(phone, '2')
      await post('/sys/user/passwordChange', { username, phone, smscode, password: 'Own#20270' })
      expect((await login(username, 'Own#20270')).result.mustChangePassword).toBe(false)
    })
  })
})
