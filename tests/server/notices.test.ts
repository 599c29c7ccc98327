import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { messageCategories } from '#resources/system/announcement.ts'
import { PartlySettled, ChatError, type Chat, type ChatName } from '../../server/kernel/ports/chat.ts'
import { newId } from '../../server/kernel/id.ts'
import { deputy, notice as noticeTable } from '../../server/db/notify-tables.ts'
import { accountId } from '../../demo/accounts.ts'
import { handOver } from '../../server/notify/hand-over.ts'
import { settle, tell, type Telling } from '../../server/notify/notify.ts'
import { resumeNotices, sendNotices } from '../../server/notify/send.ts'
import { settleCards } from '../../server/notify/settle-cards.ts'
import { handOverAll, tellDeputy } from '../../server/notify/to-deputy.ts'
import { reachUnopened } from '../../server/notify/unopened.ts'
import { tableOf } from '../../server/db/table.ts'
import { FakeChat } from '../fake-chat.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const thirdAccount = tableOf(resources.sysThirdAccount)

interface LogRow {
  userId: string
  channel: string
  state: string
  reason: string | null
  cause: string
  attempts: number
  title: string
  principalId: string | null
}

const kinds = [await oneKind()]

describe.each(kinds)('notices on %s', (kind) => {
  let test: TestApp
  let wecom: FakeChat
  let dingtalk: FakeChat
  let admin: Send
  let later = 0
  const record = () => `r-${newId()}`

  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    const { services } = test
    const real = services.clock.now.bind(services.clock)
    services.clock.now = () => new Date(real().getTime() + later)
  })
  afterAll(() => test.close())

  beforeEach(async () => {
    wecom = new FakeChat('wecom')
    dingtalk = new FakeChat('dingtalk', 5)
    const chats = test.services.chats as Map<ChatName, Chat>
    chats.set('wecom', wecom)
    chats.set('dingtalk', dingtalk)
    await test.services.db.delete(thirdAccount)
    await test.services.pool.query('delete from sys_notify_preference')
    await test.services.pool.query(
      `update sys_notice_batch set state = 'cancelled' where state in ('waiting', 'sending')`,
    )
  })

  const bind = (username: string, ...types: ('wechat_enterprise' | 'dingtalk')[]) =>
    bindId(accountId(username), username, types)
  async function bindId(userId: string, chatId: string, types: readonly string[]) {
    for (const thirdType of types)
      await test.services.db.insert(thirdAccount).values({
        id: newId(),
        thirdType,
        thirdUserId: chatId,
        sysUserId: userId,
        status: 1,
        corpId: 'corp',
        delFlag: 0,
      })
  }
  const telling = (recordId: string, more: Partial<Telling> = {}): Telling => ({
    key: `${recordId}:v1`,
    kind: 'todo',
    tenantId: 1,
    resource: 'userWithdrawal',
    recordId,
    title: `提现 ${recordId} 待审核`,
    summary: '黄建华 申请提现',
    facts: [{ label: '申请金额', text: '1,200.00 元' }],
    path: `/finance/userWithdrawal/${recordId}`,
    to: [accountId('ops_manager')],
    ...more,
  })
  const say = (what: Telling) => test.services.db.transaction((tx) => tell({ tx, services: test.services }, what))
  const decide = (recordId: string, text = '已由 周敏 于 10:32 通过') =>
    test.services.db.transaction((tx) =>
      settle({ tx, services: test.services }, { resource: 'userWithdrawal', recordId, text, good: true }),
    )
  async function rows(recordId: string): Promise<LogRow[]> {
    const reply = await admin(
      'GET',
      `/sys/notify/delivery/list?recordId=${recordId}&pageSize=100&column=createTime&order=asc`,
    )
    expect(reply.success, reply.message).toBe(true)
    return (reply.result as { records: LogRow[] }).records
  }
  const stateOf = async (recordId: string, username: string, channel: string) =>
    (await rows(recordId)).find((row) => row.userId === accountId(username) && row.channel === channel)
  const untilFailed = (recordId: string, username: string) =>
    until('the end', async () => {
      later += 60_000
      await sendNotices(test.services, 'wecom')
      return (await stateOf(recordId, username, 'wecom'))?.state === 'failed'
    })
  const why = async (username: string, recordId: string) =>
    (await admin('GET', `/sys/notify/why?userId=${accountId(username)}&resource=userWithdrawal&recordId=${recordId}`))
      .result as { summary: string; rights: string | null; channels: { channel: string; text: string }[] }
  const whyIn = async (username: string, recordId: string, channel: string) =>
    (await why(username, recordId)).channels.find((one) => one.channel === channel)!.text

  it('reaches each person by bell and by one chat, and a card decided says so', async () => {
    await bind('ops_manager', 'wechat_enterprise', 'dingtalk')
    await bind('finance', 'dingtalk')
    const id = record()
    await say(telling(id, { to: ['ops_manager', 'finance', 'viewer'].map(accountId), due: Date.UTC(2030, 0, 1) }))
    await until('both cards', async () => wecom.shown.length === 1 && dingtalk.shown.length === 1)
    expect(wecom.shown[0]!.userId).toBe('ops_manager')
    expect(dingtalk.shown[0]!.userId).toBe('finance')
    expect(wecom.messages[0]).toMatchObject({
      path: `/finance/userWithdrawal/${id}`,
      todo: { due: Date.UTC(2030, 0, 1) },
    })
    await until('the log', async () => (await stateOf(id, 'finance', 'dingtalk'))?.state === 'delivered')
    expect(await whyIn('finance', id, 'dingtalk')).toMatch(/^已送达 \d\d-\d\d \d\d:\d\d 未打开$/)
    expect(await whyIn('finance', id, 'wecom')).toBe('未绑定企业微信')
    expect(await whyIn('ops_manager', id, 'dingtalk')).toBe('已先发企业微信，打开即不再发钉钉')

    const bell = (await (await test.as('finance'))('GET', '/sys/annountCement/listByUser?pageSize=50')).result
    expect(bell.sysMsgList[0]).toMatchObject({
      titile: `提现 ${id} 待审核`,
      msgCategory: messageCategories.system,
      openType: 'url',
      openPage: `/finance/userWithdrawal/${id}`,
      busId: id,
      sender_dictText: '系统',
    })
    expect(bell.sysMsgList[0].msgContent).toContain('申请金额：1,200.00 元')

    await decide(id)
    await until('all cards', async () => wecom.settled.length === 1 && dingtalk.settled.length === 1)
    expect(dingtalk.settled[0]).toMatchObject({ text: '已由 周敏 于 10:32 通过', userIds: ['finance'] })
    expect(new Set((await rows(id)).map(({ state }) => state))).toEqual(new Set(['decided']))
    const after = (await (await test.as('finance'))('GET', '/sys/annountCement/listByUser?pageSize=50')).result
    expect(after.sysMsgTotal).toBe(bell.sysMsgTotal - 1)
  })

  it('says the same thing once, and nothing of what was rolled back', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    const id = record()
    await say(telling(id))
    expect(await say(telling(id))).toBeUndefined()
    await expect(
      test.services.db.transaction(async (tx) => {
        await tell({ tx, services: test.services }, telling(id, { key: `${id}:v2` }))
        throw new Error('the business failed')
      }),
    ).rejects.toThrow('the business failed')
    await until('the card', async () => wecom.shown.length)
    expect(await rows(id)).toHaveLength(2)
  })

  it('asks the person which chat, and explains what the person chose', async () => {
    await bind('ops_manager', 'wechat_enterprise', 'dingtalk')
    await bind('finance', 'wechat_enterprise')
    const manager = await test.as('ops_manager')
    const mine = (await manager('GET', '/sys/notify/preferences')).result
    expect(mine.channels).toEqual([
      { channel: 'web', label: '站内消息', available: true, bound: true, fixed: true },
      { channel: 'wecom', label: '企业微信', available: true, bound: true, fixed: false },
      { channel: 'dingtalk', label: '钉钉', available: true, bound: true, fixed: false },
    ])
    expect(mine.kinds[0]).toMatchObject({ kind: 'todo', label: '待办', chats: ['wecom', 'dingtalk'] })
    const put = (who: Send, body: unknown) => who('PUT', '/sys/notify/preferences', body)
    expect((await put(manager, { kind: 'todo', chats: ['dingtalk', 'wecom'] })).success).toBe(true)
    expect((await put(await test.as('finance'), { kind: 'todo', chats: [] })).success).toBe(true)
    for (const bad of [
      { kind: 'nothing', chats: [] },
      { kind: 'todo', chats: ['sms'] },
      { kind: 'todo', chats: ['wecom', 'wecom'] },
    ])
      expect((await put(manager, bad)).status).toBe(400)
    const id = record()
    await say(telling(id, { to: ['ops_manager', 'finance'].map(accountId) }))
    await until('the card', async () => dingtalk.shown.length)
    expect(wecom.shown).toEqual([])
    expect(await whyIn('finance', id, 'wecom')).toBe('偏好已关闭企业微信（待办）')
    await put(manager, { kind: 'todo', chats: null })
    expect((await manager('GET', '/sys/notify/preferences')).result.kinds[0].chats).toEqual(['wecom', 'dingtalk'])
  })

  it('splits by what the chat takes; refused people are logged in its words and reached elsewhere', async () => {
    const staff = ['ops_manager', 'operator', 'finance', 'service', 'viewer', 'cashier', 'kefu_chen']
    for (const name of staff) await bind(name, 'dingtalk')
    await bind('viewer', 'wechat_enterprise')
    await test.services.pool.query(
      `insert into sys_notify_preference (user_id, kind, chats) values ($1, 'todo', 'dingtalk,wecom')`,
      [accountId('viewer')],
    )
    dingtalk.refuse = (userId) => (userId === 'viewer' ? '不在可见范围' : undefined)
    const id = record()
    await say(telling(id, { to: staff.map(accountId) }))
    await until('everybody', async () => dingtalk.shown.length === staff.length - 1 && wecom.shown.length === 1)
    expect(dingtalk.calls).toBe(2)
    expect(wecom.shown[0]!.userId).toBe('viewer')
    expect(await stateOf(id, 'viewer', 'dingtalk')).toMatchObject({ state: 'failed', reason: '不在可见范围' })
    expect(await whyIn('viewer', id, 'dingtalk')).toBe('发送失败：不在可见范围')
    expect(await stateOf(id, 'viewer', 'wecom')).toMatchObject({ cause: 'failed' })
    expect((await why('viewer', id)).rights).toBe('记录不在其数据范围内')
  })

  it('gives up on what cannot work, with the reason; the business went through', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    wecom.fault = () => 'forbidden'
    const id = record()
    await say(telling(id))
    const row = await until('the failure', async () => {
      const found = await stateOf(id, 'ops_manager', 'wecom')
      return found?.state === 'failed' && found
    })
    expect(row).toMatchObject({ reason: '应用没有发送权限', attempts: 1 })
  })

  it('what is decided before it was sent is not sent', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    wecom.fault = () => 'busy'
    const id = record()
    await say(telling(id))
    await until('a first try', async () => wecom.calls)
    await decide(id)
    wecom.fault = () => undefined
    await until('the end', async () =>
      ['cancelled', 'decided'].includes((await stateOf(id, 'ops_manager', 'wecom'))!.state),
    )
    await sendNotices(test.services, 'wecom')
    expect(wecom.shown).toEqual([])
  })

  it('a card hears how it ended also when its chat was set wrong meanwhile, and the queue has given up', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    const id = record()
    await say(telling(id))
    await until('the card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    wecom.settleFault = new ChatError('调用的 IP 不在可信列表中', '60020', false, undefined, 'setup')
    await decide(id)
    await until('a first try', async () => wecom.settlings)
    await test.services.pool.query(`delete from pgboss.job where name = 'notify-settle'`)
    wecom.settleFault = undefined
    later += 4 * 3_600_000
    await resumeNotices(test.services)
    await until('the outcome', async () => wecom.settled.length)
    expect(wecom.settled[0]).toMatchObject({ text: '已由 周敏 于 10:32 通过', userIds: ['ops_manager'] })
  })

  it('what of a card was brought to its outcome is not done again when the rest is tried again', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    const id = record()
    const notice = (await say(telling(id)))!
    await until('the card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    const denied = new ChatError('应用没有调用该接口的权限', '60011', false, undefined, 'setup')
    wecom.settleFault = new PartlySettled(denied, { key: 'the rest' })
    await decide(id)
    await until('a first try', async () => {
      const { rows: kept } = await test.services.pool.query<{ key: string }>(
        `select receipt->>'key' as key from sys_notice_batch where notice_id = $1`,
        [notice],
      )
      return kept[0]?.key === 'the rest'
    })
    await test.services.pool.query(`delete from pgboss.job where name = 'notify-settle'`)
    wecom.settleFault = undefined
    await settleCards(test.services, notice)
    expect(wecom.settled).toMatchObject([{ key: 'the rest', text: '已由 周敏 于 10:32 通过' }])
  })

  /** Jobs about it, in the order they were queued. */
  const jobsOf = async (name: string, about: object) =>
    (
      await test.services.pool.query<{ id: string; state: string; seconds: number }>(
        `select id, state::text, extract(epoch from start_after - $3)::float8 as seconds from pgboss.job
          where name = $1 and data = $2::jsonb order by created_on`,
        [name, JSON.stringify(about), test.services.clock.now().toISOString()],
      )
    ).rows
  const atOnce = (nodes = 3) => Promise.all(Array.from({ length: nodes }, () => resumeNotices(test.services)))

  it('what is open is watched again after a backup was restored, once, however many nodes start', async () => {
    await bind('ops_manager', 'wechat_enterprise', 'dingtalk')
    const [id, closed] = [record(), record()]
    const notice = (await say(telling(id)))!
    const decided = (await say(telling(closed)))!
    await decide(closed)
    await until('the card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    await test.services.pool.query(`delete from pgboss.job where name = 'notify-unopened'`)
    await atOnce()
    await atOnce()
    const watching = () => jobsOf('notify-unopened', { notice })
    expect(await watching()).toMatchObject([{ state: 'created' }])
    expect((await watching())[0]!.seconds).toBeGreaterThan(800)
    expect(await jobsOf('notify-unopened', { notice: decided })).toEqual([])
    // Its tries are used up.
    await test.services.pool.query(`update pgboss.job set state = 'failed' where name = 'notify-unopened'`)
    await atOnce()
    await atOnce()
    expect(await watching()).toMatchObject([{ state: 'failed' }, { state: 'created' }])
    // Whoever could be reached was: it is over.
    await test.services.pool.query(`update pgboss.job set state = 'completed' where name = 'notify-unopened'`)
    await atOnce()
    expect(await watching()).toHaveLength(2)
  })

  it('what waits is not sent to a chat account that has become somebody else’s', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    wecom.fault = () => 'busy'
    const id = record()
    await say(telling(id))
    await until('a first try', async () => wecom.calls)
    await test.services.db.delete(thirdAccount)
    await bindId(accountId('viewer'), 'ops_manager', ['wechat_enterprise'])
    wecom.fault = () => undefined
    await untilFailed(id, 'ops_manager')
    expect(wecom.shown).toEqual([])
    expect(await stateOf(id, 'ops_manager', 'wecom')).toMatchObject({ reason: '聊天账号的绑定已变更' })
  })

  it('what waits until the morning goes to the account that its person has by then', async () => {
    await bind('ops_manager', 'wechat_enterprise')
    const id = record()
    await test.services.db.transaction(async (tx) => {
      await tell({ tx, services: test.services }, telling(id))
      await tx.update(thirdAccount).set({ thirdUserId: 'ops_new' })
    })
    await until('the card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    expect(wecom.shown).toMatchObject([{ userId: 'ops_new' }])
  })

  it('who does not open it is reached by the next chat, then by the deputy', async () => {
    await bind('ops_manager', 'wechat_enterprise', 'dingtalk')
    await bind('finance', 'wechat_enterprise')
    const now = test.services.clock.now().getTime()
    const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
    await test.services.db.insert(deputy).values({
      id: newId(),
      tenantId: 1,
      userId: accountId('ops_manager'),
      deputyId: accountId('finance'),
      beginTime: at(-1),
      endTime: at(24),
      reason: '休假',
    })
    const id = record()
    const notice = (await say(telling(id)))!
    await until('the first card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    await reachUnopened(test.services, notice)
    expect(dingtalk.shown).toEqual([])
    later += 16 * 60_000
    await reachUnopened(test.services, notice)
    await until('the second chat', async () => (await stateOf(id, 'ops_manager', 'dingtalk'))?.state === 'delivered')
    expect(await stateOf(id, 'ops_manager', 'dingtalk')).toMatchObject({ cause: 'unopened' })
    later += 16 * 60_000
    await reachUnopened(test.services, notice)
    await told('ops_manager', 'finance')
    await until('the deputy', async () => (await stateOf(id, 'finance', 'wecom'))?.state === 'delivered')
    expect(await stateOf(id, 'finance', 'web')).toMatchObject({
      cause: 'deputy',
      principalId: accountId('ops_manager'),
    })
    const before = (await rows(id)).length
    later += 16 * 60_000
    await reachUnopened(test.services, notice)
    expect(await rows(id)).toHaveLength(before)
    await test.services.db.delete(deputy)
  })

  /** What the queue does a minute later. */
  const told = (principal: string, who: string) =>
    tellDeputy(test.services, { tenantId: 1, principalId: accountId(principal), deputyId: accountId(who) })

  describe('a deputy', () => {
    const entry = async (begin: number, end = 24, of = 'ops_manager') => {
      const now = test.services.clock.now().getTime()
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
      const id = newId()
      await test.services.db.insert(deputy).values({
        id,
        tenantId: 1,
        userId: accountId(of),
        deputyId: accountId('finance'),
        beginTime: at(begin),
        endTime: at(end),
      })
      return id
    }
    afterEach(() => test.services.db.delete(deputy))

    it('whose leave begins later is told of everything that is open by then, in one message', async () => {
      await bind('finance', 'wechat_enterprise')
      const ids = [record(), record(), record()]
      for (const id of ids) await say(telling(id))
      // Looked at, but not decided.
      await (
        await test.as('ops_manager')
      )('POST', '/sys/notify/opened', {
        resource: 'userWithdrawal',
        recordId: ids[0],
      })
      const closed = record()
      await say(telling(closed))
      await decide(closed)
      const leave = await entry(-0.01)
      await handOverAll(test.services, leave)
      await handOverAll(test.services, leave)
      await told('ops_manager', 'finance')
      await told('ops_manager', 'finance')
      await until('the message', async () => wecom.shown.length)
      expect(wecom.shown).toHaveLength(1)
      const [message] = wecom.messages
      expect(message).toMatchObject({ title: expect.stringMatching(/^代 周敏 处理 \d+ 件待办$/), path: '/todo' })
      expect(message!.choices).toBeUndefined()
      expect(message!.todo).toBeUndefined()
      const bell = (await (await test.as('finance'))('GET', '/sys/annountCement/listByUser?pageSize=100')).result
      const mine = bell.sysMsgList.filter(({ titile }: { titile: string }) => /^代 |^提现 r-/.test(titile))
      expect(mine.filter(({ busId }: { busId: string }) => ids.includes(busId))).toEqual([])
      expect(mine[0].titile).toBe(message!.title)
    })

    it('who is named no more, or has left, is told nothing of what was waiting to be said', async () => {
      await bind('finance', 'wechat_enterprise')
      const id = record()
      await say(telling(id))
      await handOverAll(test.services, await entry(-0.01))
      await test.services.db.delete(deputy)
      await told('ops_manager', 'finance')
      expect(await stateOf(id, 'finance', 'web')).toMatchObject({ state: 'cancelled', reason: '代理已结束' })
      expect(wecom.shown).toEqual([])
    })

    const standing = () => ({
      tenantId: 1,
      principalId: accountId('ops_manager'),
      deputyId: accountId('finance'),
    })

    it('is told after a backup was restored what was waiting to be said, once', async () => {
      await bind('finance', 'wechat_enterprise')
      const id = record()
      await say(telling(id))
      const leave = await entry(-0.01)
      await handOverAll(test.services, leave)
      expect(await stateOf(id, 'finance', 'web')).toMatchObject({ state: 'queued' })
      await test.services.pool.query(`delete from pgboss.job where name = 'notify-deputy'`)
      await atOnce()
      expect(await jobsOf('notify-deputy', standing())).toHaveLength(1)
      await until('the message', async () => wecom.shown.length)
      await atOnce()
      expect(await jobsOf('notify-deputy', standing())).toHaveLength(1)
      expect((await stateOf(id, 'finance', 'web'))!.state).not.toBe('queued')
      expect(wecom.shown).toHaveLength(1)
    })

    it('hears of it when the leave begins, although the clock was put back since it was planned', async () => {
      await bind('finance', 'wechat_enterprise')
      const id = record()
      await say(telling(id))
      const leave = await entry(2)
      await handOverAll(test.services, leave)
      expect(await stateOf(id, 'finance', 'web')).toBeUndefined()
      const [again] = await jobsOf('leave-begins', { id: leave })
      expect(again!.seconds).toBeGreaterThan(7100)
      expect(again!.seconds).toBeLessThan(7300)

      // It was put back after what is open was handed over, and before that was said.
      later += 2.1 * 3_600_000
      await handOverAll(test.services, leave)
      later -= 2.1 * 3_600_000
      await test.services.pool.query(`delete from pgboss.job where name = 'notify-deputy'`)
      await told('ops_manager', 'finance')
      const [saying] = await jobsOf('notify-deputy', standing())
      expect(saying!.seconds).toBeGreaterThan(7100)
      expect(await stateOf(id, 'finance', 'web')).toMatchObject({ state: 'queued' })
      later += 2.1 * 3_600_000
      await told('ops_manager', 'finance')
      await until('the message', async () => wecom.shown.length)
      expect((await stateOf(id, 'finance', 'web'))!.state).not.toBe('queued')
    })

    it('hears before the false time of a clock that was ahead, as everybody does', async () => {
      await bind('finance', 'wechat_enterprise')
      await bind('cashier', 'wechat_enterprise')
      await handOverAll(test.services, await entry(-0.01))
      const ahead = 20 * 3_600_000
      const [id, direct, begun] = [record(), record(), record()]
      later += ahead
      wecom.fault = () => 'broken'
      await say(telling(id))
      const notice = (await say(telling(direct, { to: [accountId('cashier')] })))!
      await until('a first try', async () => wecom.calls)
      const { services } = test
      const [told] = await services.db.select().from(noticeTable).where(eq(noticeTable.recordId, id))
      await services.db.transaction((tx) => handOver({ tx, services }, told!, [], [accountId('ops_manager')]))
      await services.pool.query(
        `update pgboss.job set created_on = now() + interval '20 hours' where name = 'notify-deputy' and state = 'created'`,
      )
      later -= ahead
      wecom.fault = () => undefined
      await services.pool.query(
        `insert into sys_notice_batch (id, notice_id, channel, user_ids, chat_user_ids, tenant_id, state, claim_until, next_time)
          select $1, id, 'wecom', array['nobody'], array['nobody'], 1, 'sending', create_time, create_time from sys_notice where id = $2`,
        [begun, notice],
      )
      await atOnce()
      await sendNotices(services, 'wecom')
      await until('both', async () => new Set(wecom.shown.map(({ userId }) => userId)).size === 2)
      const { rows: claims } = await services.pool.query(`select state from sys_notice_batch where id = $1`, [begun])
      expect(claims).toEqual([{ state: 'cancelled' }])
    })

    it('who is named for another time instead is told then, and is not silent until then', async () => {
      await bind('finance', 'wechat_enterprise')
      const id = record()
      const notice = (await say(telling(id)))!
      await handOverAll(test.services, await entry(-0.01))
      await test.services.db.delete(deputy)
      await entry(5)
      await test.services.pool.query(`delete from pgboss.job where name = 'notify-deputy'`)
      await told('ops_manager', 'finance')
      later += 3_600_000
      await reachUnopened(test.services, notice)
      expect((await rows(id)).filter(({ userId }) => userId === accountId('finance'))).toMatchObject([
        { channel: 'web', state: 'queued' },
      ])
      later += 5 * 3_600_000
      await told('ops_manager', 'finance')
      await until('the message', async () => wecom.shown.length)
    })

    it('is told nothing in the name of somebody who was frozen meanwhile', async () => {
      await bind('finance', 'wechat_enterprise')
      const id = record()
      await say(telling(id, { to: [accountId('cashier')] }))
      const leave = await entry(-0.01, 24, 'cashier')
      const status = (value: 1 | 2) =>
        test.services.pool.query('update sys_user set status = $1 where id = $2', [value, accountId('cashier')])
      await status(2)
      await handOverAll(test.services, leave)
      await status(1)
      expect(await stateOf(id, 'finance', 'web')).toBeUndefined()
      await handOverAll(test.services, leave)
      expect(await stateOf(id, 'finance', 'web')).toBeDefined()
    })

    it('is not sent what was queued before they left the tenant', async () => {
      await bind('cashier', 'wechat_enterprise')
      const id = record()
      wecom.fault = () => 'broken'
      await say(telling(id, { to: [accountId('cashier')] }))
      await until('a first try', async () => wecom.calls)
      const tenants = (value: string) =>
        test.services.pool.query('update sys_user set rel_tenant_ids = $1 where id = $2', [value, accountId('cashier')])
      await tenants('2')
      wecom.fault = () => undefined
      await untilFailed(id, 'cashier')
      await tenants('1')
      expect(wecom.shown).toEqual([])
    })
  })

  describe('quiet hours', () => {
    const HOUR = 3_600_000
    /** Moves on to the next time the platform's clock shows this. */
    const moveTo = (hour: number, minute = 0) => {
      const now = test.services.clock.now()
      const local = new Date(now.getTime() + 8 * HOUR)
      const wanted = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate(), hour, minute)
      later += (wanted - local.getTime() + 48 * HOUR) % (24 * HOUR)
    }
    const platform = (hours: string) =>
      test.services.pool.query(
        `update rental_app_config set config_value = $1 where config_key = 'notice.quietHours'`,
        [hours],
      )
    beforeEach(() => platform('22:00-08:00'))
    afterEach(async () => {
      await platform('无')
      await test.services.pool.query('delete from sys_notify_quiet')
    })

    it('hold the chats back until the morning, say so, and let what is urgent pass', async () => {
      await bind('ops_manager', 'wechat_enterprise')
      moveTo(23)
      const [calm, urgent] = [record(), record()]
      await say(telling(calm))
      await say(telling(urgent, { kind: 'overdue' }))
      await until('the urgent card', async () => wecom.shown.length === 1)
      expect(wecom.messages[0]!.path).toContain(urgent)
      await until('the words', async () => (await stateOf(calm, 'ops_manager', 'wecom'))?.reason)
      expect(await whyIn('ops_manager', calm, 'wecom')).toBe('待发送，免打扰时段（22:00–08:00），08:00 后发送')
      moveTo(7, 59)
      await sendNotices(test.services, 'wecom')
      expect(wecom.shown).toHaveLength(1)
      moveTo(8)
      await until('the card that was held', async () => {
        await sendNotices(test.services, 'wecom')
        return wecom.shown.length === 2
      })
      expect(wecom.messages[1]!.path).toContain(calm)
      expect(await whyIn('ops_manager', calm, 'wecom')).toMatch(/^已送达 /)
    })

    it('that somebody changes while messages are held keep nobody else waiting', async () => {
      await bind('ops_manager', 'wechat_enterprise')
      await bind('finance', 'wechat_enterprise')
      moveTo(22, 30)
      await say(telling(record(), { to: ['ops_manager', 'finance'].map(accountId) }))
      await sendNotices(test.services, 'wecom')
      // By day from now on: of a batch with both there would always be one who sleeps.
      const nights = { on: true, begin: '08:00', end: '22:00' }
      expect((await (await test.as('finance'))('PUT', '/sys/notify/quiet', nights)).success).toBe(true)
      await until('the card of the one who is up by night', async () => wecom.shown.length === 1)
      expect(wecom.shown[0]!.userId).toBe('finance')
      moveTo(8)
      await until('the other one, whom the round that is going on may still hold', async () => {
        await sendNotices(test.services, 'wecom')
        return wecom.shown.length === 2
      })
      expect(wecom.shown.map(({ userId }) => userId)).toEqual(['finance', 'ops_manager'])
    })

    it('give nobody away to a deputy before the morning has passed', async () => {
      const now = test.services.clock.now().getTime()
      await test.services.db.insert(deputy).values({
        id: newId(),
        tenantId: 1,
        userId: accountId('ops_manager'),
        deputyId: accountId('finance'),
        beginTime: new Date(now - HOUR).toISOString(),
        endTime: new Date(now + 72 * HOUR).toISOString(),
      })
      moveTo(23)
      const id = record()
      const notice = (await say(telling(id)))!
      moveTo(8, 5)
      await reachUnopened(test.services, notice)
      expect(await stateOf(id, 'finance', 'web')).toBeUndefined()
      moveTo(8, 20)
      await reachUnopened(test.services, notice)
      expect(await stateOf(id, 'finance', 'web')).toMatchObject({ cause: 'deputy' })
      await test.services.db.delete(deputy)
    })

    it('are each person’s own, and switching them off sends what waits', async () => {
      await bind('ops_manager', 'wechat_enterprise')
      await bind('finance', 'wechat_enterprise')
      const put = async (who: string, body: unknown) => (await test.as(who))('PUT', '/sys/notify/quiet', body)
      const mine = async (who: string) => (await (await test.as(who))('GET', '/sys/notify/preferences')).result.quiet
      expect(await mine('finance')).toEqual({ on: true, begin: '22:00', end: '08:00' })
      for (const bad of [
        { on: true, begin: '24:00', end: '08:00' },
        { on: true, begin: '08:00', end: '08:00' },
        { on: true, begin: '8:00', end: '09:00' },
      ])
        expect((await put('finance', bad)).status).toBe(400)
      expect((await put('finance', { on: true, begin: '12:00', end: '13:30' })).success).toBe(true)
      expect(await mine('finance')).toEqual({ on: true, begin: '12:00', end: '13:30' })
      moveTo(22, 30)
      const id = record()
      await say(telling(id, { to: ['ops_manager', 'finance'].map(accountId) }))
      await until('the card of the one who is up', async () => wecom.shown.length === 1)
      expect(wecom.shown[0]!.userId).toBe('finance')
      expect((await put('ops_manager', { on: false, begin: '22:00', end: '08:00' })).success).toBe(true)
      await until('the other card', async () => wecom.shown.length === 2)
      expect(await mine('ops_manager')).toEqual({ on: false, begin: '22:00', end: '08:00' })
    })
  })

  it('opening it is seen and ends the search', async () => {
    await bind('ops_manager', 'wechat_enterprise', 'dingtalk')
    const id = record()
    const notice = (await say(telling(id)))!
    await until('the card', async () => (await stateOf(id, 'ops_manager', 'wecom'))?.state === 'delivered')
    const manager = await test.as('ops_manager')
    const opened = await manager(
      'POST',
      '/sys/notify/opened',
      { resource: 'userWithdrawal', recordId: id },
      { 'user-agent': 'Mozilla/5.0 (iPhone) MicroMessenger wxwork/4.1' },
    )
    expect(opened.result).toEqual({ opened: 2 })
    expect(await stateOf(id, 'ops_manager', 'wecom')).toMatchObject({ state: 'opened' })
    later += 16 * 60_000
    await reachUnopened(test.services, notice)
    expect(dingtalk.shown).toEqual([])
    expect(await whyIn('ops_manager', id, 'wecom')).toMatch(/^已打开 /)
  })

  it('only administrators see the log and ask for others', async () => {
    const viewer = await test.as('viewer')
    expect((await viewer('GET', '/sys/notify/delivery/list')).status).toBe(403)
    expect(
      (await viewer('GET', `/sys/notify/why?userId=${accountId('admin')}&resource=userWithdrawal&recordId=1`)).status,
    ).toBe(403)
    expect((await viewer('GET', '/sys/notify/why?resource=userWithdrawal&recordId=1')).status).toBe(200)
    expect((await viewer('GET', '/sys/notify/why?resource=nothing&recordId=1')).status).toBe(404)
  })

  it('a person gets no more than the chat shows: the rest waits', async () => {
    await bind('service', 'wechat_enterprise')
    const id = record()
    for (let number = 0; number < 33; number++)
      await say(
        telling(id, { key: `${id}:${number}`, kind: 'result', title: `第 ${number} 条`, to: [accountId('service')] }),
      )
    await until('thirty', async () => wecom.shown.length === 30)
    await sendNotices(test.services, 'wecom')
    expect(wecom.shown).toHaveLength(30)
    later += 61_000
    await sendNotices(test.services, 'wecom')
    await until('the rest', async () => wecom.shown.length === 33)
    expect(wecom.shown.map(({ title }) => title)).toEqual(Array.from({ length: 33 }, (_, number) => `第 ${number} 条`))
  })

  it('what a node that died had begun is sent by another, under the same key', async () => {
    await bind('cashier', 'wechat_enterprise')
    const id = record()
    wecom.fault = () => 'hang'
    await say(telling(id, { to: [accountId('cashier')] }))
    await until('a try that is written down', async () => {
      const open = `select 1 from sys_notice_batch where state = 'waiting' and attempts > 0`
      return (await test.services.pool.query(open)).rowCount
    })
    wecom.fault = () => undefined
    // The queue may be at its next try already, which still hangs: then that one is the node that died.
    await until('the delivery', async () => {
      await test.services.pool.query(
        `update sys_notice_batch set state = 'sending', claim_until = now() - interval '1 hour' where state in ('waiting', 'sending')`,
      )
      await sendNotices(test.services, 'wecom')
      return (await stateOf(id, 'cashier', 'wecom'))?.state === 'delivered'
    })
    expect(wecom.shown).toHaveLength(1)
  })
})
