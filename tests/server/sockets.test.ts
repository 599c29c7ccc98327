import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { messageCategories } from '#resources/system/announcement.ts'
import { buildApp } from '../../server/app.ts'
import { accountId } from '../../demo/accounts.ts'
import { userDepart, userRole } from '../../server/db/tables.ts'
import { tell } from '../../server/notify/notify.ts'
import { signedIn } from '../../server/people/session.ts'
import { productRoutes } from '../../server/routes.ts'
import type { Line } from '../../server/sockets/hub.ts'
import { Rights } from '../../server/sockets/rights.ts'
import { bothKinds } from '../databases.ts'
import { PASSWORD, testApp, until, type Send, type TestApp } from '../product.ts'

const ANNOUNCE = '/sys/annountCement'
const WECOM_PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) wxwork/4.1.30 MicroMessenger/7.0.1'

interface Person {
  id: string
  token: string
}
interface Frame {
  cmd: string
  msgId?: string
  msgTxt?: string
  userId?: string
  resource?: string
  id?: string
}
interface Heard {
  socket: WebSocket
  texts: string[]
  frames(): Frame[]
  closed: Promise<{ code: number; reason: string }>
}

describe.each(await bothKinds())('sockets on %s', (kind) => {
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

  async function enter(username: string, headers: Record<string, string> = {}): Promise<Person> {
    const reply = await test.anonymous('POST', '/sys/login', { username, password: PASSWORD }, headers)
    return { id: accountId(username), token: (reply.result as { token: string }).token }
  }
  const address = (app: FastifyInstance, key: string) =>
    `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/jeecg-boot/websocket/${key}`

  /** The HTTP status of a refused handshake, or the open socket. */
  function knock(app: FastifyInstance, key: string, token?: string, userAgent?: string): Promise<Heard | number> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(address(app, key), token === undefined ? [] : [token], {
        ...(userAgent && { headers: { 'user-agent': userAgent } }),
      })
      open.push(socket)
      const texts: string[] = []
      socket.on('message', (data) => texts.push((data as Buffer).toString()))
      const closed = new Promise<{ code: number; reason: string }>((end) =>
        socket.on('close', (code, reason) => end({ code, reason: reason.toString() })),
      )
      socket.on('open', () =>
        resolve({
          socket,
          texts,
          closed,
          frames: () => texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as Frame),
        }),
      )
      socket.on('unexpected-response', (_, response) => {
        resolve(response.statusCode!)
        response.resume()
      })
      socket.on('error', (error) => (/Unexpected server response/.test(error.message) ? undefined : reject(error)))
    })
  }
  async function listen(person: Person, app = test.app, userAgent?: string): Promise<Heard> {
    const heard = await knock(app, person.id, person.token, userAgent)
    if (typeof heard === 'number') throw new Error(`handshake refused with ${heard}`)
    return heard
  }
  async function release(titile: string, more: Record<string, unknown> = {}): Promise<string> {
    const draft = {
      titile,
      msgCategory: messageCategories.announcement,
      priority: 'M',
      msgType: 'ALL',
      msgContent: '<p>x</p>',
      ...more,
    }
    const id = ((await admin('POST', `${ANNOUNCE}/add`, draft)).result as { id: string }).id
    expect((await admin('GET', `${ANNOUNCE}/doReleaseData?id=${id}`)).success).toBe(true)
    return id
  }
  const hears = (heard: Heard, wanted: Partial<Frame>) =>
    until(JSON.stringify(wanted), () =>
      Promise.resolve(
        heard.frames().find((frame) => Object.entries(wanted).every(([key, value]) => frame[key as 'cmd'] === value)),
      ),
    )

  it('lets in who is signed in, and repeats the token as the protocol', async () => {
    const person = await enter('operator')
    const plain = await listen(person)
    expect(plain.socket.protocol).toBe(person.token)
    const md5 = createHash('md5').update(person.token).digest('hex')
    expect(typeof (await knock(test.app, `${person.id}_${md5}`, person.token))).toBe('object')
  })

  it('refuses everybody else, before there is a socket', async () => {
    const person = await enter('operator')
    const foreign = accountId('finance')
    expect(await knock(test.app, foreign, person.token)).toBe(403)
    expect(await knock(test.app, `${foreign}_${'0'.repeat(32)}`, person.token)).toBe(403)
    expect(await knock(test.app, `${person.id}x`, person.token)).toBe(403)
    expect(await knock(test.app, person.id)).toBe(401)
    expect(await knock(test.app, person.id, 'nonsense-token-000000000000')).toBe(401)
    // A token in the address opens nothing.
    expect(await knock(test.app, `${person.id}?token=${person.token}`)).toBe(401)
    // Other addresses are not upgraded at all.
    const url = address(test.app, '').replace('/websocket/', '/sys/todo/list')
    const socket = new WebSocket(url, [person.token])
    open.push(socket)
    const status = await new Promise((resolve) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode))
      socket.on('error', () => resolve('error'))
    })
    expect(status).toBe(401)
  })

  it('answers both heartbeats', async () => {
    const heard = await listen(await enter('operator'))
    heard.socket.send('ping')
    heard.socket.send('HeartBeat')
    await until('two answers', () => Promise.resolve(heard.texts.length === 2))
    expect(heard.texts).toEqual(['ping', '{"cmd":"heartcheck","msgTxt":"心跳响应"}'])
  })

  it('whoever belongs to nothing yet hears that something was announced inside, and not what', async () => {
    const stranger = await enter('viewer')
    const { db } = test.services
    const ofStranger = eq(userRole.userId, stranger.id)
    const roles = await db.delete(userRole).where(ofStranger).returning()
    const places = await db.delete(userDepart).where(eq(userDepart.userId, stranger.id)).returning()
    try {
      const [heard, colleague] = [await listen(stranger), await listen(await enter('operator'))]
      const id = await release('内部事项')
      await hears(colleague, { cmd: 'topic', msgId: id, msgTxt: '内部事项' })
      await hears(heard, { cmd: 'topic' })
      expect(heard.texts.join()).not.toContain('内部事项')
    } finally {
      await db.insert(userRole).values(roles)
      await db.insert(userDepart).values(places)
    }
  })

  it('an announcement to all is heard on every node, one to some people by these only', async () => {
    const [operator, finance] = [await enter('operator'), await enter('finance')]
    const [here, there] = [await listen(operator), await listen(finance, other)]
    const all = await release('全体通知')
    await hears(here, { cmd: 'topic', msgId: all, msgTxt: '全体通知' })
    await hears(there, { cmd: 'topic', msgId: all, msgTxt: '全体通知' })
    const some = await release('财务通知', { msgType: 'USER', userIds: `${finance.id},` })
    await hears(there, { cmd: 'user', msgId: some, msgTxt: '财务通知', userId: finance.id })
    // Whatever is heard after it proves that it did not come before.
    const last = await release('最后一条')
    await hears(here, { cmd: 'topic', msgId: last })
    expect(here.frames().some(({ msgId }) => msgId === some)).toBe(false)
    const log = await until('the log', async () => {
      const reply = await admin('GET', `/sys/notify/delivery/list?recordId=${some}&pageSize=10`)
      const rows = (reply.result as { records: { state: string; channel: string }[] }).records
      return rows[0]?.state === 'delivered' && rows
    })
    expect(log).toMatchObject([{ channel: 'web', state: 'delivered' }])
    await admin('GET', `${ANNOUNCE}/syncNotic?anntId=${all}`)
    await until('once more', () => Promise.resolve(there.frames().filter(({ msgId }) => msgId === all).length === 2))
  })

  it('another tenant hears nothing', async () => {
    const person = await enter('two_tenants')
    const heard = await listen(person)
    await test.services.pool.query(`select pg_notify('voltdesk_live', '{"cmd":"topic","tenant":2}')`)
    const id = await release('本租户的')
    await hears(heard, { msgId: id })
    expect(heard.frames()).toHaveLength(1)
  })

  it('who has a record open hears on every node that somebody decided on it; others, and another tenant, hear nothing', async () => {
    const ask = encodeURIComponent(JSON.stringify([{ field: 'status', rule: 'in', val: '0,1' }]))
    const { result } = await admin('GET', `/rental/userWithdrawal/list?superQueryParams=${ask}&pageSize=2`)
    const [one, another] = (result as { records: { id: string; version: number }[] }).records
    const [operator, stranger] = [await enter('operator'), await enter('two_tenants')]
    await test.services.pool.query(`update sys_session set tenant_id = 2 where user_id = $1`, [stranger.id])
    const [here, there, elsewhere, foreign] = [
      await listen(operator),
      await listen(operator, other),
      await listen(operator),
      await listen(stranger),
    ]
    const follow = ({ socket }: Heard, ...ids: string[]) =>
      socket.send(JSON.stringify({ cmd: 'follow', records: ids.map((id) => `userWithdrawal/${id}`) }))
    /** Texts are heard and answered in order: after the answer nothing said before is still on its way. */
    const asked = async ({ socket, texts }: Heard) => {
      const answers = () => texts.filter((text) => text === 'ping').length
      const before = answers()
      socket.send('ping')
      await until('the answer', () => Promise.resolve(answers() > before))
    }
    for (const heard of [here, there, foreign]) follow(heard, one!.id)
    follow(elsewhere, one!.id)
    follow(elsewhere, another!.id)
    for (const heard of [here, there, elsewhere, foreign]) await asked(heard)
    const held = await admin('POST', '/rental/userWithdrawal/hold', {
      id: one!.id,
      version: one!.version,
      reason: '再看看',
    })
    expect(held.success, held.message).toBe(true)
    await hears(here, { cmd: 'record', resource: 'userWithdrawal', id: one!.id })
    await hears(there, { cmd: 'record', resource: 'userWithdrawal', id: one!.id })
    const changes = (heard: Heard) => heard.frames().filter(({ cmd }) => cmd === 'record')
    for (const heard of [elsewhere, foreign]) {
      await asked(heard)
      expect(changes(heard)).toEqual([])
    }
    // A page asks for its record first and says afterwards that it is open there: what came between is told then, once.
    const [late, lateForeign] = [await listen(operator, other), await listen(stranger)]
    for (const heard of [late, lateForeign]) {
      follow(heard, one!.id)
      follow(heard, another!.id, one!.id)
      await asked(heard)
    }
    expect(changes(late)).toMatchObject([{ resource: 'userWithdrawal', id: one!.id }])
    expect(changes(lateForeign)).toEqual([])
  })

  it('who asked to hears on every node that what they may open has changed, and nobody else', async () => {
    const person = await enter('viewer')
    const mine = await listen(person, other)
    const theirs = await listen(await enter('finance'))
    const silent = await listen(person)
    for (const one of [mine, theirs]) one.socket.send('{"cmd":"rights"}')
    const marks = (heard: Heard) => heard.frames().filter(({ cmd }) => cmd === 'rights')
    await until('both marks', () => Promise.resolve(marks(mine).length && marks(theirs).length))
    const role = (code: string) => `(select id from sys_role where role_code = '${code}')`
    const menu = `(select id from sys_permission where perms = 'system:quartzJob:list')`
    const { pool } = test.services
    await pool.query(`insert into sys_role_permission (role_id, permission_id) values (${role('readonly')}, ${menu})`)
    await until('another mark', () => Promise.resolve(marks(mine).length === 2))
    // The menu says of which rights it was made: what changed before the socket was there is noticed as well.
    const { result } = await test.anonymous('GET', '/sys/permission/getUserPermissionByToken', undefined, {
      'x-access-token': person.token,
    })
    expect(marks(mine)[1]).toEqual({ cmd: 'rights', mark: (result as { rightsMark: string }).rightsMark })
    // After the line was cut the same mark says that nothing was missed.
    const again = await listen(person)
    again.socket.send('{"cmd":"rights"}')
    await until('the mark anew', () => Promise.resolve(marks(again).length))
    expect(marks(again)).toEqual([marks(mine)[1]])
    await pool.query(`insert into sys_user_role (user_id, role_id, tenant_id) values ($1, ${role('readonly')}, 1)`, [
      accountId('finance'),
    ])
    await until('a role more', () => Promise.resolve(marks(theirs).length === 2))
    await pool.query(`delete from sys_user_role where user_id = $1 and role_id = ${role('readonly')}`, [
      accountId('finance'),
    ])
    await until('a role less', () => Promise.resolve(marks(theirs).length === 3))
    expect(marks(theirs)[2]).toEqual(marks(theirs)[0])
    expect(marks(mine)).toHaveLength(2)
    expect(marks(silent)).toEqual([])
    await pool.query(`delete from sys_role_permission where permission_id = ${menu} and role_id = ${role('readonly')}`)
  })

  it('whatever takes something away or gives it makes another mark, and the same again when it is undone', async () => {
    const person = await enter('viewer')
    const sql = (text: string, ...values: unknown[]) => test.services.pool.query(text, values)
    const mark = async () => {
      const headers = { 'x-access-token': person.token }
      const { result } = await test.anonymous('GET', '/sys/permission/getUserPermissionByToken', undefined, headers)
      return (result as { rightsMark: string }).rightsMark
    }
    const role = `(select id from sys_role where role_code = 'readonly')`
    const [granted] = (
      await sql(`select p.id from sys_role_permission g join sys_permission p on p.id = g.permission_id
        where g.role_id = ${role} and p.perms = 'rental:device:list'`)
    ).rows as { id: string }[]
    const menu = granted!.id
    const free = await mark()
    await sql(`insert into sys_tenant_pack (id, tenant_id, pack_name, status) values ('marked', 0, '套餐', '1')`)
    const packs = (ids: string | null) => sql(`update sys_tenant set pack_ids = $1 where id = '1'`, ids)
    try {
      // A pack that holds nothing is not the same as no pack.
      await packs('marked')
      const none = await mark()
      expect(none).not.toBe(free)
      await sql(`insert into sys_tenant_pack_permission (pack_id, permission_id) values ('marked', $1)`, menu)
      const some = await mark()
      expect([free, none]).not.toContain(some)
      for (const [off, on] of [
        [`status = '0'`, `status = '1'`],
        ['delete_time = now()', 'delete_time = null'],
      ]) {
        await sql(`update sys_tenant_pack set ${off} where id = 'marked'`)
        expect(await mark(), off).toBe(none)
        await sql(`update sys_tenant_pack set ${on} where id = 'marked'`)
        expect(await mark(), on).toBe(some)
      }
      await packs(' , ')
      expect(await mark()).toBe(free)
    } finally {
      await packs(null)
      await sql(`delete from sys_tenant_pack_permission where pack_id = 'marked'`)
      await sql(`delete from sys_tenant_pack where id = 'marked'`)
    }
    const taken = new Set([free])
    for (const [off, on] of [
      [`status = '0'`, `status = '1'`],
      ['del_flag = 1', 'del_flag = 0'],
      ['delete_time = now()', 'delete_time = null'],
    ]) {
      await sql(`update sys_permission set ${off} where id = $1`, menu)
      taken.add(await mark())
      expect(taken.size, off).toBe(2)
      await sql(`update sys_permission set ${on} where id = $1`, menu)
      expect(await mark(), on).toBe(free)
    }
    const other = `(select id from sys_permission where perms = 'system:quartzJob:list')`
    const place = `(select min(dep_id) from sys_user_depart where user_id = '${person.id}')`
    await sql(`insert into sys_depart_role (id, depart_id, role_name, role_code)
      values ('marked', ${place}, '部门角色', 'marked')`)
    await sql(`insert into sys_depart_role_permission (role_id, permission_id, depart_id)
      values ('marked', ${other}, ${place})`)
    expect(await mark()).toBe(free)
    await sql(`insert into sys_depart_role_user (user_id, drole_id) values ($1, 'marked')`, person.id)
    expect(await mark()).not.toBe(free)
    await sql(`delete from sys_depart_role_user where drole_id = 'marked'`)
    expect(await mark()).toBe(free)
    await sql(`delete from sys_depart_role_permission where role_id = 'marked'`)
    await sql(`delete from sys_depart_role where id = 'marked'`)
  })

  it('an administrator, whose menu is everything there is, hears of a row that no role was granted', async () => {
    const [row] = (
      await test.services.pool.query(`select id from sys_permission p where not exists (
        select 1 from sys_role_permission where permission_id = p.id) and coalesce(status, '1') = '1' limit 1`)
    ).rows as { id: string }[]
    const { token } = await enter('admin')
    const mark = async () => {
      const headers = { 'x-access-token': token }
      const { result } = await test.anonymous('GET', '/sys/permission/getUserPermissionByToken', undefined, headers)
      return (result as { rightsMark: string }).rightsMark
    }
    const id = row?.id ?? 'marked-row'
    if (!row)
      await test.services.pool.query(`insert into sys_permission (id, name, menu_type) values ($1, '新页', 0)`, [id])
    const before = await mark()
    const turn = (status: string) =>
      test.services.pool.query(`update sys_permission set status = $2 where id = $1`, [id, status])
    await turn('0')
    expect(await mark()).not.toBe(before)
    await turn('1')
    expect(await mark()).toBe(before)
    if (!row) await test.services.pool.query(`delete from sys_permission where id = $1`, [id])
  })

  it('marks are worked out only when some right has changed, and for whoever has none yet', async () => {
    const statements: unknown[] = []
    const db = new Proxy(test.services.db, {
      get(all, name, self) {
        if (name === 'execute') statements.push(name)
        return Reflect.get(all, name, self) as unknown
      },
    })
    const { log } = test.services
    const rights = new Rights()
    const told: string[] = []
    const line = (username: string) => {
      const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: (text: string) => told.push(text) }
      return { socket, userId: accountId(username), tenant: 1 } as unknown as Line
    }
    const costs = async (onlyNew = false) => {
      const before = statements.length
      await rights.look({ db, log }, onlyNew)
      return statements.length - before
    }
    expect(await costs()).toBe(0)
    rights.add(line('viewer'))
    expect(await costs()).toBe(2)
    expect(told).toHaveLength(1)
    // The number that changes with every right was read, and nothing else.
    expect(await costs()).toBe(1)
    rights.add(line('finance'))
    expect(await costs()).toBe(2)
    expect(told).toHaveLength(2)
    await test.services.pool.query(`update sys_role set role_code = role_code where role_code = 'readonly'`)
    expect(await costs()).toBe(2)
    expect(await costs()).toBe(1)
    // Nobody knows what was missed.
    rights.mayHaveChanged()
    expect(await costs()).toBe(2)
    expect(told).toHaveLength(2)
  })

  it('a menu’s mark is worked out once, and is never newer than the menu', async () => {
    const { token } = await enter('viewer')
    const marks: unknown[] = []
    const db = new Proxy(test.services.db, {
      get(all, name, self) {
        if (name === 'execute') marks.push(name)
        return Reflect.get(all, name, self) as unknown
      },
    })
    const services = { ...test.services, db }
    const sign = () => signedIn(services, { token, ip: '127.0.0.1' })
    const first = await (await sign()).rightsMark()
    expect(first).toMatch(/^\w{32}$/)
    test.clock.pass(60)
    expect(await (await sign()).rightsMark()).toBe(first)
    expect(marks).toHaveLength(1)
    const before = await sign()
    const menu = `(select id from sys_permission where perms = 'system:quartzJob:list')`
    const role = `(select id from sys_role where role_code = 'readonly')`
    const { pool } = test.services
    await pool.query(`insert into sys_role_permission (role_id, permission_id) values (${role}, ${menu})`)
    // Worked out before the change and kept, or told to be none.
    expect(await before.rightsMark()).toBe(first)
    const after = await sign()
    await pool.query(`delete from sys_role_permission where permission_id = ${menu} and role_id = ${role}`)
    expect(await after.rightsMark()).toBe('')
    expect(await (await sign()).rightsMark()).toBe(first)
  })

  it('what is rolled back is never heard', async () => {
    const person = await enter('operator')
    const heard = await listen(person)
    const { services } = test
    const telling = (key: string) => ({
      key,
      kind: 'system' as const,
      tenantId: 1,
      title: key,
      summary: '',
      facts: [],
      path: '/',
      to: [person.id],
    })
    await expect(
      services.db.transaction(async (tx) => {
        await tell({ tx, services }, telling(`lost-${kind}`))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await services.db.transaction((tx) => tell({ tx, services }, telling(`kept-${kind}`)))
    await hears(heard, { cmd: 'user', msgTxt: `kept-${kind}` })
    expect(heard.frames()).toHaveLength(1)
  })

  it('closes when the person logs out, is forced out or frozen, on every node', async () => {
    const leaving = await enter('operator')
    const here = await listen(leaving, other)
    const staying = await listen(await enter('operator'), other)
    await test.anonymous('POST', '/sys/logout', undefined, { 'x-access-token': leaving.token })
    expect(await here.closed).toEqual({ code: 4001, reason: '登录已失效' })
    expect(staying.socket.readyState).toBe(WebSocket.OPEN)

    const forced = await enter('viewer')
    const socket = await listen(forced)
    const { rows } = await test.services.pool.query<{ id: string }>(
      'select id from sys_session where user_id = $1 and revoke_time is null order by create_time desc limit 1',
      [forced.id],
    )
    expect((await admin('POST', '/sys/online/forceLogout', { token: rows[0]!.id })).success).toBe(true)
    expect((await socket.closed).code).toBe(4001)

    const frozen = await listen(await enter('kefu_chen'), other)
    const freeze = (status: string) => admin('PUT', '/sys/user/frozenBatch', { ids: accountId('kefu_chen'), status })
    expect((await freeze('2')).success).toBe(true)
    expect((await frozen.closed).code).toBe(4001)
    await freeze('1')
  })

  describe('closes with the right behind it, by whichever route that ends', () => {
    const person = 'two_tenants'
    const sql = (text: string, ...values: unknown[]) => test.services.pool.query(text, values)
    const tenantsAre = (text: string) =>
      sql('update sys_user set rel_tenant_ids = $1 where id = $2', text, accountId(person))
    const goTo = async ({ token }: Person, loginTenantId: number) => {
      const body = { loginTenantId }
      const moved = await test.anonymous('PUT', '/sys/user/changeLoginTenantId', body, { 'x-access-token': token })
      expect(moved.success, moved.message).toBe(true)
    }
    const me = ({ token }: Person) =>
      test.anonymous('GET', '/sys/user/getUserInfo', undefined, { 'x-access-token': token })
    const ended = { code: 4001, reason: '登录已失效' }

    it('a tenant that is left, by the route and past it; what stands in another stays', async () => {
      const [one, two] = [await enter(person), await enter(person)]
      await goTo(two, 2)
      const [here, there] = [await listen(one), await listen(two, other)]
      const record = (await admin('GET', `/sys/user/list?username=${person}`)).result.records[0]
      const { version } = record as { version: number }
      const left = await admin('PUT', '/sys/user/edit', { id: accountId(person), version, relTenantIds: '1' })
      expect(left.success, left.message).toBe(true)
      expect(await there.closed).toEqual(ended)
      expect(await me(two)).toMatchObject({ status: 401, message: expect.stringContaining('登录租户授权变更') })
      expect(here.socket.readyState).toBe(WebSocket.OPEN)
      // Back in the tenant, the session that ended stays ended.
      await tenantsAre('1,2')
      expect((await me(two)).status).toBe(401)

      // Opened in the first tenant, while the session went on to the second.
      await goTo(one, 2)
      await tenantsAre('2')
      expect(await here.closed).toEqual(ended)
      expect((await me(one)).status).toBe(200)
      await tenantsAre('1,2')
    })

    it('a tenant that is frozen, or whose last day has passed', async () => {
      const change = async (more: object) => {
        const found = (await admin('GET', '/sys/tenant/list?pageSize=100')).result.records as { id: string }[]
        const row = found.find(({ id }) => id === '2')
        const reply = await admin('PUT', '/sys/tenant/edit', { ...row, status: 1, endDate: null, ...more })
        expect(reply.success, reply.message).toBe(true)
      }
      for (const end of [{ status: 0 }, { endDate: '2020-01-01 00:00:00' }]) {
        const inTwo = await enter(person)
        await goTo(inTwo, 2)
        const [socket, elsewhere] = [await listen(inTwo, other), await listen(await enter(person))]
        await change(end)
        expect(await socket.closed, JSON.stringify(end)).toEqual(ended)
        expect(elsewhere.socket.readyState).toBe(WebSocket.OPEN)
        await change({})
        expect(await me(inTwo)).toMatchObject({ status: 401, message: expect.stringContaining('登录租户授权变更') })
      }
    })

    it('somebody who is frozen or deleted past every route', async () => {
      for (const [end, undo] of [
        ['status = 2', 'status = 1'],
        ['delete_time = now()', 'delete_time = null'],
      ] as const) {
        const gone = await enter(person)
        const socket = await listen(gone, other)
        await sql(`update sys_user set ${end} where id = $1`, accountId(person))
        expect(await socket.closed, end).toEqual(ended)
        await sql(`update sys_user set ${undo} where id = $1`, accountId(person))
        expect((await me(gone)).status).toBe(401)
      }
    })
  })

  it('keeps each in bounds: size, kind, pace, number', async () => {
    const person = await enter('service')
    const big = await listen(person)
    big.socket.send('x'.repeat(2000))
    expect((await big.closed).code).toBe(1009)
    const binary = await listen(person)
    binary.socket.send(Buffer.from([1, 2, 3]))
    expect((await binary.closed).code).toBe(1003)
    const fast = await listen(person)
    for (let count = 0; count < 40; count++) fast.socket.send('ping')
    expect(await fast.closed).toEqual({ code: 1008, reason: '消息过于频繁' })
    const first = await listen(person)
    for (let count = 0; count < 20; count++) await listen(person)
    expect(await first.closed).toEqual({ code: 4002, reason: '连接过多' })
  })

  it('counts nobody twice who does not answer a close: the next oldest goes, too', async () => {
    const person = await enter('service')
    const deaf = await listen(person)
    deaf.socket.pause()
    const next = await listen(person)
    for (let count = 0; count < 20; count++) await listen(person)
    expect(await next.closed).toEqual({ code: 4002, reason: '连接过多' })
  })

  it('survives frames that are none', async () => {
    const person = await enter('service')
    const { port } = test.app.server.address() as AddressInfo
    const raw = connect(port, '127.0.0.1')
    raw.write(
      `GET /jeecg-boot/websocket/${person.id} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n` +
        `Sec-WebSocket-Protocol: ${person.token}\r\n\r\n`,
    )
    await new Promise((resolve) => raw.once('data', resolve))
    const ended = new Promise((resolve) => raw.once('close', resolve))
    raw.on('error', () => undefined)
    // Reserved bits and no mask.
    raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))
    raw.resume()
    await ended
    expect(typeof (await knock(test.app, person.id, person.token))).toBe('object')
  })

  it('does not announce inside a chat what the chat announces itself', async () => {
    const id = accountId('cashier')
    const inside = await enter('cashier', { 'user-agent': WECOM_PHONE })
    const phone = await listen(inside, test.app, WECOM_PHONE)
    const desk = await listen(await enter('cashier'))
    const { services } = test
    const telling = {
      kind: 'result' as const,
      tenantId: 1,
      title: '已打款',
      summary: '',
      facts: [],
      path: '/',
      to: [id],
    }
    const only = await services.db.transaction((tx) => tell({ tx, services }, { ...telling, key: `only-${kind}` }))
    await hears(phone, { msgId: only! })
    await services.db.transaction(async (tx) => {
      const notice = await tell({ tx, services }, { ...telling, key: `both-${kind}`, title: '已到账' })
      await tx.execute(
        `insert into sys_notify_delivery (id, tenant_id, notice_id, kind, title, user_id, channel, cause, state)
         values ('both-${kind}', 1, '${notice}', 'result', '已到账', '${id}', 'wecom', 'route', 'delivered')`,
      )
    })
    await hears(desk, { cmd: 'user', msgTxt: '已到账' })
    await hears(phone, { cmd: 'topic' })
    expect(phone.frames().some(({ msgTxt }) => msgTxt === '已到账')).toBe(false)
  })

  it('hears again after the database connection broke, and says that something may be missed', async () => {
    const heard = await listen(await enter('finance'))
    const killed = await test.services.pool
      .query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen voltdesk_live' and datname = current_database()`,
      )
      .then(({ rows }) => rows.length)
      .catch(() => 0)
    // The embedded database knows no other backends to end.
    if (kind === 'postgres') {
      expect(killed).toBeGreaterThan(0)
      await hears(heard, { cmd: 'topic' })
    }
    const id = await release('重新连接之后')
    await hears(heard, { msgId: id })
  })

  it('says good-bye when the server stops', async () => {
    const third = await buildApp({ ...test.services }, { routes: productRoutes() })
    await third.listen({ port: 0, host: '127.0.0.1' })
    const heard = await listen(await enter('operator'), third)
    const stopped = third.close()
    expect(await heard.closed).toEqual({ code: 1001, reason: '服务器正在重启' })
    await stopped
  })
})
