/** From a request to the card in the chat, the pressed button, the decision, and the card that says so. */
import { resources } from '#resources/index.ts'
import { oneKind } from '../databases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { accountId } from '../../demo/accounts.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { startSimulator, type SimMessage, type Simulator } from '../hosts/simulator.ts'
import { Visitor } from '../hosts/visitor.ts'
import { make } from '../make.ts'
import { testApp, until, type TestApp } from '../product.ts'

describe('a withdrawal decided in WeCom', () => {
  let test: TestApp
  let sim: Simulator
  beforeAll(async () => {
    sim = await startSimulator()
    test = await testApp(await oneKind(), { settings: { ...sim.settings, PUBLIC_URL: 'https://volt.example' } })
    for (const name of ['ops_manager', 'viewer']) {
      await sim.control.signIn(name)
      expect((await new Visitor(test.app).session('wechat_enterprise')).success).toBe(true)
    }
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })

  const asked = async (amount: string) => {
    const provider = await test.as('provider01')
    const [own] = (await provider('GET', '/rental/serviceProvider/list?pageSize=1&column=level&order=asc')).result
      .records
    const reply = await provider('POST', '/rental/userWithdrawal/add', {
      ownerType: ownerTypes.provider,
      ownerId: own.id,
      applyAmount: amount,
      method: withdrawMethods.bankCard,
    })
    expect(reply.success, reply.message).toBe(true)
    return String(reply.result?.id ?? reply.result)
  }
  const cardOf = (id: string): Promise<SimMessage> =>
    until('the card', async () =>
      (await sim.control.outbox()).find(
        ({ taskId, to, body }) => taskId && to.includes('ops_manager') && JSON.stringify(body).includes(id),
      ),
    )
  const stateOf = async (id: string) =>
    (await (await test.as('admin'))('GET', `/rental/userWithdrawal/queryById?id=${id}`)).result.status as string
  const press = async (taskId: string, userId: string, times = 1) => {
    const { query, body, contentType } = await sim.control.clickBody(taskId, 'approve', userId)
    const url = `/jeecg-boot/sys/chat/wecom/callback?${new URLSearchParams(query).toString()}`
    const post = () => test.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload: body })
    for (const { statusCode } of await Promise.all(Array.from({ length: times }, post))) expect(statusCode).toBe(200)
  }

  it('changes nothing for a colleague without rights, and is decided once by the manager', async () => {
    const id = await asked('100.00')
    const card = await cardOf(id)
    await press(card.taskId!, 'viewer')
    await until('the refusal', async () => {
      const rows = await test.services.pool.query(`select 1 from sys_log where log_content like '%未执行%'`)
      return rows.rowCount
    })
    expect(await stateOf(id)).toBe('0')
    expect((await sim.control.outbox()).find((one) => one.id === card.id)!.state).toEqual({})

    await press(card.taskId!, 'ops_manager', 3)
    const settled = await until('the settled card', async () => {
      const text = (await sim.control.outbox()).find((one) => one.id === card.id)!.state.ops_manager
      return text
    })
    expect(settled).toMatch(/^已由 周敏 于 \d\d:\d\d 通过/)
    expect(await stateOf(id)).not.toBe('0')
    const trail = (await (await test.as('admin'))('GET', `/rental/userWithdrawal/queryById?id=${id}`)).result.auditTrail
    const decisions = (trail as Record<string, unknown>[]).filter((line) => JSON.stringify(line).includes('周敏'))
    expect(decisions, JSON.stringify(trail)).toHaveLength(1)
    // Where it was pressed is part of the history.
    expect(JSON.stringify(decisions[0])).toContain('企业微信')
  })

  const outcomeOn = (card: SimMessage, userId = 'ops_manager') =>
    until('the settled card', async () => (await sim.control.outbox()).find(({ id }) => id === card.id)!.state[userId])
  const logOf = async (id: string) =>
    (await (await test.as('admin'))('GET', `/sys/notify/delivery/list?recordId=${id}&channel=wecom&pageSize=100`))
      .result.records as { userId: string; state: string; reason: string }[]

  const driver = resources.driverMessage
  const newDriver = async () => {
    const admin = await test.as('admin')
    const { id: providerId } = (await admin('POST', '/rental/serviceProvider/add', make(resources.serviceProvider)))
      .result
    const made = await admin('POST', `${driver.path}/add`, make(driver, { providerId, shareRatio: '1.00' }))
    expect(made.success, made.message).toBe(true)
    return (made.result as { id: string }).id
  }

  it('settles a card that arrived although nothing answered to its sending', async () => {
    await sim.control.failNext({ path: '/message/send', reset: true, done: true, times: 20 })
    const id = await newDriver()
    const card = await cardOf(id)
    await press(card.taskId!, 'ops_manager')
    expect(await outcomeOn(card)).toMatch(/^已由 周敏 于 \d\d:\d\d 通过/)
    expect((await logOf(id)).filter(({ userId }) => userId === accountId('ops_manager'))).toMatchObject([
      { state: 'decided', reason: expect.stringContaining('通过') },
    ])
    await sim.control.reset()
  })

  it('settles a card that is pressed when its first code has ended, and names the tenant it lies in', async () => {
    const id = await newDriver()
    const card = await cardOf(id)
    const { url } = card.body.template_card.card_action as { url: string }
    expect(url).toMatch(/^https:\/\/volt\.example\/[\w/]+\?tenant=1$/)
    await until('the log', async () => (await logOf(id)).every(({ state }) => state === 'delivered'))
    const ahead = 80 * 3600
    test.clock.pass(ahead)
    await sim.control.advance(ahead * 1000)
    await press(card.taskId!, 'ops_manager')
    expect(await outcomeOn(card)).toMatch(/^已由 周敏 于 \d\d:\d\d 通过/)
    test.clock.pass(-ahead)
    await sim.control.advance(-ahead * 1000)
  })

  it('does not decide by a card on what the card did not show', async () => {
    const admin = await test.as('admin')
    const { path } = driver
    const id = await newDriver()
    const card = await cardOf(id)
    const { version } = (await admin('GET', `${path}/queryById?id=${id}`)).result
    const edited = await admin('PUT', `${path}/edit`, { id, version, shareRatio: '2.00' })
    expect(edited.success, edited.message).toBe(true)
    await press(card.taskId!, 'ops_manager')
    const said = await until('the word on the card', async () => {
      return (await sim.control.outbox()).find((one) => one.id === card.id)!.state.ops_manager
    })
    expect(said).toMatch(/修改，请核对后再处理/)
    expect((await admin('GET', `${path}/queryById?id=${id}`)).result).toMatchObject({
      status: driverStates.waiting,
      shareRatio: '2.00',
    })
  })
})
