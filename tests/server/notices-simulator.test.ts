/** A thousand notices through a WeCom of which every third call goes wrong: each once, and in order for each person. */
import { userStates } from '#resources/system/userStates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods, withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { newId } from '../../server/kernel/id.ts'
import { accountId } from '../../demo/accounts.ts'
import { tell } from '../../server/notify/notify.ts'
import { sendNotices } from '../../server/notify/send.ts'
import { tableOf } from '../../server/db/table.ts'
import { startSimulator, type SimMessage, type Simulator } from '../hosts/simulator.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type TestApp } from '../product.ts'

const PEOPLE = 100
const FAILING = 0.3
const HANGING = 6
const NODES = 4
const CLAIM_MS = 130_000

const kinds = [await oneKind()]
// The embedded database waits for every round trip; with a server beside it the full number runs there.
const numberOn = (kind: string) => (kind === 'embedded' && kinds.length > 1 ? 200 : 1000)

describe.each(kinds)('notices through a failing WeCom on %s', (kind) => {
  let simulator: Simulator
  let test: TestApp
  let later = 0

  beforeAll(async () => {
    simulator = await startSimulator()
    test = await testApp(kind, { settings: simulator.settings })
    await simulator.control.product(await test.app.listen({ port: 0, host: '127.0.0.1' }))
    const { clock } = test.services
    const real = clock.now.bind(clock)
    clock.now = () => new Date(real().getTime() + later)
    await bind(accountId('ops_manager'), 'ops_manager')
  })
  afterAll(async () => {
    await test?.close()
    await simulator?.stop()
  })

  const bind = (sysUserId: string, thirdUserId: string) =>
    test.services.db.insert(tableOf(resources.sysThirdAccount)).values({
      id: newId(),
      thirdType: 'wechat_enterprise',
      thirdUserId,
      sysUserId,
      status: 1,
      corpId: simulator.world.wecom.corpId,
      delFlag: 0,
    })
  const shownTo = (userId: string) =>
    simulator.world.messages.filter(({ to, dropped }) => to.includes(userId) && !dropped.includes(userId))
  const open = async () => {
    const { rows } = await test.services.pool.query(
      `select 1 from sys_notice_batch where channel = 'wecom' and state in ('waiting', 'sending') limit 1`,
    )
    return rows.length > 0
  }
  /** Several nodes send what is due, again and again; pauses between tries pass at once. */
  async function sendAll() {
    for (let round = 0; await open(); round += 1) {
      expect(round, 'rounds of sending').toBeLessThan(200)
      await Promise.all(Array.from({ length: NODES }, () => sendNotices(test.services, 'wecom')))
      later += CLAIM_MS
      await simulator.control.advance(CLAIM_MS)
    }
  }

  it('delivers each once, in order', { timeout: 600_000 }, async () => {
    const people = Array.from({ length: PEOPLE }, (_, index) => ({ id: newId(), chatId: `many${index}` }))
    await test.services.db.insert(tableOf(resources.sysUser)).values(
      people.map(({ id, chatId }) => ({
        id,
        username: chatId,
        realname: chatId,
        status: userStates.normal,
        delFlag: 0,
        relTenantIds: '1',
      })),
    )
    await Promise.all(
      people.map(async ({ id, chatId }) => {
        await bind(id, chatId)
        await simulator.control.addPerson({ userId: chatId, unionId: chatId, name: chatId })
      }),
    )
    const many = numberOn(kind)
    const wanted = new Map(people.map(({ chatId }) => [chatId, [] as string[]]))
    await simulator.control.chaos(FAILING)
    for (let hanging = 0; hanging < HANGING; hanging += 1)
      await simulator.control.failNext({ path: '/cgi-bin/message/send', hang: true })
    const telling = {
      tenantId: 1,
      resource: 'userWithdrawal',
      recordId: 'many',
      path: '/finance/userWithdrawal/many',
    }
    // Everybody once a round, so that it is known in which order each was told.
    for (let first = 0; first < many; first += people.length)
      await Promise.all(
        people.map(({ id, chatId }, index) => {
          const title = `第 ${first + index} 条`
          wanted.get(chatId)!.push(title)
          return test.services.db.transaction((tx) =>
            tell(
              { tx, services: test.services },
              { ...telling, key: `many:${first + index}`, kind: 'result', title, summary: '提现', facts: [], to: [id] },
            ),
          )
        }),
      )
    await sendAll()
    for (const [chatId, titles] of wanted) expect(shownTo(chatId).map(titleOf), chatId).toEqual(titles)
    const calls = await simulator.control.calls('/cgi-bin/message/send')
    expect(calls).toBeGreaterThan(many)
    const { rows } = await test.services.pool.query<{ state: string; count: number }>(
      `select state, count(*)::int as count from sys_notify_delivery where record_id = 'many' and channel = 'wecom' group by state`,
    )
    expect(rows).toEqual([{ state: 'delivered', count: many }])
  })

  it('decides once what the chat reports three times', { timeout: 600_000 }, async () => {
    const [admin, operator] = await Promise.all(['admin', 'operator'].map((name) => test.as(name)))
    const { result } = await admin!(
      'GET',
      '/rental/serviceProvider/list?status=1&pageSize=200&column=balance&order=desc',
    )
    const owners = (result.records as { id: string; frozen: string; balance: string }[])
      .filter(({ frozen, balance }) => frozen === '0.00' && Number(balance) > 200)
      .slice(0, 5)
    expect(owners).toHaveLength(5)
    await simulator.control.chaos(FAILING, 7)
    for (const { id: ownerId } of owners) {
      const asked = { ownerType: ownerTypes.provider, ownerId, applyAmount: '120.00', method: withdrawMethods.bankCard }
      const made = await operator!('POST', '/rental/userWithdrawal/add', asked)
      expect(made.success, made.message).toBe(true)
      const id = made.result.id as string
      // Who must know is worked out by a job of its own.
      const card = await until(
        'the card',
        async () => {
          await sendAll()
          return shownTo('ops_manager').find((one) => one.taskId && about(one, id))
        },
        60,
      )
      await simulator.control.click(card.taskId!, keyOf(card, '通过'), 'ops_manager', { times: 3 })
      const look = async () => (await admin!('GET', `/rental/userWithdrawal/queryById?id=${id}`)).result
      const decided = await until('the decision', async () => {
        const row = await look()
        return row.status === withdrawStates.waiting ? undefined : row
      })
      expect(decided.auditTrail.filter((row: { step: string }) => row.step === '审核')).toHaveLength(1)
    }
  })
})

const titleOf = ({ body }: SimMessage): string =>
  body.textcard?.title ?? body.template_card?.main_title?.title ?? String(body.text?.content)
const about = ({ body }: SimMessage, id: string) => JSON.stringify(body).includes(id)
const keyOf = ({ body }: SimMessage, text: string): string =>
  (body.template_card.button_list as { text: string; key: string }[]).find((button) => button.text === text)!.key
