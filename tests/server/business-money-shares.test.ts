/** Shares: what providers and drivers earn along the tree, and orders that nobody got a share of. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { toHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { deviceStates } from '#resources/device/device.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { resources } from '#resources/index.ts'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { billModes } from '#resources/product/billModes.ts'
import { sexes } from '#resources/sexes.ts'
import { accountId } from '../../demo/accounts.ts'
import { newId } from '../../server/kernel/id.ts'
import { session, userDepart } from '../../server/db/tables.ts'
import { postShares, sharesOf, takeBackShares } from '../../server/money/shares.ts'
import { readConfig } from '../../server/resource/config.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { tableOf } from '../../server/db/table.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { reason, tillOf } from './till.ts'

type Row = Record<string, any>

const {
  device,
  driverCar,
  driverMessage,
  orderMessage,
  reconcileDifference,
  serviceProvider,
  serviceProviderConfig,
  settleReason,
  sysDepart,
  sysUser,
} = resources

type Order = Wire<typeof orderMessage>

describe.each([await oneKind()])('shares on %s', (kind) => {
  let test: TestApp
  let [admin, manager, finance]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, finance] = await Promise.all(['admin', 'ops_manager', 'finance'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, edit, set, consumer, rich, borrowed, addsUpAtLast } = tillOf(() => ({
    test,
    admin,
  }))

  it('a driver earns, leaves the money of the devices in, and asks for the rest', async () => {
    const provider = await add(serviceProvider)
    const driver = await add(driverMessage, { providerId: provider.id, shareRatio: '10.00', freezeAmount: '5.00' })
    await set(driverMessage, driver.id, { status: driverStates.normal })
    const charger = await add(device, { providerId: provider.id, status: deviceStates.stock })
    const carRow = await add(driverCar, { driverId: driver.id, providerId: provider.id, deviceIds: charger.id })
    must(await act(manager, driverCar, 'approve', carRow.id))
    const inCar = { deviceId: charger.id, borrowCabinetId: charger.id }
    const { id: userId } = await consumer()
    const [{ orderNo }, { orderNo: second }] = [
      await borrowed(userId, provider, inCar),
      await borrowed(userId, provider, inCar),
    ]
    const order = { tenantId: 1, orderNo, providerId: provider.id }
    const write = (work: (writing: any) => Promise<void>) =>
      test.services.db.transaction((tx) => work({ tx, services: test.services, caller: systemCaller(1) }))
    const has = async () => look(driverMessage, driver.id)
    await write((writing) => postShares(writing, order, 3000n))
    expect(await has()).toMatchObject({ balance: '0.00', frozen: '3.00', deviceFrozen: '3.00' })
    await write((writing) => postShares(writing, { ...order, orderNo: second }, 10_000n))
    expect(await has()).toMatchObject({ balance: '8.00', frozen: '5.00', deviceFrozen: '5.00' })
    await write((writing) => takeBackShares(writing, { ...order, orderNo: second }, 10_000n, 5000n))
    expect(await has()).toMatchObject({ balance: '3.00', frozen: '5.00' })
    must(await act(manager, driverCar, 'unbind', carRow.id, { reason }))
    expect(await has()).toMatchObject({ balance: '8.00', frozen: '0.00', deviceFrozen: '0.00' })
    // Shares of what was not paid would be a difference, and they are the point of another test.
    await test.services.db.execute(
      sql`update rental_amount_detail set biz_type = 'test' where biz_no in (${orderNo}, ${second})`,
    )
    await test.services.db.execute(
      sql`update rental_amount_detail set settle_time = null where owner_id = ${driver.id}`,
    )
    const draft = { ownerType: ownerTypes.driver, ownerId: driver.id, method: withdrawMethods.wechat }
    const tooMuch = await admin!('POST', '/rental/userWithdrawal/add', { ...draft, applyAmount: '8.01' })
    expect(tooMuch.message).toContain('每笔不少于 10.00 元')
    const few = await readConfig(test.services.db, 1)
    expect(few['driver.freezeMax']).toBe('99')
    const bad = await admin!(
      'POST',
      `${driverMessage.path}/add`,
      make(driverMessage, { providerId: provider.id, freezeAmount: '99.01' }),
    )
    expect(bad.message).toContain('每台设备不超过 99.00 元')
  })

  describe('shares along the tree', () => {
    const termsOf = async (id: string) => (await list(serviceProviderConfig, `providerId=${id}`))[0]!
    const ratio = async (id: string, shareRatio: string) => {
      const { id: terms, version } = await termsOf(id)
      return admin!('PUT', `${serviceProviderConfig.path}/edit`, { id: terms, version, shareRatio })
    }
    /** Province 5 %, city 10 %, a driver of the city with 81.50 %; a merchant of the city without a share. */
    async function tree() {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      const merchant = await add(serviceProvider, { level: providerLevels.merchant, parentId: city.id })
      must(await ratio(province.id, '5.00'))
      must(await ratio(city.id, '10.00'))
      const driver = await add(driverMessage, { providerId: city.id, shareRatio: '81.50', freezeAmount: '0.00' })
      return { province, city, merchant, driver }
    }

    it('are never more than the whole, whoever is raised or moved: provider, province, driver, merchant below', async () => {
      const { province, city, merchant, driver } = await tree()
      const raised = await ratio(city.id, '30.00')
      expect(raised).toMatchObject({ status: 400, message: expect.stringContaining('最多还能给 13.50%') })
      expect(raised.message).toContain(`司机 ${driver.realName}`)
      expect((await ratio(province.id, '8.51')).message).toContain('最多还能给 8.50%')
      must(await ratio(province.id, '8.50'))
      expect((await ratio(merchant.id, '81.51')).message).toContain('最多还能给 81.50%')
      must(await ratio(merchant.id, '81.50'))
      expect((await edit(driverMessage, driver.id, { shareRatio: '81.51' })).message).toContain('最多还能给 81.50%')
      // A driver elsewhere brings his ratio along.
      const other = await add(serviceProvider)
      must(await ratio(other.id, '20.00'))
      expect((await edit(driverMessage, driver.id, { providerId: other.id })).message).toContain('最多还能给 80.00%')
      // What does not touch a ratio is written, and what lowers it too.
      must(await edit(driverMessage, driver.id, { sex: sexes.female }))
      must(await ratio(city.id, '9.00'))
    })

    it('are rounded down, each for itself: of an odd fen two halves are none, and the rest is the platform’s', async () => {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      must(await ratio(province.id, '50.00'))
      must(await ratio(city.id, '50.00'))
      for (const [paid, each] of [
        [1n, undefined],
        [3n, 1n],
        [9_999n, 4_999n],
      ] as const) {
        const order = { tenantId: 1, orderNo: `DD-H${paid}-${Date.now()}`, providerId: city.id, borrowCabinetId: '' }
        await test.services.db.transaction((tx) =>
          postShares({ tx, services: test.services, caller: systemCaller(1) }, order, paid),
        )
        const earned = (await sharesOf(test.services.db, order)).map((share) => share.earned)
        expect(earned, String(paid)).toEqual(each === undefined ? [] : [each, each])
        // Orders of no record would be a difference, and they are the point of another test.
        await test.services.db.execute(
          sql`update rental_amount_detail set biz_type = 'test' where biz_no = ${order.orderNo}`,
        )
      }
    })

    it('two changes that fit one by one and not together: one is refused', async () => {
      const { province, city, driver } = await tree()
      must(await edit(driverMessage, driver.id, { shareRatio: '75.00' }))
      const both = await Promise.all([
        ratio(province.id, '15.00'),
        ratio(city.id, '20.00'),
        edit(driverMessage, driver.id, { shareRatio: '85.00' }),
        add(driverMessage, { providerId: city.id, shareRatio: '85.00' }).then(
          () => ({ success: true }),
          () => ({ success: false }),
        ),
      ])
      expect(both.filter(({ success }) => success).length).toBeGreaterThan(0)
      const { rows } = await test.services.db.execute<{ most: string }>(sql`
        select (select sum(share_ratio) from rental_service_provider_config where provider_id in (${province.id}, ${city.id}))
          + (select max(share_ratio) from rental_driver_message where provider_id = ${city.id}) as most`)
      expect(Number(rows[0]!.most)).toBeLessThanOrEqual(10_000)
    })

    it('a provider moves with its department, its login and everything below, or not at all', async () => {
      const { city, merchant, driver } = await tree()
      const elsewhere = await add(serviceProvider)
      must(await ratio(elsewhere.id, '8.51'))
      const tooMuch = await edit(serviceProvider, city.id, { parentId: elsewhere.id })
      expect(tooMuch).toMatchObject({ status: 400, message: expect.stringContaining('移到这里一路分润超过 100%') })
      must(await ratio(elsewhere.id, '8.50'))
      // Somebody who works there, signed in before it moves.
      const login = await test.as('provider01')
      const userId = accountId('provider01')
      await test.services.db.insert(userDepart).values({ userId, depId: city.departId })
      await set(sysUser, userId, { orgCode: city.sysOrgCode })
      await test.services.db.update(session).set({ orgCode: city.sysOrgCode }).where(eq(session.userId, userId))
      const seen = async () =>
        (must(await login('GET', `${serviceProvider.path}/list?pageSize=100`)).records as Row[])
          .map(({ id }) => id)
          .sort()
      expect(await seen()).toEqual([city.id, merchant.id].sort())
      must(await edit(serviceProvider, city.id, { parentId: elsewhere.id }))
      expect(await seen()).toEqual([city.id, merchant.id].sort())
      const moved = await look(serviceProvider, city.id)
      const at = (await look(serviceProvider, elsewhere.id)).sysOrgCode as string
      expect(moved.sysOrgCode).toMatch(new RegExp(`^${at}[A-Z]\\d\\d$`))
      const department = await look(sysDepart, moved.departId)
      expect(department).toMatchObject({ orgCode: moved.sysOrgCode, parentId: elsewhere.departId })
      expect(department.orgType).toBe(String(moved.sysOrgCode.length / 3))
      const below = await look(serviceProvider, merchant.id)
      expect(below.sysOrgCode).toBe(`${moved.sysOrgCode}${merchant.sysOrgCode.slice(city.sysOrgCode.length)}`)
      expect((await look(sysDepart, below.departId)).orgCode).toBe(below.sysOrgCode)
      expect((await look(driverMessage, driver.id)).sysOrgCode).toBe(moved.sysOrgCode)
      expect((await termsOf(merchant.id)).sysOrgCode).toBe(below.sysOrgCode)
      expect(
        await edit(serviceProvider, elsewhere.id, { level: providerLevels.district, parentId: merchant.id }),
      ).toMatchObject({
        success: false,
      })
    })

    it('go to the driver in whose car the device was borrowed, whoever has it since and though he stopped', async () => {
      const provider = await add(serviceProvider)
      const driverOf = async () => {
        const { id } = await add(driverMessage, { providerId: provider.id, shareRatio: '10.00', freezeAmount: '0.00' })
        await set(driverMessage, id, { status: driverStates.normal })
        return id as string
      }
      const [then, since] = [await driverOf(), await driverOf()]
      const charger = await add(device, { providerId: provider.id, status: deviceStates.stock })
      const taken = async (driverId: string) => {
        const { id } = await add(driverCar, { driverId, providerId: provider.id, deviceIds: charger.id })
        must(await act(manager, driverCar, 'approve', id))
        return id as string
      }
      const car = await taken(then)
      const order = await borrowed(await rich('99.00'), provider, { deviceId: charger.id, borrowCabinetId: charger.id })
      const standing = await borrowed(await rich('99.00'), provider)
      must(await act(manager, driverCar, 'unbind', car, { reason }))
      must(await act(manager, driverMessage, 'disable', then, { reason }))
      await taken(since)
      const [why] = await list(settleReason, 'feeEffect=1&needAudit=N&needImage=N')
      for (const { id } of [order, standing])
        must(await act(manager, orderMessage, 'settle', id, { settleReasonId: why!.id, reason }))
      expect(await look(driverMessage, then)).toMatchObject({ balance: '9.90' })
      expect(await look(driverMessage, since)).toMatchObject({ balance: '0.00' })
      expect(await look(orderMessage, order.id)).toMatchObject({ driverId: then })
      expect(await look(orderMessage, standing.id)).toMatchObject({ driverId: null })
      expect(await differencesOf(test.services, 1)).toEqual([])
    })

    it('an order whose ratios are more than the whole pays nobody and stands on the list of differences', async () => {
      const { city, driver } = await tree()
      const charger = await add(device, { providerId: city.id, merchantId: null, status: deviceStates.stock })
      await set(driverMessage, driver.id, { status: driverStates.normal })
      const carRow = await add(driverCar, { driverId: driver.id, providerId: city.id, deviceIds: charger.id })
      must(await act(manager, driverCar, 'approve', carRow.id))
      const { id: terms } = await termsOf(city.id)
      await set(serviceProviderConfig, terms, { shareRatio: 3000n })
      const userId = await rich('99.00')
      const [why] = await list(settleReason, 'feeEffect=1&needAudit=N&needImage=N')
      const [orderId, orderNo] = [newId(), `DD-O${Date.now()}`]
      await test.services.db.insert(tableOf(orderMessage)).values({
        ...{
          id: orderId,
          orderNo,
          tenantId: 1,
          userId,
          providerId: city.id,
          status: orderStates.using,
          billMode: billModes.byTime,
          settleStatus: settleStates.none,
          sysOrgCode: city.sysOrgCode,
        },
        ...{ deviceId: charger.id, borrowCabinetId: charger.id },
        startTime: new Date(test.services.clock.now().getTime() - 30 * 86_400_000).toISOString(),
      })
      must(await act(manager, orderMessage, 'settle', orderId, { settleReasonId: why!.id, reason }))
      expect(await look(orderMessage, orderId)).toMatchObject({ status: orderStates.done, payAmount: '99.00' })
      expect(await sharesOf(test.services.db, (await look(orderMessage, orderId)) as Order)).toEqual([])
      const [difference] = await list(reconcileDifference, `bizNo=${orderNo}`)
      expect(difference).toMatchObject({
        kind: differenceKinds.overshared,
        expected: '99.00',
        actual: '115.33',
        status: differenceStates.open,
      })
      expect(difference!.detail).toContain('116.50%')
      await until('the notice', async () =>
        JSON.stringify((await finance!('GET', '/sys/annountCement/listByUser?pageSize=100')).result).includes(orderNo),
      )
      // Told once, and no second time by the nightly comparison.
      await set(orderMessage, orderId, { endTime: new Date(Date.now() + 3_600_000).toISOString() })
      expect(await differencesOf(test.services, 1)).toEqual([])
      await set(serviceProviderConfig, terms, { shareRatio: 1000n })
    })
  })

  it('an order that is over and paid and that nobody got a share of is a difference', async () => {
    const orders = tableOf(orderMessage)
    const [like] = await test.services.db
      .select()
      .from(orders)
      .where(sql`${orders.status} = '4' and ${orders.payAmount} >= 300 and ${orders.payChannel} <> '3'`)
      .limit(1)
    const [id, orderNo] = [newId(), `DD-U${Date.now()}`]
    const endTime = new Date(test.services.clock.now().getTime() - 60_000).toISOString()
    await test.services.db
      .insert(orders)
      .values({ ...like, id, orderNo, endTime, outTradeNo: null, refundedAmount: 0n })
    const [found, ...others] = await differencesOf(test.services, 1)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: differenceKinds.shares,
      bizNo: orderNo,
      actual: 0n,
      detail: '订单已完成并付款，未入账分润',
    })
    const order = (await look(orderMessage, id)) as Order
    await test.services.db.transaction((tx) =>
      postShares({ tx, services: test.services, caller: systemCaller(1) }, order, toHundredths(order.payAmount!)!),
    )
    const shares = await sharesOf(test.services.db, order)
    expect(shares.reduce((sum, { earned }) => sum + earned, 0n)).toBe(found!.expected)
    expect(await differencesOf(test.services, 1)).toEqual([])
  })

  addsUpAtLast()
})
