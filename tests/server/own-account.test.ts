/** What people see and change of their own account, and nobody of anybody else's. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { dataLog } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import type { Tx } from '../../server/kernel/database.ts'
import { hashPassword, setPassword } from '../../server/people/password.ts'
import { sendSmsCode, smsErrands } from '../../server/system/phone-login.ts'
import { endSessionsOf, reasons } from '../../server/people/session.ts'
import { emptyApp, makePerson, PASSWORD, signIn, type EmptyApp, type Reply } from '../empty-app.ts'
import { until } from '../product.ts'
import { upload } from './upload.ts'

const users = tableOf(resources.sysUser)
const DATA = '/sys/user/login/setting/getUserData'
const EDIT = '/sys/user/login/setting/userEdit'
const SESSIONS = '/sys/user/login/setting/sessions'
const END_OTHERS = '/sys/user/login/setting/endOtherSessions'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let test: EmptyApp
let phones = 0
const newPhone = () => `1360000${String(2000 + ++phones)}`
beforeAll(async () => {
  test = await emptyApp()
})
afterAll(() => test.close())

/** Somebody without any permission of the system. */
async function somebody(over: Parameters<typeof makePerson>[1] = {}) {
  const person = await makePerson(test, { tenants: [1], departs: ['A01'], ...over })
  const token = await signIn(test, person.username)
  return {
    ...person,
    token,
    call: (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
      test.call(method, path, { token, ip: `10.8.0.${++phones % 250}`, ...(body && { body }) }),
  }
}
const rowOf = async (id: string) => (await test.services.db.select().from(users).where(eq(users.id, id)))[0]!

it('what people may change of themselves is kept, traced, and shown to them', async () => {
  const me = await somebody({ roles: { own_plain: [] } })
  const change = { realname: '林晓', sex: 2, birthday: '1993-05-04', email: `own${me.id}@example.com` }
  const saved = await me.call('POST', EDIT, change)
  expect(saved, saved.message).toMatchObject({ success: true, message: '保存成功!' })
  expect((await me.call('GET', DATA)).result).toMatchObject({
    ...change,
    username: me.username,
    roleNames: ['own_plain'],
    departNames: ['部门A01'],
  })
  const [trace] = await test.services.db.select().from(dataLog).where(eq(dataLog.dataId, me.id))
  expect(trace).toMatchObject({ operation: '修改个人资料', createBy: me.username, dataContent: change })
})

it('whatever is not on the list is refused by name, and nothing of the rest is done', async () => {
  const me = await somebody()
  for (const beyond of [
    { status: 2 },
    { relTenantIds: '1,2' },
    { selectedroles: '1' },
    { phone: '13800000000' },
    { workNo: 'A' },
  ]) {
    const reply = await me.call('POST', EDIT, { realname: '别人', ...beyond })
    expect(reply.status).toBe(400)
    expect(reply.message).toContain(Object.keys(beyond)[0])
  }
  expect((await rowOf(me.id)).realname).toBe(me.username)
  const other = await somebody()
  for (const named of [{ id: other.id }, { username: other.username }])
    expect(await me.call('POST', EDIT, { ...named, realname: '别人' })).toMatchObject({
      status: 403,
      message: '只允许修改自己的资料！',
    })
})

it('broken values are refused with their field; an address somebody else has is taken', async () => {
  const [me, other] = [await somebody(), await somebody()]
  const email = `taken${other.id}@example.com`
  await other.call('POST', EDIT, { email })
  const cases: [object, string][] = [
    [{ realname: '' }, '请输入姓名'],
    [{ email: 'nobody' }, '邮箱格式不正确'],
    [{ birthday: '2020-13-40' }, '生日'],
    [{ email }, '已存在'],
    [{ avatar: 'https://elsewhere.example/a.png' }, '请上传图片'],
  ]
  for (const [body, says] of cases) {
    const reply = await me.call('POST', EDIT, body)
    expect(reply.success).toBe(false)
    expect(reply.message).toContain(says)
    expect(Object.keys(reply.result.fields)).toEqual(Object.keys(body))
  }
})

it('an avatar is a picture of one’s own', async () => {
  const [me, other] = [await somebody(), await somebody()]
  const send = (method: 'POST', to: string, body: Buffer, headers: Record<string, string>) =>
    test.call(method, to, { token: me.token, body, headers })
  const sent = await upload(send, '/sys/common/upload', 'me.png', PNG)
  const path = sent.message
  expect(path).toMatch(/\.png$/)
  expect(await me.call('POST', EDIT, { avatar: path })).toMatchObject({ success: true })
  expect((await rowOf(me.id)).avatar).toBe(path)
  expect(await other.call('POST', EDIT, { avatar: path })).toMatchObject({ status: 400, message: '头像：请上传图片' })
})

it('one’s own sessions, the present one first; the others end and say why, other people’s go on', async () => {
  const me = await somebody()
  const phone = await test.call('POST', '/sys/login', {
    body: { username: me.username, password: 'Volt#2026' },
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17 Mobile Safari/604.1',
    },
    ip: '10.7.7.7',
  })
  const elsewhere = phone.result.token as string
  const stranger = await somebody()
  const { result } = await me.call('GET', SESSIONS)
  expect(result).toHaveLength(2)
  expect(result[0]).toMatchObject({ current: true })
  expect(result[1]).toMatchObject({ current: false, device: 'Safari · iPhone', ip: '10.7.7.7' })
  expect(JSON.stringify(result)).not.toContain(elsewhere)
  expect(await me.call('POST', END_OTHERS, {})).toMatchObject({ success: true, message: '已退出其他 1 个登录' })
  const refused = await test.call('GET', DATA, { token: elsewhere })
  expect(refused.status).toBe(401)
  expect(refused.message).toContain('Token失效')
  expect(refused.message).toContain('另一台设备')
  expect((await me.call('GET', SESSIONS)).result).toHaveLength(1)
  expect((await stranger.call('GET', DATA)).status).toBe(200)
  expect(await me.call('POST', END_OTHERS, {})).toMatchObject({ success: true, message: '没有其他登录' })
})

it('a phone number changes by a code to the old one and one to the new one, each good once', async () => {
  const old = newPhone()
  const me = await somebody({ phone: old })
  const next = newPhone()
  const send = (body: object) => me.call('POST', '/sys/user/sendChangePhoneSms', body)
  const change = (body: object) => me.call('PUT', '/sys/user/changePhone', { newPhone: next, ...body })
  expect((await send({ type: 'verifyOriginalPhone' })).message).toBe('发送验证码成功！')
  // Whatever number is named, the code goes to the account's own.
  expect(test.sms.sent.at(-1)).toMatchObject({ mobile: old })
  const smscode = test.sms.sent.at(-1)!.code
  await send({ type: 'updatePhone', phone: next })
  expect(test.sms.sent.at(-1)).toMatchObject({ mobile: next })
  const newSmscode = test.sms.sent.at(-1)!.code
  const wrong = smscode === '000000' ? '000001' : '000000'
  for (const [body, field] of [
    [{ newSmscode }, 'smscode'],
    [{ newSmscode, smscode: wrong }, 'smscode'],
    [{ newSmscode: newSmscode === '000000' ? '000001' : '000000', smscode }, 'newSmscode'],
  ] as const) {
    const reply = await change(body)
    expect(reply.success).toBe(false)
    expect(Object.keys(reply.result.fields)).toEqual([field])
  }
  expect((await rowOf(me.id)).phone).toBe(old)
  expect(await change({ newSmscode, smscode })).toMatchObject({ success: true, message: '手机号更换成功!' })
  expect((await rowOf(me.id)).phone).toBe(next)
  const other = await somebody()
  expect((await other.call('POST', '/sys/user/sendChangePhoneSms', { type: 'updatePhone', phone: next })).message).toBe(
    '手机号已存在',
  )
  // Who has no number yet proves the new one only.
  const first = newPhone()
  await other.call('POST', '/sys/user/sendChangePhoneSms', { type: 'updatePhone', phone: first })
  const code = test.sms.sent.at(-1)!.code
  expect(await other.call('PUT', '/sys/user/changePhone', { newPhone: first, newSmscode: code })).toMatchObject({
    success: true,
  })
})

it('a code for signing in changes no number', async () => {
  const old = newPhone()
  const me = await somebody({ phone: old })
  const next = newPhone()
  await me.call('POST', '/sys/user/sendChangePhoneSms', { type: 'verifyOriginalPhone' })
  const smscode = test.sms.sent.at(-1)!.code
  const login = await test.call('POST', '/sys/phoneLogin', { body: { mobile: old, captcha: smscode }, ip: '10.6.0.1' })
  expect(login.message).toBe('手机验证码错误')
  expect(
    await me.call('PUT', '/sys/user/changePhone', { newPhone: next, newSmscode: '123456', smscode }),
  ).toMatchObject({
    message: '手机验证码失效，请重新获取',
  })
})

/** Something is done to the person while they, or whoever knows their password, are about to choose a new one. */
async function meanwhile(id: string, coming: () => Promise<Reply>, take: (tx: Tx) => Promise<unknown>): Promise<Reply> {
  const { db, pool } = test.services
  let reply: Reply | undefined
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const going = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, id)).for('update')
    const own = coming().then((answer) => (reply = answer))
    // The embedded database lets nobody look meanwhile, so it is over before.
    if (test.database.kind === 'postgres')
      await until('the change', async () => reply ?? ((await pool.query(waits)).rowCount || undefined))
    await take(tx)
    return [own]
  })
  return going[0]!
}

it('a reset stays whatever the owner, or a thief, was just choosing, and neither waits for the other for ever', async () => {
  const next = await hashPassword('Reset#2026')
  const change = { oldpassword: PASSWORD, password: 'Thief#2026', confirmpassword: 'Thief#2026' }
  const ways: [message: string, take: (id: string) => (tx: Tx) => Promise<unknown>][] = [
    ['密码刚刚被修改，请用新密码登录', (id) => (tx) => setPassword(tx, id, next, 'other')],
    ['Token失效', (id) => (tx) => tx.update(users).set({ status: 2 }).where(eq(users.id, id))],
    ['Token失效', (id) => (tx) => endSessionsOf(tx, id, reasons.kicked)],
  ]
  for (const [message, take] of ways) {
    const me = await somebody()
    const reply = await meanwhile(me.id, () => me.call('PUT', '/sys/user/updatePassword', change), take(me.id))
    expect(reply.success).toBe(false)
    if (test.database.kind === 'postgres') expect(reply.message).toContain(message)
    await test.services.db.update(users).set({ status: 1 }).where(eq(users.id, me.id))
    const login = await test.call('POST', '/sys/mLogin', { body: { username: me.username, password: 'Thief#2026' } })
    expect(login.success).toBe(false)
  }
})

it('a code to a number that is theirs no more chooses no password', async () => {
  const phone = newPhone()
  const me = await somebody({ phone })
  await sendSmsCode(test.services, '10.9.0.1', phone, smsErrands.forgotten)
  const smscode = test.sms.sent.at(-1)!.code
  const forgotten = { username: me.username, phone, smscode, password: 'Thief#2026' }
  const reply = await meanwhile(
    me.id,
    () => test.call('POST', '/sys/user/passwordChange', { body: forgotten }),
    (tx) => tx.update(users).set({ phone: newPhone() }).where(eq(users.id, me.id)),
  )
  expect(reply).toMatchObject({ success: false, message: '此验证码不是当前用户的！' })
})
