/** What stands on the screens of the business is said in words that people know. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as SheetJS from 'xlsx'
import { textOf } from '#headless/records/formats.ts'
import type { Field } from '#model/fields.ts'
import { askable } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { deviceStates } from '#resources/device/device.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { allResources, resourceNamed, resources } from '#resources/index.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { userCardStates } from '#resources/product/userCard.ts'
import { accountId } from '../../demo/accounts.ts'
import { userRole } from '../../server/db/tables.ts'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { make, makeDevice } from '../make.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

type Row = Record<string, any>

describe(`what people read, on ${await oneKind()}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const listed = async (resource: Resource, query = '', send = admin): Promise<Row[]> => {
    const reply = await send('GET', `${resource.path}/list?pageSize=1000${query}`)
    expect(reply.success, reply.message).toBe(true)
    return reply.result.records as Row[]
  }
  const read = async (resource: Resource, id: unknown, send = admin): Promise<Row> =>
    (await send('GET', `${resource.path}/queryById?id=${String(id)}`)).result as Row
  const exported = async (resource: Resource, query = ''): Promise<Row[]> => {
    const { raw } = await admin('GET', `${resource.path}/exportXls?format=xlsx${query}`)
    const book = SheetJS.read(raw.rawPayload, { type: 'buffer' })
    return SheetJS.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!)
  }

  it('says in Chinese which business a row of the ledger comes from', async () => {
    const rows = await listed(resources.amountDetail)
    expect(new Set(rows.map((row) => row.bizType)).size).toBeGreaterThan(4)
    expect(rows.filter((row) => !/^\p{Script=Han}+$/u.test(row.bizType_dictText))).toEqual([])
  })

  it('calls who made and changed a record by name, on lists, pages and exports, and a job and the app by what they are', async () => {
    const orders = await listed(resources.userMessage)
    expect(new Set(orders.map((row) => `${row.createBy} ${row.createBy_dictText}`))).toContain('miniapp 小程序')
    const ledger = await listed(resources.amountDetail)
    expect(ledger.find(({ createBy }) => createBy === 'system')!.createBy_dictText).toBe('系统')
    const [person] = (await listed(resources.sysUser, '&username=operator')) as [Row]
    const device = (await listed(resources.device)).find(({ createBy }) => createBy === 'operator')!
    expect(device.createBy_dictText).toBe(person.realname)
    expect((await read(resources.device, device.id)).createBy_dictText).toBe(person.realname)
    const [changed] = (await listed(resources.cancelReason)) as [Row]
    const { id, version, reason } = changed
    await admin('PUT', '/rental/cancelReason/edit', { id, version, reason: `${String(reason).slice(0, 20)}。` })
    const [me] = (await listed(resources.sysUser, '&username=admin')) as [Row]
    expect((await read(resources.cancelReason, id)).updateBy_dictText).toBe(me.realname)
    const commands = await listed(resources.deviceCommand)
    const sheet = await exported(resources.deviceCommand)
    expect(new Set(sheet.map((row) => row.创建人))).toEqual(new Set(commands.map((row) => row.createBy_dictText)))
    expect(commands.length).toBeGreaterThan(0)
  })

  it('names the record that there may be only one of, never its id', async () => {
    const [config] = (await listed(resources.serviceProviderConfig)) as [Row]
    const draft = { ...make(resources.serviceProviderConfig), providerId: config.providerId }
    const again = await admin('POST', '/rental/serviceProviderConfig/add', draft)
    expect(again.message).toBe(`服务商“${String(config.providerId_dictText)}”已存在`)
  })

  it('keeps what only the machine needs out of exports, forms and conditions', async () => {
    const technical = allResources().flatMap((resource) =>
      Object.entries<Field>(resource.fields).flatMap(([name, { label, hidden }]) =>
        hidden || /^(delFlag|lastRun|ruleFlag)$/.test(name) ? [{ resource, name, label }] : [],
      ),
    )
    expect(technical.length).toBeGreaterThan(8)
    for (const { resource, name, label } of technical) {
      const said = `${resource.name}.${name}`
      expect(
        askable(resource, true).map((field) => field.name),
        said,
      ).not.toContain(name)
      expect(
        resource.form.flatMap(({ fields }) => fields),
        said,
      ).not.toContain(name)
      if (!resource.verbs.includes('export')) continue
      const [first] = await exported(resource)
      expect(Object.keys(first ?? {}), said).not.toContain(label)
    }
  })

  it('calls departments and tenants of a person by name, and what a delivery is about', async () => {
    const [person] = (await listed(resources.sysUser, '&username=ops_manager')) as [Row]
    expect(person.orgCode_dictText).toBe('总部')
    expect(person.relTenantIds_dictText).toMatch(/\p{Script=Han}/u)
    const sheet = await exported(resources.sysUser, '&username=ops_manager')
    expect(sheet[0]).toMatchObject({ 登录部门: '总部', 所属租户: person.relTenantIds_dictText })
    const deliveries = await listed(resources.notifyDelivery)
    expect(
      deliveries.filter(({ resource, resource_dictText }) => resource && !/\p{Script=Han}/u.test(resource_dictText)),
    ).toEqual([])
    const [sent] = (await listed(resources.sysAnnouncement, '&sendStatus=1')) as [Row]
    expect(sent.sender_dictText).toMatch(/\p{Script=Han}/u)
  })

  it('says the rule an order is charged by in words and 元, on its page and in exports', async () => {
    const [order] = (await listed(resources.orderMessage)) as [Row]
    expect(
      textOf(resources.orderMessage.fields.billRule, await read(resources.orderMessage, order.id), 'billRule'),
    ).toBe('免费 5分钟，每小时 3.00元，24小时封顶 30.00元，总封顶 99.00元')
    const sheet = await exported(resources.orderMessage)
    const rules = new Set(sheet.map((row) => row.计费规则).filter(Boolean))
    expect([...rules]).toEqual(['免费 5分钟，每小时 3.00元，24小时封顶 30.00元，总封顶 99.00元'])
  })

  it('says what a setting is counted in, before and after a change', async () => {
    const settings = await listed(resources.appConfig)
    const numbers = settings.filter(({ valueType }) => valueType === valueTypes.number)
    expect(numbers.length).toBeGreaterThan(20)
    for (const row of numbers)
      expect(textOf(resources.appConfig.fields.configValue, row, 'configValue'), row.configName).toMatch(
        /[元时钟天次%]$/,
      )
    const tabs = settings.find(({ configKey }) => configKey === 'app.homeTabs')!
    expect(textOf(resources.appConfig.fields.configValue, tabs, 'configValue')).toBe('3 项：首页、附近、我的')
    const [change] = (await listed(resources.configChange)).filter(
      ({ valueType }) => valueType === valueTypes.number,
    ) as [Row]
    expect(textOf(resources.configChange.fields.afterValue, change, 'afterValue')).toMatch(/[元时钟天次%]$/)
    const hours = numbers.find(({ configKey }) => configKey === 'agentApply.dueHours')!
    const asked = await admin('POST', '/rental/appConfig/change', {
      id: hours.id,
      version: hours.version,
      reason: '放宽',
      newValue: '36',
    })
    expect(asked.success, asked.message).toBe(true)
    const made = (await listed(resources.configChange)).find(({ configKey }) => configKey === 'agentApply.dueHours')!
    expect(textOf(resources.configChange.fields.afterValue, made, 'afterValue')).toBe('36小时')
  })

  it('shows amounts of the ledger with the sign they had on the balance, and adds up each direction by itself', async () => {
    const { amount } = resources.amountDetail.fields
    const rows = await listed(resources.amountDetail)
    const signed = (row: Row) => textOf(amount, row, 'amount').replaceAll(',', '')
    expect(new Set(rows.map((row) => `${String(row.direction)}${signed(row)[0]!}`))).toEqual(
      new Set(['1+', '2-', '3-', '4+']),
    )
    for (const row of rows)
      expect((Number(row.beforeAmount) + Number(signed(row))).toFixed(2), row.detailNo).toBe(row.afterAmount)
    const { total, totals } = (await admin('GET', '/rental/amountDetail/list?pageSize=1')).result
    const sheet = await exported(resources.amountDetail)
    expect(sheet.length).toBe(total)
    const sum = (of: readonly Row[]) => of.reduce((all, row) => all + Math.round(Math.abs(row.金额) * 100), 0)
    const words = { '1': '收入', '2': '支出', '3': '冻结', '4': '解冻' }
    for (const [direction, word] of Object.entries(words)) {
      const own = sheet.filter((row) => row.方向 === word)
      expect(Math.round(Number(totals[`amount_${direction}`]) * 100), word).toBe(sum(own))
      expect(
        own.every((row) => row.金额 < 0 === ['支出', '冻结'].includes(word)),
        word,
      ).toBe(true)
    }
    expect(Object.keys(totals)).toEqual(Object.keys(words).map((direction) => `amount_${direction}`))
  })

  it('leads from a number in the ledger to its record, and only whoever may see that', async () => {
    const rows = await listed(resources.amountDetail)
    const targets: Readonly<Record<string, string>> = resources.amountDetail.fields.bizNo.names.to
    const known = new Map<string, Row>(rows.filter((row) => row.bizNo_id).map((row) => [row.bizType, row]))
    expect(known.size).toBeGreaterThan(3)
    for (const [bizType, row] of known) {
      const record = await read(resourceNamed(targets[bizType]!)!, row.bizNo_id)
      expect(Object.values(record), bizType).toContain(row.bizNo)
    }
    const reads = ['list', 'query'].map((verb) => `rental:amountDetail:${verb}`)
    const { username } = await makePerson(test, { tenants: [1], departs: ['A'], roles: { 'reads-ledger': reads } })
    const theirs = await listed(resources.amountDetail, '', await test.as(username))
    expect(theirs.length).toBeGreaterThan(0)
    expect(theirs.filter((row) => 'bizNo_id' in row)).toEqual([])
  })

  it('tells of every order how its charge came about, step by step, up to what was paid', async () => {
    const told = new Set<string>()
    for (const state of ['2', '4', '5', '8', '9']) {
      const there = await listed(resources.orderMessage, `&status=${state}`)
      // Whichever came last, and the last that cost nothing: few do.
      const some = new Set([
        ...there.slice(0, 12),
        ...there.filter(({ totalAmount }) => totalAmount === '0.00').slice(0, 1),
      ])
      for (const { id } of some) {
        const { feeDetail, ...order } = await read(resources.orderMessage, id)
        const fees = feeDetail as { label: string; amount: string }[]
        for (const { label } of fees) told.add(label)
        if (state === '5') {
          expect(fees).toEqual([])
          continue
        }
        const end = fees.findIndex(({ label }) => label === (state === '2' ? '目前应付' : '应付'))
        expect(end, order.orderNo).toBeGreaterThan(0)
        const steps = fees.slice(0, end).reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
        expect(steps, order.orderNo).toBe(Math.round(Number(fees[end]!.amount) * 100))
        if (state !== '2') {
          expect(fees[end]!.amount, order.orderNo).toBe(order.totalAmount)
          expect(fees.find(({ label }) => label === '实付')!.amount, order.orderNo).toBe(order.payAmount)
        }
      }
    }
    expect([...told]).toEqual(
      expect.arrayContaining(['免费时长', '按小时', '按天封顶', '目前应付', '应付', '实付', '已退']),
    )
  })

  it('counts the devices of a provider over its whole branch, as they stand now', async () => {
    const providers = await listed(resources.serviceProvider)
    const devices = (await listed(resources.device)).filter(({ parentId }) => !parentId)
    const counted = (of: Row) => {
      const branch = new Set([of.id])
      for (let grown = 0; grown !== branch.size;) {
        grown = branch.size
        for (const { id, parentId } of providers) if (branch.has(parentId)) branch.add(id)
      }
      const own = devices.filter(({ providerId, merchantId }) => branch.has(merchantId ?? providerId))
      return [own.length, own.filter(({ status }) => status === deviceStates.active).length]
    }
    const told = providers.map((row) => [row.providerName, row.deviceCount, row.activeCount])
    expect(told).toEqual(providers.map((row) => [row.providerName, ...counted(row)]))
    const province = providers.find(({ level, deviceCount }) => level === providerLevels.province && deviceCount > 0)!
    const merchant = providers.find(
      ({ level, sysOrgCode }) => level === providerLevels.merchant && sysOrgCode.startsWith(province.sysOrgCode),
    )!
    const again = { ...(await makeDevice(admin)), merchantId: merchant.id, parentId: null, status: deviceStates.stock }
    const made = await admin('POST', '/rental/device/add', again)
    expect(made.success, made.message).toBe(true)
    expect((await read(resources.serviceProvider, province.id)).deviceCount).toBe(province.deviceCount + 1)
  })

  it('says how many days and times a card has left, and a card that is over has none', async () => {
    const cards = await listed(resources.userCard)
    const now = Date.now()
    for (const card of cards) {
      const over = ['3', '4', '5'].includes(card.status)
      if (over) expect(card.daysLeft, card.cardNo).toBe(0)
      if (card.status === userCardStates.using) {
        const days = (Date.parse(`${String(card.endTime).replace(' ', 'T')}+08:00`) - now) / 86_400_000
        expect(Math.abs(card.daysLeft - Math.ceil(days)), card.cardNo).toBeLessThanOrEqual(1)
      }
      if (card.cardKind === cardKinds.times && !over)
        expect(card.timesLeft, card.cardNo).toBe(card.totalTimes - card.usedTimes)
    }
    expect(cards.some(({ daysLeft, timesLeft }) => daysLeft > 0 && timesLeft > 0)).toBe(true)
    const sheet = await exported(resources.userCard)
    expect(sheet.map((row) => row.剩余天数)).toEqual(cards.map(({ daysLeft }) => daysLeft))
  })

  it('counts how often a reason to cancel was given by the orders that name it', async () => {
    const [given] = (await listed(resources.cancelReason)) as [Row]
    await test.services.pool.query(
      "update rental_order_message set status = '5', cancel_reason_id = $1 where id in (select id from rental_order_message where status = '4' limit 3)",
      [given.id],
    )
    const reasons = await listed(resources.cancelReason)
    const orders = await listed(resources.orderMessage, '&status=5')
    for (const { id, reason, useCount } of reasons)
      expect(useCount, reason).toBe(orders.filter(({ cancelReasonId }) => cancelReasonId === id).length)
    expect(reasons.find(({ id }) => id === given.id)!.useCount).toBe(3)
  })

  it('lets everybody of the demo find work', async () => {
    for (const [who, resource] of [
      ['cashier', resources.userWithdrawal],
      ['kefu_chen', resources.complaint],
      ['kefu_chen', resources.device],
    ] as const)
      expect((await listed(resource, '', await test.as(who))).length, `${who} ${resource.label}`).toBeGreaterThan(0)
  })

  it('tells people what they decided, and how it stands by now only while they may see it', async () => {
    const { db } = test.services
    const user = accountId('ops_manager')
    const decided = async () => {
      const manager = await test.as('ops_manager')
      return (await manager('GET', '/sys/todo/decided?pageSize=100')).result.records as Row[]
    }
    const before = await decided()
    expect(before.length).toBeGreaterThan(3)
    for (const { status, summary } of before) expect([status, summary]).not.toContain('')
    const roles = await db.delete(userRole).where(eq(userRole.userId, user)).returning()
    const hidden = before.map((row) => ({ ...row, status: '', summary: '', amount: null }))
    expect(await decided()).toEqual(hidden)
    await db.insert(userRole).values(roles)
    expect(await decided()).toEqual(before)
  })

  it('sums before a decision what is decided on, and nothing else', async () => {
    const drafts = await listed(resources.userWithdrawal, '&status=0')
    const ids = drafts.map(({ id }) => id)
    const { result, message } = await admin('POST', '/rental/userWithdrawal/preview', { action: 'approve', ids })
    // At whatever hour the demo was made, whoever waits in it can be paid.
    expect(result?.excluded ?? message).toEqual([])
    expect(drafts.length).toBeGreaterThan(1)
    expect(result.totals).toEqual({
      applyAmount: (drafts.reduce((sum, { applyAmount }) => sum + applyAmount * 100, 0) / 100).toFixed(2),
    })
  })

  it('takes no expired licence or insurance, and nobody on the road with one', async () => {
    const [provider] = (await listed(resources.serviceProvider, '&level=5')) as [Row]
    const add = (resource: Resource, over: Row) =>
      admin('POST', `${resource.path}/add`, {
        ...make(resource),
        providerId: provider.id,
        shareRatio: '0.00',
        freezeAmount: '0.00',
        ...over,
      })
    const expired = await add(resources.driverMessage, { licenseEnd: '2020-01-31' })
    expect(expired.message).toContain('驾驶证已于 2020-01-31 到期')
    const made = await add(resources.driverMessage, {})
    expect(made.success, made.message).toBe(true)
    const { id, version } = made.result as Row
    const edited = await admin('PUT', '/rental/driverMessage/edit', { id, version, licenseEnd: '2020-01-31' })
    expect(edited.message).toContain('驾驶证已于 2020-01-31 到期')
    await test.services.pool.query("update rental_driver_message set license_end = '2020-01-31' where id = $1", [id])
    const manager = await test.as('ops_manager')
    const approved = await manager('POST', '/rental/driverMessage/approve', { id, version })
    expect(approved.message).toContain('驾驶证已于 2020-01-31 到期')
    expect((await read(resources.driverMessage, id)).status).toBe('0')
    const draft = { ...make(resources.driverCar), providerId: provider.id, driverId: id, insuranceEnd: '2020-01-31' }
    const car = await admin('POST', '/rental/driverCar/add', draft)
    expect(car.message).toContain('保险已于 2020-01-31 到期')
  })

  it('activates no device that stands nowhere, also not after a repair', async () => {
    const [merchant] = (await listed(resources.serviceProvider, '&level=5')) as [Row]
    const nowhere = {
      ...(await makeDevice(admin)),
      merchantId: merchant.id,
      areaCode: '440305',
      status: deviceStates.active,
      address: null,
    }
    expect((await admin('POST', '/rental/device/add', nowhere)).message).toContain('请输入地址')
    const made = await admin('POST', '/rental/device/add', { ...nowhere, status: deviceStates.waiting })
    expect(made.success, made.message).toBe(true)
    const { id } = made.result as Row
    await admin('POST', '/rental/device/repair', { id, reason: '接口松动' })
    // It waits for somebody to say where it stands.
    expect((await admin('POST', '/rental/device/restore', { id, reason: '已修好' })).success).toBe(true)
    expect((await read(resources.device, id)).status).toBe('1')
  })
})
