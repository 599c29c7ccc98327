/** 看板晨报: who asked for it reads the figures of the first page once a morning, by the chats they chose, and never at noon. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DashboardAnswer } from '#model/dashboard.ts'
import { amountText } from '#model/figureWords.ts'
import { knownFigure } from '#model/resource.ts'
import { knownResource, resources } from '#resources/index.ts'
import { accountId } from '../../demo/accounts.ts'
import { tableOf } from '../../server/db/table.ts'
import { newId } from '../../server/kernel/id.ts'
import type { Chat, ChatName } from '../../server/kernel/ports/chat.ts'
import { tellMornings } from '../../server/notify/mornings.ts'
import { sendNotices } from '../../server/notify/send.ts'
import { localTime } from '../../server/resource/write.ts'
import { FakeChat } from '../fake-chat.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'

const MORNING = 'morning'
const MINUTE = 60

describe('the figures of the morning', () => {
  let test: TestApp
  let manager: Send
  let wecom: FakeChat
  beforeAll(async () => {
    test = await testApp(await oneKind())
    manager = await test.as('ops_manager')
    await test.services.pool.query(
      `update rental_app_config set config_value = '无' where config_key = 'notice.quietHours'`,
    )
    await test.services.db.delete(tableOf(resources.sysThirdAccount))
    await test.services.db.insert(tableOf(resources.sysThirdAccount)).values({
      id: newId(),
      thirdType: 'wechat_enterprise',
      thirdUserId: 'ops_manager',
      sysUserId: accountId('ops_manager'),
      status: 1,
      corpId: 'corp',
      delFlag: 0,
    })
  })
  afterAll(() => test?.close())
  beforeEach(async () => {
    wecom = new FakeChat('wecom')
    ;(test.services.chats as Map<ChatName, Chat>).set('wecom', wecom)
    await test.services.pool.query('delete from sys_notify_preference')
    await test.services.pool.query('delete from sys_notify_quiet')
    await test.services.pool.query(
      `update sys_notice_batch set state = 'cancelled' where state in ('waiting', 'sending')`,
    )
  })

  const want = (who: Send, chats: string[] | null) => who('PUT', '/sys/notify/preferences', { kind: MORNING, chats })
  /** On to the next time the platform's clock shows this; always another day than the test before. */
  const moveTo = (hour: number, minute = 0) => {
    const [, h = '0', m = '0', s = '0'] = /(\d\d):(\d\d):(\d\d)/.exec(localTime(test.services)) ?? []
    const now = Number(h) * 3600 + Number(m) * MINUTE + Number(s)
    test.clock.pass((hour * 3600 + minute * MINUTE - now + 86_400) % 86_400 || 86_400)
  }
  const rows = async (username = 'ops_manager') =>
    (
      await test.services.pool.query(
        `select d.channel, d.state, d.reason, n.facts, n.path, n.title from sys_notify_delivery d
         join sys_notice n on n.id = d.notice_id where n.kind = 'morning' and d.user_id = $1 order by n.create_time desc, d.channel`,
        [accountId(username)],
      )
    ).rows as {
      channel: string
      state: string
      reason: string | null
      facts: { label: string; text: string }[]
      path: string
      title: string
    }[]
  const of = async (day: string, username?: string) => (await rows(username)).filter(({ title }) => title.includes(day))
  const today = () => localTime(test.services).slice(0, 10)

  it('come to who asked for them, with the figures of 看板 and the way there', async () => {
    moveTo(9)
    expect(await tellMornings(test.services)).toBe('已发送 0 份晨报')
    expect(await of(today())).toEqual([])
    expect((await want(manager, ['wecom'])).success).toBe(true)
    const { panels } = (await manager('GET', '/rental/figures/analysis')).result as DashboardAnswer
    expect(await tellMornings(test.services)).toBe('已发送 1 份晨报')
    await until('the message', async () => wecom.messages[0])
    const [message] = wecom.messages
    expect(message).toMatchObject({ path: '/dashboard/board', title: `看板晨报 ${today()}` })
    const tiles = panels.filter((panel) => panel.kind === 'tile')
    expect(message!.facts).toHaveLength(tiles.length)
    for (const [index, panel] of tiles.entries()) {
      const figure = knownFigure(knownResource(panel.resource), panel.figure)
      expect(message!.facts[index]!.label).toContain(figure.label)
      expect(message!.facts[index]!.text).toContain(amountText(figure, panel.now))
    }
    expect((await of(today())).map(({ channel }) => channel)).toEqual(['web', 'wecom'])
  })

  it('come once a day, however many processes make them, and only by the chats that were chosen', async () => {
    moveTo(9)
    await want(manager, [])
    const said = await Promise.all([1, 2, 3].map(() => tellMornings(test.services)))
    expect(said.filter((text) => text === '已发送 1 份晨报')).toHaveLength(1)
    expect((await of(today())).map(({ channel }) => channel)).toEqual(['web'])
    await sendNotices(test.services, 'wecom')
    expect(wecom.messages).toEqual([])
    // No more, from the next day on.
    await want(manager, null)
    moveTo(8, 59)
    test.clock.pass(MINUTE)
    expect(await tellMornings(test.services)).toBe('已发送 0 份晨报')
  })

  it('are not made after a restart at noon, nor sent then when they were held up', async () => {
    await want(manager, ['wecom'])
    moveTo(9)
    const silent = { on: true, begin: '07:00', end: '11:30' }
    expect((await manager('PUT', '/sys/notify/quiet', silent)).success).toBe(true)
    expect(await tellMornings(test.services)).toBe('已发送 1 份晨报')
    await sendNotices(test.services, 'wecom')
    expect(wecom.messages).toEqual([])
    moveTo(12)
    expect(await tellMornings(test.services)).toContain('今天不再发送')
    await until('the end of it', async () => {
      await sendNotices(test.services, 'wecom')
      return (await of(today())).find(({ channel, state }) => channel === 'wecom' && state === 'cancelled')
    })
    expect((await of(today())).find(({ channel }) => channel === 'wecom')).toMatchObject({ reason: '已过时，不再发送' })
    expect(wecom.messages).toEqual([])
    // A server that slept over the morning makes none.
    moveTo(9)
    moveTo(12)
    expect(await tellMornings(test.services)).toContain('今天不再发送')
    expect(await of(today())).toEqual([])
  })

  it('wait for the end of quiet hours that are over in time', async () => {
    await want(manager, ['wecom'])
    moveTo(8)
    expect((await manager('PUT', '/sys/notify/quiet', { on: true, begin: '22:00', end: '09:30' })).success).toBe(true)
    moveTo(9)
    await tellMornings(test.services)
    await sendNotices(test.services, 'wecom')
    expect(wecom.messages).toEqual([])
    moveTo(9, 31)
    await until('the message', async () => {
      await sendNotices(test.services, 'wecom')
      return wecom.messages[0]
    })
  })

  it('are offered to nobody who may see no figure of them', async () => {
    const kindsOf = async (who: Send) =>
      ((await who('GET', '/sys/notify/preferences')).result as { kinds: { kind: string; wanted?: boolean }[] }).kinds
    const own = async (who: Send) => (await kindsOf(who)).find(({ kind }) => kind === MORNING)
    expect(await own(manager)).toMatchObject({ wanted: false })
    await want(manager, [])
    expect(await own(manager)).toMatchObject({ wanted: true })
    await test.services.pool.query(
      `delete from sys_role_permission where permission_id in (select id from sys_permission where perms like 'rental:%:list')
       and role_id in (select role_id from sys_user_role where user_id = $1)`,
      [accountId('operator')],
    )
    const operator = await test.as('operator')
    expect(await own(operator)).toBeUndefined()
    expect((await want(operator, [])).status).toBe(403)
  })
})
