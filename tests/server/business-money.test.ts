/** Money beside renting, where no file beside has its subject: settings, adjustments, devices, and books that are compared. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceCommands, commandStates } from '#resources/device/deviceCommand.ts'
import { enableStates } from '#resources/enabled.ts'
import { resources } from '#resources/index.ts'
import { configChangeStates } from '#resources/finance/configChange.ts'
import { differenceKinds, differenceStates } from '#resources/finance/reconcileDifference.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { reconcile } from '../../server/business/reconciliation/reconcile.ts'
import { newId } from '../../server/kernel/id.ts'
import { timedWork } from '../../server/jobs/timed-work.ts'
import { ratioOf, roomAt } from '../../server/money/chain.ts'
import type { BizType, Entry } from '../../server/money/ledger.ts'
import { readConfig } from '../../server/resource/config.ts'
import { differencesOf } from '../../server/money/reconcile.ts'
import { tableOf } from '../../server/db/table.ts'
import { localTime } from '../../server/resource/write.ts'
import { totalsOf } from '#model/signed.ts'
import { oneKind } from '../databases.ts'
import { testApp, until, type Send, type TestApp } from '../product.ts'
import { reason, tillOf } from './till.ts'

type Row = Record<string, any>

const {
  amountDetail,
  appConfig,
  blindBox,
  boxDraw,
  configChange,
  device,
  deviceCommand,
  ledgerAdjustment,
  reconcileDifference,
  serviceProvider,
  userMessage,
  userRecharge,
} = resources

describe.each([await oneKind()])('business money on %s', (kind) => {
  let test: TestApp
  let [admin, manager, finance, cashier, service, viewer]: Send[] = []
  beforeAll(async () => {
    test = await testApp(kind)
    ;[admin, manager, finance, cashier, service, viewer] = await Promise.all(
      ['admin', 'ops_manager', 'finance', 'cashier', 'service', 'viewer'].map((name) => test.as(name)),
    )
  })
  afterAll(() => test?.close())

  const { must, add, act, look, list, set, book, consumer, rich, ledgerOf, addsUpAtLast } = tillOf(() => ({
    test,
    admin,
  }))

  it('the demo adds up to the fen: no difference anywhere', async () => {
    expect(await differencesOf(test.services, 1)).toEqual([])
    expect((await list(userRecharge, '')).length).toBeGreaterThan(50)
    const { rows: elsewhere } = await test.services.db.execute(sql`
      select w.withdraw_no from rental_user_withdrawal w
        left join rental_service_provider_config c on w.owner_type = '2' and c.provider_id = w.owner_id
        left join rental_user_message u on w.owner_type = '1' and u.id = w.owner_id
      where (w.owner_type = '2' and (w.method, w.bank_no, w.account_name) is distinct from ('1', c.bank_no, c.account_name))
        or (w.owner_type = '1' and (w.bank_no, w.account_name, '2') is distinct from (u.open_id, u.real_name, u.auth_status))`)
    expect(elsewhere).toEqual([])
    const provinces = await list(serviceProvider, 'level=1')
    await test.services.db.transaction(async (tx) => {
      for (const { id: below } of provinces) {
        const { left } = await roomAt(tx, { above: null, below })
        expect(left).toBeGreaterThanOrEqual(await ratioOf(tx, below))
      }
    })
    for (const box of await list(blindBox, '')) {
      const draws = (await list(boxDraw, `boxId=${box.id}`)).length
      expect(draws, box.boxName).toBe(box.drawCount)
    }
  })

  describe('settings', () => {
    const setting = async (key: string) => (await list(appConfig, `configKey=${key}`))[0]!
    const change = (by: Send | undefined, row: Row, newValue: string, more: Row = {}) =>
      act(by, appConfig, 'change', row.id, { newValue, reason, ...more })

    it('of money change when a second person agreed', async () => {
      const row = await setting('withdraw.min')
      expect((await change(manager, row, '50000')).message).toContain('应在 0.01 到 4000 之间')
      expect((await change(manager, row, '20', { reason: ' ' })).status).toBe(400)
      expect((await change(viewer, row, '20')).status).toBe(403)
      must(await change(manager, row, '20'))
      expect((await change(admin, row, '30')).message).toMatch(/^已有未完成的变更 PZ/)
      const [pending] = await list(configChange, 'status=0&configKey=withdraw.min')
      expect(pending).toMatchObject({
        beforeValue: '10',
        afterValue: '20',
        changeReason: reason,
        status: configChangeStates.waiting,
      })
      expect((await act(manager, configChange, 'approve', pending!.id)).message).toBe('不能审批自己提交的配置变更')
      expect((await readConfig(test.services.db, 1))['withdraw.min']).toBe('10')
      must(await act(finance, configChange, 'approve', pending!.id))
      expect((await readConfig(test.services.db, 1))['withdraw.min']).toBe('20')
      expect(await setting('withdraw.min')).toMatchObject({ configValue: '20' })
      must(await change(admin, await setting('withdraw.min'), '10'))
      const [back] = await list(configChange, 'status=0&configKey=withdraw.min')
      must(await act(finance, configChange, 'approve', back!.id))
    })

    it('take effect at their time', async () => {
      const row = await setting('userCard.pauseMaxDays')
      const later = localTime(test.services, new Date(Date.now() + 3_600_000))
      must(await change(manager, row, '31', { effectTime: later }))
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('30')
      const [planned] = await list(configChange, 'status=1')
      await timedWork('move-by-clock')!.run(
        { ...test.services, clock: { now: () => new Date(Date.now() + 3_700_000) } },
        {},
      )
      expect((await look(configChange, planned!.id)).status).toBe('2')
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('31')
      must(await change(manager, await setting('userCard.pauseMaxDays'), '30'))
      expect((await readConfig(test.services.db, 1))['userCard.pauseMaxDays']).toBe('30')
    })

    it('cannot be taken out of the four eyes by one', async () => {
      const row = await setting('withdraw.max')
      for (const over of [{ needAudit: 'N' }, { status: enableStates.off }, { valueRange: '0.01-9999' }])
        expect(
          (await admin!('PUT', `${appConfig.path}/edit`, { id: row.id, version: row.version, ...over })).message,
        ).toContain('需复核的参数不能单独修改这一项')
      expect(
        (await admin!('PUT', `${appConfig.path}/edit`, { id: row.id, version: row.version, configValue: '1' })).status,
      ).toBe(400)
      expect((await admin!('DELETE', `${appConfig.path}/delete?id=${row.id}`)).success).toBe(false)
    })
  })

  describe('adjustments', () => {
    const draft = (ownerId: string, over: Row = {}) => ({
      ownerType: ownerTypes.consumer,
      ownerId,
      direction: directions.income,
      amount: '12.00',
      adjustReason: '补差',
      voucher: 'temp/a.png',
      ...over,
    })
    const ask = (body: Row, by = cashier) => by!('POST', `${ledgerAdjustment.path}/add`, body)

    it('are written when two others agreed, and countered once', async () => {
      const { id: ownerId } = await consumer()
      const made = must(await ask(draft(ownerId)))
      expect((await act(finance, ledgerAdjustment, 'review', made.id)).status).toBe(409)
      must(await act(manager, ledgerAdjustment, 'approve', made.id))
      expect((await act(cashier, ledgerAdjustment, 'review', made.id)).message).toBe('不能审批自己提交的人工调账')
      must(await act(finance, ledgerAdjustment, 'review', made.id))
      const [row] = await ledgerOf(ownerId)
      expect(row).toMatchObject({
        amountType: amountTypes.adjust,
        amount: '12.00',
        afterAmount: '12.00',
        remark: '补差',
      })
      const counter = { direction: directions.expense, reverseOf: row!.id }
      expect((await ask(draft(ownerId, { ...counter, amount: '11.00' }), finance)).message).toContain(
        '冲正金额应与原流水相同',
      )
      expect((await ask(draft(ownerId, { ...counter, direction: directions.income }), finance)).message).toContain(
        '冲正方向应与原流水相反',
      )
      const back = must(await ask(draft(ownerId, counter), finance))
      must(await act(manager, ledgerAdjustment, 'approve', back.id))
      must(await act(cashier, ledgerAdjustment, 'review', back.id))
      expect((await look(userMessage, ownerId)).balance).toBe('0.00')
      expect((await ask(draft(ownerId, counter), finance)).message).toContain('已由流水 LS')
    })

    it('are added up by direction, without those that were rejected', async () => {
      const { id: ownerId } = await consumer()
      must(await ask(draft(ownerId, { amount: '12.00' })))
      must(await ask(draft(ownerId, { amount: '3.00', direction: directions.expense })))
      const none = must(await ask(draft(ownerId, { amount: '500.00' })))
      must(await act(manager, ledgerAdjustment, 'reject', none.id, { reason: '凭证不清' }))
      const { total, totals } = must(await admin!('GET', `${ledgerAdjustment.path}/list?ownerId=${ownerId}&pageSize=1`))
      expect([total, totals]).toEqual([3, { amount_1: '12.00', amount_2: '3.00' }])
      expect(totalsOf(ledgerAdjustment).map(({ label }) => label)).toEqual([
        '收入合计（不含已驳回）',
        '支出合计（不含已驳回）',
      ])
    })

    /** Spent or paid in under a number of that kind. */
    const booked = (ownerId: string, bizType: BizType, entry: Entry) =>
      book({ ownerType: ownerTypes.consumer, ownerId }, { bizType, bizNo: newId() }, [entry])
    const counter = (row: Row) => ({
      direction: row.direction === directions.income ? directions.expense : directions.income,
      amount: row.amount,
      reverseOf: row.id,
    })

    it('counter no row of what has a way of its own for money to go back', async () => {
      const { income } = directions
      const { id: given } = await consumer()
      await booked(given, 'complaint', { amountType: amountTypes.compensation, direction: income, amount: 300n })
      await booked(given, 'orderDeposit', { amountType: amountTypes.depositBack, direction: income, amount: 200n })
      const asked = async (bizType: BizType, ownerType: string = ownerTypes.consumer) => {
        const { rows } = await test.services.db.execute<{ id: string }>(sql`
          select id from ${tableOf(amountDetail)} where biz_type = ${bizType} and owner_type = ${ownerType}
            and direction in (${directions.income}, ${directions.expense}) and tenant_id = 1 limit 1`)
        const row = await look(amountDetail, rows[0]!.id)
        return (await ask(draft(row.ownerId as string, { ...counter(row), ownerType }))).message
      }
      expect(await asked('userCard')).toContain('用户卡的流水不能冲正，请在“用户卡”中申请退款')
      expect(await asked('order')).toContain('租借订单的流水不能冲正，请在“订单信息”中退款或走投诉')
      expect(await asked('order', ownerTypes.provider)).toContain('租借订单的流水不能冲正')
      expect(await asked('complaint')).toContain('投诉的流水不能冲正，请重新打开投诉处理')
      expect(await asked('orderDeposit')).toContain('押金的流水不能冲正，请在“押金订单”中退款')
    })

    it('that counter a row give back gift as gift, and take back what was given', async () => {
      const countered = async (ownerId: string, amountType: string) => {
        const row = (await ledgerOf(ownerId)).find((one) => one.amountType === amountType)!
        const made = must(await ask(draft(ownerId, counter(row))))
        must(await act(manager, ledgerAdjustment, 'approve', made.id))
        must(await act(finance, ledgerAdjustment, 'review', made.id))
        return look(userMessage, ownerId)
      }
      const spender = await rich('0.00', '50.00')
      await booked(spender, 'boxDraw', { amountType: amountTypes.box, direction: directions.expense, amount: 5000n })
      expect(await look(userMessage, spender)).toMatchObject({ balance: '0.00', giftBalance: '0.00' })
      expect(await countered(spender, amountTypes.box)).toMatchObject({ balance: '50.00', giftBalance: '50.00' })

      const owner = await rich('100.00', '50.00')
      expect(await countered(owner, amountTypes.rechargeGift)).toMatchObject({ balance: '100.00', giftBalance: '0.00' })
      const both = await rich('100.00', '50.00')
      expect(await countered(both, amountTypes.recharge)).toMatchObject({ balance: '50.00', giftBalance: '50.00' })
      // Of the gift some was spent since: what is left of it goes, and own money for the rest.
      const later = await rich('10.00', '50.00')
      await booked(later, 'boxDraw', { amountType: amountTypes.box, direction: directions.expense, amount: 3000n })
      await booked(later, 'recharge', { amountType: amountTypes.recharge, direction: directions.income, amount: 4000n })
      expect(await look(userMessage, later)).toMatchObject({ balance: '70.00', giftBalance: '30.00' })
      expect(await countered(later, amountTypes.rechargeGift)).toMatchObject({ balance: '20.00', giftBalance: '0.00' })
    })

    it('never leave less than nothing', async () => {
      const { id: ownerId } = await consumer()
      const made = must(await ask(draft(ownerId, { direction: directions.expense })))
      must(await act(manager, ledgerAdjustment, 'approve', made.id))
      expect((await act(finance, ledgerAdjustment, 'review', made.id)).message).toContain('可提现余额不足')
      expect((await look(ledgerAdjustment, made.id)).status).toBe('1')
      expect((await ask(draft(ownerId, { amount: '0.001' }))).status).toBe(400)
      expect((await ask(draft(ownerId, { direction: directions.freeze }))).message).toContain('只能是收入或支出')
    })
  })

  it('what does not agree becomes a difference that somebody clears, once', async () => {
    expect(await differencesOf(test.services, 1)).toEqual([])
    const { id, userNo } = await consumer()
    await set(userMessage, id, { balance: 500n })
    const { rows: paid } = await test.services.db.execute<{ no: string; arrive: string }>(sql`
      select withdraw_no as no, arrive_amount::text as arrive from rental_user_withdrawal
      where status = '6' and pay_time between now() - interval '6 days' and now() - interval '1 hour' limit 1`)
    const payOut = paid[0]
    if (payOut) test.pay.alter(payOut.no, BigInt(payOut.arrive) + 1n)
    must(await finance!('POST', `${reconcileDifference.path}/run`, {}))
    const found = await until('the difference', async () => (await list(reconcileDifference, `bizNo=${userNo}`))[0])
    expect(found).toMatchObject({
      kind: differenceKinds.balance,
      expected: '0.00',
      actual: '5.00',
      difference: '5.00',
      status: differenceStates.open,
    })
    if (payOut)
      expect(await list(reconcileDifference, `bizNo=${payOut.no}`)).toMatchObject([
        { kind: differenceKinds.payOut, difference: '0.01' },
      ])
    expect(await reconcile(test.services, 1)).toBe(0)
    const bell = await finance!('GET', '/sys/annountCement/listByUser?pageSize=100')
    expect(JSON.stringify(bell.result)).toContain('对账发现')
    expect((await act(viewer, reconcileDifference, 'clear', found.id, { reason })).status).toBe(403)
    expect((await act(finance, reconcileDifference, 'clear', found.id)).status).toBe(400)
    must(await act(finance, reconcileDifference, 'clear', found.id, { reason }))
    expect(await look(reconcileDifference, found.id)).toMatchObject({
      status: differenceStates.cleared,
      clearReason: reason,
    })
    expect((await act(admin, reconcileDifference, 'clear', found.id, { reason })).message).toMatch(/^已由 .+ 处理/)
    expect(await reconcile(test.services, 1)).toBe(0)
    await set(userMessage, id, { balance: 600n })
    expect(await reconcile(test.services, 1)).toBe(1)
    await set(userMessage, id, { balance: 0n })
    if (payOut) test.pay.alter(payOut.no, BigInt(payOut.arrive))
    expect(await differencesOf(test.services, 1)).toEqual([])
  })

  describe('devices', () => {
    const given = async () => {
      const province = await add(serviceProvider)
      const city = await add(serviceProvider, { level: providerLevels.city, parentId: province.id })
      const made = await add(device, {
        providerId: province.id,
        merchantId: null,
        status: deviceStates.waiting,
        slotTotal: 8,
      })
      return { province, city, id: made.id as string, sn: made.deviceSn as string }
    }
    const commandOf = async (id: string) => (await list(deviceCommand, `deviceId=${id}`))[0]!
    /** Asked where it lies: whoever waits asks often, and the whole list is much to ask for. */
    const commandIn = (id: string, wanted: string) =>
      until(`a command in ${wanted}`, async () => {
        const commands = tableOf(deviceCommand)
        const [row] = await test.services.db
          .select({ status: commands.status })
          .from(commands)
          .where(eq(commands.deviceId, id))
        return row!.status === wanted && commandOf(id)
      })

    it('obey a command from afar: with permission and reason, once, and the answer comes later', async () => {
      const { id } = await given()
      expect((await act(viewer, device, 'eject', id, { slot: 3, reason })).status).toBe(403)
      expect((await act(service, device, 'eject', id, { slot: 3 })).status).toBe(400)
      expect((await act(service, device, 'eject', id, { slot: 9, reason })).message).toBe('柜机只有 8 个仓位')
      must(await act(service, device, 'eject', id, { slot: 3, reason }))
      expect(await commandOf(id)).toMatchObject({
        command: deviceCommands.eject,
        slot: 3,
        commandReason: reason,
        createBy: 'service',
      })
      const done = await commandIn(id, commandStates.done)
      expect(done).toMatchObject({ answer: '3 号仓已弹出', finishTime: expect.any(String) })
      expect(test.device.commands.filter(({ commandNo }) => commandNo === done.commandNo)).toHaveLength(1)
    })

    it('say so when they are out of reach, and tell of themselves when they are not', async () => {
      const { id } = await given()
      await set(device, id, { deviceSn: `77${Date.now()}4444`.slice(-20) })
      must(await act(manager, device, 'reboot', id, { reason }))
      const failed = await commandIn(id, commandStates.failed)
      expect(failed.answer).toBe('设备离线，指令未送达')
      const two = await given()
      must(await act(manager, device, 'upgrade', two.id, { targetVersion: '2.0.1', reason }))
      await until('the upgrade', async () => (await look(device, two.id)).firmware === '2.0.1')
    })

    it('go from hand to hand with a history, and never from nowhere to anywhere', async () => {
      const { id, province, city } = await given()
      must(await act(manager, device, 'transfer', id, { providerId: city.id, reason }))
      must(await act(manager, device, 'repair', id, { reason }))
      must(await act(manager, device, 'restore', id, { reason }))
      must(await act(manager, device, 'unbind', id, { reason }))
      const { history, status, version } = await look(device, id)
      expect(status).toBe('0')
      expect(history.map((line: Row) => [line.kind, line.before, line.after])).toEqual([
        ['划转', province.providerName, city.providerName],
        ['送修', '未激活', '维护中'],
        ['修复完成', '维护中', '未激活'],
        ['解绑', city.providerName, '库存'],
      ])
      expect(history[0]).toMatchObject({ reason, person: expect.any(String) })
      const jump = await admin!('PUT', `${device.path}/edit`, { id, version, status: deviceStates.repair })
      expect(jump.message).toContain('设备不能从“未投放”变为“维护中”')
      must(await act(manager, device, 'scrap', id, { reason }))
      expect((await act(manager, device, 'reboot', id, { reason })).status).toBe(409)
    })
  })

  addsUpAtLast()
})
