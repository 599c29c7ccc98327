import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageCategories, releaseStates } from '#resources/system/announcement.ts'
import { accountId } from '../../demo/accounts.ts'
import { oneKind } from '../databases.ts'
import { localTime } from '../../server/resource/write.ts'
import { tellBegun } from '../../server/notify/announcements.ts'
import { takeUpLostJobs } from '../../server/notify/lost-jobs.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { clerkOf } from './clerk.ts'

const ANNOUNCE = '/sys/annountCement'
const MINE = '/sys/sysAnnouncementSend'

interface Unread {
  anntMsgList: { id: string; titile: string; priority: string; readFlag: string; sender_dictText: string }[]
  anntMsgTotal: number
  sysMsgList: unknown[]
  sysMsgTotal: number
}

describe.each([await oneKind()])('announcements on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let operator: Send
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    operator = await test.as('operator')
  })
  afterAll(() => test.close())
  const { person } = clerkOf(() => ({ test, admin }))

  const unread = async (who: Send) => (await who('GET', `${ANNOUNCE}/listByUser?pageSize=50`)).result as Unread
  const draft = (titile: string, more: Record<string, unknown> = {}) => ({
    titile,
    msgCategory: messageCategories.announcement,
    priority: 'M',
    msgType: 'ALL',
    msgContent: '<p>正文</p>',
    ...more,
  })
  async function add(titile: string, more: Record<string, unknown> = {}): Promise<string> {
    const reply = await admin('POST', `${ANNOUNCE}/add`, draft(titile, more))
    expect(reply).toMatchObject({ success: true, message: '添加成功！' })
    return (reply.result as { id: string }).id
  }
  const release = (id: string) => admin('GET', `${ANNOUNCE}/doReleaseData?id=${id}`)
  const has = async (who: Send, id: string) => (await unread(who)).anntMsgList.some((message) => message.id === id)

  it('demo accounts start with unread announcements of the three priorities', async () => {
    const { anntMsgList, anntMsgTotal } = await unread(operator)
    expect(anntMsgTotal).toBe(3)
    expect(new Set(anntMsgList.map(({ priority }) => priority))).toEqual(new Set(['L', 'M', 'H']))
    expect(anntMsgList.every(({ readFlag }) => readFlag === '0')).toBe(true)
    const manager = await unread(await test.as('ops_manager'))
    expect(manager.anntMsgList).toContainEqual(
      expect.objectContaining({ openType: 'component', openPage: 'rental/UserWithdrawalList' }),
    )
  })

  it('add, release, read, revoke: receivers see it at once and no longer', async () => {
    const id = await add('停车场设备巡检')
    expect(await has(operator, id)).toBe(false)
    expect(await release(id)).toMatchObject({ status: 200, success: true, message: '该系统通知发布成功' })
    const { anntMsgList } = await unread(operator)
    expect(anntMsgList[0]).toMatchObject({ id, titile: '停车场设备巡检', sender: 'admin', sender_dictText: '管理员' })
    // Twice is not once more.
    expect((await release(id)).status).toBe(409)
    expect((await admin('GET', `${ANNOUNCE}/queryById?id=${id}`)).result).toMatchObject({
      sendStatus: releaseStates.released,
      sender: 'admin',
    })

    const before = (await unread(operator)).anntMsgTotal
    const read = await operator('PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: id })
    expect(read.success).toBe(true)
    expect((await unread(operator)).anntMsgTotal).toBe(before - 1)
    const { result: listed } = await admin('GET', `${ANNOUNCE}/list?titile=停车场设备巡检`)
    expect(listed.records[0]).toMatchObject({ readCount: 1 })
    expect(listed.records[0].receiverCount).toBeGreaterThan(1)
    const mine = await operator('GET', `${MINE}/getMyAnnouncementSend?titile=巡检&pageSize=5`)
    expect(mine.result).toMatchObject({
      total: 1,
      records: [{ anntId: id, readFlag: '1', msgCategory: messageCategories.announcement }],
    })
    const sendId = (mine.result as { records: { id: string }[] }).records[0]!.id
    expect((await operator('GET', `${MINE}/getOne?sendId=${sendId}`)).result).toMatchObject({ anntId: id })
    expect((await (await test.as('viewer'))('GET', `${MINE}/getOne?sendId=${sendId}`)).status).toBe(404)

    expect(await admin('GET', `${ANNOUNCE}/doReovkeData?id=${id}`)).toMatchObject({ message: '该系统通知撤销成功' })
    expect(await has(await test.as('viewer'), id)).toBe(false)
    expect((await operator('GET', `${ANNOUNCE}/queryById?id=${id}`)).status).toBe(404)
    // Released again it is new for everybody.
    await release(id)
    expect(await has(operator, id)).toBe(true)
    // Released again to others it is theirs alone.
    await admin('GET', `${ANNOUNCE}/doReovkeData?id=${id}`)
    const { result: now } = await admin('GET', `${ANNOUNCE}/queryById?id=${id}`)
    const narrowed = { ...now, msgType: 'USER', userIds: accountId('viewer'), msgContent: '<p>只给一个人</p>' }
    expect(await admin('PUT', `${ANNOUNCE}/edit`, narrowed)).toMatchObject({ success: true })
    await release(id)
    expect([await has(operator, id), await has(await test.as('viewer'), id)]).toEqual([false, true])
    expect((await operator('GET', `${MINE}/getOne?sendId=${sendId}`)).status).toBe(404)
    expect((await admin('GET', `${ANNOUNCE}/list?titile=停车场设备巡检`)).result.records[0].receiverCount).toBe(1)
  })

  it('released again to all it is no longer theirs who left the staff', async () => {
    const roles = (await admin('GET', '/sys/role/list?pageSize=50')).result.records as {
      id: string
      roleCode: string
    }[]
    const role = roles.find(({ roleCode }) => roleCode !== 'admin')!
    const leaver = await person({ selectedroles: role.id })
    const send = await test.as(leaver.username)
    const id = await add('内部公告')
    await release(id)
    expect(await has(send, id)).toBe(true)
    await admin('GET', `${ANNOUNCE}/doReovkeData?id=${id}`)
    const left = await admin('DELETE', `/sys/user/deleteUserRole?roleId=${role.id}&userId=${leaver.id}`)
    expect(left.success, left.message).toBe(true)
    await release(id)
    expect([await has(send, id), await has(operator, id)]).toEqual([false, true])
    expect((await send('GET', `${ANNOUNCE}/queryById?id=${id}`)).status).toBe(404)
  })

  describe('between its start and its end', () => {
    const at = (seconds: number) => localTime(test.services, new Date(Date.now() + seconds * 1000))
    const count = async () => (await operator('GET', `${ANNOUNCE}/getUnreadMessageCount`)).result.systemCount as number
    const told = async (id: string) =>
      (await test.services.pool.query('select id from sys_notice where record_id = $1', [id])).rows.length

    it('is there, and neither before nor after: in the bell, its count, and the public page', async () => {
      const before = await count()
      const id = await add('现在', { startTime: at(-60), endTime: at(3600) })
      await release(id)
      expect([await has(operator, id), await count(), await told(id)]).toEqual([true, before + 1, 1])
      expect((await test.anonymous('GET', `${ANNOUNCE}/show/${id}`)).status).toBe(200)
      for (const times of [
        { startTime: at(86_400), endTime: at(90_000) },
        { startTime: at(-7200), endTime: at(-3600) },
      ]) {
        const other = await add('不是现在', times)
        expect((await release(other)).success).toBe(true)
        expect([await has(operator, other), await count(), await told(other)]).toEqual([false, before + 1, 0])
        expect((await test.anonymous('GET', `${ANNOUNCE}/show/${other}`)).status).toBe(404)
        expect((await operator('GET', `${ANNOUNCE}/queryById?id=${other}`)).status).toBe(404)
        expect((await operator('PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: other })).status).toBe(404)
        expect(await admin('GET', `${ANNOUNCE}/syncNotic?anntId=${other}`)).toMatchObject({
          success: false,
          message: '现在不在公告的开始时间与结束时间之间，没有提醒',
        })
        // Who looks after announcements sees it.
        expect((await admin('GET', `${ANNOUNCE}/queryById?id=${other}`)).result).toMatchObject({ titile: '不是现在' })
      }
    })

    it('calls people at its start, once, if it is still released by then', async () => {
      const { pool } = test.services
      const jobs = async (id: string) =>
        (
          await pool.query<{ seconds: number; state: string }>(
            `select extract(epoch from start_after - now())::float8 as seconds, state::text from pgboss.job
              where name = 'announcement-begins' and data->>'id' = $1 order by created_on`,
            [id],
          )
        ).rows
      const later = { startTime: at(3600), endTime: at(7200) }
      const [id, revoked, other] = [await add('到时提醒', later), await add('已撤', later), await add('改期', later)]
      for (const one of [id, revoked, other]) await release(one)
      expect((await jobs(id))[0]!.seconds / 60).toBeCloseTo(60, 0)
      await admin('GET', `${ANNOUNCE}/doReovkeData?id=${revoked}`)
      // Released with another start, and at once: the job of the first start calls nobody.
      await admin('GET', `${ANNOUNCE}/doReovkeData?id=${other}`)
      const { result: now } = await admin('GET', `${ANNOUNCE}/queryById?id=${other}`)
      expect(await admin('PUT', `${ANNOUNCE}/edit`, { ...now, startTime: at(-60) })).toMatchObject({ success: true })
      await release(other)
      expect(await told(other)).toBe(1)
      // Too soon: the clock was put back.
      await tellBegun(test.services, id)
      expect([await told(id), (await jobs(id)).length]).toEqual([0, 2])

      const clock = { now: () => new Date(Date.now() + 3_700_000) }
      const then = { ...test.services, clock }
      for (const one of [id, revoked, other]) await tellBegun(then, one)
      await Promise.all([tellBegun(then, id), tellBegun(then, id)])
      expect([await told(id), await told(revoked), await told(other)]).toEqual([1, 0, 1])
      const { rows } = await pool.query<{ facts: unknown; receivers: number }>(
        `select facts, (select count(*)::int from sys_notify_delivery d where d.notice_id = n.id) as receivers
          from sys_notice n where record_id = $1`,
        [id],
      )
      expect(rows[0]!.facts).toEqual([{ label: '发布人', text: '管理员' }])
      expect(rows[0]!.receivers).toBeGreaterThan(1)
    })

    it('is called for after a restore, which brings no queue, and whose job was given up', async () => {
      const { pool } = test.services
      const [ahead, missed] = [await add('待恢复', { startTime: at(3600) }), await add('错过', { startTime: at(3600) })]
      await release(ahead)
      await release(missed)
      await pool.query(
        `update sys_announcement set start_time = now() - interval '10 seconds', send_time = now() - interval '1 hour'
          where id = $1`,
        [missed],
      )
      await pool.query(`delete from pgboss.job where name = 'announcement-begins'`)
      const states = async () =>
        (
          await pool.query<{ state: string }>(
            `select state::text from pgboss.job where name = 'announcement-begins' and data->>'id' = $1 order by created_on`,
            [ahead],
          )
        ).rows.map(({ state }) => state)
      await Promise.all([takeUpLostJobs(test.services), takeUpLostJobs(test.services)])
      await until('the call', async () => (await told(missed)) === 1)
      expect(await states()).toEqual(['created'])
      await pool.query(`update pgboss.job set state = 'failed' where data->>'id' = $1`, [ahead])
      await takeUpLostJobs(test.services)
      await takeUpLostJobs(test.services)
      expect(await states()).toEqual(['failed', 'created'])
      expect(await told(missed)).toBe(1)
    })

    it('appears at its start, unread although all was read before, and goes at its end', async () => {
      const id = await add('稍后', { startTime: at(86_400), endTime: at(90_000) })
      await release(id)
      expect((await operator('PUT', `${MINE}/readAll`)).success).toBe(true)
      expect(await count()).toBe(0)
      const move = (from: string, to: string) =>
        test.services.pool.query(
          `update sys_announcement set start_time = now() + $2::interval, end_time = now() + $3::interval where id = $1`,
          [id, from, to],
        )
      await move('-1 second', '1 hour')
      expect([await has(operator, id), await count()]).toEqual([true, 1])
      await move('-1 hour', '-1 second')
      expect([await has(operator, id), await count()]).toEqual([false, 0])
    })
  })

  it('reaches only the chosen people, however the ids are joined', async () => {
    const id = await add('财务对账', { msgType: 'USER', userIds: `${accountId('finance')},${accountId('cashier')},` })
    await release(id)
    expect(await has(await test.as('finance'), id)).toBe(true)
    expect(await has(await test.as('cashier'), id)).toBe(true)
    expect(await has(operator, id)).toBe(false)
    expect((await operator('GET', `${ANNOUNCE}/queryById?id=${id}`)).status).toBe(404)
    expect((await operator('PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: id })).status).toBe(404)
    expect((await admin('GET', `${ANNOUNCE}/queryById?id=${id}`)).result).toMatchObject({
      userIds: `${accountId('finance')},${accountId('cashier')},`,
    })
    const nobody = await admin('POST', `${ANNOUNCE}/add`, draft('无人', { msgType: 'USER' }))
    expect(nobody).toMatchObject({ status: 400, message: expect.stringContaining('请选择指定用户') as string })
    const strangers = await admin('POST', `${ANNOUNCE}/add`, draft('外人', { msgType: 'USER', userIds: 'nobody-1' }))
    expect(strangers.status).toBe(400)
  })

  it('stays within the tenant', async () => {
    const id = await add('本租户')
    await release(id)
    const other = await test.app.inject({
      method: 'GET',
      url: `/jeecg-boot${ANNOUNCE}/listByUser?pageSize=50`,
      headers: {
        'x-access-token': (
          await test.anonymous('POST', '/sys/login', { username: 'two_tenants', password: 'Volt#2026' })
        ).result.token,
        'x-tenant-id': '2',
      },
    })
    const { result } = other.json<{ result: Unread }>()
    expect(result.anntMsgTotal).toBe(0)
  })

  it('keeps no script, whichever way it comes', async () => {
    const attacks = [
      '<img/src=x/onerror=alert(1)>',
      '<img src=x onerror=alert(1)>',
      '<img src="x"onerror="alert(1)">',
      '<script>alert(1)</script>',
      '<a href="javascript:alert(1)">x</a>',
      '<svg onload=alert(1)>',
      '<p style="background:url(javascript:alert(1))">x</p>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<img src="data:text/html,<script>alert(1)</script>">',
      '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
    ]
    const id = await add('<b>标题</b>&', { msgContent: `<p>好</p>${attacks.join('')}` })
    await release(id)
    const row = (await admin('GET', `${ANNOUNCE}/queryById?id=${id}`)).result as { msgContent: string }
    expect(row.msgContent).toContain('<p>好</p>')
    expect(row.msgContent).not.toMatch(/<script|\son\w+=|javascript:|<iframe|srcdoc|<svg|data:/i)
    const page = await test.anonymous('GET', `${ANNOUNCE}/show/${id}`)
    expect(page.raw.headers['content-type']).toContain('text/html')
    expect(page.raw.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.raw.body).toContain('&#60;b&#62;标题&#60;/b&#62;&#38;')
    expect(page.raw.body).not.toMatch(/<script|\sonerror=/i)
    // Where it leads is checked too.
    for (const openPage of ['javascript:alert(1)', '//evil.example', '/\\evil', 'data:text/html,x'])
      expect((await admin('POST', `${ANNOUNCE}/add`, draft('坏链接', { openType: 'url', openPage }))).status).toBe(400)
  })

  it('shows strangers only what was announced to all', async () => {
    const hidden = await add('未发布')
    const personal = await add('个人', { msgType: 'USER', userIds: accountId('finance') })
    await release(personal)
    for (const id of [hidden, personal, 'nothing']) {
      const page = await test.anonymous('GET', `${ANNOUNCE}/show/${id}?token=x`)
      expect(page.status).toBe(404)
      expect(page.raw.body).toContain('公告不存在或已撤销')
    }
  })

  it('only who may announce announces', async () => {
    const id = await add('权限')
    const calls: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown][] = [
      ['GET', `${ANNOUNCE}/list`],
      ['POST', `${ANNOUNCE}/add`, draft('x')],
      ['PUT', `${ANNOUNCE}/edit`, { id, titile: 'x' }],
      ['DELETE', `${ANNOUNCE}/delete?id=${id}`],
      ['GET', `${ANNOUNCE}/doReleaseData?id=${id}`],
      ['GET', `${ANNOUNCE}/doReovkeData?id=${id}`],
      ['GET', `${MINE}/list`],
      ['DELETE', `${MINE}/delete?id=1`],
    ]
    for (const [method, path, body] of calls) expect((await operator(method, path, body)).status, path).toBe(403)
  })

  it('what is released is revoked before it is changed or deleted', async () => {
    const id = await add('先撤销')
    await release(id)
    expect((await admin('PUT', `${ANNOUNCE}/edit`, { id, titile: '改' })).status).toBe(409)
    expect((await admin('DELETE', `${ANNOUNCE}/delete?id=${id}`)).message).toContain('不能删除')
    await admin('GET', `${ANNOUNCE}/doReovkeData?id=${id}`)
    expect((await admin('PUT', `${ANNOUNCE}/edit`, { id, titile: '改' })).success).toBe(true)
    expect((await admin('DELETE', `${ANNOUNCE}/deleteBatch?ids=${id}`)).success).toBe(true)
  })

  it('who comes later has what is in force; all is read with one call', async () => {
    const id = await add('长期有效')
    await release(id)
    const made = await admin('POST', '/sys/user/add', {
      username: `late_${kind.slice(0, 4)}`,
      realname: '后来者',
      password: 'Volt#2026',
      confirmpassword: 'Volt#2026',
      phone: kind === 'embedded' ? '13900010001' : '13900010002',
    })
    expect(made.success, made.message).toBe(true)
    const login = await test.anonymous('POST', '/sys/login', {
      username: `late_${kind.slice(0, 4)}`,
      password: 'Volt#2026',
    })
    // The password is the administrator's; that is another test's business.
    await test.services.pool.query('update sys_session set must_change_password = false')
    const token = (login.result as { token: string }).token
    const late: Send = (method, path, body) => test.anonymous(method, path, body, { 'x-access-token': token })
    // Without a role or a department nobody belongs to the staff yet.
    expect(await has(late, id)).toBe(false)
    await test.services.pool.query(
      `insert into sys_user_role (user_id, role_id, tenant_id)
        select $1, role_id, tenant_id from sys_user_role where user_id = $2`,
      [(login.result as { userInfo: { id: string } }).userInfo.id, accountId('viewer')],
    )
    expect(await has(late, id)).toBe(true)
    expect(await late('PUT', `${MINE}/readAll`)).toMatchObject({ success: true, message: '全部已读' })
    expect(await unread(late)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    expect((await unread(await test.as('kefu_chen'))).anntMsgTotal).toBeGreaterThan(0)
  })
})
