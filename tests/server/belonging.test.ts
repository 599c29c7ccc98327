/** Whose a device, a driver and a car are, also when they leave; what was right once can be switched off; one of a kind. */
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import type { Resource } from '#model/resource.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { carStates } from '#resources/device/driverCar.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { enableStates } from '#resources/enabled.ts'
import { resources } from '#resources/index.ts'
import { orderStates, settleStates } from '#resources/order/orderMessage.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { billModes } from '#resources/product/billModes.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { shelfStates } from '#resources/shelf.ts'
import { accountId } from '../../demo/accounts.ts'
import { tableOf } from '../../server/db/table.ts'
import { dataLog } from '../../server/db/tables.ts'
import { newId } from '../../server/kernel/id.ts'
import { make } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { deskOf } from './desk.ts'
import { upload } from './upload.ts'

type Row = Record<string, any>

const {
  agentApply,
  appConfig,
  device,
  driverCar,
  driverMessage,
  orderMessage,
  packageGroup,
  rechargeSetting,
  serviceProvider,
  serviceProviderConfig,
  userMessage,
} = resources

const reason = '测试原因'

describe.each([await oneKind()])('what belongs to whom on %s', (kind) => {
  let test: TestApp
  let [admin, manager, operator]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, operator] = await Promise.all(['admin', 'ops_manager', 'operator'].map((name) => test.as(name)))
  })
  afterAll(() => test?.close())

  const desk = deskOf(() => ({ test, admin }))
  const { must, look, edit, set } = desk
  const refused = (reply: Reply, message: string, field?: string) => {
    expect(reply, reply.message).toMatchObject({ success: false, message: expect.stringContaining(message) })
    if (field) expect(Object.keys(reply.result.fields as Row)).toContain(field)
  }
  // Below the department of operations, whose people then see it.
  const add = (resource: Resource, over: Row = {}) => desk.add(resource, over, operator)
  const act = (resource: Resource, action: string, id: string, body: Row = {}) =>
    desk.act(manager, resource, action, id, { reason, ...body })
  const configured = (key: string, configValue: string) =>
    test.services.db
      .update(tableOf(appConfig))
      .set({ configValue })
      .where(eq(tableOf(appConfig).configKey, key))
  /** What its data log says, oldest first. */
  const loggedOf = async (resource: Resource, id: string) =>
    (
      await test.services.db
        .select({ operation: dataLog.operation, version: dataLog.dataVersion })
        .from(dataLog)
        .where(and(eq(dataLog.dataTable, resource.table), eq(dataLog.dataId, id)))
        .orderBy(asc(dataLog.dataVersion))
    ).map(({ operation, version }) => [operation, version])

  const normalDriver = async (providerId: string, over: Row = {}) => {
    const driver = await add(driverMessage, { providerId, shareRatio: '1.00', ...over })
    await set(driverMessage, driver.id, { status: driverStates.normal })
    return driver
  }
  const charger = (providerId: string, over: Row = {}) =>
    add(device, {
      deviceType: deviceTypes.carCharger,
      providerId,
      merchantId: null,
      status: deviceStates.stock,
      ...over,
    })
  async function carOnTheRoad(over: Row = {}) {
    const provider = await add(serviceProvider)
    const driver = await normalDriver(provider.id)
    const deputy = await normalDriver(provider.id)
    const held = await charger(provider.id)
    const draft = { driverId: driver.id, deputyIds: deputy.id, providerId: provider.id, deviceIds: held.id, ...over }
    const car = await add(driverCar, draft)
    must(await act(driverCar, 'approve', car.id))
    return { provider, driver, deputy, charger: held, car }
  }
  const cabinet = (providerId: string | null, over: Row = {}) =>
    add(device, { providerId, merchantId: null, status: deviceStates.waiting, slotTotal: 8, ...over })
  /** Somebody rides with it. */
  async function ridden(deviceId: string): Promise<string> {
    const [id, orderNo] = [newId(), `DD${newId().slice(-16)}`]
    const { id: userId } = await add(userMessage)
    await test.services.db.insert(tableOf(orderMessage)).values({
      ...{ id, orderNo, userId, deviceId, borrowCabinetId: deviceId, tenantId: 1, status: orderStates.using },
      ...{ billMode: billModes.byTime, settleStatus: settleStates.none },
      startTime: test.services.clock.now().toISOString(),
    } as never)
    return orderNo
  }

  describe('drivers and cars', () => {
    it('a driver whose car is held stays with his provider, main driver or deputy, until the car lets him go', async () => {
      const { driver, deputy, car } = await carOnTheRoad()
      const elsewhere = await add(serviceProvider)
      for (const { id } of [driver, deputy])
        refused(
          await edit(driverMessage, id, { providerId: elsewhere.id }),
          `所属服务商：司机在车辆 ${car.plateNo} 上，请先解绑车辆或更换司机`,
          'providerId',
        )
      must(await act(driverCar, 'disable', car.id))
      refused(await edit(driverMessage, driver.id, { providerId: elsewhere.id }), `司机在车辆 ${car.plateNo} 上`)
      must(await act(driverCar, 'unbind', car.id))
      must(await edit(driverMessage, driver.id, { providerId: elsewhere.id }))
    })

    it('a car can be stopped and its driver after it, whatever became of the people in it', async () => {
      const { driver, deputy, car } = await carOnTheRoad()
      must(await act(driverMessage, 'disable', deputy.id))
      // As records may be that are older than the rule.
      await set(driverMessage, driver.id, { providerId: (await add(serviceProvider)).id })
      must(await edit(driverCar, car.id, { color: '白' }))
      must(await act(driverCar, 'disable', car.id))
      must(await act(driverMessage, 'disable', driver.id))
      refused(await act(driverCar, 'enable', car.id), '司机')
      expect(await look(driverCar, car.id)).toMatchObject({ status: carStates.stopped })
    })

    it('a car on the road is driven by somebody who passed his review', async () => {
      const { provider, car } = await carOnTheRoad()
      const unseen = await add(driverMessage, { providerId: provider.id, shareRatio: '1.00' })
      refused(await edit(driverCar, car.id, { driverId: unseen.id }), '主班司机尚未通过审核或已停用', 'driverId')
      // Of a car that stands still he may be written; it does not go on before.
      must(await act(driverCar, 'disable', car.id))
      must(await edit(driverCar, car.id, { driverId: unseen.id }))
      refused(await act(driverCar, 'enable', car.id), '主班司机尚未通过审核或已停用')
    })

    it('a car that was refused comes back only with what is its provider’s by then', async () => {
      const provider = await add(serviceProvider)
      const driver = await normalDriver(provider.id)
      const held = await charger(provider.id)
      const car = await add(driverCar, { driverId: driver.id, providerId: provider.id, deviceIds: held.id })
      must(await act(driverCar, 'reject', car.id))
      must(await act(device, 'transfer', held.id, { providerId: (await add(serviceProvider)).id }))
      refused(await act(driverCar, 'resubmit', car.id), `设备 ${held.deviceSn} 不属于车辆的服务商`)
    })

    it('what hangs in a car is activated with it, with a line in its history and one in its log', async () => {
      const { charger: held } = await carOnTheRoad()
      const { status, version, activeTime, history } = await look(device, held.id)
      expect({ status, version, activeTime }).toEqual({
        status: deviceStates.active,
        version: 2,
        activeTime: expect.any(String),
      })
      expect(history.map((line: Row) => [line.kind, line.before, line.after, line.person])).toEqual([
        ['状态', '未投放', '已激活', expect.any(String)],
      ])
      expect(await loggedOf(device, held.id)).toEqual([
        ['add', 1],
        ['edit', 2],
      ])
    })

    it('a lower limit keeps no driver on', async () => {
      const provider = await add(serviceProvider)
      const driver = await normalDriver(provider.id, { freezeAmount: '80.00' })
      await configured('driver.freezeMax', '50')
      must(await edit(driverMessage, driver.id, { realName: '李四' }))
      must(await act(driverMessage, 'disable', driver.id))
      refused(await act(driverMessage, 'enable', driver.id), '每台设备不超过 50.00 元')
      await configured('driver.freezeMax', '99')
      must(await act(driverMessage, 'enable', driver.id))
    })
  })

  describe('devices', () => {
    /** Why a file of devices was not taken. */
    async function faultsOf(file: string): Promise<string> {
      const reply = await upload(admin!, `${device.path}/importExcel`, '设备.csv', Buffer.from(file), {
        whenExists: 'update',
      })
      expect(reply.result, reply.message).toMatchObject({ successCount: 0, errorCount: 1 })
      const { raw } = await test.anonymous('GET', reply.result.fileUrl as string)
      const { SheetNames, Sheets } = SheetJS.read(raw.rawPayload)
      return SheetJS.utils.sheet_to_csv(Sheets[SheetNames[0]!]!)
    }

    it('in use go nowhere and are not taken out, by action, by form or by file', async () => {
      const provider = await add(serviceProvider)
      const { id, deviceSn } = await cabinet(provider.id)
      const no = await ridden(id)
      const message = `设备 ${deviceSn} 在订单 ${no} 中使用，请先结单`
      const other = await add(serviceProvider)
      for (const action of ['transfer', 'unbind', 'repair', 'scrap'])
        refused(await act(device, action, id, action === 'transfer' ? { providerId: other.id } : {}), message)
      for (const status of [deviceStates.off, deviceStates.lost]) refused(await edit(device, id, { status }), message)
      expect(await faultsOf(`设备编号,设备名称,设备类型,投放状态\n${deviceSn},某柜,充电宝柜机,丢失`)).toContain(message)
      must(await edit(device, id, { address: '某路 2 号' }))
    })

    it('change hands and end by the action that asks why, never by form or file', async () => {
      const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
      const { id, deviceSn } = await cabinet(provider.id)
      refused(await edit(device, id, { providerId: other.id }), '请用“划转”', 'providerId')
      refused(await edit(device, id, { providerId: null }), '请用“解绑”', 'providerId')
      refused(await edit(device, id, { status: deviceStates.stock }), '请用“解绑”', 'status')
      refused(await edit(device, id, { status: deviceStates.scrapped }), '请用“报废”', 'status')
      refused(await edit(device, id, { status: deviceStates.repair }), '请用“送修”', 'status')
      const { providerName } = other
      const faults = await faultsOf(
        `设备编号,设备名称,设备类型,所属服务商\n${deviceSn},某柜,充电宝柜机,${providerName}`,
      )
      expect(faults).toContain('请用“划转”')
      must(await act(device, 'repair', id))
      refused(await edit(device, id, { status: deviceStates.waiting }), '请用“修复完成”', 'status')
      must(await act(device, 'restore', id))
      must(await edit(device, id, { status: deviceStates.off }))
      must(await edit(device, id, { status: deviceStates.waiting }))
    })

    it('are placed for the first time by form, with one who is there, at a merchant of theirs', async () => {
      const [provider, off] = [await add(serviceProvider), await add(serviceProvider)]
      must(await edit(serviceProvider, off.id, { status: enableStates.off }))
      const own = { level: providerLevels.merchant, parentId: provider.id }
      const [merchant, closed] = [await add(serviceProvider, own), await add(serviceProvider, own)]
      must(await edit(serviceProvider, closed.id, { status: enableStates.off }))
      const stranger = await add(serviceProvider, { ...own, parentId: (await add(serviceProvider)).id })
      const { id } = await cabinet(null, { status: deviceStates.stock })
      refused(await edit(device, id, { providerId: off.id }), '服务商已停用', 'providerId')
      const at = (merchantId: string) => edit(device, id, { providerId: provider.id, merchantId })
      refused(await at(closed.id), '投放商户已停用', 'merchantId')
      refused(await at(stranger.id), '投放商户不是所属服务商的直接下级', 'merchantId')
      must(await at(merchant.id))
      const placed = await look(device, id)
      expect(placed).toMatchObject({ sysOrgCode: merchant.sysOrgCode })
      refused(await act(device, 'transfer', id, { providerId: off.id }), '服务商已停用')
      refused(await edit(device, id, { merchantId: closed.id }), '请用“划转”', 'merchantId')
      // Nothing was put out yet.
      must(await edit(device, id, { providerId: null, merchantId: null }))
    })

    it('come to their first merchant by form, whatever they stand in, and to the next by action', async () => {
      const provider = await add(serviceProvider)
      const own = { level: providerLevels.merchant, parentId: provider.id }
      const [merchant, next] = [await add(serviceProvider, own), await add(serviceProvider, own)]
      for (const status of [deviceStates.stock, deviceStates.waiting, deviceStates.repair]) {
        const { id } = await cabinet(provider.id, { status })
        must(await edit(device, id, { merchantId: merchant.id }))
        expect(await look(device, id)).toMatchObject({ merchantId: merchant.id, sysOrgCode: merchant.sysOrgCode })
        refused(await edit(device, id, { merchantId: next.id }), '请用“划转”', 'merchantId')
        refused(await edit(device, id, { merchantId: null }), '请用“划转”', 'merchantId')
      }
    })

    it('are sent to no action that their state does not offer', async () => {
      const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
      const inState = async (status: string) => {
        const { id } = await cabinet(provider.id)
        await set(device, id, { status })
        return id
      }
      for (const status of [deviceStates.repair, deviceStates.off, deviceStates.lost]) {
        must(await edit(device, await inState(status), { status: deviceStates.stock }))
        must(await edit(device, await inState(status), { providerId: null }))
        const moved = await edit(device, await inState(status), { providerId: other.id })
        if (status === deviceStates.lost) must(moved)
        else refused(moved, '请用“划转”', 'providerId')
      }
      const ended = await inState(deviceStates.scrapped)
      for (const providerId of [other.id, null])
        refused(await edit(device, ended, { providerId }), '已报废的设备不能更改归属', 'providerId')
      must(await edit(device, ended, { deviceName: '旧柜' }))
    })

    it('of a provider who hands them on himself go to those right below him', async () => {
      const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
      const child = await add(serviceProvider, { level: providerLevels.city, parentId: provider.id })
      await set(serviceProvider, provider.id, { userId: accountId('ops_manager') })
      const { id } = await cabinet(provider.id)
      refused(await act(device, 'transfer', id, { providerId: other.id }), '只能划转给自己的直接下级', 'providerId')
      must(await act(device, 'transfer', id, { providerId: child.id }))
    })

    it('that are nobody’s are seen where they were taken back, not where they were', async () => {
      const provider = await add(serviceProvider)
      const { id } = await cabinet(provider.id)
      expect((await look(serviceProvider, provider.id)).deviceCount).toBe(1)
      must(await act(device, 'unbind', id))
      const { orgCode } = must(await manager!('GET', '/sys/user/getUserInfo')).userInfo
      const after = await look(device, id)
      expect(after).toMatchObject({ providerId: null, sysOrgCode: orgCode })
      expect(after.sysOrgCode).not.toBe(provider.sysOrgCode)
      expect((await look(serviceProvider, provider.id)).deviceCount).toBe(0)
    })

    it('in a cabinet go with it, each with its line and its log', async () => {
      const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
      const { id } = await cabinet(provider.id)
      const inside = { deviceType: deviceTypes.powerBank, parentId: id }
      const banks = [await cabinet(provider.id, inside), await cabinet(provider.id, inside)]
      const broken = await cabinet(provider.id, { ...inside, status: deviceStates.off })
      must(await act(device, 'transfer', id, { providerId: other.id }))
      for (const bank of [...banks, broken]) {
        const { history, ...row } = await look(device, bank.id)
        expect(row).toMatchObject({ providerId: other.id, sysOrgCode: other.sysOrgCode, parentId: id, version: 2 })
        expect(history).toMatchObject([
          { kind: '划转', before: provider.providerName, after: other.providerName, reason },
        ])
        expect(await loggedOf(device, bank.id)).toEqual([
          ['add', 1],
          ['transfer', 2],
        ])
      }
      must(await act(device, 'unbind', id))
      const stock = { providerId: null, parentId: id, sysOrgCode: (await look(device, id)).sysOrgCode }
      for (const bank of banks)
        expect(await look(device, bank.id)).toMatchObject({ ...stock, status: deviceStates.stock })
      expect(await look(device, broken.id)).toMatchObject({ ...stock, status: deviceStates.off })
      expect((await look(device, banks[0]!.id)).history.at(-1)).toMatchObject({
        kind: '解绑',
        before: other.providerName,
        after: '库存',
        reason,
      })
    })

    it.each(['transfer', 'unbind'] as const)(
      '%s many at once, each with its line, its log and its own refusal',
      async (action) => {
        const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
        const input = action === 'transfer' ? { providerId: other.id } : {}
        const [moved, also, used] = [await cabinet(provider.id), await cabinet(provider.id), await cabinet(provider.id)]
        const inside = await cabinet(provider.id, { deviceType: deviceTypes.powerBank, parentId: moved.id })
        const why = `设备 ${used.deviceSn} 在订单 ${await ridden(used.id)} 中使用，请先结单`
        const inCar = (await carOnTheRoad()).charger
        const { label } = device.actions[action]

        const ids = [moved, also, used, inside].map(({ id }) => String(id))
        const preview = must(await manager!('POST', `${device.path}/preview`, { action, ids }))
        expect(preview).toMatchObject({ count: 2, ids: [moved.id, also.id] })
        expect(preview.excluded).toEqual([
          { id: used.id, name: used.deviceSn, reason: why },
          { id: inside.id, name: inside.deviceSn, reason: `随所在柜机 ${moved.deviceSn} 一起${label}` },
        ])

        const chosen = { ids: [moved.id, also.id, used.id, inCar.id], reason, ...input }
        const reply = await manager!('POST', `${device.path}/${action}`, chosen)
        expect(reply).toMatchObject({ success: true, message: `已${label} 2 条，2 条未处理` })
        expect(reply.result.done).toEqual([moved.id, also.id])
        const [first, second] = reply.result.excluded as Row[]
        expect(first).toEqual({ id: used.id, name: used.deviceSn, reason: expect.stringContaining(why) })
        expect(second!.reason).toContain('上，请先从车辆中移除')
        for (const { id } of [moved, also, inside]) {
          const { history, ...row } = await look(device, String(id))
          expect(row).toMatchObject({ providerId: action === 'transfer' ? other.id : null })
          expect(history.at(-1)).toMatchObject({ kind: label, before: provider.providerName, reason })
          expect((await loggedOf(device, String(id))).at(-1)).toEqual([action, 2])
        }
        expect(await look(device, String(used.id))).toMatchObject({ providerId: provider.id, version: 1 })
      },
    )

    it('stay with all that is in them while one of it is in use', async () => {
      const [provider, other] = [await add(serviceProvider), await add(serviceProvider)]
      const { id } = await cabinet(provider.id)
      const bank = await cabinet(provider.id, { deviceType: deviceTypes.powerBank, parentId: id })
      const why = `设备 ${bank.deviceSn} 在订单 ${await ridden(bank.id)} 中使用，请先结单`
      refused(await act(device, 'transfer', id, { providerId: other.id }), why)
      // Neither is promised to go when both are chosen.
      const both = { action: 'transfer', ids: [String(id), String(bank.id)] }
      const { count, excluded } = must(await manager!('POST', `${device.path}/preview`, both))
      expect([count, (excluded as Row[]).map(({ reason: one }) => one)]).toEqual([0, [why, why]])
      expect(await look(device, id)).toMatchObject({ providerId: provider.id })
    })
  })

  describe('providers', () => {
    it('below one who was disabled are changed and disabled all the same, and not enabled before him', async () => {
      const parent = await add(serviceProvider)
      const child = await add(serviceProvider, { level: providerLevels.city, parentId: parent.id })
      must(await edit(serviceProvider, parent.id, { status: enableStates.off }))
      must(await edit(serviceProvider, child.id, { contactPhone: '13912345678' }))
      must(await edit(serviceProvider, child.id, { status: enableStates.off }))
      refused(await edit(serviceProvider, child.id, { status: enableStates.on }), '上级已停用')
      const draft = make(serviceProvider, { level: providerLevels.city, parentId: parent.id })
      refused(await operator!('POST', `${serviceProvider.path}/add`, draft), '上级已停用', 'parentId')
    })

    it('where devices stand stay merchants', async () => {
      const provider = await add(serviceProvider)
      const merchant = await add(serviceProvider, { level: providerLevels.merchant, parentId: provider.id })
      const { id } = await cabinet(provider.id, { merchantId: merchant.id, status: deviceStates.active })
      refused(
        await edit(serviceProvider, merchant.id, { level: providerLevels.chain }),
        '有 1 台设备投放在这个商户，请先划转',
        'level',
      )
      // As records may be that are older than the rule.
      await set(serviceProvider, merchant.id, { level: providerLevels.chain })
      must(await act(device, 'repair', id))
      // What is at its end stands nowhere.
      await set(serviceProvider, merchant.id, { level: providerLevels.merchant })
      must(await act(device, 'scrap', id))
      must(await edit(serviceProvider, merchant.id, { level: providerLevels.chain }))
    })

    it('have terms as long as they are there', async () => {
      const { id } = await add(serviceProvider)
      const terms = async () =>
        must(await admin!('GET', `${serviceProviderConfig.path}/list?providerId=${id}`)).records as Row[]
      const [own] = await terms()
      const tries = [
        await admin!('DELETE', `${serviceProviderConfig.path}/delete?id=${own!.id}`),
        await admin!('DELETE', `${serviceProviderConfig.path}/deleteBatch?ids=${own!.id}`),
        await admin!('POST', `${serviceProviderConfig.path}/deleteByQuery`, { query: { providerId: id } }),
      ]
      expect(tries.map(({ status }) => status)).toEqual([404, 404, 404])
      expect(await terms()).toHaveLength(1)
      must(await admin!('DELETE', `${serviceProvider.path}/delete?id=${id}`))
      expect(await terms()).toHaveLength(0)
    })
  })

  it('a lower limit keeps no tier on the shelf', async () => {
    const tier = await add(rechargeSetting, { payAmount: '800.00', giftAmount: '0.00', startTime: null, endTime: null })
    must(await act(rechargeSetting, 'putOn', tier.id))
    await configured('recharge.max', '500')
    must(await act(rechargeSetting, 'takeOff', tier.id))
    expect(await look(rechargeSetting, tier.id)).toMatchObject({ status: shelfStates.off })
    refused(await act(rechargeSetting, 'putOn', tier.id), '不能大于500')
    await configured('recharge.max', '1000')
  })

  describe('one of a kind, also of several that come at once', () => {
    const winners = (replies: readonly Reply[]) => replies.filter(({ success }) => success).length

    it('default packages of a provider', async () => {
      const { id } = await add(serviceProvider)
      const over = { scope: packageScopes.providers, providerIds: id, isDefault: 'Y', status: enableStates.on }
      const one = () => manager!('POST', `${packageGroup.path}/add`, make(packageGroup, over))
      const replies = await Promise.all([one(), one(), one()])
      expect(winners(replies)).toBe(1)
      refused(
        replies.find(({ success }) => !success)!,
        '已有默认套餐组',
      )
    })

    it('applications under one credit code', async () => {
      const { creditCode } = make(agentApply)
      const one = () => operator!('POST', `${agentApply.path}/add`, make(agentApply, { creditCode }))
      const replies = await Promise.all([one(), one(), one()])
      expect(winners(replies)).toBe(1)
      refused(
        replies.find(({ success }) => !success)!,
        '已有一份审核中的申请',
      )
    })
  })
})
