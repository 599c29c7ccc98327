import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { menuTypes, permissionEffects, validStates } from '#resources/system/permission.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { rolePermission, session } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { endRestoredSessions } from '../../server/db/restored-sessions.ts'
import type { Tx } from '../../server/kernel/database.ts'
import { hashPassword, setPassword } from '../../server/people/password.ts'
import { signatureOf } from '../../server/http/signature.ts'
import { oneKind } from '../databases.ts'
import { keepCode } from '../../server/system/one-time-code.ts'
import { makePerson, PASSWORD, signIn, emptyApp, type Reply, type EmptyApp } from '../empty-app.ts'
import { until } from '../product.ts'

const kinds = [await oneKind()]
const log = tableOf(resources.sysLog)

describe.each(kinds)('on the %s database', (kind) => {
  let test: EmptyApp
  beforeAll(async () => void (test = await emptyApp({ kind })))
  afterAll(() => test.close())

  let addresses = 0
  /** Every test comes from an address of its own, so that one's failures are not another's. */
  const address = () => `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`
  const login = (username: string, password: string, more: object = {}, ip = address()) =>
    test.call('POST', '/sys/login', { body: { username, password, ...more }, ip })
  const proof = async () => {
    const { result: challenge } = await test.call('GET', '/sys/challenge', { ip: address() })
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
  const captcha = async (key: string, code: string) =>
    keepCode(test.services.db, { key: `captcha:${key}`, code, seconds: 60, tries: 1, now: test.clock.now() })

  describe('login', () => {
    it('answers as the contract says, without any password', async () => {
      const { username } = await makePerson(test, { departs: ['A01', 'A02'], tenants: [1] })
      const reply = await login(username, PASSWORD)
      expect(reply).toMatchObject({ status: 200, success: true, code: 200, message: '登录成功' })
      expect(reply.result).toMatchObject({
        multi_depart: 2,
        userInfo: { username, orgCode: 'A01', relTenantIds: '1' },
        tenantList: [{ id: 1, name: '租户1' }],
      })
      expect(reply.result.token).toMatch(/^[A-Za-z0-9._-]{43}$/)
      expect(reply.result.departs.map((one: { orgCode: string }) => one.orgCode)).toEqual(['A01', 'A02'])
      expect(reply.result.sysAllDictItems).toBeTypeOf('object')
      expect(reply.text).not.toMatch(/argon2|passwordHash/)
    })

    it('keeps only the hash of the token', async () => {
      const { id, username } = await makePerson(test)
      const token = await signIn(test, username)
      const [row] = await test.services.db.select().from(session).where(eq(session.userId, id))
      expect(JSON.stringify(row)).not.toContain(token)
    })

    it('opens sessions that do not outlive a restore of the database', async () => {
      const { username } = await makePerson(test)
      const token = await signIn(test, username)
      expect(await endRestoredSessions(test.services.pool)).toBeGreaterThan(0)
      const asked = await test.call('GET', '/sys/user/getUserInfo', { token })
      expect(asked).toMatchObject({ status: 401, message: expect.stringContaining('系统已从备份恢复') })
    })

    it('opens nothing for whom it was taken from while the password was looked at', async () => {
      const { id, username } = await makePerson(test)
      const { db, pool } = test.services
      const next = await hashPassword('Other#2026')
      const users = tableOf(resources.sysUser)
      const ways: [message: string, take: (tx: Tx) => Promise<unknown>][] = [
        ['密码刚刚被修改，请用新密码登录', (tx) => setPassword(tx, id, next, 'owner')],
        ['该用户已冻结', (tx) => tx.update(users).set({ status: 2 }).where(eq(users.id, id))],
      ]
      let password = PASSWORD
      for (const [message, take] of ways) {
        let reply: Reply | undefined
        const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        const going = await db.transaction(async (tx) => {
          await take(tx)
          const coming = login(username, password).then((answer) => (reply = answer))
          // The embedded database lets nobody look meanwhile: there the old one fits no more.
          if (kind === 'postgres')
            await until('the login', async () => reply ?? ((await pool.query(waits)).rowCount || undefined))
          return [coming]
        })
        await going[0]
        expect(reply!.success).toBe(false)
        if (kind === 'postgres') expect(reply!.message).toBe(message)
        password = 'Other#2026'
      }
      const alive = await db
        .select({ id: session.id })
        .from(session)
        .where(and(eq(session.userId, id), isNull(session.revokeTime)))
      expect(alive).toEqual([])
    })

    it('says the same to an unknown name and a wrong password', async () => {
      const { username } = await makePerson(test)
      const wrong = await login(username, 'Wrong#2026')
      const unknown = await login('nobody-here', 'Wrong#2026')
      expect(wrong).toMatchObject({ status: 200, success: false, code: 500, message: '用户名或密码错误' })
      expect({ ...unknown.result, message: unknown.message, code: unknown.code }).toEqual({
        ...wrong.result,
        message: wrong.message,
        code: wrong.code,
      })
    })

    it('asks for a picture after three failures, takes each answer once, and burns a wrong one', async () => {
      const { username } = await makePerson(test)
      const ip = address()
      const login = (name: string, password: string, more: object = {}) =>
        test.call('POST', '/sys/login', { body: { username: name, password, ...more }, ip })
      for (let i = 0; i < 3; i++) await login(username, 'Wrong#2026')
      expect(await login(username, PASSWORD)).toMatchObject({ code: 500, message: '验证码无效' })
      await captcha('k1', 'ab2c')
      expect(await login(username, PASSWORD, { captcha: 'zzzz', checkKey: 'k1' })).toMatchObject({
        status: 200,
        code: 412,
        message: '验证码错误',
      })
      expect(await login(username, PASSWORD, { captcha: 'ab2c', checkKey: 'k1' })).toMatchObject({ code: 412 })
      await captcha('k2', 'ab2c')
      expect(await login(username, PASSWORD, { captcha: 'AB2C', checkKey: 'k2' })).toMatchObject({ success: true })
      expect(await login(username, PASSWORD, { captcha: 'AB2C', checkKey: 'k2' })).toMatchObject({ code: 412 })
    })

    it('gives a picture as data URI', async () => {
      const reply = await test.call('GET', `/sys/randomImage/${Date.now()}?_t=1`)
      expect(reply).toMatchObject({ success: true, code: 200 })
      expect(reply.result).toMatch(/^data:image\/svg\+xml;base64,/)
    })

    const LOCKED = '该用户登录失败次数过多，请于10分钟后再次登录！'
    /** Without a check, as the contract's other address takes it. */
    const plain = (username: string, password: string, ip: string, cookie?: string) =>
      test.call('POST', '/sys/mLogin', { body: { username, password }, ip, headers: cookie ? { cookie } : {} })
    /** The cookie a browser keeps after signing in. */
    const deviceOf = (reply: Reply) => String(reply.headers['set-cookie']).split(';')[0]!

    it('locks a name for one address after more than five failures, also for parallel guesses, and opens after ten minutes', async () => {
      const { username } = await makePerson(test)
      const ip = address()
      const guesses = await Promise.all(Array.from({ length: 20 }, (_, i) => plain(username, `Wrong#${i}`, ip)))
      const messages = guesses.map((reply) => reply.message)
      expect(messages.filter((message) => message === '用户名或密码错误')).toHaveLength(6)
      expect(messages.filter((message) => message === LOCKED)).toHaveLength(14)
      expect(await plain(username, PASSWORD, ip)).toMatchObject({ success: false, message: LOCKED })
      expect(await plain(username, PASSWORD, address())).toMatchObject({ success: true })
      test.clock.pass(601)
      expect(await plain(username, PASSWORD, ip)).toMatchObject({ success: true })
    })

    it('holds up strangers from everywhere, lets in who has been here before, and tells the owner', async () => {
      const { id, username } = await makePerson(test, { tenants: [1] })
      const cookie = deviceOf(await login(username, PASSWORD))
      expect(cookie).toMatch(/^voltdesk-device=/)
      for (let i = 0; i < 25; i++) await plain(username, `Wrong#${i}`, address())
      const stranger = await plain(username, PASSWORD, address())
      expect(stranger).toMatchObject({ success: false, result: { captcha: true } })
      expect(stranger.message).toContain('正被频繁尝试登录')
      // With a proof it is slow, not shut: one try takes its turn, the next one waits.
      test.clock.stand()
      const { rows } = await test.services.db.execute(
        sql`select 1 from sys_notice where key like ${`login-tries:${id}:%`}`,
      )
      expect(rows).toHaveLength(1)
      const ip = address()
      expect(await login(username, PASSWORD, { proof: await proof() }, ip)).toMatchObject({ success: true })
      expect(await login(username, PASSWORD, { proof: await proof() })).toMatchObject({ success: true })
      expect(await login(username, 'Wrong#2026', { proof: await proof() }, ip)).toMatchObject({
        status: 429,
        message: expect.stringContaining('10 秒后再试'),
      })
      test.clock.run()
      test.clock.pass(11)
      expect(await login(username, PASSWORD, { proof: await proof() })).toMatchObject({ success: true })
      expect(await plain(username, PASSWORD, address(), cookie)).toMatchObject({ success: true })
      // The device of another person, and a forged one, are strangers.
      const other = deviceOf(await login((await makePerson(test)).username, PASSWORD))
      for (const strange of [other, `${cookie.slice(0, -4)}aaaa`])
        expect(await plain(username, PASSWORD, address(), strange)).toMatchObject({ success: false })
    })

    it('takes a proof of work made by a client of ALTCHA, once, and no other', async () => {
      const { username } = await makePerson(test)
      const ip = address()
      for (let i = 0; i < 3; i++) await login(username, 'Wrong#2026', {}, ip)
      expect(await login(username, PASSWORD, {}, ip)).toMatchObject({
        message: '验证码无效',
        result: { captcha: true },
      })
      const once = await proof()
      const edited = (change: (given: any) => void) => {
        const given = JSON.parse(Buffer.from(once, 'base64').toString())
        change(given)
        return Buffer.from(JSON.stringify(given)).toString('base64')
      }
      for (const wrong of [
        'x',
        edited((given) => (given.solution.counter += 1) && (given.solution.derivedKey = '00'.repeat(32))),
        edited((given) => (given.challenge.parameters.expiresAt += 600)),
        edited((given) => (given.challenge.parameters.cost = 1)),
      ])
        expect(await login(username, PASSWORD, { proof: wrong }, ip)).toMatchObject({ code: 412 })
      expect(await login(username, PASSWORD, { proof: once }, ip)).toMatchObject({ success: true })
      expect(await login(username, PASSWORD, { proof: once }, ip)).toMatchObject({ code: 412 })
      const late = await proof()
      test.clock.pass(301)
      expect(await login(username, PASSWORD, { proof: late }, ip)).toMatchObject({ code: 412 })
    })

    it('takes no more pictures from an address that misreads many', async () => {
      const { username } = await makePerson(test)
      const ip = address()
      const replies = []
      for (let i = 0; i < 12; i++) {
        await captcha(`p${i}`, 'ab2c')
        replies.push(await login(username, PASSWORD, { captcha: 'ab2c', checkKey: `p${i}` }, ip))
      }
      // An office behind one address signs in with a picture each.
      expect(replies.every(({ success }) => success)).toBe(true)
      for (let i = 0; i < 10; i++) await login(username, PASSWORD, { captcha: 'zzzz', checkKey: `none${i}` }, ip)
      await captcha('last', 'ab2c')
      expect(await login(username, PASSWORD, { captcha: 'ab2c', checkKey: 'last' }, ip)).toMatchObject({ status: 429 })
    })

    it('tells a frozen person so only after the right password', async () => {
      const { username } = await makePerson(test, { status: 2 })
      expect(await login(username, 'Wrong#2026')).toMatchObject({ message: '用户名或密码错误' })
      expect(await login(username, PASSWORD)).toMatchObject({ code: 500, message: '该用户已冻结' })
    })

    it('does not let in a person whose tenants are all closed', async () => {
      const { username } = await makePerson(test, { tenants: [77] })
      await test.services.db
        .update(tableOf(resources.sysTenant))
        .set({ status: 0 })
        .where(eq(tableOf(resources.sysTenant).id, '77'))
      expect(await login(username, PASSWORD)).toMatchObject({ message: '与该用户关联的租户均已被冻结，无法登录！' })
    })

    it('says that their time is over, where nobody froze them, and logs it', async () => {
      const { username } = await makePerson(test, { tenants: [78] })
      const tenants = tableOf(resources.sysTenant)
      const over = { status: 1, endDate: '2020-01-01 00:00:00' } as const
      await test.services.db.update(tenants).set(over).where(eq(tenants.id, '78'))
      const message = '与该用户关联的租户均已到期，无法登录！'
      expect(await login(username, PASSWORD)).toMatchObject({ message })
      const rows = await test.services.db.select().from(log).where(eq(log.userid, username))
      expect(rows.map((row) => row.logContent)).toEqual([`用户名: ${username},登录失败：${message}`])
    })

    it('writes success and failure to the login log', async () => {
      const { username } = await makePerson(test)
      await login(username, 'Wrong#2026')
      await login(username, PASSWORD)
      const rows = await test.services.db.select().from(log).where(eq(log.userid, username))
      expect(rows.map((row) => row.logContent)).toEqual(
        expect.arrayContaining([`用户名: ${username},登录失败：用户名或密码错误`, `用户名: ${username},登录成功！`]),
      )
    })

    it('refuses unknown keys and nested values', async () => {
      expect(await login('someone', 'x', { userIdentity: 2 })).toMatchObject({
        status: 400,
        message: '未知参数：userIdentity',
      })
      const nested = await test.call('POST', '/sys/login', { body: { username: { $gt: '' }, password: 'x' } })
      expect(nested).toMatchObject({ status: 400, message: '参数 username：请输入用户名' })
    })
  })

  describe('phone login', () => {
    const sign = (body: Record<string, unknown>) => ({
      'x-sign': signatureOf(body, test.services.settings.signatureSecrets[0]!),
      'x-timestamp': String(test.clock.now().getTime()),
    })
    const sms = (mobile: string, smsmode = '0', ip = address()): Promise<Reply> =>
      test.call('POST', '/sys/sms', { body: { mobile, smsmode }, headers: sign({ mobile, smsmode }), ip })
    const enter = (mobile: string, code: string) =>
      test.call('POST', '/sys/phoneLogin', { body: { mobile, captcha: code, remember_me: true }, ip: address() })

    it('lets in by a code that was sent, once', async () => {
      const mobile = '13800001111'
      const { username } = await makePerson(test, { phone: mobile })
      expect(await sms(mobile)).toMatchObject({ success: true, result: null })
      expect(await sms(mobile)).toMatchObject({ success: false, message: '验证码10分钟内，仍然有效！' })
      const code = test.sms.sent.at(-1)!.code
      expect(code).toMatch(/^\d{6}$/)
      expect(await enter(mobile, code)).toMatchObject({ success: true, code: 200, result: { userInfo: { username } } })
      expect(await enter(mobile, code)).toMatchObject({ success: false, message: '手机验证码错误' })
    })

    it('takes five wrong tries, then not even the right code', async () => {
      const mobile = '13800002222'
      await makePerson(test, { phone: mobile })
      await sms(mobile)
      const { code } = test.sms.sent.at(-1)!
      const wrong = code === '000000' ? '000001' : '000000'
      for (let i = 0; i < 5; i++) expect(await enter(mobile, wrong)).toMatchObject({ message: '手机验证码错误' })
      expect(await enter(mobile, code)).toMatchObject({ message: '手机验证码错误' })
    })

    it('sends nothing to a number nobody has, to a malformed one, or too often', async () => {
      expect(await sms('13899999999')).toMatchObject({ message: '该用户不存在或未绑定手机号' })
      expect(await sms('12345')).toMatchObject({ status: 400, message: expect.stringContaining('请输入正确手机号') })
      expect(await sms('')).toMatchObject({ status: 400, message: expect.stringContaining('手机号不允许为空！') })
      const ip = address()
      for (let i = 0; i < 10; i++) await sms(`1370000${1000 + i}`, '0', ip)
      const tooMany = { code: 40002, message: '短信接口请求太多，请稍后再试！' }
      expect(await sms('13700009999', '0', ip)).toMatchObject(tooMany)
      // A solved check allows some more, however often it is solved.
      let more = 0
      for (let i = 0; i < 30; i++) {
        await test.call('POST', '/sys/smsCheckCaptcha', { body: { proof: await proof() }, ip })
        if ((await sms(`1370001${1000 + i}`, '0', ip)).code !== 40002) more += 1
      }
      expect(more).toBe(9)
    })

    it('counts only what was sent against a telephone: refused calls keep no code from it', async () => {
      const mobile = '13800003333'
      for (let i = 0; i < 25; i++) expect(await sms(mobile)).toMatchObject({ message: '该用户不存在或未绑定手机号' })
      await makePerson(test, { phone: mobile })
      expect(await sms(mobile)).toMatchObject({ success: true })
    })

    it('is signed', async () => {
      const body = { mobile: '13800001111', smsmode: '0' }
      expect(await test.call('POST', '/sys/sms', { body })).toMatchObject({
        status: 200,
        code: 500,
        message: 'Sign签名校验失败，请求参数不完整！',
      })
    })
  })

  describe('a session', () => {
    const me = (token?: string, headers: Record<string, string> = {}) =>
      test.call('GET', '/sys/user/getUserInfo', { token, headers })

    it('is refused with 401 and the phrase clients look for', async () => {
      for (const token of [undefined, 'x', 'a'.repeat(43), '<script>'])
        expect(await me(token)).toMatchObject({ status: 401, code: 401, message: expect.stringContaining('Token失效') })
      expect((await me()).message).toContain('token为空!')
    })

    it('ends at once by logout, on GET and POST', async () => {
      const { username } = await makePerson(test)
      for (const method of ['GET', 'POST'] as const) {
        const token = await signIn(test, username)
        expect(await me(token)).toMatchObject({ success: true, result: { userInfo: { username } } })
        expect(await test.call(method, '/sys/logout', { token })).toMatchObject({ message: '退出登录成功！' })
        expect(await me(token)).toMatchObject({ status: 401 })
        expect(await test.call(method, '/sys/logout', { token })).toMatchObject({
          success: false,
          message: 'Token无效!',
        })
      }
      expect(await test.call('POST', '/sys/logout')).toMatchObject({ success: false, message: '退出登录失败！' })
    })

    it('ends at once when the person is frozen, and says why', async () => {
      const { id, username } = await makePerson(test)
      const token = await signIn(test, username)
      expect(await me(token)).toMatchObject({ success: true })
      const users = tableOf(resources.sysUser)
      await test.services.db.update(users).set({ status: 2 }).where(eq(users.id, id))
      const reply = await me(token)
      expect(reply).toMatchObject({ status: 401 })
      expect(reply.message).toContain('账号已被锁定,请联系管理员!')
    })

    it('loses a right the moment it is taken, and gains one the moment it is given', async () => {
      const { username } = await makePerson(test, { roles: { keeper: ['system:online:list'] } })
      const token = await signIn(test, username)
      const list = () => test.call('GET', '/sys/online/list', { token })
      expect(await list()).toMatchObject({ success: true })
      await test.services.db.delete(rolePermission).where(eq(rolePermission.roleId, 'r-keeper'))
      expect(await list()).toMatchObject({ status: 403, code: 403, message: '没有权限，请联系管理员授权' })
      await test.services.db.insert(rolePermission).values({ roleId: 'r-keeper', permissionId: 'p-system:online:list' })
      expect(await list()).toMatchObject({ success: true })
    })

    it('slides for seven days and no longer', async () => {
      const { username, id } = await makePerson(test)
      const token = await signIn(test, username)
      // The answer does not wait for it.
      const slid = () =>
        expect
          .poll(async () => {
            const at = sql<number>`extract(epoch from ${session.seenTime})::float8 * 1000`
            const [row] = await test.services.db.select({ at }).from(session).where(eq(session.userId, id))
            return test.clock.now().getTime() - row!.at
          })
          .toBeLessThan(60_000)
      test.clock.pass(6 * 86_400)
      expect(await me(token)).toMatchObject({ success: true })
      await slid()
      test.clock.pass(6 * 86_400)
      expect(await me(token)).toMatchObject({ success: true })
      await slid()
      // Who works is seen to: 最近活动 is no more than a minute old.
      test.clock.pass(61)
      expect(await me(token)).toMatchObject({ success: true })
      await slid()
      test.clock.pass(8 * 86_400)
      expect(await me(token)).toMatchObject({ status: 401 })
    })

    it('takes the tenant from either header, and no tenant the person is not in', async () => {
      const { username } = await makePerson(test, { tenants: [1, 2] })
      const token = await signIn(test, username)
      const tenant = async (headers: Record<string, string>) =>
        (await test.call('GET', '/sys/tenant/getCurrentUserTenant', { token, headers })).result?.currTenantId as number
      expect(await tenant({})).toBe(1)
      expect(await tenant({ 'tenant-id': '0' })).toBe(1)
      expect(await tenant({ 'tenant-id': '2' })).toBe(2)
      expect(await tenant({ 'x-tenant-id': '2', 'tenant-id': '1' })).toBe(2)
      expect(await me(token, { 'x-tenant-id': '3' })).toMatchObject({
        status: 401,
        message: expect.stringContaining('租户'),
      })
      expect(await me(token, { 'x-tenant-id': '1 or 1=1' })).toMatchObject({ status: 400 })
      await test.call('PUT', '/sys/user/changeLoginTenantId', { token, body: { loginTenantId: 2 } })
      expect(await tenant({})).toBe(2)
      const refused = await test.call('PUT', '/sys/user/changeLoginTenantId', { token, body: { loginTenantId: 3 } })
      expect(refused).toMatchObject({ status: 403 })
    })

    it('of a person without tenants cannot name one', async () => {
      const { username } = await makePerson(test)
      expect(await me(await signIn(test, username), { 'tenant-id': '1' })).toMatchObject({ status: 401 })
    })

    it('works in a department of the person, chosen by the person', async () => {
      const { username } = await makePerson(test, { departs: ['A01', 'A02'], tenants: [1] })
      await makePerson(test, { departs: ['A09'], tenants: [1] })
      const token = await signIn(test, username)
      const select = (body: object) => test.call('PUT', '/sys/selectDepart', { token, body })
      const [, there] = (await test.call('GET', '/sys/user/getCurrentUserDeparts', { token })).result.list
      const named = { userInfo: { orgCode: 'A02', orgCodeTxt: there.departName } }
      expect(await select({ username, orgCode: 'A02' })).toMatchObject({ result: named })
      expect(await me(token)).toMatchObject({ result: named })
      expect((await test.call('GET', '/sys/user/getCurrentUserDeparts', { token })).result).toMatchObject({
        orgCode: 'A02',
        list: [{ orgCode: 'A01' }, { orgCode: 'A02' }],
      })
      expect(await select({ username, orgCode: 'A09' })).toMatchObject({ status: 403 })
      expect(await select({ username: 'admin', orgCode: 'A01' })).toMatchObject({ status: 403 })
      expect(await test.call('POST', '/sys/selectDepart', { token, body: { username, orgCode: '' } })).toMatchObject({
        status: 400,
      })
      // Next time the person starts where they stopped.
      expect((await login(username, PASSWORD)).result).toMatchObject(named)
    })

    it('ends on the other devices when the password changes', async () => {
      const { username } = await makePerson(test)
      const [here, there] = [await signIn(test, username), await signIn(test, username)]
      const change = (body: object) =>
        test.call('PUT', '/sys/user/updatePassword', {
          token: here,
          body: { username, oldpassword: PASSWORD, ...body },
        })
      const next = 'Next#2027'
      expect(await change({ oldpassword: 'no', password: next, confirmpassword: next })).toMatchObject({
        message: '旧密码输入错误!',
      })
      expect(await change({ password: '', confirmpassword: '' })).toMatchObject({ message: '新密码不允许为空!' })
      expect(await change({ password: next, confirmpassword: 'x' })).toMatchObject({ message: '两次输入密码不一致!' })
      expect(await change({ password: 'weak', confirmpassword: 'weak' })).toMatchObject({
        message: '密码至少8位，须同时包含字母、数字和特殊字符',
      })
      expect(await change({ username: 'admin' })).toMatchObject({ status: 403, message: '只允许修改自己的密码！' })
      expect(await change({ password: next, confirmpassword: next })).toMatchObject({ message: '密码重置成功!' })
      expect(await me(here)).toMatchObject({ success: true })
      expect(await me(there)).toMatchObject({ status: 401 })
      expect(await login(username, PASSWORD)).toMatchObject({ success: false })
      expect(await login(username, next)).toMatchObject({ success: true })
    })

    it('can be ended by an administrator who never sees its token', async () => {
      const victim = await makePerson(test, { tenants: [1] })
      const token = await signIn(test, victim.username)
      const admin = await makePerson(test, { roles: { admin: [] }, tenants: [1] })
      const adminToken = await signIn(test, admin.username)
      const list = await test.call('GET', `/sys/online/list?username=*${victim.username}*`, { token: adminToken })
      expect(list.result).toMatchObject({ total: 1, records: [{ username: victim.username }] })
      expect(list.text).not.toContain(token)
      const shown = list.result.records[0].token as string
      expect(await me(shown)).toMatchObject({ status: 401 })
      const kick = () => test.call('POST', '/sys/online/forceLogout', { token: adminToken, body: { token: shown } })
      expect(await kick()).toMatchObject({ success: true, message: '退出登录成功！' })
      expect(await kick()).toMatchObject({ success: false, message: 'Token无效!' })
      expect((await me(token)).message).toContain('强制下线')
      expect(await test.call('POST', '/sys/online/forceLogout', { token, body: { token: shown } })).toMatchObject({
        status: 401,
      })
    })

    it('of another tenant is out of an administrator’s sight', async () => {
      const stranger = await makePerson(test, { tenants: [5] })
      await signIn(test, stranger.username)
      const [row] = await test.services.db.select().from(session).where(eq(session.userId, stranger.id))
      const admin = await makePerson(test, { roles: { admin: [] }, tenants: [6] })
      const token = await signIn(test, admin.username)
      const list = await test.call('GET', `/sys/online/list?username=${stranger.username}`, { token })
      expect(list.result.total).toBe(0)
      const kick = await test.call('POST', '/sys/online/forceLogout', { token, body: { token: row!.id } })
      expect(kick).toMatchObject({ success: false, message: 'Token无效!' })
    })
  })

  describe('names that are taken', () => {
    it('are told, by field', async () => {
      const { username } = await makePerson(test, { phone: '13811112222' })
      const check = (query: string) => test.call('GET', `/sys/user/checkOnlyUser?${query}`)
      expect(await check(`username=${username}`)).toMatchObject({ success: false, message: '用户账号已存在' })
      expect(await check('phone=13811112222')).toMatchObject({ success: false })
      expect(await check('username=free_name')).toMatchObject({ success: true, result: true })
      expect(await check('password=x')).toMatchObject({ status: 400 })
      expect(await check('')).toMatchObject({ status: 400 })
    })
  })

  describe('the menu', () => {
    it('holds what was granted, with the groups above it and the home page first', async () => {
      const permissions = tableOf(resources.sysPermission)
      const base = { delFlag: 0, status: validStates.valid, permsType: permissionEffects.visible }
      await test.services.db.insert(permissions).values([
        {
          ...base,
          id: 'm1',
          name: '系统管理',
          url: '/isystem',
          menuType: menuTypes.top,
          component: 'layouts/RouteView',
          sortNo: 5,
        },
        {
          ...base,
          id: 'm2',
          parentId: 'm1',
          name: '用户管理',
          url: '/isystem/user',
          menuType: menuTypes.page,
          component: 'system/UserList',
          icon: 'user',
          sortNo: 1,
        },
        {
          ...base,
          id: 'm3',
          parentId: 'm1',
          name: '没有授权',
          url: '/isystem/no',
          menuType: menuTypes.page,
          sortNo: 2,
        },
        {
          ...base,
          id: 'm4',
          name: '文档',
          url: 'https://example.com/doc',
          menuType: menuTypes.top,
          sortNo: 9,
          route: false,
        },
        { ...base, id: 'm5', parentId: 'm2', name: '新增用户', perms: 'system:user:add', menuType: menuTypes.button },
        {
          ...base,
          id: 'm6',
          parentId: 'm2',
          name: '删除用户',
          perms: 'system:user:delete',
          menuType: menuTypes.button,
        },
      ])
      const { username } = await makePerson(test, { roles: { clerk: [] } })
      await test.services.db
        .insert(rolePermission)
        .values(['m2', 'm4', 'm5'].map((permissionId) => ({ roleId: 'r-clerk', permissionId })))
      const token = await signIn(test, username)
      const { result } = await test.call('GET', '/sys/permission/getUserPermissionByToken', { token })
      expect(result.menu).toMatchObject([
        { path: '/dashboard/analysis', meta: { title: '首页' } },
        {
          id: 'm1',
          route: '1',
          redirect: null,
          name: 'isystem',
          children: [
            {
              id: 'm2',
              path: '/isystem/user',
              name: 'isystem-user',
              component: 'system/UserList',
              meta: {
                title: '用户管理',
                icon: 'user',
                keepAlive: false,
                internalOrExternal: false,
                componentName: 'UserList',
              },
            },
          ],
        },
        {
          id: 'm4',
          route: '0',
          path: expect.stringMatching(/^[0-9a-f]{32}$/),
          meta: { url: 'https://example.com/doc' },
        },
      ])
      expect(result.menu[1].children).toHaveLength(1)
      expect(result.menu[1].children[0]).not.toHaveProperty('children')
      expect(result.auth).toEqual([{ action: 'system:user:add', type: '1', describe: '新增用户' }])
      expect(result.allAuth).toContainEqual({
        action: 'system:user:delete',
        status: validStates.valid,
        type: '1',
        describe: '删除用户',
      })
      expect(result.codeList).toEqual(['system:user:add'])
      expect(result.sysSafeMode).toBe(false)
      const newer = await test.call('GET', '/sys/permission/getUserPermissionByToken', {
        token,
        headers: { 'x-version': 'v3' },
      })
      expect(newer.result.menu[1]).toMatchObject({
        component: 'layouts/default/index',
        children: [{ component: 'system/user/index' }],
      })
    })
  })
})
