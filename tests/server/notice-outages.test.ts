/** Chats that are away, set wrong, full, or set up on another node only: nothing of what waits for them is lost. */
import { resources } from '#resources/index.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeClick } from '../../server/chat/clicks.ts'
import { noticeBatch } from '../../server/db/notify-tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import { ChatError, type Chat, type ChatName } from '../../server/kernel/ports/chat.ts'
import { deliveries } from '../../server/notify/deliveries.ts'
import { findMissed } from '../../server/notify/missed.ts'
import { settle, tell, type Telling } from '../../server/notify/notify.ts'
import { resumeNotices, sendNotices } from '../../server/notify/send.ts'
import { settleCards } from '../../server/notify/settle-cards.ts'
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
    wecom = new FakeChat('wecom')
    dingtalk = new FakeChat('dingtalk', 100, 5)
    chatsHere().set('wecom', wecom).set('dingtalk', dingtalk)
    await test.services.pool.query(`update sys_notice_batch set state = 'cancelled' where state <> 'sent'`)
    await test.services.pool.query(`update sys_notice set state = 'told' where state = 'open'`)
    await test.services.pool.query(`delete from sys_rate_limit where key like 'notify-rest%'`)
    userId = await somebody('wecom', 'dingtalk')
  })

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
    })
  })

  it('a rest the chat asks for is no failed try, however long it lasts', async () => {
    wecom.fault = () => 'busy'
    const id = await say({ kind: 'result' })
    await tried(id)
    for (let minute = 0; minute < 30; minute++) {
      test.clock.pass(MINUTE)
      await sendWecom()
    }
    expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'queued' })
    wecom.fault = () => undefined
    test.clock.pass(MINUTE)
    await until('the card', async () => {
      await sendWecom()
      return (await rowIn(id, 'wecom'))?.state === 'delivered'
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
      `select data->>'batch' as batch from pgboss.job where name = 'notify-missed' and state = 'created'`,
    )
    expect(asking).toHaveLength(1)
    await findMissed(test.services, asking[0]!.batch)
    expect(await rowIn(id, 'wecom')).toMatchObject({ state: 'failed', reason: '已达到发送上限', deliveredTime: null })
    await until('the other chat', async () => dingtalk.shown.length)
    await findMissed(test.services, asking[0]!.batch)
    expect(await rows(id)).toHaveLength(3)
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
