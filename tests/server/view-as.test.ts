/** 看作某人: what the person has, nothing written, and everybody can see that it happened. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataLog, EVERYWHERE, viewing } from '../../server/db/tables.ts'
import { allRoutes, methodsOf } from '../../server/http/register.ts'
import { accountId } from '../../demo/accounts.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Method, type Send, type TestApp } from '../product.ts'

const HALF_AN_HOUR = 30 * 60_000

describe.each([await oneKind()])('看作某人 on %s', (kind) => {
  let test: TestApp
  let [admin, operator, manager]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, operator, manager] = await Promise.all(['admin', 'operator', 'ops_manager'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const begin = async (by = admin!, username = 'operator') => {
    const reply = await by('POST', '/sys/user/viewAs', { userId: accountId(username) })
    const { token } = (reply.result ?? {}) as { token: string }
    const send: Send = (method, path, body, headers = {}) =>
      test.anonymous(method, path, body, { 'x-access-token': token, ...headers })
    return { reply, send, token }
  }

  it('menus, buttons, rows and masks are those of the person', async () => {
    const { send, reply } = await begin()
    expect(reply.result).toMatchObject({ leftMs: HALF_AN_HOUR, viewer: '管理员', userInfo: { username: 'operator' } })
    for (const path of [
      '/sys/permission/getUserPermissionByToken',
      '/rental/userWithdrawal/list',
      '/rental/serviceProviderConfig/list',
      '/rental/orderMessage/list',
      '/sys/todo/list',
    ]) {
      const [theirs, seen] = [await operator!('GET', path), await send('GET', path)]
      expect(theirs.status, path).toBe(200)
      expect(seen.result, path).toEqual(theirs.result)
    }
    expect((await send('GET', '/sys/tenant/list')).status).toBe(403)
    const why = await send('POST', '/sys/permission/why', { resource: 'sysTenant' })
    expect(why.result.roles).toEqual(['运营专员'])
  })

  it('nothing is written: every route that could is refused, and what is asked for by GET leaves no trace', async () => {
    const { send } = await begin()
    const routes = allRoutes(test.app).filter(
      ({ permission, path }) => permission !== 'public' && path !== '/sys/user/viewAs/end',
    )
    const param = /:(\w+)|\*/g
    // Whatever is written to any table from here on fails the request.
    await test.services.db.execute(sql`create function refuse_writes() returns trigger language plpgsql as
      $body$ begin raise exception 'written to %', tg_table_name; end $body$`)
    const { rows } = await test.services.db.execute<{ name: string }>(
      sql`select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of rows)
      await test.services.db.execute(
        sql.raw(`create trigger no_writes before insert or update or delete on ${name}
          for each statement execute function refuse_writes()`),
      )
    try {
      for (const route of routes)
        for (const method of methodsOf(route)) {
          const reply = await send(method as Method, route.path.replace(param, 'x'), method === 'GET' ? undefined : {})
          const line = `${method} ${route.path}: ${reply.status} ${reply.message}`
          expect(reply.status, line).not.toBe(500)
          const open = route.viewable ?? (method === 'GET' && !route.logged)
          if (!open) expect(reply.status, line).toBe(403)
          if (method !== 'GET' && open) expect(route.path, line).toBe('/sys/permission/why')
        }
    } finally {
      for (const { name } of rows) await test.services.db.execute(sql.raw(`drop trigger no_writes on ${name}`))
      await test.services.db.execute(sql`drop function refuse_writes()`)
    }
    expect((await send('GET', '/sys/annountCement/listByUser')).message).toContain('只能查看，不能操作')
  })

  it('there is no socket', async () => {
    const { token } = await begin()
    await expect(
      test.app.injectWS(`/jeecg-boot/websocket/${accountId('operator')}`, {
        headers: { 'sec-websocket-protocol': token },
      }),
    ).rejects.toThrow(/403/)
  })

  it('is for administrators only, and for nobody with more rights, of another tenant, or themselves', async () => {
    expect((await begin(manager)).reply.status).toBe(403)
    expect((await begin(admin, 'admin')).reply.success).toBe(false)
    const foreign = await admin!('POST', '/sys/user/viewAs', { userId: 'nobody' })
    expect(foreign.status).toBe(404)
    await test.services.db.execute(sql`update sys_user set rel_tenant_ids = '2' where id = ${accountId('kefu_chen')}`)
    expect((await begin(admin, 'kefu_chen')).reply).toMatchObject({ status: 404, message: foreign.message })
    const admins = sql`(select id from sys_role where role_code = 'admin')`
    await test.services.db.execute(
      sql`insert into sys_user_role (user_id, role_id, tenant_id) values (${accountId('cashier')}, ${admins}, ${EVERYWHERE})`,
    )
    expect((await begin(admin, 'cashier')).reply.status).toBe(403)
    // Nor from within: who looks as somebody looks as nobody else from there.
    const { send } = await begin()
    expect((await send('POST', '/sys/user/viewAs', { userId: accountId('viewer') })).status).toBe(403)
  })

  it('the person reads who looked, from when until when; logs name the administrator, and nobody counts as online', async () => {
    const before = (await operator!('GET', '/sys/user/login/setting/views')).result.length as number
    const { send } = await begin()
    const online = async () => (await admin!('GET', '/sys/online/list?username=operator')).result.total as number
    const [now, sessions] = [await online(), (await operator!('GET', '/sys/user/login/setting/sessions')).result.length]
    expect(now).toBe(sessions)
    const views = (await operator!('GET', '/sys/user/login/setting/views')).result
    expect(views).toHaveLength(before + 1)
    expect(views[0]).toMatchObject({ viewer: '管理员', now: true })
    // What was tried is the administrator's doing.
    await send('POST', '/rental/device/add', {})
    const logged = await until('the operation', async () => {
      const { result } = await admin!('GET', '/sys/log/list?pageSize=50&column=createTime&order=desc&logType=2')
      return (result.records as { userid: string; logContent: string }[]).find(({ logContent }) =>
        logContent.includes('看作 李伟'),
      )
    })
    expect(logged.userid).toBe('admin')
    expect((await send('POST', '/sys/user/viewAs/end', {})).message).toBe('已结束')
    expect((await send('GET', '/rental/orderMessage/list')).status).toBe(401)
    expect((await operator!('GET', '/sys/user/login/setting/views')).result[0]).toMatchObject({ now: false })
    const trace = await test.services.db
      .select()
      .from(dataLog)
      .where(eq(dataLog.dataId, accountId('operator')))
    expect(trace.map(({ dataContent }) => JSON.stringify(dataContent)).join()).toContain('管理员')
    const { result } = await admin!('GET', '/sys/log/list?pageSize=50&logType=1&keyWord=看作此人')
    expect(JSON.stringify(result.records)).toContain('不再看作此人')
  })

  it('ends with the session it was opened from, with the right to it, and after half an hour', async () => {
    const login = await test.anonymous('POST', '/sys/login', { username: 'admin', password: 'Volt#2026' })
    const own = { 'x-access-token': (login.result as { token: string }).token }
    const other: Send = (method, path, body) => test.anonymous(method, path, body, own)
    const { send } = await begin(other)
    expect((await send('GET', '/rental/orderMessage/list')).status).toBe(200)
    await other('POST', '/sys/logout', {})
    expect((await send('GET', '/rental/orderMessage/list')).status).toBe(401)
    const [row] = await test.services.db
      .select()
      .from(viewing)
      .where(eq(viewing.userId, accountId('operator')))
      .orderBy(sql`begin_time desc`)
      .limit(1)
    expect(Date.parse(row!.endTime) - Date.parse(row!.beginTime)).toBeLessThan(HALF_AN_HOUR)

    const late = await begin()
    expect((await late.send('GET', '/rental/orderMessage/list')).status).toBe(200)
    test.clock.pass(HALF_AN_HOUR / 1000)
    expect((await late.send('GET', '/rental/orderMessage/list')).status).toBe(401)
  })
})
