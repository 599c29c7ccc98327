/** Chats that are away, set wrong, full, or set up on another node only: nothing of what waits for them is lost. */
import { resources } from '#resources/index.ts'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeClick } from '../../server/chat/clicks.ts'
import { notice, noticeBatch, notifyQuiet } from '../../server/db/notify-tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { rateLimit } from '../../server/db/tables.ts'
import { newId } from '../../server/kernel/id.ts'
import { ChatError, type Chat, type ChatName } from '../../server/kernel/ports/chat.ts'
import { deliveries } from '../../server/notify/deliveries.ts'
import { findMissed } from '../../server/notify/missed.ts'
import { settle, tell, type Telling } from '../../server/notify/notify.ts'
import { resumeNotices, sendNotices } from '../../server/notify/send.ts'
import { settleCards } from '../../server/notify/settle-cards.ts'
import { localTime } from '../../server/resource/write.ts'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { emptyApp, makePerson, type EmptyApp } from '../empty-app.ts'
import { FakeChat } from '../fake-chat.ts'
import { until } from '../product.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

describe('what waits for a chat', () => {
  let test: EmptyApp
  let wecom: FakeChat
  let dingtalk: FakeChat
  let userId: string

  beforeAll(async () => {
    test = await emptyApp()
    await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
    await test.services.jobs.start()
  })
  afterAll(() => test.close())

  beforeEach(async () => {
    toTheMorning()
    wecom = new FakeChat('wecom')
    dingtalk = new FakeChat('dingtalk', 100, 5)
    chatsHere().set('wecom', wecom).set('dingtalk', dingtalk)
    await test.services.pool.query(`update sys_notice_batch set state = 'cancelled' where state <> 'sent'`)
    await test.services.pool.query(`update sys_notice set state = 'told' where state = 'open'`)
    await test.services.pool.query(`delete from sys_rate_limit where key like 'notify-rest%'`)
    userId = await somebody('wecom', 'dingtalk')
  })

  /** Nine o'clock in Shanghai: an outage of hours ends before the evening, from which on nobody is told of anything. */
  function toTheMorning(): void {
    const now = test.clock.now().getTime()
    const nine = new Date(now).setUTCHours(1, 0, 0, 0)
    test.clock.pass(((nine > now ? nine : nine + DAY * 1000) - now) / 1000)
  }
  const chatsHere = () => test.services.chats as Map<ChatName, Chat>
  /** Bound in these chats, under the id of the person. */
  async function somebody(...chats: readonly ChatName[]): Promise<string> {
    const { id } = await makePerson(test, { tenants: [1, 2] })
    for (const name of chats)
      await test.services.db.insert(tableOf(resources.sysThirdAccount)).values({
        id: newId(),
        thirdType: thirdTypes[name],
        thirdUserId: id,
        sysUserId: id,
        status: 1,
        corpId: 'corp',
        delFlag: 0,
      })
    return id
  }
  let count = 0
  const say = async (more: Partial<Telling> = {}) => {
    const recordId = `r${(count += 1)}`
    await test.services.db.transaction((tx) =>
      tell(
        { tx, services: test.services },
        {
          key: recordId,
          kind: 'todo',
          tenantId: 1,
          resource: 'userWithdrawal',
          recordId,
          title: recordId,
          summary: '提现',
          facts: [],
          path: `/finance/userWithdrawal/${recordId}`,
          to: [userId],
          ...more,
        },
      ),
    )
    return recordId
  }
  const rows = (recordId: string) =>
    test.services.db.select().from(deliveries).where(eq(deliveries.recordId, recordId)).orderBy(deliveries.id)
  const rowIn = async (recordId: string, channel: ChatName) =>
    (await rows(recordId)).find((row) => row.channel === channel)
  /** Its call to WeCom. */
  const batchOf = async (recordId: string) => {
    const [batch] = await test.services.db
      .select(getTableColumns(noticeBatch))
      .from(noticeBatch)
      .innerJoin(notice, eq(notice.id, noticeBatch.noticeId))
      .where(and(eq(notice.recordId, recordId), eq(noticeBatch.channel, 'wecom')))
    return batch!
  }
  const later = (seconds: number) => new Date(test.services.clock.now().getTime() + seconds * 1000)
  const sendWecom = (services = test.services) => sendNotices(services, 'wecom')
  /** A node of the same product whose settings name no chat, or only these. */
  const nodeWith = (...names: ChatName[]) => ({
    ...test.services,
    chats: new Map([...test.services.chats].filter(([name]) => names.includes(name))),
  })
  const tried = (recordId: string) => until('a first try', async () => (await rowIn(recordId, 'wecom'))?.reason)

  describe('that is set up on another node only', () => {
    it('is left to that node, and after a day goes by the next way', async () => {
      wecom.fault = () => 'broken'
      const id = await say()
      await tried(id)
      const left = await until('its turn', async () => {
        test.clock.pass(MINUTE)
        return sendWecom(nodeWith('dingtalk')).then(
          () => undefined,
          (error: Error) => error.message,
        )
      })
      expect(left).toBe('本节点未配置企业微信，由其他节点发送')
      expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'queued' })
      chatsHere().delete('wecom')
      test.clock.pass(DAY + HOUR)
      await sendWecom(nodeWith('dingtalk')).catch(() => undefined)
      expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'failed', reason: '企业微信未配置' })
      await until('the other chat', async () => dingtalk.shown.length)
    })

    it('ends no job about a pressed button or a card to be closed', async () => {
      const click = { id: 'c1', userId, message: 'm', choice: 'approve', receipt: {} }
      await expect(takeClick(nodeWith(), { chat: 'wecom', click }, () => Promise.resolve())).rejects.toThrow('企业微信')
      const id = await say()
      await until('the card', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
      const [row] = await rows(id)
      await test.services.db.transaction((tx) =>
        settle(
          { tx, services: test.services },
          { resource: 'userWithdrawal', recordId: id, text: '已由 周敏 于 10:32 通过', good: true },
        ),
      )
      await until('the outcome', async () => wecom.settled.length)
      await test.services.db
        .update(noticeBatch)
        .set({ settledTime: null })
        .where(eq(noticeBatch.noticeId, row!.noticeId))
      await expect(settleCards(nodeWith(), row!.noticeId)).rejects.toThrow('企业微信')
      test.clock.pass(DAY + MINUTE)
      await settleCards(nodeWith(), row!.noticeId)
      expect(await batchOf(id)).toMatchObject({ settledTime: null, settleError: '企业微信未配置' })
    })

    it('asks nobody whom a chat did not reach that is out of the settings', async () => {
      wecom.missed = () => Promise.resolve([])
      const id = await say()
      await until('the card', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
      const batch = await batchOf(id)
      await expect(findMissed(nodeWith(), batch.id)).rejects.toThrow('企业微信')
      test.clock.pass(2 * HOUR)
      await findMissed(nodeWith(), batch.id)
    })
  })

  it('a rest the chat asks for is no failed try, and after many of them nobody waits for it', async () => {
    wecom.fault = () => 'busy'
    const id = await say()
    await tried(id)
    const batch = await batchOf(id)
    const refusals = async () => {
      const [row] = await test.services.db
        .select({ count: rateLimit.count })
        .from(rateLimit)
        .where(eq(rateLimit.key, `notify-refused:${batch.id}`))
      return row?.count ?? 0
    }
    // The queue may be quicker than this test, and is waited for: nobody takes from it what it is sending.
    const minutes = async (count: number) => {
      for (const wanted = (await refusals()) + count; (await refusals()) < wanted;) {
        const before = await refusals()
        test.clock.pass(MINUTE)
        await until('the next refusal', async () => {
          await sendWecom()
          return (await refusals()) > before
        })
      }
    }
    expect(await refusals()).toBe(1)
    await minutes(8)
    expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'queued' })
    await minutes(2)
    expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'failed' })
    expect(await batchOf(id)).toMatchObject({ state: 'stuck', attempts: 0, sentTime: null })
    await until('the other chat', async () => dingtalk.shown.length)
    wecom.fault = () => undefined
    test.clock.pass(20 * MINUTE)
    await until('the card', async () => {
      await sendWecom()
      return (await rowIn(id, 'wecom'))?.state === 'delivered'
    })
  })

  it('one that the chat puts off again and again goes behind the others', async () => {
    const send = wecom.send.bind(wecom)
    let refused = ''
    wecom.send = (userIds, message) =>
      message.title === refused ? Promise.reject(new ChatError('超过限制', '45009', true, 50)) : send(userIds, message)
    refused = `r${count + 1}`
    const first = await say()
    await tried(first)
    const other = await say({ to: [await somebody('wecom')] })
    test.clock.pass(MINUTE)
    await sendWecom()
    await until('the other', async () => (await rowIn(other, 'wecom'))?.state === 'delivered')
    expect(await rowIn(first, 'wecom')).toMatchObject({ state: 'queued' })
  })

  it('a rest that was begun under a clock that was ahead is over', async () => {
    await test.services.db
      .insert(rateLimit)
      .values({ key: 'notify-rest:wecom', count: 1, windowEnd: later(5 * HOUR).toISOString() })
    const id = await say()
    await until('the card', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
  })

  describe('for long', () => {
    const setup = () => new ChatError('应用已被停用', '50003', false, undefined, 'setup')
    /** Nobody else brings it to them meanwhile. */
    const stuck = async (more: Partial<Telling> = {}) => {
      wecom.error = setup
      userId = await somebody('wecom')
      const id = await say({ kind: 'result', ...more })
      await until('a failure', async () => (await rowIn(id, 'wecom'))?.state === 'failed')
      return id
    }
    /** No try was answered. */
    const unknown = async (more: Partial<Telling>) => {
      userId = await somebody('wecom')
      wecom.fault = () => 'broken'
      const id = await say(more)
      await until('the end of quick tries', async () => {
        await passes(6 * MINUTE)
        return (await batchOf(id)).state === 'stuck'
      })
      wecom.fault = () => undefined
      return id
    }
    const passes = async (seconds: number) => {
      test.clock.pass(seconds)
      await sendWecom()
    }

    it('is not sent after its time', async () => {
      const id = await unknown({ until: later(3 * HOUR) })
      await passes(3 * HOUR)
      expect(wecom.shown).toEqual([])
      expect(await batchOf(id)).toMatchObject({ state: 'cancelled' })
    })

    it('keeps to quiet hours, and nobody waits behind it', async () => {
      const id = await stuck()
      const at = (seconds: number) => localTime(test.services, later(seconds)).slice(11, 16)
      await test.services.db.insert(notifyQuiet).values({ userId, beginTime: at(0), endTime: at(2 * HOUR) })
      wecom.error = () => undefined
      await passes(20 * MINUTE)
      expect(wecom.shown).toEqual([])
      expect(await batchOf(id)).toMatchObject({ state: 'stuck' })
      await passes(2 * HOUR)
      await until('the message', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
    })

    it.each([
      ['result', 0],
      ['todo', 1],
    ] as const)('may have arrived, and the chat has forgotten it: of a %s it is given %i more', async (kind, more) => {
      const id = await unknown({ kind })
      await passes(5 * HOUR)
      await until('the end', async () => ['sent', 'cancelled'].includes((await batchOf(id)).state))
      expect(wecom.shown).toHaveLength(more)
    })

    it('is tried by one for all of that chat', async () => {
      await stuck()
      await stuck()
      await stuck()
      const { calls } = wecom
      await passes(13 * MINUTE)
      await passes(1)
      expect(wecom.calls).toBe(calls + 1)
      wecom.error = () => undefined
      await passes(14 * MINUTE)
      await until('all of them', async () => wecom.shown.length === 3)
    })

    it('is no news for who had it from another chat or opened it', async () => {
      wecom.error = setup
      const [other, reader, left] = [
        await somebody('wecom', 'dingtalk'),
        await somebody('wecom'),
        await somebody('wecom'),
      ]
      const id = await say({ kind: 'result', to: [other, reader, left] })
      await until('the other chat', async () => (await rowIn(id, 'dingtalk'))?.state === 'delivered')
      await test.services.pool.query(
        `update sys_notify_delivery set state = 'opened' where record_id = $1 and user_id = $2 and channel = 'web'`,
        [id, reader],
      )
      wecom.error = () => undefined
      await passes(20 * MINUTE)
      await until('the last', async () => wecom.shown.length)
      expect(wecom.shown.map((one) => one.userId)).toEqual([left])
    })
  })

  it('is given up after a day where nothing is to be decided, and waits on where something is', async () => {
    wecom.fault = () => 'busy'
    const [news, todo] = [await say({ kind: 'result' }), await say()]
    await tried(news)
    test.clock.pass(DAY)
    await until('the end', async () => {
      test.clock.pass(MINUTE)
      await sendWecom()
      return (await rowIn(news, 'wecom'))?.state === 'failed'
    })
    expect(await rowIn(todo, 'wecom')).toMatchObject({ state: 'queued' })
  })

  it.each(['todo', 'result'] as const)('an outage of hours loses no %s, and nobody waits behind it', async (kind) => {
    // News that another chat brought is none any more.
    if (kind === 'result') userId = await somebody('wecom')
    wecom.fault = () => 'broken'
    const id = await say({ kind })
    await tried(id)
    await until('the end of quick tries', async () => {
      test.clock.pass(10 * MINUTE)
      await sendWecom()
      return (await rowIn(id, 'wecom'))?.state === 'failed'
    })
    if (kind === 'todo') await until('the other chat', async () => dingtalk.shown.length)
    wecom.fault = () => undefined
    const next = await say({ kind: 'result' })
    await until('what came later', async () => (await rowIn(next, 'wecom'))?.state === 'delivered')
    test.clock.pass(20 * MINUTE)
    await until('the card', async () => {
      await sendWecom()
      return (await rowIn(id, 'wecom'))?.state === 'delivered'
    })
  })

  it('what settings hold up is sent when they are mended, and told by the next chat meanwhile', async () => {
    wecom.error = () => new ChatError('服务器出口 IP 不在应用的企业可信 IP 内', '60020', false, undefined, 'setup')
    const id = await say()
    await until('the other chat', async () => dingtalk.shown.length)
    expect(await rowIn(id, 'wecom')).toMatchObject({
      state: 'failed',
      reason: '服务器出口 IP 不在应用的企业可信 IP 内',
    })
    wecom.error = () => undefined
    test.clock.pass(20 * MINUTE)
    await resumeNotices(test.services)
    await until('the card', async () => {
      await sendWecom()
      return (await rowIn(id, 'wecom'))?.state === 'delivered'
    })
    expect(await rowIn(id, 'wecom')).toMatchObject({ reason: null, failedTime: null })
  })

  it('reaches by the next chat whom the first, asked a while later, did not reach after all', async () => {
    wecom.missed = () => Promise.resolve([{ userId: userId.toUpperCase(), reason: '已达到发送上限' }])
    const id = await say()
    await until('the answer', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
    const { rows: asking } = await test.services.pool.query<{ batch: string }>(
      `select data->>'batch' as batch from pgboss.job where name = 'notify-missed' and data->>'batch' = $1`,
      [(await batchOf(id)).id],
    )
    expect(asking).toHaveLength(1)
    await findMissed(test.services, asking[0]!.batch)
    expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'failed', reason: '已达到发送上限', deliveredTime: null })
    await until('the other chat', async () => dingtalk.shown.length)
    await findMissed(test.services, asking[0]!.batch)
    expect(await rows(id)).toHaveLength(3)
  })

  it('is not asked about what nobody has to act on', async () => {
    wecom.missed = () => Promise.resolve([])
    const id = await say({ kind: 'result' })
    await until('the message', async () => (await rowIn(id, 'wecom'))?.state === 'delivered')
    const { id: batch } = await batchOf(id)
    const { rows: asking } = await test.services.pool.query(
      `select 1 from pgboss.job where name = 'notify-missed' and data->>'batch' = $1`,
      [batch],
    )
    expect(asking).toEqual([])
  })

  it('is not sent any more once it was decided', async () => {
    wecom.error = () => new ChatError('应用已被停用', '50003', false, undefined, 'setup')
    const id = await say()
    await until('a failure', async () => (await rowIn(id, 'wecom'))?.state === 'failed')
    await test.services.db.transaction((tx) =>
      settle(
        { tx, services: test.services },
        { resource: 'userWithdrawal', recordId: id, text: '已由 周敏 于 10:32 通过', good: true },
      ),
    )
    wecom.error = () => undefined
    test.clock.pass(HOUR)
    await resumeNotices(test.services)
    await sendWecom()
    expect(wecom.shown).toEqual([])
  })

  it('goes to as many at once as the chat takes of its kind, and what is to be decided before what is announced', async () => {
    const people = [userId]
    for (let more = 0; more < 11; more++) people.push(await somebody('dingtalk'))
    const news = await say({ kind: 'announcement', to: people, urgent: false })
    await until('all', async () => dingtalk.shown.length === 12 || wecom.shown.length + dingtalk.shown.length === 12)
    expect(dingtalk.calls).toBe(1)
    expect(news).toBeTruthy()

    wecom.fault = () => 'broken'
    const held = await say({ kind: 'announcement' })
    await tried(held)
    wecom.fault = () => undefined
    const urgent = await say({ to: [userId] })
    await until('what is to be decided', async () => (await rowIn(urgent, 'wecom'))?.state === 'delivered')
    test.clock.pass(MINUTE)
    await until('the announcement', async () => {
      await sendWecom()
      return (await rowIn(held, 'wecom'))?.state === 'delivered'
    })
    expect(wecom.shown.slice(-2).map(({ title }) => title)).toEqual([urgent, held])
  })

  it('counts what a person got in every tenant, and keeps no colleague waiting for one who is full', async () => {
    const colleague = await somebody('wecom')
    for (const tenantId of [1, 2]) for (let n = 0; n < 15; n++) await say({ kind: 'result', tenantId })
    await until('thirty', async () => wecom.shown.length === 30)
    await until('the log', async () => {
      const { rowCount } = await test.services.pool.query(
        `select 1 from sys_notify_delivery where user_id = $1 and channel = 'wecom' and state = 'delivered'`,
        [userId],
      )
      return rowCount === 30
    })
    const id = await say({ kind: 'result', tenantId: 2, to: [userId, colleague] })
    await until('the colleague', async () => wecom.shown.some((one) => one.userId === colleague))
    await sendWecom()
    expect(wecom.shown.filter((one) => one.userId === userId)).toHaveLength(30)
    test.clock.pass(MINUTE + 1)
    await until('the rest', async () => {
      await sendWecom()
      return wecom.shown.filter((one) => one.userId === userId).length === 31
    })
    expect(id).toBeTruthy()
  })
})
