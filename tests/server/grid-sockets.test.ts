import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../server/app.ts'
import { accountId } from '../../demo/accounts.ts'
import { productRoutes } from '../../server/routes.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, until, type Send, type TestApp } from '../product.ts'

interface Frame {
  type: string
  data: unknown
}
interface Desk {
  socket: WebSocket
  frames: Frame[]
  closed: Promise<{ code: number; reason: string }>
  say(frame: unknown): void
}
const HEART = { type: 'heart_beat', data: '' }
const update = (socketKey: string, row: Record<string, unknown>, caseId: string) => ({
  type: 'update_vxe_table',
  data: { socketKey, args: [row, caseId] },
})
const join = (socketKey: string, away = 0) => ({ type: 'join_vxe_table', data: { socketKey, away } })
const common = (key: string, ...args: unknown[]) => ({ type: 'common_send_date', data: { key, args } })

describe.each([await oneKind()])('sockets of tables on %s', (kind) => {
  let test: TestApp
  let other: FastifyInstance
  let admin: Send
  const open: WebSocket[] = []

  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    // A second process would be no different: the two share nothing but the database.
    other = await buildApp({ ...test.services }, { routes: productRoutes() })
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    await other.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await other.close()
    await test.close()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.terminate()))

  async function tokenOf(username: string): Promise<string> {
    const reply = await test.anonymous('POST', '/sys/login', { username, password: PASSWORD })
    return (reply.result as { token: string }).token
  }
  /** The HTTP status of a refused handshake, or the open socket. */
  function knock(app: FastifyInstance, path: string, token?: string): Promise<Desk | number> {
    return new Promise((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo
      const socket = new WebSocket(`ws://127.0.0.1:${port}/jeecg-boot/vxeSocket/${path}`, token ? [token] : [])
      open.push(socket)
      const frames: Frame[] = []
      socket.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString()) as Frame))
      const closed = new Promise<{ code: number; reason: string }>((end) =>
        socket.on('close', (code, reason) => end({ code, reason: reason.toString() })),
      )
      const say = (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      socket.on('open', () => resolve({ socket, frames, closed, say }))
      socket.on('unexpected-response', (_, response) => {
        resolve(response.statusCode!)
        response.resume()
      })
      socket.on('error', (error) => (/Unexpected server response/.test(error.message) ? undefined : reject(error)))
    })
  }
  async function sit(username: string, app = test.app, page = 'p1'): Promise<Desk> {
    const desk = await knock(app, `${accountId(username)}/${page}`, await tokenOf(username))
    if (typeof desk === 'number') throw new Error(`handshake refused with ${desk}`)
    return desk
  }
  const hears = (desk: Desk, wanted: unknown) => {
    const text = JSON.stringify(wanted)
    return until(text, () => Promise.resolve(desk.frames.some((frame) => JSON.stringify(frame) === text)))
  }
  const updates = (desk: Desk) => desk.frames.filter(({ type }) => type === 'update_vxe_table')

  it('I17: lets in its own person only, repeats the token, answers heartbeats, ignores nonsense', async () => {
    const token = await tokenOf('operator')
    const me = accountId('operator')
    expect(await knock(test.app, `${accountId('finance')}/p1`, token)).toBe(403)
    expect(await knock(test.app, `${me}/p1`)).toBe(401)
    expect(await knock(test.app, `${me}/p1`, 'nonsense-token-000000000000')).toBe(401)
    expect(await knock(test.app, `${me}/${encodeURIComponent('a b')}`, token)).toBe(400)
    const desk = await sit('operator')
    expect(desk.socket.protocol).not.toBe('')
    for (const text of ['no json', 'null', '7', '{"type":"update_vxe_table"}', '{"type":"other","data":{}}'])
      desk.say(text)
    desk.say(HEART)
    await hears(desk, { type: 'heart_beat', data: true })
    expect(desk.frames).toHaveLength(1)
  })

  it('I17: a frame reaches every socket of the tenant on every node, the sender too', async () => {
    const [a, b] = [await sit('operator'), await sit('finance', other)]
    const frame = update('vxe-demo', { id: 'r1', name: 'new' }, 'v-1234')
    a.say(frame)
    for (const desk of [a, b]) await hears(desk, frame)
    // Longer than what the database passes on at once, with characters of every length.
    const long = update('vxe-demo', { id: 'r2', name: '充电宝🔋'.repeat(2500) }, 'v-1')
    b.say(long)
    for (const desk of [a, b]) await hears(desk, long)
    // Both heard both in one order.
    expect(updates(a)).toEqual(updates(b))
  })

  it('I17: rows of a record reach those who take part in it and may change it', async () => {
    const { records } = (await admin('GET', '/rental/blindBox/list?pageSize=20')).result as {
      records: { id: string }[]
    }
    const { id } = records[0]!
    const key = `blindBox:${id}:prizes`
    const [a, b] = [await sit('admin'), await sit('operator', other)]
    const [outside, viewer] = [await sit('admin', other, 'p2'), await sit('viewer')]
    for (const desk of [a, b, viewer]) desk.say(join(key))
    for (const desk of [a, b]) await hears(desk, common('join_vxe_table', key, []))
    const refused = common('refused', key, '没有权限修改这条记录，他人看不到您的修改')
    await hears(viewer, refused)
    // Only what a person fills in is passed on.
    a.say(update(key, { id: 'r1', stock: 9, secret: 'x', image: { evil: 1 } }, 'v-a'))
    const passed = update(key, { stock: 9, id: 'r1' }, 'v-a')
    for (const desk of [a, b]) await hears(desk, passed)
    viewer.say(update(key, { id: 'r1', stock: 0 }, 'v-x'))
    await until('refused again', () => Promise.resolve(viewer.frames.length === 2))
    // Nobody writes to a record that is not there, or into fields that are no lines.
    for (const strange of [`blindBox:nobody:prizes`, `blindBox:${id}:boxName`]) {
      a.say(update(strange, { id: 'r1', stock: 1 }, 'v-a'))
      await until('refused', () => Promise.resolve(a.frames.some((one) => JSON.stringify(one).includes(strange))))
    }
    const last = update('vxe-demo', { id: 'r9' }, 'v-last')
    a.say(last)
    for (const desk of [b, outside, viewer]) await hears(desk, last)
    expect(updates(outside)).toEqual([last])
    expect(updates(viewer)).toEqual([last])
    expect(updates(b)).toEqual([passed, last])
    // Nothing of it is saved.
    const whole = (await admin('GET', `/rental/blindBox/queryById?id=${id}`)).result as { prizes: { stock: number }[] }
    expect(whole.prizes.every(({ stock }) => stock !== 9)).toBe(true)
  })

  it('hears nothing more of a record, and says nothing, from the moment the role is taken away', async () => {
    const { records } = (await admin('GET', '/rental/blindBox/list?pageSize=20')).result as {
      records: { id: string }[]
    }
    const key = `blindBox:${records[1]!.id}:prizes`
    const roles = (await admin('GET', '/sys/role/list?roleCode=operator')).result.records as { id: string }[]
    const given = { roleId: roles[0]!.id, userId: accountId('two_departs') }
    const [a, b] = [await sit('admin'), await sit('two_departs', other)]
    for (const desk of [a, b]) desk.say(join(key))
    for (const desk of [a, b]) await hears(desk, common('join_vxe_table', key, []))
    const query = new URLSearchParams(given).toString()
    expect(await admin('DELETE', `/sys/user/deleteUserRole?${query}`)).toMatchObject({ success: true })
    // The other node hears of it in the order in which it hears everything.
    a.say(update(key, { id: 'r1', stock: 5 }, 'v-a'))
    await hears(a, update(key, { stock: 5, id: 'r1' }, 'v-a'))
    const last = update('vxe-demo', { id: 'r8' }, 'v-after')
    a.say(last)
    await hears(b, last)
    expect(updates(b)).toEqual([last])
    b.say(update(key, { id: 'r1', stock: 0 }, 'v-b'))
    await hears(b, common('refused', key, '没有权限修改这条记录，他人看不到您的修改'))
    const back = { roleId: given.roleId, userIdList: [given.userId] }
    expect(await admin('POST', '/sys/user/addSysUserRole', back)).toMatchObject({ success: true })
  })

  it('I17: who was away is told the newest state of each row, on any node', async () => {
    const key = `away-${kind}`
    const [a, b] = [await sit('operator'), await sit('finance', other)]
    b.socket.terminate()
    a.say(update(key, { id: 'r1', name: '一', count: 1 }, 'v-a'))
    a.say(update(key, { id: 'r1', count: 2 }, 'v-a'))
    a.say(update(key, { id: 'r2', count: 3 }, 'v-a'))
    await hears(a, update(key, { id: 'r2', count: 3 }, 'v-a'))
    const again = await sit('finance', other)
    again.say(join(key, 40_000))
    const missed = [
      [{ id: 'r1', name: '一', count: 2 }, 'v-a'],
      [{ id: 'r2', count: 3 }, 'v-a'],
    ]
    await hears(again, common('join_vxe_table', key, missed))
    // Who was not away has nothing to catch up with.
    again.say(join(key, 0))
    await hears(again, common('join_vxe_table', key, []))
  })

  it('I17: rows that come, go and move are passed on with what a person fills in, and told to who was away', async () => {
    const { records } = (await admin('GET', '/rental/blindBox/list?pageSize=20')).result as {
      records: { id: string }[]
    }
    const key = `blindBox:${records[2]!.id}:prizes`
    const arrange = (what: object) => ({ type: 'arrange_vxe_table', data: { socketKey: key, args: [what, 'v-a'] } })
    const [a, b, viewer] = [await sit('admin'), await sit('operator', other), await sit('viewer')]
    for (const desk of [a, b, viewer]) desk.say(join(key))
    for (const desk of [a, b]) await hears(desk, common('join_vxe_table', key, []))
    a.say(arrange({ added: [{ id: 'new:1', stock: 1, secret: 'x' }], gone: [], order: ['r1', 'new:1'] }))
    const passed = arrange({ added: [{ stock: 1, id: 'new:1' }], gone: [], order: ['r1', 'new:1'] })
    for (const desk of [a, b]) await hears(desk, passed)
    b.socket.terminate()
    a.say(arrange({ added: [{ id: 'new:2', stock: 2 }], gone: [], order: [] }))
    a.say(arrange({ added: [], gone: ['r1'], order: ['new:2', 'new:1'] }))
    await hears(a, arrange({ added: [], gone: ['r1'], order: ['new:2', 'new:1'] }))
    const again = await sit('operator', other)
    again.say(join(key, 40_000))
    const whole = { added: [{ stock: 1, id: 'new:1' }, { stock: 2, id: 'new:2' }], gone: ['r1'], order: ['new:2', 'new:1'] } // prettier-ignore
    await hears(again, common('join_vxe_table', key, [], whole))
    viewer.say(arrange({ added: [], gone: ['new:1'], order: [] }))
    await until('refused twice', () => Promise.resolve(viewer.frames.length === 2))
    expect(viewer.frames.every(({ type }) => type === 'common_send_date')).toBe(true)
  })

  it('what is thrown away is passed on with what a person fills in, and who was away hears what was there before', async () => {
    const { records } = (await admin('GET', '/rental/blindBox/list?pageSize=20')).result as {
      records: { id: string }[]
    }
    const key = `blindBox:${records[3]!.id}:prizes`
    const arrange = (what: object) => ({ type: 'arrange_vxe_table', data: { socketKey: key, args: [what, 'v-a'] } })
    const [a, b] = [await sit('admin'), await sit('ops_manager', other)]
    for (const desk of [a, b]) desk.say(join(key))
    for (const desk of [a, b]) await hears(desk, common('join_vxe_table', key, []))
    a.say(update(key, { id: 'r1', stock: 9 }, 'v-a'))
    a.say(update(key, { id: 'r2', stock: 8 }, 'v-a'))
    await hears(b, update(key, { stock: 8, id: 'r2' }, 'v-a'))
    b.say(update(key, { id: 'r2', stock: 7 }, 'v-b'))
    await hears(a, update(key, { stock: 7, id: 'r2' }, 'v-b'))
    const back = [
      { id: 'r1', was: { stock: 9, secret: 1 }, is: { stock: 1, secret: 2 } },
      { id: 'r2', was: { stock: 8 }, is: { stock: 2 } },
    ]
    // In parts, of which only all together count.
    // What was begun and cut off does not count, nor what has no beginning.
    a.say(arrange({ added: [], gone: ['r9'], order: ['r8'], more: true, part: 0 }))
    a.say(arrange({ added: [], gone: [], order: ['r2'], more: true, part: 0 }))
    a.say(arrange({ added: [], gone: [], order: ['r1'], back, part: 1 }))
    a.say(arrange({ added: [], gone: ['r7'], order: ['r7'], part: 2 }))
    const passed = [{ id: 'r1', was: { stock: 9 }, is: { stock: 1 } }, back[1]]
    for (const desk of [a, b]) await hears(desk, arrange({ added: [], gone: [], order: ['r1'], back: passed, part: 1 }))
    await hears(b, arrange({ added: [], gone: ['r7'], order: ['r7'], part: 2 }))
    b.socket.terminate()
    const again = await sit('ops_manager', other)
    again.say(join(key, 40_000))
    // Newest last.
    const missed = [
      [{ stock: 7, id: 'r2' }, 'v-b'],
      [{ stock: 1, id: 'r1' }, 'v-a'],
    ]
    await hears(again, common('join_vxe_table', key, missed, { added: [], gone: [], order: ['r2', 'r1'] }))
  })

  it('who was away hears which rows were thrown away, and nothing of a deletion that was never told or is saved', async () => {
    const key = `thrown-${kind}`
    const arrange = (what: object) => ({ type: 'arrange_vxe_table', data: { socketKey: key, args: [what, 'v-a'] } })
    const a = await sit('operator')
    a.say(arrange({ added: [{ id: 'new:1' }], gone: ['r1'], order: ['new:1', 'r2'] }))
    const last = arrange({ added: [{ id: 'r1' }, { id: 'r7' }], gone: ['new:1'], order: ['r1', 'r2'], back: [] })
    a.say(last)
    a.say(update(key, { id: 'r2', name: '甲', count: 1 }, 'v-a'))
    a.say(update(key, { id: 'r2', count: 2 }, 'v-b'))
    await hears(a, update(key, { id: 'r2', count: 2 }, 'v-b'))
    const again = await sit('finance', other)
    again.say(join(key, 40_000))
    const whole = { added: [{ id: 'r1' }], gone: ['new:1'], order: ['r1', 'r2'], thrown: ['new:1'] }
    // Each field by who wrote it last: nobody is told their own, and all that others wrote.
    const missed = [
      [{ id: 'r2', name: '甲' }, 'v-a'],
      [{ id: 'r2', count: 2 }, 'v-b'],
    ]
    await hears(again, common('join_vxe_table', key, missed, whole))
  })

  it('I17: keeps each in bounds, and closes with the session', async () => {
    const big = await sit('operator')
    big.say('x'.repeat(70_000))
    expect((await big.closed).code).toBe(1009)
    const fast = await sit('operator')
    for (let count = 0; count < 1600; count++) fast.say(HEART)
    expect(await fast.closed).toEqual({ code: 1008, reason: '消息过于频繁' })
    const token = await tokenOf('service')
    const leaving = await knock(other, `${accountId('service')}/p1`, token)
    if (typeof leaving === 'number') throw new Error(`handshake refused with ${leaving}`)
    await test.anonymous('POST', '/sys/logout', undefined, { 'x-access-token': token })
    expect((await leaving.closed).code).toBe(4001)
  })

  it('I17: what one may say is counted by person, not by socket, and hanging up does not forget it', async () => {
    // The count begins anew every 30 s: a try that falls into two rounds says nothing.
    await until('a try within one round', async () => {
      const [a, b] = [await sit('cashier', test.app, 'p1'), await sit('cashier', test.app, 'p2')]
      for (const desk of [a, b, a, b]) for (let count = 0; count < 250; count++) desk.say(HEART)
      const closed = await Promise.race([a.closed, b.closed, sleep(5000)])
      for (const desk of [a, b]) desk.socket.terminate()
      if (!closed) return false
      expect(closed).toEqual({ code: 1008, reason: '消息过于频繁' })
      const again = await sit('cashier')
      again.say(HEART)
      const refused = await Promise.race([again.closed, sleep(5000)])
      again.socket.terminate()
      if (refused) expect(refused).toEqual({ code: 1008, reason: '消息过于频繁' })
      return Boolean(refused)
    })
  })

  it('I17: what a person is told when they come back counts as well', async () => {
    const key = `much-${kind}`
    const a = await sit('service')
    for (let at = 0; at < 12; at++) a.say(update(key, { id: `r${at}`, name: 'x'.repeat(60_000) }, 'v-a'))
    await until('the last row', () => Promise.resolve(updates(a).length === 12))
    for (let at = 0; at < 30; at++) {
      a.say(join(key, 40_000))
      if (a.socket.readyState !== a.socket.OPEN) break
      await Promise.race([a.closed, until('answer', () => Promise.resolve(a.frames.length > 12 + at))])
    }
    expect(await a.closed).toEqual({ code: 1008, reason: '消息过于频繁' })
  })
})
