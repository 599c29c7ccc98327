/** What every approval promises: who is asked, what they are told, what a decision changes, and who may never decide. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { and, eq, inArray, like, sql } from 'drizzle-orm'
import { askWhoDecides, resumeApprovals } from '../../server/business/approval/asking.ts'
import { decideByClick } from '../../server/business/approval/click.ts'
import type { Chat } from '../../server/kernel/ports/chat.ts'
import { takeClick } from '../../server/chat/clicks.ts'
import { tableOf } from '../../server/db/table.ts'
import { notice, noticeBatch } from '../../server/db/notify-tables.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { deliveries } from '../../server/notify/deliveries.ts'
import { takeUpLeaves } from '../../server/system/deputies.ts'
import type { PretendSms } from '../../server/notify/sms.ts'
import { make } from '../make.ts'
import { allResources, resources } from '#resources/index.ts'
import { applyStates } from '#resources/partner/agentApply.ts'
import { providerLevels, subjectTypes } from '#resources/partner/levels.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, until, type Send, type TestApp } from '../product.ts'

describe.each([await oneKind()])('approvals on %s', (kind) => {
  let test: TestApp
  let [admin, operator, manager, viewer, other, colleague]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind, { lanes: { light: { most: 3 } } })
    ;[admin, operator, manager, viewer, other, colleague] = await Promise.all(
      ['admin', 'operator', 'ops_manager', 'viewer', 'two_tenants', 'two_departs'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const nameOf = new Map<string, string>()
  const names = async (userIds: readonly string[]) => {
    if (!nameOf.size) {
      const { result } = await admin!('GET', '/sys/user/list?pageSize=100')
      for (const { id, username } of result.records as { id: string; username: string }[]) nameOf.set(id, username)
    }
    return userIds.map((id) => nameOf.get(id) ?? id).sort()
  }
  const noticesOf = (recordId: string) =>
    test.services.db.select().from(notice).where(eq(notice.recordId, recordId)).orderBy(notice.createTime)
  const toldOf = async (noticeId: string) => {
    const rows = await test.services.db
      .select({ userId: deliveries.userId })
      .from(deliveries)
      .where(and(eq(deliveries.noticeId, noticeId), eq(deliveries.channel, 'web')))
    return names(rows.map(({ userId }) => String(userId)))
  }
  const asked = (id: string, count = 1) =>
    until(`${count} notices of ${id}`, async () => {
      const found = await noticesOf(id)
      return found.length >= count ? found : undefined
    })
  const look = async (path: string, id: string) => (await admin!('GET', `${path}/queryById?id=${id}`)).result
  const todosOf = async (send: Send) =>
    (await send('GET', '/sys/todo/list?pageSize=100')).result.records as {
      id: string
      title: string
      dueTime: string
    }[]

  const AGENT = '/rental/agentApply'
  const apply = async (over: Record<string, unknown> = {}, by = operator!) => {
    const draft = make(resources.agentApply, {
      applyLevel: providerLevels.province,
      subjectType: subjectTypes.firm,
      parentId: null,
      referrerId: null,
    })
    const reply = await by('POST', `${AGENT}/add`, { ...draft, creditCode: credit(), ...over })
    expect(reply.success, reply.message).toBe(true)
    return reply.result as { id: string; version: number; companyName: string; contactPhone: string; applyNo: string }
  }
  let credits = 10
  const credit = () => `91440300MA5${String((credits += 1)).padStart(7, '0')}`

  it('asks exactly those who may decide, and tells them what, how much and until when', async () => {
    const phone = '13612345678'
    const made = await apply({ contactPhone: phone }, colleague)
    const [told] = await asked(made.id)
    // Not the customer service, which may not, and not the person who asked.
    expect(await toldOf(told!.id)).toEqual(['admin', 'operator', 'ops_manager', 'two_tenants'])
    expect(told).toMatchObject({
      kind: 'todo',
      title: '代理商申请待初审',
      path: `/partner/agentApply/${made.id}`,
      state: 'open',
      choices: [
        { key: 'approve', label: '通过' },
        { key: 'reject', label: '驳回', danger: true, opens: true },
        { key: 'open', label: '打开', opens: true },
      ],
    })
    expect(told!.facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['联系人', '意向区域', '处理期限']))
    expect(JSON.stringify(told!.facts)).not.toContain(phone)
    expect((await todosOf(operator!)).map(({ id }) => id)).toContain(made.id)
    expect((await todosOf(colleague!)).map(({ id }) => id)).not.toContain(made.id)
    expect((await todosOf(viewer!)).map(({ id }) => id)).not.toContain(made.id)
  })

  it('stands in 我的待办 also behind hundreds that this person may not decide on', async () => {
    const made = await apply({}, colleague)
    const table = tableOf(resources.agentApply)
    const [row] = await test.services.db.select().from(table).where(eq(table.id, made.id))
    const older = Array.from({ length: 510 }, (_, n) => ({
      ...row!,
      id: `older${n}`,
      applyNo: `older${n}`,
      createBy: 'operator',
      createTime: '2020-01-01T00:00:00Z',
    }))
    await test.services.db.insert(table).values(older)
    expect((await todosOf(operator!)).map(({ id }) => id)).toContain(made.id)
    const { total } = (await manager!('GET', '/sys/todo/list?pageSize=1')).result
    expect(total).toBeGreaterThan(510)
    await test.services.db.delete(table).where(like(table.id, 'older%'))
  })

  it('waits for nobody any more when the record is deleted', async () => {
    const { serviceProvider, driverMessage } = resources
    const { path } = driverMessage
    const providers = await admin!('GET', `${serviceProvider.path}/list?status=1&pageSize=1`)
    const draft = make(driverMessage, { providerId: providers.result.records[0].id })
    const added = await admin!('POST', `${path}/add`, draft)
    expect(added.success, added.message).toBe(true)
    const { id } = added.result as { id: string }
    await asked(id)
    expect((await admin!('DELETE', `${path}/delete?id=${id}`)).message).toBe('删除成功!')
    const [told] = await noticesOf(id)
    expect(told).toMatchObject({ state: 'settled', good: false })
    expect(told!.outcome).toMatch(/^已由 .+ 于 \d\d:\d\d 删除$/)
  })

  it('is taken, and people sign in, while everybody else waits for the database or is sent away', async () => {
    const made = await apply({}, colleague)
    await asked(made.id)
    const { pool, settings } = test.services
    const held = await Promise.all(Array.from({ length: settings.databasePool }, () => pool.connect()))
    const room = settings.databasePool + 3
    const lists = Array.from({ length: room + 5 }, () => operator!('GET', '/rental/banner/list'))
    try {
      for (const { status, message, raw } of await Promise.all(lists.slice(room))) {
        expect([status, message]).toEqual([503, '系统繁忙，本次请求没有执行，请稍后重试'])
        expect(raw.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      }
      expect(await manager!('GET', `${AGENT}/queryById?id=${made.id}`)).toMatchObject({ result: { id: made.id } })
      const decision = await manager!('POST', `${AGENT}/approve`, { id: made.id, version: made.version })
      expect(decision.message).toBe('通过成功')
      const login = await test.anonymous('POST', '/sys/login', { username: 'viewer', password: PASSWORD })
      expect(login.message).toBe('登录成功')
      const headers = { 'x-access-token': login.result.token }
      for (const path of ['/sys/user/getUserInfo', '/sys/permission/getUserPermissionByToken'])
        expect(await test.anonymous('GET', path, undefined, headers)).toMatchObject({ status: 200, success: true })
      expect((await test.app.inject('/health')).json()).toMatchObject({ status: 'ok' })
    } finally {
      for (const client of held) client.release()
    }
    for (const list of await Promise.all(lists.slice(0, room))) expect(list.status).toBe(200)
  })

  it('passes from step to step, closes what was told, asks the next and never the first person again', async () => {
    const made = await apply({}, admin)
    await asked(made.id)
    expect((await manager!('POST', `${AGENT}/approve`, { id: made.id, version: 1 })).message).toBe('通过成功')
    const [first, second] = await asked(made.id, 2)
    expect(first).toMatchObject({
      state: 'settled',
      good: true,
      outcome: expect.stringMatching(/^已由 周敏 于 \d\d:\d\d 通过$/),
    })
    expect(await toldOf(second!.id)).toEqual(['two_tenants'])
    expect(second).toMatchObject({ title: '代理商申请待复审', choices: [{ key: 'review', opens: true }, {}, {}] })
    const again = await manager!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '5' })
    expect(again).toMatchObject({ success: false, message: '复审人不能与初审人相同' })
    expect((await todosOf(manager!)).map(({ id }) => id)).not.toContain(made.id)
    expect((await todosOf(other!)).map(({ id }) => id)).toContain(made.id)
  })

  it('opens provider, terms, department and login in one go, and sends the password to the phone only', async () => {
    const phone = '13612340001'
    const parent = (await admin!('GET', '/rental/serviceProvider/list?level=1&status=1&pageSize=1')).result.records[0]
    const made = await apply({
      applyLevel: providerLevels.city,
      parentId: parent.id,
      contactName: '韩梅',
      contactPhone: phone,
    })
    await operator!('POST', `${AGENT}/approve`, { id: made.id })
    // Somebody other than who asked decides.
    expect((await operator!('POST', `${AGENT}/approve`, { id: made.id })).success).toBe(false)
    await manager!('POST', `${AGENT}/approve`, { id: made.id })
    const tooMuch = await other!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '99.99' })
    expect(tooMuch).toMatchObject({ success: false, message: expect.stringContaining('最多还能给') })
    expect((await look(AGENT, made.id)).status).toBe('1')
    const reply = await other!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '1.50' })
    expect(reply, reply.message).toMatchObject({ success: true, message: '复审通过成功' })
    const done = await look(AGENT, made.id)
    expect(done).toMatchObject({ status: applyStates.passed, shareRatio: '1.50', providerId: expect.any(String) })
    const provider = await look('/rental/serviceProvider', done.providerId)
    expect(provider).toMatchObject({
      providerName: made.companyName,
      level: providerLevels.city,
      parentId: parent.id,
      contactName: '韩梅',
    })
    const terms = (await admin!('GET', `/rental/serviceProviderConfig/list?providerId=${done.providerId}`)).result
    expect(terms.records).toMatchObject([{ shareRatio: '1.50' }])
    const department = await look('/sys/sysDepart', provider.departId)
    expect(department).toMatchObject({ departName: made.companyName, parentId: parent.departId })

    const sms = test.services.sms as PretendSms
    const text = await until('the message', async () => sms.told.find(({ mobile }) => mobile === phone)?.text)
    const password = /初始密码 (\S+)，/.exec(text)![1]!
    const login = await test.anonymous('POST', '/sys/login', { username: phone, password })
    expect(login, login.message).toMatchObject({ success: true })
    expect(JSON.stringify(done)).not.toContain(password)
    expect(done.auditTrail.map(({ step, result }: Record<string, string>) => `${step}:${result}`)).toEqual([
      '申请:已提交',
      '初审:通过，待复审',
      '复审:通过',
      `开通:已开通登录账号 ${phone}`,
    ])
  })

  it('opens a login of another name for who was an agent before: what was the old one’s stays its own', async () => {
    const phone = '13612340008'
    await test.services.db.execute(
      sql`insert into sys_user (id, username, realname, delete_time) values ('left-agent', ${phone}, '韩梅', now())`,
    )
    const made = await apply({ applyLevel: providerLevels.province, parentId: null, contactPhone: phone })
    await manager!('POST', `${AGENT}/approve`, { id: made.id })
    const reply = await other!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '0.10' })
    expect(reply, reply.message).toMatchObject({ success: true })
    const { auditTrail } = await look(AGENT, made.id)
    expect(auditTrail.at(-1)).toMatchObject({ step: '开通', result: `已开通登录账号 ${made.applyNo}` })
    const sms = test.services.sms as PretendSms
    const text = await until('the message', async () => sms.told.find(({ mobile }) => mobile === phone)?.text)
    expect(text).toContain(made.applyNo)
    const password = /初始密码 (\S+)，/.exec(text)![1]!
    const login = await test.anonymous('POST', '/sys/login', { username: made.applyNo, password })
    expect(login, login.message).toMatchObject({ success: true })
  })

  it('sends a first password that never went out again by the clock, and one that did no second time', async () => {
    const phone = '13612340009'
    const sms = test.services.sms as PretendSms
    const { say } = sms
    const told = () => sms.told.filter(({ mobile }) => mobile === phone)
    sms.say = () => Promise.reject(new Error('短信服务不可用'))
    const made = await apply({ applyLevel: providerLevels.province, parentId: null, contactPhone: phone })
    await manager!('POST', `${AGENT}/approve`, { id: made.id })
    const reply = await other!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '1.50' })
    expect(reply, reply.message).toMatchObject({ success: true })
    const { rows } = await test.services.db.execute<{ id: string }>(
      sql`select id from sys_user where username = ${phone}`,
    )
    const sent = sql`from pgboss.job where name = 'first-password' and data->>'userId' = ${rows[0]!.id}`
    const states = async () =>
      (await test.services.db.execute<{ state: string }>(sql`select state::text ${sent}`)).rows.map(
        ({ state }) => state,
      )
    await until('the first try', async () => (await states()).includes('retry'))
    // Its tries are used up.
    await test.services.db.execute(
      sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'first-password' and state = 'retry'`,
    )
    sms.say = say
    const byClock = () => timedWork('move-by-clock')!.run(test.services, {})
    // The queue may still be at it.
    await byClock()
    expect(await states()).toEqual(['failed'])
    test.clock.pass(4 * 3600)
    try {
      await byClock()
      await byClock()
      await until('the message', async () => told().length)
      await until('its end', async () => (await states()).includes('completed'))
      test.clock.pass(86_400)
      await byClock()
    } finally {
      test.clock.pass(-4 * 3600 - 86_400)
    }
    expect(await states()).toHaveLength(2)
    expect(told()).toHaveLength(1)
  })

  it('refuses a name or phone that is taken, clearly and without leaving half of it', async () => {
    const taken = (await admin!('GET', '/rental/serviceProvider/list?pageSize=1')).result.records[0].providerName
    const draft = make(resources.agentApply, {
      applyLevel: providerLevels.province,
      parentId: null,
      referrerId: null,
      creditCode: credit(),
    })
    expect(await operator!('POST', `${AGENT}/add`, { ...draft, companyName: taken })).toMatchObject({
      success: false,
      message: expect.stringContaining(`服务商名称“${taken}”已存在`),
    })
    expect(await operator!('POST', `${AGENT}/add`, { ...draft, contactPhone: '13800010001' })).toMatchObject({
      success: false,
      message: expect.stringContaining('该手机号已有登录账号'),
    })
    // Two applications for one phone may wait; the second to be approved is refused.
    const phone = '13511112222'
    const [a, b] = [await apply({ contactPhone: phone }), await apply({ contactPhone: phone })]
    for (const { id } of [a, b]) await manager!('POST', `${AGENT}/approve`, { id })
    expect((await other!('POST', `${AGENT}/review`, { id: a.id, shareRatio: '1' })).success).toBe(true)
    const late = await other!('POST', `${AGENT}/review`, { id: b.id, shareRatio: '1' })
    expect(late).toMatchObject({ success: false, message: '该手机号已有登录账号，请更换手机号' })
    expect(await look(AGENT, b.id)).toMatchObject({ status: applyStates.review, providerId: null })
    const made = await admin!('GET', `/rental/serviceProvider/list?providerName=${encodeURIComponent(b.companyName)}`)
    expect(made.result.total).toBe(0)
    expect((await other!('POST', `${AGENT}/reject`, { id: b.id })).status).toBe(400)
    expect((await other!('POST', `${AGENT}/reject`, { id: b.id, reason: '重复申请' })).success).toBe(true)
    expect((await look(AGENT, b.id)).status).toBe('3')
  })

  it('lets only one of two racing approvers win, and says who it was', async () => {
    const made = await apply()
    const both = await Promise.all([
      manager!('POST', `${AGENT}/approve`, { id: made.id, version: 1 }),
      other!('POST', `${AGENT}/reject`, { id: made.id, version: 1, reason: '材料不全' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)!.message).toMatch(/^已由 (周敏|郑海燕) 于 \d\d:\d\d (通过|驳回)/)
    const stale = await other!('POST', `${AGENT}/review`, { id: made.id, version: 1, shareRatio: '1' })
    expect(stale.status).toBe(409)
  })

  it('asks again after a restart about everything that waits, once', async () => {
    await resumeApprovals(test.services)
    const count = async (...told: string[]) => {
      const { rows } = await test.services.db.execute<{ resource: string; count: number }>(
        sql`select resource, count(*)::int as count from ${notice} where ${inArray(notice.kind, told)} and resource is not null group by 1`,
      )
      return new Map(rows.map((row) => [row.resource, row.count]))
    }
    const kinds = allResources()
      .flatMap(({ approval, name }) => (approval ? [name] : []))
      .sort()
    const first = await until(
      'a notice of every kind',
      async () => {
        const told = await count('todo', 'overdue')
        return kinds.every((name) => told.has(name)) ? told : undefined
      },
      240,
    )
    expect([...first.keys()].sort()).toEqual(kinds)
    const idle = () =>
      until(
        'an empty queue',
        async () => {
          const { rows } = await test.services.db.execute(
            sql`select 1 from pgboss.job where name = 'approval' and state in ('created', 'retry', 'active') and start_after <= now() limit 1`,
          )
          return !rows.length
        },
        240,
      )
    await idle()
    // Only what is asked: what the demo has long had to do becomes overdue meanwhile.
    const all = await count('todo')
    await resumeApprovals(test.services)
    await idle()
    expect(await count('todo')).toEqual(all)
  })

  it('reminds, and tells those above when time is up, but not about what was decided', async () => {
    const made = await apply()
    const [first] = await asked(made.id)
    const job = (what: 'reminded' | 'overdue') =>
      askWhoDecides(test.services, { what, resource: 'agentApply', id: made.id, turn: 1 })
    await job('reminded')
    await job('overdue')
    await job('overdue')
    const all = await noticesOf(made.id)
    expect(all.map(({ kind: what, title }) => `${what} ${title}`)).toEqual([
      'todo 代理商申请待初审',
      'todo 即将超时：代理商申请待初审',
      'overdue 超时升级：代理商申请待初审',
    ])
    // The chiefs of operations, and who leads a department above.
    expect(await toldOf(all[2]!.id)).toEqual(['admin', 'ops_manager', 'two_tenants'])
    expect(all[2]!.choices).toBeNull()
    await manager!('POST', `${AGENT}/reject`, { id: made.id, reason: '区域已满' })
    await job('overdue')
    const after = await noticesOf(made.id)
    expect(after).toHaveLength(3)
    expect(after.every(({ state }) => state === 'settled')).toBe(true)
    expect(first!.id).toBe(after[0]!.id)
  })

  it('looks again until there is somebody who may decide, and asks them', async () => {
    const made = await apply()
    const { db, pool } = test.services
    const [table, tenants] = [tableOf(resources.agentApply), tableOf(resources.sysTenant)]
    const [row] = await db.select().from(table).where(eq(table.id, made.id))
    const id = `${made.id}-7`
    const [tenant] = await db.select().from(tenants).where(eq(tenants.id, '1'))
    await db.insert(tenants).values({ ...tenant!, id: '7', name: '新租户' })
    await db.insert(table).values({ ...row!, id, tenantId: 7 })
    const ask = (round?: number) =>
      askWhoDecides(test.services, { what: 'asked', resource: 'agentApply', id, turn: 0, ...(round && { round }) })
    await ask()
    expect(await noticesOf(id)).toEqual([])
    const rounds = async () =>
      (
        await pool.query<{ round: string; minutes: number }>(
          `select data->>'round' as round, round(extract(epoch from start_after - now()) / 60)::int as minutes
            from pgboss.job where name = 'approval' and data->>'id' = $1 and data ? 'round' order by 1`,
          [id],
        )
      ).rows
    expect(await rounds()).toEqual([{ round: '1', minutes: 10 }])
    await ask(1)
    expect((await rounds()).map(({ round }) => round)).toEqual(['1', '2'])
    await pool.query(`update sys_user set rel_tenant_ids = '1,7' where username = 'admin'`)
    await ask(2)
    const [told] = await noticesOf(id)
    expect(await toldOf(told!.id)).toEqual(['admin'])

    // Who was asked leaves before the reminder: somebody else is looked for from then on.
    const remind = (round?: number) =>
      askWhoDecides(test.services, { what: 'reminded', resource: 'agentApply', id, turn: 0, ...(round && { round }) })
    await pool.query(`update sys_user set rel_tenant_ids = '1' where username = 'admin'`)
    await remind()
    expect((await rounds()).map(({ round }) => round)).toEqual(['1', '1', '2'])
    await pool.query(`update sys_user set rel_tenant_ids = '1,7' where username = 'admin'`)
    await remind(1)
    const reminder = (await noticesOf(id)).find(({ title }) => title === '即将超时：代理商申请待初审')!
    expect(await toldOf(reminder.id)).toEqual(['admin'])
    await db.delete(table).where(eq(table.id, id))
    await pool.query(`update sys_user set rel_tenant_ids = '1' where username = 'admin'`)
  })

  it('tells those above that nobody may decide, once, and that time is up all the same', async () => {
    const made = await apply()
    const { db, pool } = test.services
    const table = tableOf(resources.agentApply)
    const [row] = await db.select().from(table).where(eq(table.id, made.id))
    const tenants = tableOf(resources.sysTenant)
    const [tenant] = await db.select().from(tenants).where(eq(tenants.id, '1'))
    await db.insert(tenants).values({ ...tenant!, id: '8', name: '无人审批的租户' })
    const id = `${made.id}-8`
    // Its only administrator is who asked for it.
    await db.insert(table).values({ ...row!, id, tenantId: 8, createBy: 'admin' })
    await pool.query(`update sys_user set rel_tenant_ids = '1,8' where username = 'admin'`)
    const works = (what: 'asked' | 'reminded' | 'overdue', round?: number) =>
      askWhoDecides(test.services, { what, resource: 'agentApply', id, turn: 0, ...(round && { round }) })
    const said = async () => (await noticesOf(id)).map(({ kind: what, title }) => `${what} ${title}`)
    await works('asked')
    await works('asked', 1)
    await works('reminded')
    expect(await said()).toEqual(['overdue 无人可审批：代理商申请待初审'])
    const { rows } = await pool.query<{ hours: number }>(
      `select extract(epoch from start_after - $2::timestamptz)::float8 / 3600 as hours from pgboss.job
        where name = 'approval' and data->>'id' = $1 and data->>'what' = 'overdue'`,
      [id, row!.dueTime],
    )
    expect(rows.map(({ hours }) => Math.round(hours))).toEqual([0])
    await works('overdue')
    await works('overdue')
    expect(await said()).toEqual(['overdue 无人可审批：代理商申请待初审', 'overdue 超时升级：代理商申请待初审'])
    for (const told of await noticesOf(id)) {
      expect(await toldOf(told.id)).toEqual(['admin'])
      expect(told.choices).toBeNull()
    }
    await db.delete(table).where(eq(table.id, id))
    await pool.query(`update sys_user set rel_tenant_ids = '1' where username = 'admin'`)
  })

  it('lets only the applicant take back what waits', async () => {
    const made = await apply()
    const stranger = await manager!('POST', `${AGENT}/withdraw`, { id: made.id })
    expect(stranger).toMatchObject({ success: false, message: '只有提交人可以撤回' })
    expect((await operator!('POST', `${AGENT}/withdraw`, { id: made.id })).success).toBe(true)
    expect((await manager!('POST', `${AGENT}/approve`, { id: made.id })).status).toBe(409)
  })

  describe('a deputy', () => {
    const at = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
    const idOf = async (username: string) => {
      await names([])
      return [...nameOf].find(([, name]) => name === username)![0]
    }

    it('is named by the person for a time of their own choosing, and by nobody else', async () => {
      const [deputyId, viewerId] = [await idOf('viewer'), await idOf('viewer')]
      const entry = { deputyId, beginTime: at(-1), endTime: at(24), reason: '休假' }
      const name = (by: Send, over: object) => by('POST', '/sys/deputy/add', { ...entry, ...over })
      expect(await name(manager!, { deputyId: await idOf('ops_manager') })).toMatchObject({
        status: 400,
        message: '代理人不能是本人',
      })
      expect(await name(manager!, { endTime: at(-2) })).toMatchObject({
        status: 400,
        message: '结束时间须晚于开始时间',
      })
      expect((await name(manager!, { deputyId: 'nobody' })).status).toBe(404)
      expect((await name(manager!, { endTime: at(24 * 91) })).message).toContain('最长 90 天')
      expect((await name(operator!, { userId: viewerId })).message).toBe('只能为自己设置代理人')
      const made = await name(manager!, {})
      expect(made, made.message).toMatchObject({ success: true })
      expect((await name(manager!, {})).message).toBe('这段时间已有代理人，请先修改或删除')
      // A restored backup brings no queue: a leave that is still to come begins all the same, and once.
      const later = await name(manager!, { beginTime: at(48), endTime: at(72) })
      const { pool } = test.services
      await pool.query(`delete from pgboss.job where name = 'leave-begins'`)
      expect([await takeUpLeaves(test.services), await takeUpLeaves(test.services)]).toEqual([2, 0])
      // Nodes that start together; one that was given up, and one that was done before it was time.
      const states = async () =>
        (
          await pool.query<{ state: string }>(
            `select state::text from pgboss.job where name = 'leave-begins' and data->>'id' = $1 order by created_on`,
            [later.result.id],
          )
        ).rows.map(({ state }) => state)
      for (const [ended, count] of [
        ['failed', 2],
        ['completed', 3],
      ] as const) {
        await pool.query(
          `update pgboss.job set state = $2, completed_on = now() where name = 'leave-begins' and data->>'id' = $1`,
          [later.result.id, ended],
        )
        await Promise.all([takeUpLeaves(test.services), takeUpLeaves(test.services)])
        expect(await states()).toHaveLength(count)
      }
      await pool.query(
        `delete from pgboss.job where name = 'leave-begins' and data->>'id' = $1 and state <> 'created'`,
        [later.result.id],
      )
      const { rows: begins } = await pool.query<{ hours: number }>(
        `select extract(epoch from start_after - now())::float8 / 3600 as hours from pgboss.job
          where name = 'leave-begins' and data->>'id' = $1`,
        [later.result.id],
      )
      expect(begins[0]!.hours).toBeCloseTo(48, 0)
      expect((await manager!('DELETE', `/sys/deputy/delete?id=${later.result.id}`)).success).toBe(true)
      const everybody = (await admin!('GET', '/sys/deputy/list')).result as { id: string; may: string[] }[]
      expect(everybody).toMatchObject([{ id: made.result.id, may: ['edit', 'delete'] }])
      expect((await operator!('GET', '/sys/deputy/list')).result).toEqual([])
      const stranger = await operator!('DELETE', `/sys/deputy/delete?id=${made.result.id}`)
      expect(stranger.status).toBe(404)
      const seen = (await viewer!('GET', '/sys/deputy/list')).result as {
        deputyId_dictText: string
        active: boolean
        may: string[]
      }[]
      expect(seen).toMatchObject([{ userId_dictText: '周敏', active: true, may: [] }])
    })

    it('sees and decides what the principal may, under both names', async () => {
      const made = await apply({}, colleague)
      const own = (await todosOf(viewer!)) as { id: string; principal?: string | null }[]
      expect(own.find(({ id }) => id === made.id)).toMatchObject({ principal: '周敏' })
      const record = await viewer!('GET', `${AGENT}/queryById?id=${made.id}`)
      expect(record.result).toMatchObject({ actingFor: '周敏' })
      expect(record.result.may).toEqual(expect.arrayContaining(['approve', 'reject']))
      // Deciding is handed over, nothing else.
      expect((await viewer!('PUT', `${AGENT}/edit`, { id: made.id, version: 1, contactName: '改' })).status).toBe(403)
      const decided = await viewer!('POST', `${AGENT}/approve`, { id: made.id, version: 1 })
      expect(decided, decided.message).toMatchObject({ success: true })
      const line = (await look(AGENT, made.id)).auditTrail.at(-1)
      expect(line).toMatchObject({
        person: '赵明（代 周敏）',
        personId: await idOf('viewer'),
        principalId: await idOf('ops_manager'),
      })
      // The principal is the first person too.
      expect(await manager!('POST', `${AGENT}/review`, { id: made.id, shareRatio: '1' })).toMatchObject({
        success: false,
        message: '复审人不能与初审人相同',
      })
      const late = await other!('POST', `${AGENT}/approve`, { id: made.id })
      expect(late).toMatchObject({
        status: 409,
        message: expect.stringMatching(/^已由 赵明（代 周敏） 于 \d\d:\d\d 通过$/),
      })
      const history = (await manager!('GET', '/sys/todo/decided?pageSize=5')).result.records
      expect(history[0]).toMatchObject({ id: made.id, person: '赵明（代 周敏）', result: '通过，待复审' })
    })

    it('decides nothing once they are an outside partner, and nothing in a tenant they were not named in', async () => {
      const { db } = test.services
      const viewerId = await idOf('viewer')
      const made = await apply({}, colleague)
      const mayDecide = async () => {
        const listed = (await todosOf(viewer!)).some(({ id }) => id === made.id)
        const { status } = await viewer!('POST', `${AGENT}/approve`, { id: made.id, version: 99 })
        expect(status).toBe(listed ? 409 : 403)
        return listed
      }
      expect(await mayDecide()).toBe(true)
      const { rows } = await db.execute<{ dep_id: string }>(
        sql`delete from sys_user_depart where user_id = ${viewerId} returning dep_id`,
      )
      await db.execute(sql`insert into sys_user_depart (user_id, dep_id)
        select ${viewerId}, depart_id from rental_service_provider where depart_id is not null and tenant_id = 1 limit 1`)
      expect(await mayDecide()).toBe(false)
      await db.execute(sql`delete from sys_user_depart where user_id = ${viewerId}`)
      for (const { dep_id } of rows)
        await db.execute(sql`insert into sys_user_depart (user_id, dep_id) values (${viewerId}, ${dep_id})`)
      expect(await mayDecide()).toBe(true)
      await db.execute(sql`update sys_deputy set tenant_id = 2`)
      expect(await mayDecide()).toBe(false)
      await db.execute(sql`update sys_deputy set tenant_id = 1`)
    })

    it('does not decide on what the principal asked for, nor after the time is over', async () => {
      const made = await apply({}, manager)
      expect((await todosOf(viewer!)).map(({ id }) => id)).not.toContain(made.id)
      const reply = await viewer!('POST', `${AGENT}/approve`, { id: made.id })
      expect(reply).toMatchObject({ success: false, message: '不能审批自己提交的代理商申请' })
      const [entry] = (await manager!('GET', '/sys/deputy/list')).result as { id: string }[]
      expect((await manager!('DELETE', `/sys/deputy/delete?id=${entry!.id}`)).success).toBe(true)
      const after = await apply({}, colleague)
      expect((await viewer!('POST', `${AGENT}/approve`, { id: after.id })).status).toBe(403)
      expect((await todosOf(viewer!)).map(({ id }) => id)).not.toContain(after.id)
    })
  })

  it('takes a button of a card as the same decision: once, with the rights of who pressed it', async () => {
    const settled: { text: string; userIds: readonly string[] }[] = []
    const chat = {
      name: 'wecom',
      label: '企业微信',
      corpId: 'corp',
      // The notice of the application goes out by it, too.
      mostReceivers: () => 100,
      personLimits: [],
      send: () => Promise.resolve({ receipt: {}, refused: [] }),
      settle: async (_receipt: unknown, outcome: { text: string; userIds: readonly string[] }) =>
        void settled.push(outcome),
    } as unknown as Chat
    ;(test.services.chats as Map<string, Chat>).set('wecom', chat)
    await names([])
    for (const username of ['ops_manager', 'viewer'])
      await test.services.db.insert(tableOf(resources.sysThirdAccount)).values({
        id: `third-${username}`,
        tenantId: 1,
        thirdType: 'wechat_enterprise',
        corpId: 'corp',
        thirdUserId: username,
        sysUserId: [...nameOf].find(([, name]) => name === username)![0],
        status: 1,
      } as never)
    const made = await apply({}, colleague)
    const [told] = await asked(made.id)
    const batch = `batch${kind}`
    await test.services.db.insert(noticeBatch).values({
      id: batch,
      noticeId: told!.id,
      tenantId: 1,
      channel: 'wecom',
      userIds: [],
      chatUserIds: [],
      state: 'cancelled',
    })
    const click = (id: string, userId: string, choice = 'approve', message = batch) =>
      takeClick(test.services, { chat: 'wecom', click: { id, userId, choice, message, receipt: {} } }, decideByClick)
    await click('c1', 'viewer')
    expect(settled.at(-1)).toMatchObject({ text: '无权限', userIds: ['viewer'] })
    await click('c2', 'stranger')
    await click('c3', 'ops_manager', 'reject')
    await click('c4', 'ops_manager', 'approve', 'no-such-card')
    expect(await look(AGENT, made.id)).toMatchObject({ status: applyStates.waiting, version: 1 })
    await Promise.all([click('c5', 'ops_manager'), click('c5', 'ops_manager')])
    await click('c5', 'ops_manager')
    const row = await look(AGENT, made.id)
    expect(row).toMatchObject({ status: applyStates.review, version: 2 })
    expect(row.auditTrail.at(-1)).toMatchObject({ person: '周敏', host: '企业微信' })
    expect(row.auditTrail).toHaveLength(2)
    await click('c6', 'ops_manager')
    expect(settled.at(-1)!.text).toMatch(/^已由 周敏 于 \d\d:\d\d 通过$/)
    ;(test.services.chats as Map<string, Chat>).delete('wecom')
  })
})
