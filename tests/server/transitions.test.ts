/** Every action of every entity: from each state, by each role. The refusals follow from the definitions. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Field } from '#model/fields.ts'
import type { Resource } from '#model/resource.ts'
import { deviceStates } from '#resources/device/device.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { allResources, resources } from '#resources/index.ts'
import { depositTypes } from '#resources/order/orderDeposit.ts'
import { feeEffects } from '#resources/order/settleReason.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { payChannels } from '#resources/product/selling.ts'
import { OPERATIONS, people } from '../../demo/accounts.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { newId } from '../../server/kernel/id.ts'
import { tableOf } from '../../server/db/table.ts'
import { insertRow, localTime, newRow, recordOf, type Writing } from '../../server/resource/write.ts'
import { make, makeDevice, valueOf } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { flows, PEOPLE, type Draft, type Flow, type World } from './transition-table.ts'

const business = allResources().filter(({ path }) => path.startsWith('/rental/'))
const table = business.flatMap((resource) =>
  Object.keys(resource.actions).map((action) => [resource.name, action, resource] as const),
)
const { serviceProvider, serviceProviderConfig, settleReason, userMessage, userWithdrawal } = resources

/** The field a move is about: the state of the record where the action asks for it. */
const fieldOf = (resource: Resource, action: string): string | undefined => {
  const asked = Object.keys(resource.actions[action]!.when ?? {})
  return asked.includes('status') ? 'status' : asked[0]
}

const valuesOf = (field: Field): string[] =>
  field.kind === 'dict'
    ? dictionaries[field.dict as keyof typeof dictionaries].items.map(([value]) => value)
    : field.kind === 'switch'
      ? ['Y', 'N']
      : ['0', '1']

/** As the database has it. */
const stored = (resource: Resource, values: Readonly<Record<string, string>>): Draft =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      resource.fields[name]!.kind === 'integer' ? Number(value) : value,
    ]),
  )

it('knows every action, and leads from every state in which its definition allows it', () => {
  expect(table.length).toBeGreaterThan(80)
  const known = Object.entries(flows).flatMap(([name, actions]) => Object.keys(actions).map((one) => `${name} ${one}`))
  expect(known.sort()).toEqual(table.map(([name, action]) => `${name} ${action}`).sort())
  for (const [name, action, resource] of table) {
    const { moves = {}, stopped = {} } = flows[name]![action]!
    const field = fieldOf(resource, action)
    const allowed = field ? [...resource.actions[action]!.when![field]!] : []
    expect(Object.keys({ ...moves, ...stopped }).sort(), `${name} ${action}`).toEqual(allowed.sort())
  }
})

describe.each([await oneKind()])('transitions on %s', (kind) => {
  let test: TestApp
  let world: World
  let writing: Omit<Writing, 'tx'>
  const send: Record<string, Send> = {}
  /** Whose department is where. */
  const places = new Map<string, string>(people.map(({ username, departs }) => [username, departs[0]!]))

  beforeAll(async () => {
    test = await testApp(kind)
    // What an action sets going would change what is looked at here.
    test.services.jobs.send = async () => undefined
    writing = { services: test.services, caller: systemCaller(1) }
    for (const name of PEOPLE) send[name] = await test.as(name)
    const { rows } = await test.services.db.execute<{ code: string }>(
      sql`select org_code as code from ${tableOf(resources.sysUser)} where username = 'provider01'`,
    )
    places.set('provider01', rows[0]!.code)
    const day = (days: number) =>
      localTime(test.services, new Date(test.services.clock.now().getTime() + days * 86_400_000))
    const [reason] = await test.services.db
      .select({ id: tableOf(settleReason).id })
      .from(tableOf(settleReason))
      .where(eq(tableOf(settleReason).feeEffect, feeEffects.byRule))
    world = { day, reasonId: String(reason!.id) } as World
    world.userId = await add(userMessage)
    world.renterId = await add(userMessage)
    for (const id of [world.userId, world.renterId])
      await set(userMessage, id, { balance: 10_000_000n, frozen: 10_000_000n })
    world.providerId = await provider()
    world.otherProviderId = await provider()
    world.driverId = await add(resources.driverMessage)
    await set(resources.driverMessage, world.driverId, { status: driverStates.normal })
    world.cardId = await add(resources.card)
    world.boxId = await add(resources.blindBox)
    world.settingId = await add(resources.appConfig)
  })
  afterAll(() => test?.close())

  /** Below operations, whose people then see what belongs to it. */
  async function provider(): Promise<string> {
    const reply = await send.operator!('POST', `${serviceProvider.path}/add`, make(serviceProvider))
    return must(reply).id as string
  }
  const must = (reply: Reply): Draft => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result as Draft
  }
  const set = (resource: Resource, id: string, values: Draft) =>
    test.services.db
      .update(tableOf(resource))
      .set(values)
      .where(eq(tableOf(resource).id, id))

  /** What a record of each kind needs beside what any form would accept. */
  const drafts: Record<string, () => Draft> = {
    accountChange: () => ({ providerId: world.providerId, bankNo: '6225880011113333', accountType: accountTypes.firm }),
    agentApply: () => ({ applyLevel: providerLevels.province, parentId: null, referrerId: null }),
    blindBox: () => ({ areaCodes: null, price: '1.00' }),
    boxDraw: () => ({ boxId: world.boxId, userId: world.userId }),
    card: () => ({ areaCodes: null, firstOnly: 'N', buyLimit: 0, refundable: 'Y', refundDays: 3 }),
    complaint: () => ({ userId: world.userId }),
    configChange: () => ({ configId: world.settingId, afterValue: '新的值', effectTime: world.day(-1) }),
    device: () => ({ status: deviceStates.stock }),
    driverCar: () => ({ driverId: world.driverId, providerId: world.providerId }),
    driverMessage: () => ({ providerId: world.providerId }),
    ledgerAdjustment: () => ({ ownerId: world.userId }),
    onceCard: () => ({ areaCodes: null, buyLimit: 0 }),
    orderDeposit: () => ({
      userId: world.userId,
      depositType: depositTypes.paid,
      payChannel: payChannels.wechat,
      amount: '99.00',
      outTradeNo: newId(),
    }),
    orderMessage: () => ({
      userId: world.renterId,
      deviceId: 'none',
      borrowCabinetId: 'none',
      providerId: world.providerId,
    }),
    rechargeSetting: () => ({ startTime: null, endTime: null, firstOnly: 'N', limitTimes: 0, giftCardId: null }),
    userCard: () => ({ userId: world.userId, productId: world.cardId, startTime: world.day(0) }),
    userWithdrawal: () => ({
      ownerId: world.userId,
      applyAmount: '100.00',
      arriveAmount: '99.40',
      withdrawNo: newId(),
    }),
  }
  /** Records that are not made on their own. */
  const made: Record<string, () => Promise<string>> = {
    async serviceProviderConfig() {
      const providerId = await provider()
      const terms = tableOf(serviceProviderConfig)
      const [found] = await test.services.db
        .select({ id: terms.id })
        .from(terms)
        .where(eq(terms.providerId, providerId))
      return String(found!.id)
    },
    // By hand: its rules count the open requests and the requests of a day.
    async userWithdrawal() {
      const row = newRow(writing, userWithdrawal, { ...draftOf(userWithdrawal) })
      await test.services.db.insert(tableOf(userWithdrawal)).values(recordOf(userWithdrawal, row))
      return String(row.id)
    },
  }

  function draftOf(resource: Resource): Draft {
    const owned = Object.entries(resource.fields).filter(([, { required, readOnly }]) => required && readOnly)
    return {
      ...Object.fromEntries(owned.map(([name, field]) => [name, valueOf(field)])),
      ...make(resource),
      ...drafts[resource.name]?.(),
    }
  }

  async function add(resource: Resource): Promise<string> {
    const draft = draftOf(resource)
    if (resource === resources.device) await makeDevice(send.admin!, draft)
    const id =
      (await made[resource.name]?.()) ??
      (await test.services.db.transaction(async (tx) => {
        const after = newRow(writing, resource, draft)
        await insertRow({ ...writing, tx, mode: 'add', after, extras: {} }, resource)
        return String(after.id)
      }))
    if (resource.scope === 'department') await set(resource, id, { sysOrgCode: OPERATIONS })
    return id
  }

  const seenBy = (resource: Resource, who: string) =>
    resource.scope !== 'department' || who === 'admin' || OPERATIONS.startsWith(places.get(who)!)

  const bodyOf = (resource: Resource, action: string, { body }: Flow): Draft => ({
    ...(resource.actions[action]!.reason && { reason: '测试原因' }),
    ...body?.(world),
  })
  const act = (who: string, resource: Resource, action: string, flow: Flow, id: string, over: Draft = {}) =>
    send[who]!('POST', `${resource.path}/${action}`, { id, ...bodyOf(resource, action, flow), ...over })

  /** In the state the action asks for, but for what is said: the record as it then stands. */
  const put = async (
    [resource, action, flow]: readonly [Resource, string, Flow],
    id: string,
    who: string,
    over: Readonly<Record<string, string>> = {},
  ) => {
    const wanted = Object.entries(resource.actions[action]!.when ?? {}).map(([name, values]) => [name, values![0]!])
    const states = stored(resource, { ...(Object.fromEntries(wanted) as Record<string, string>), ...over })
    const values = { ...flow.given?.(world, who), ...states }
    if (!Object.keys(values).length) return look(resource, id)
    const table = tableOf(resource)
    const [row] = await test.services.db
      .update(table)
      .set(values)
      .where(eq(table.id, id))
      .returning({ row: sql`to_jsonb(${table})` })
    return row
  }

  /** The record as it stands. */
  async function look(resource: Resource, id: string): Promise<unknown> {
    const { rows } = await test.services.db.execute(
      sql`select to_jsonb(t) as row from ${sql.raw(resource.table)} t where id = ${id}`,
    )
    return rows[0]
  }
  /** The last of everything that was ever booked; in this form an index has it. */
  const booked = async () =>
    (
      await test.services.db.execute(
        sql`select max(detail_no) as last from ${tableOf(resources.amountDetail)} where tenant_id = 1 and delete_time is null`,
      )
    ).rows[0]

  it.each(table)('%s %s', async (name, action, resource) => {
    const flow = flows[name]![action]!
    const { when, reason, creates, decide } = resource.actions[action]!
    const of = [resource, action, flow] as const
    const field = fieldOf(resource, action)
    const allowed = Object.entries(flow.moves ?? {})
    const strangers = PEOPLE.filter((who) => !flow.by.includes(who))
    if (creates) {
      for (const who of flow.by) must(await send[who]!('POST', `${resource.path}/${action}`, {}))
      for (const who of strangers)
        expect((await send[who]!('POST', `${resource.path}/${action}`, {})).status, who).toBe(403)
      return
    }

    // Everybody who may, from the first state; somebody who may, from the others.
    const able = flow.by.filter((who) => seenBy(resource, who))
    expect(able.length, 'somebody may').toBeGreaterThan(0)
    const [first, ...others] = allowed.length ? allowed : [[undefined, undefined] as const]
    const tries = [
      ...able.map((who) => [who, ...first] as const),
      ...others.map((move, index) => [able[index % able.length]!, ...move] as const),
    ]
    for (const [who, from, to] of tries) {
      const id = await add(resource)
      await put(of, id, who, field && from !== undefined ? { [field]: from } : {})
      const reply = await act(who, resource, action, flow, id)
      expect(reply.success, `${who} from ${from}: ${reply.status} ${reply.message}`).toBe(true)
      if (field) expect(reply.result.row[field], `${who} from ${from}`).toBe(to)
    }

    const id = await add(resource)
    const before = await booked()
    const refuse = async (who: string, over: Record<string, string>, expected: object, sent: Draft = {}) => {
      const stood = await put(of, id, who, over)
      const reply = await act(who, resource, action, flow, id, sent)
      expect(reply, `${who} ${JSON.stringify(over)}: ${reply.message}`).toMatchObject({ success: false, ...expected })
      expect(await look(resource, id), `${who} ${JSON.stringify(over)} changed something`).toEqual(stood)
    }
    for (const [name, values] of Object.entries(when ?? {}))
      for (const bad of valuesOf(resource.fields[name]!).filter((value) => !values!.includes(value)))
        for (const who of flow.by) await refuse(who, { [name]: bad }, { status: seenBy(resource, who) ? 409 : 404 })
    for (const [state, message] of Object.entries(flow.stopped ?? {}))
      await refuse(able[0]!, { [field!]: state }, { status: 200, message: expect.stringMatching(message) })
    for (const who of strangers) await refuse(who, {}, { status: 403 })
    if (reason)
      await refuse(able[0]!, {}, { status: 400, message: expect.stringContaining('请输入原因') }, { reason: ' ' })
    // Nobody decides on what they may not have seen.
    if (decide) {
      const unseen = { status: 400, message: expect.stringContaining('缺少 version') }
      await refuse(able[0]!, {}, unseen, { version: undefined })
    }
    expect(await booked()).toEqual(before)
  })

  it('keeps who asked from agreeing, whatever they may otherwise', async () => {
    for (const resource of business.filter(({ approval }) => approval)) {
      const { steps, noun } = resource.approval!
      const flow = flows[resource.name]![steps[0].action]!
      const who = flow.by.find((one) => one !== 'admin' && seenBy(resource, one))!
      const id = await add(resource)
      await put([resource, steps[0].action, flow], id, who)
      await set(resource, id, { createBy: who })
      const reply = await act(who, resource, steps[0].action, flow, id)
      expect(reply, resource.name).toMatchObject({ success: false, message: `不能审批自己提交的${noun}` })
    }
  })
})
