/** Imports beside other work: what moved meanwhile stays moved, whether a file is written or taken back. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Cell } from '@voltdesk/sheets'
import type { Task } from '#model/tasks.ts'
import { directions, ownerTypes } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { deviceStates } from '#resources/device/device.ts'
import { deviceTypes } from '#resources/device/deviceTypes.ts'
import { carStates } from '#resources/device/driverCar.ts'
import { driverStates } from '#resources/device/driverMessage.ts'
import { resources } from '#resources/index.ts'
import { providerLevels } from '#resources/partner/levels.ts'
import { orgCategories } from '#resources/system/department.ts'
import { accountId } from '../../demo/accounts.ts'
import { userDepart, userRole } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { deviceMoneyChanged } from '../../server/money/device-money.ts'
import { newId } from '../../server/kernel/id.ts'
import { lockAccount, post, type Account } from '../../server/money/ledger.ts'
import { systemCaller } from '../../server/resource/trail.ts'
import { oneKind } from '../databases.ts'
import { make, makeDevice } from '../make.ts'
import { testApp, type Reply, type Send, type TestApp } from '../product.ts'
import { importsOf } from './import-file.ts'
import { upload } from './upload.ts'

const {
  device,
  driverMessage,
  onceCard,
  serviceProvider,
  serviceProviderConfig,
  sysCategory,
  sysDepart,
  sysRole,
  userCard,
  userMessage,
} = resources
const users = tableOf(userMessage)
const drivers = tableOf(driverMessage)
/** Without these a file of drivers is refused; cells that are empty change nothing. */
const DRIVER = [
  '姓名',
  '手机号',
  '身份证号',
  '身份证照片',
  '驾驶证号',
  '驾驶证照片',
  '驾驶证有效期',
  '所属服务商',
  '分润比例',
]

describe.each([await oneKind()])('an import and what moves beside it on %s', (kind) => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(kind)
    Object.assign(test.services.settings, { taskWaitMs: 120_000 })
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): any => {
    expect(reply, reply.message).toMatchObject({ success: true })
    return reply.result
  }
  const imports = importsOf(() => admin)
  const { confirmed } = imports
  async function checked(path: string, titles: readonly string[], lines: readonly Cell[][]): Promise<Task> {
    const found = await imports.checked(path, titles, lines)
    expect(found, found.message ?? '').toMatchObject({ state: 'checked', counts: { wrong: 0 } })
    return found
  }
  const undone = async (task: Task) => (await imports.undone(task)).message
  const moved = (account: Account, amount: bigint) =>
    test.services.db.transaction(async (tx) => {
      const locked = await lockAccount(tx, 1, account)
      await post(
        { tx, services: test.services, caller: systemCaller(1) },
        locked,
        { bizType: 'recharge', bizNo: 'CZ' },
        [{ amountType: amountTypes.recharge, direction: directions.income, amount }],
      )
    })

  /** The database does something of its own beside a write. */
  const beside = (table: string, on: 'insert' | 'update', when: string, what: string) =>
    test.services.db.execute(
      sql.raw(`
      create or replace function beside() returns trigger language plpgsql as $$
        begin if ${when} then ${what}; end if; return new; end $$;
      drop trigger if exists beside on ${table};
      create trigger beside before ${on} on ${table} for each row execute function beside()`),
    )
  afterEach(() => test.services.db.execute(sql`drop function if exists beside() cascade`))

  let next = 13_200_000_000
  async function consumer(nickName: string) {
    const phone = String((next += 1))
    const { id } = must(await admin('POST', `${userMessage.path}/add`, make(userMessage, { nickName, phone })))
    return { id: id as string, phone }
  }
  const consumerNow = async (id: string) => (await test.services.db.select().from(users).where(eq(users.id, id)))[0]!

  it('leaves money that moved after a record was read as it is by then', async () => {
    const [first, second] = [await consumer('先改'), await consumer('后改')]
    const found = await checked(
      userMessage.path,
      ['昵称', '手机号'],
      [
        ['先改了', first.phone],
        ['后改了', second.phone],
      ],
    )
    // Both were read by now; somebody pays between the first and the second.
    await beside(
      'rental_user_message',
      'update',
      `new.nick_name = '先改了'`,
      `update rental_user_message set balance = 8800, gift_balance = 300, frozen = 200, owe_amount = 100, pay_total = 500
        where id = '${second.id}'`,
    )
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: 2 } })
    expect(await consumerNow(second.id)).toMatchObject({
      nickName: '后改了',
      balance: 8800n,
      giftBalance: 300n,
      frozen: 200n,
      oweAmount: 100n,
      payTotal: 500n,
    })
  })

  it('that is undone gives back what it changed, and no balance of before', async () => {
    const { id, phone } = await consumer('还原')
    await moved({ ownerType: ownerTypes.consumer, ownerId: id }, 1000n)
    const found = await checked(userMessage.path, ['昵称', '手机号', '性别'], [['改过', phone, '男']])
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: 1 } })
    await moved({ ownerType: ownerTypes.consumer, ownerId: id }, 8800n)
    expect(await undone(found)).toBe('已撤销本次导入：删除 0 行，恢复 1 行')
    expect(await consumerNow(id)).toMatchObject({ nickName: '还原', balance: 9800n })
  })

  it('that raised the money of a driver’s devices and is undone lets it go in the ledger too', async () => {
    const { db } = test.services
    const { rows } = await db.execute<{ id: string; phone: string; name: string; freeze: string }>(sql`
      select d.id, d.phone, d.real_name as name, d.freeze_amount::text as freeze from ${drivers} d
      where d.status = ${driverStates.normal} and d.delete_time is null and d.freeze_amount < 100000 and exists (
        select 1 from rental_driver_car c where c.driver_id = d.id and c.status = ${carStates.normal} and c.device_ids <> '' and c.delete_time is null)
      order by d.id limit 1`)
    const driver = rows[0]!
    const account = { ownerType: ownerTypes.driver, ownerId: driver.id }
    await moved(account, 500_000n)
    const now = async () => (await db.select().from(drivers).where(eq(drivers.id, driver.id)))[0]!
    const frozenBy = async () => {
      const { rows: sums } = await db.execute<{ sum: string }>(sql`
        select coalesce(sum(case direction when ${directions.freeze} then amount when ${directions.release} then -amount else 0 end), 0)::text as sum
        from rental_amount_detail where owner_id = ${driver.id} and delete_time is null`)
      return BigInt(sums[0]!.sum)
    }
    // Whatever the demo had not yet frozen for want of money.
    await test.services.db.transaction(async (tx) => {
      await deviceMoneyChanged({ tx, services: test.services, caller: systemCaller(1) }, 1, driver.id)
    })
    const before = await now()
    const frozenBefore = await frozenBy()
    const more = (Number(driver.freeze) + 1000) / 100
    const found = await checked(
      driverMessage.path,
      [...DRIVER, '设备款'],
      [[driver.name, driver.phone, ...DRIVER.slice(2).map(() => null), more.toFixed(2)]],
    )
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: 1 } })
    const raised = await now()
    expect(raised.frozen).toBeGreaterThan(before.frozen!)
    await moved(account, 700n)
    expect(await undone(found)).toBe('已撤销本次导入：删除 0 行，恢复 1 行')
    expect(await now()).toMatchObject({
      freezeAmount: before.freezeAmount,
      frozen: before.frozen,
      deviceFrozen: before.deviceFrozen,
      balance: before.balance! + 700n,
    })
    expect(await frozenBy()).toBe(frozenBefore)
  })

  it('of what cannot be deleted takes back its own rows when it breaks, so that the file can come again', async () => {
    const [person, product] = [
      await consumer('领卡'),
      must(await admin('POST', `${onceCard.path}/add`, make(onceCard, { areaCodes: null }))),
    ]
    must(await admin('POST', `${onceCard.path}/putOn`, { id: product.id }))
    const lines = Array.from({ length: 60 }, (_, at): Cell[] => [
      '领卡',
      '次卡',
      product.cardName,
      at === 59 ? '坏' : '活动发放',
    ])
    const found = await checked(userCard.path, ['用户', '卡种', '卡产品', '发放原因'], lines)
    await beside('rental_user_card', 'insert', `new.issue_reason = '坏'`, `raise exception 'broken'`)
    const broken = await confirmed(found)
    expect(broken.message).toMatch(/^执行时出错，详情见服务端日志，已写入的 \d+ 行已撤回$/)
    expect(broken).toMatchObject({ state: 'failed', counts: { written: 0 } })
    const list = `${userCard.path}/list?userId=${person.id}&pageSize=1`
    expect(must(await admin('GET', list)).total).toBe(0)
    await test.services.db.execute(sql`drop function if exists beside() cascade`)
    expect(await confirmed(await checked(userCard.path, ['用户', '卡种', '卡产品', '发放原因'], lines))).toMatchObject({
      state: 'done',
      counts: { written: 60 },
      may: ['remove'],
    })
    expect(must(await admin('GET', list)).total).toBe(60)
  })

  it('of providers is not undone while somebody works in a department that came with one', async () => {
    const { db } = test.services
    const titles = ['服务商名称', '级别', '主体类型', '联系人', '联系电话', '区域', '地址']
    const provider = async (name: string) => {
      const found = await checked(serviceProvider.path, titles, [
        [name, '省级代理', '企业', '赵六', '13911112222', '广东省', '一号路 1 号'],
      ])
      expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { added: 1 } })
      const [{ departId }] = must(await admin('GET', `${serviceProvider.path}/list?providerName=${name}`)).records
      return { found, departId: departId as string }
    }
    const staffed = await provider('有人服务商')
    await db.insert(userDepart).values({ userId: accountId('service'), depId: staffed.departId })
    expect(await undone(staffed.found)).toBe('没有撤销：部门“有人服务商”已有 1 名成员，不能删除')
    const grown = await provider('有下级服务商')
    const child = { departName: '后来的部门', parentId: grown.departId, orgCategory: orgCategories.department }
    must(await admin('POST', `${sysDepart.path}/add`, child))
    expect(await undone(grown.found)).toBe('没有撤销：部门“有下级服务商”下有导入后新增的部门“后来的部门”，不能删除')
    const { rows } = await db.execute<{ name: string }>(sql`
      select depart_name as name from sys_depart where delete_time is null
        and depart_name in ('后来的部门', '有下级服务商', '有人服务商') order by depart_name`)
    expect(rows).toHaveLength(3)
    const alone = await provider('独自服务商')
    expect(await undone(alone.found)).toBe('已撤销本次导入：删除 1 行')
  })

  describe('of devices in stock', () => {
    const DEVICE = ['设备编号', '设备名称', '设备类型', '所属服务商', '投放商户', '区域', '地址', '投放状态']
    /** A cabinet with a power bank in it, both nobody's, of the department that `by` works in; and who gets them. */
    async function stocked() {
      const operator = await test.as('operator')
      const made = async (over: object) => {
        const draft = await makeDevice(admin, {
          ...{ providerId: null, merchantId: null, status: deviceStates.stock, areaCode: null, address: null },
          ...over,
        })
        return must(await operator('POST', `${device.path}/add`, draft)) as Record<string, any>
      }
      const cabinet = await made({ slotTotal: 8 })
      const bank = await made({ deviceType: deviceTypes.powerBank, parentId: cabinet.id })
      const provider = must(await admin('POST', `${serviceProvider.path}/add`, make(serviceProvider)))
      const level = { level: providerLevels.merchant, parentId: provider.id }
      const merchant = must(await admin('POST', `${serviceProvider.path}/add`, make(serviceProvider, level)))
      return { cabinet, bank, provider, merchant }
    }
    const now = async ({ id }: Record<string, any>) => {
      const row = must(await admin('GET', `${device.path}/queryById?id=${id}`))
      const { providerId, merchantId, sysOrgCode, status, activeTime, history } = row
      return { providerId, merchantId, sysOrgCode, status, activeTime, history }
    }

    it('is undone whole: they are nobody’s again, where they were and with the history they had', async () => {
      const { cabinet, bank, provider, merchant } = await stocked()
      const { providerName } = provider
      const before = [await now(cabinet), await now(bank)]
      expect(before).toMatchObject([{ history: [] }, { history: [] }])
      for (const lines of [
        [[cabinet.deviceSn, '某柜', '充电宝柜机', providerName, null, null, null, '未激活']],
        [[cabinet.deviceSn, '某柜', '充电宝柜机', providerName, merchant.providerName, '广东省', '一号路', '已激活']],
        // What is inside is above what it is in.
        [
          [bank.deviceSn, '某宝', '充电宝', providerName, null, null, null, '未激活'],
          [cabinet.deviceSn, '某柜', '充电宝柜机', providerName, null, null, null, null],
        ],
      ]) {
        const found = await checked(device.path, DEVICE, lines)
        expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: lines.length } })
        for (const one of [cabinet, bank])
          expect(await now(one)).toMatchObject({ providerId: provider.id, history: { length: expect.any(Number) } })
        expect(await undone(found)).toMatch(/^已撤销本次导入：删除 0 行，恢复 \d 行$/)
        expect([await now(cabinet), await now(bank)]).toEqual(before)
      }
    })

    it('that lost some is undone, though nobody finds them by a form: they are where and what they were', async () => {
      const { cabinet, provider, merchant } = await stocked()
      const placed = [cabinet.deviceSn, '某柜', null, provider.providerName, merchant.providerName, '广东省', '一号路']
      await confirmed(await checked(device.path, DEVICE, [[...placed, '已激活']]))
      await test.services.db
        .update(tableOf(device))
        .set({ activeTime: '2026-01-01T00:00:00Z' })
        .where(eq(tableOf(device).id, cabinet.id))
      const before = await now(cabinet)
      expect(before).toMatchObject({ status: deviceStates.active })
      const found = await checked(device.path, DEVICE, [[...placed, '丢失']])
      await confirmed(found)
      expect(await now(cabinet)).toMatchObject({ status: deviceStates.lost })
      expect(await undone(found)).toBe('已撤销本次导入：删除 0 行，恢复 1 行')
      expect(await now(cabinet)).toEqual(before)
    })

    it('that breaks is taken back whole', async () => {
      const { cabinet, bank, provider } = await stocked()
      const before = [await now(cabinet), await now(bank)]
      const table = tableOf(device)
      const [like] = await test.services.db.select().from(table).where(eq(table.id, bank.id))
      // More than are written in one transaction.
      const more = Array.from({ length: 60 }, () => ({ ...like!, id: newId(), deviceSn: newId().slice(-18) }))
      await test.services.db.insert(table).values(more)
      const line = ({ deviceSn }: Record<string, any>, name: string): Cell[] => [
        ...[deviceSn, name, null, provider.providerName, null, null, null, '未激活'],
      ]
      const lines = [line(cabinet, '某柜'), ...more.map((one, at) => line(one, at === 59 ? '坏' : '某宝'))]
      const found = await checked(device.path, DEVICE, lines)
      await beside('rental_device', 'update', `new.device_name = '坏'`, `raise exception 'broken'`)
      const broken = await confirmed(found)
      expect(broken.message).toMatch(/^执行时出错，详情见服务端日志，已写入的 \d+ 行已撤回$/)
      expect(broken).toMatchObject({ state: 'failed', counts: { written: 0 } })
      expect(await now(more[0]!)).toEqual(before[1])
      expect([await now(cabinet), await now(bank)]).toEqual(before)
    })
  })

  it('of what cannot be deleted is undone where it made nothing', async () => {
    const { providerName, id } = must(await admin('POST', `${serviceProvider.path}/add`, make(serviceProvider)))
    const terms = async () => must(await admin('GET', `${serviceProviderConfig.path}/list?providerId=${id}`)).records[0]
    const before = await terms()
    const empty = ['shareRatio', 'settleCycle', 'withdrawMin', 'withdrawMax', 'autoWithdraw', 'allowPrice'] as const
    const found = await checked(
      serviceProviderConfig.path,
      ['服务商', '可自行退款上限', '客服电话', ...empty.map((name) => serviceProviderConfig.fields[name].label)],
      [[providerName, '1.00', '0755-12345678', ...empty.map(() => null)]],
    )
    expect(await confirmed(found)).toMatchObject({ state: 'done', counts: { changed: 1 }, may: ['undo', 'remove'] })
    expect(await terms()).toMatchObject({ servicePhone: '0755-12345678', refundLimit: '1.00' })
    expect(await undone(found)).toBe('已撤销本次导入：删除 0 行，恢复 1 行')
    expect(await terms()).toMatchObject({ servicePhone: before.servicePhone, refundLimit: before.refundLimit })
  })

  it('of roles and categories is not undone once roles are held and categories have others below', async () => {
    const { db } = test.services
    const roles = await checked(sysRole.path, ['角色名称', '角色编码'], [['导入的角色', 'imported_role']])
    expect(await confirmed(roles)).toMatchObject({ state: 'done', counts: { added: 1 } })
    const [role] = must(await admin('GET', `${sysRole.path}/list?roleCode=imported_role`)).records
    await db.insert(userRole).values({ userId: accountId('service'), roleId: role.id, tenantId: 1 })
    expect(await undone(roles)).toBe('没有撤销：角色“导入的角色”已授予 1 人，不能删除')
    expect(await db.select().from(userRole).where(eq(userRole.roleId, role.id))).toHaveLength(1)

    const categories = await checked(sysCategory.path, ['分类名称'], [['导入的分类']])
    expect(await confirmed(categories)).toMatchObject({ state: 'done', counts: { added: 1 } })
    const { rows: made } = await db.execute<{ id: string }>(sql`select id from sys_category where name = '导入的分类'`)
    must(await admin('POST', `${sysCategory.path}/add`, { name: '后来的分类', pid: made[0]!.id }))
    expect(await undone(categories)).toBe('没有撤销：分类“导入的分类”下有导入后新增的分类“后来的分类”，不能删除')
  })

  it('that is sent again under its key is written once and answered alike', async () => {
    const phone = String((next += 1))
    const { db } = test.services
    const send = (key: string, nickName: string, fields: Record<string, string> = {}) =>
      upload(
        (method, path, body, headers) => admin(method, path, body, { ...headers, 'x-idempotency-key': key }),
        `${userMessage.path}/importExcel`,
        '再发的表.csv',
        Buffer.from(`昵称,手机号\n${nickName},${phone}\n`),
        fields,
      )
    const tasks = async () => (await db.execute<{ n: number }>(sql`select count(*)::int as n from sys_task`)).rows[0]!.n
    // A file is let go once its task has ended, which is soon after the answer.
    const files = () =>
      expect.poll(
        async () => (await db.execute(sql`select 1 from sys_file where file_name = '再发的表.csv'`)).rows.length,
      )
    const before = await tasks()
    const first = await send('import-key-1', '一次')
    expect(first, first.message).toMatchObject({ success: true, message: '文件导入成功！数据行数：1' })
    await files().toBe(0)
    const again = await send('import-key-1', '一次')
    expect(again).toMatchObject({ success: true, message: first.message, result: first.result })
    expect(await tasks()).toBe(before + 1)
    await files().toBe(0)
    // The key stands for that file and no other.
    expect((await send('import-key-1', '两次')).status).toBe(422)
    expect((await send('import-key-1', '一次', { whenExists: 'update' })).status).toBe(422)
    const dry = { dryRun: '1', whenExists: 'update' }
    const looked = await send('import-key-2', '改名', dry)
    expect((await send('import-key-2', '改名', dry)).result.tasks[0].id).toBe(looked.result.tasks[0].id)
    expect(await tasks()).toBe(before + 2)
    expect((await send('bad', '一次')).status).toBe(400)
  })
})
