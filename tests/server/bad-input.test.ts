/** What people and programs send that must not pass: each is refused with its own sentence, and nothing is half done. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { complaintTypes, complaintStates } from '#resources/customer/complaint.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { deviceStates } from '#resources/device/device.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawMethods } from '#resources/finance/userWithdrawal.ts'
import { allResources, resources } from '#resources/index.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { seedId } from '../../server/seed/seed-id.ts'
import { tableOf } from '../../server/db/table.ts'
import { localTime } from '../../server/resource/write.ts'
import { make, makeDevice } from '../make.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Method, type Reply, type Send, type TestApp } from '../product.ts'

type Draft = Record<string, unknown>
type Found = Draft & { id: string; version: number }

const {
  blindBox,
  complaint,
  device,
  deviceNumber,
  driverMessage,
  ledgerAdjustment,
  orderMessage,
  serviceProvider,
  serviceProviderConfig,
  userMessage,
  userWithdrawal,
} = resources

const reason = '测试原因'
const ACCOUNT = { accountType: accountTypes.person, bankName: '某行', bankNo: '6222000011112222', accountName: '某' }

/** Looked up or made before anything is sent. */
interface Given {
  child: Found
  terms: Found
  number: Found
  box: Found
  paid: Found
  late: Found
  using: Found
  stock: Found
  open: Found
  consumer: Found
}

interface Case {
  what: string
  send(given: Given): readonly [Method, string, Draft]
  status: number
  says: string
}

const add = (resource: Resource, draft: Draft): readonly [Method, string, Draft] => [
  'POST',
  `${resource.path}/add`,
  make(resource, draft),
]
const edit = (resource: Resource, { id, version }: Found, draft: Draft): readonly [Method, string, Draft] => [
  'PUT',
  `${resource.path}/edit`,
  { id, version, ...draft },
]
const act = (
  resource: Resource,
  action: string,
  { id }: Found,
  draft: Draft = {},
): readonly [Method, string, Draft] => ['POST', `${resource.path}/${action}`, { id, reason, ...draft }]
const back = (order: Found, amount: string) => act(orderMessage, 'refund', order, { amount })
const withdraw = ({ consumer }: Given, applyAmount: string) =>
  add(userWithdrawal, {
    ownerType: ownerTypes.consumer,
    ownerId: consumer.id,
    applyAmount,
    method: withdrawMethods.bankCard,
  })

const cases: readonly Case[] = [
  {
    what: 'a ratio above 100 %',
    send: ({ terms }) => edit(serviceProviderConfig, terms, { shareRatio: '100.01' }),
    status: 400,
    says: '分润比例：不能大于100',
  },
  {
    what: 'ratios along a chain above 100 %',
    send: ({ terms }) => edit(serviceProviderConfig, terms, { shareRatio: '99.99' }),
    status: 400,
    says: '最多还能给',
  },
  {
    what: 'a driver who gets more than the chain has left',
    send: ({ child }) => add(driverMessage, { providerId: child.id, shareRatio: '99.99' }),
    status: 400,
    says: '所属服务商一路最多还能给',
  },
  {
    what: 'a range of numbers over another',
    send: ({ number }) => add(deviceNumber, { startNo: number.sn, endNo: number.sn }),
    status: 400,
    says: '与已有编号段',
  },
  {
    what: 'a range that runs backwards',
    send: () => add(deviceNumber, { startNo: '88000002', endNo: '88000001' }),
    status: 400,
    says: '不能小于起始编号',
  },
  {
    what: 'a refund above what was paid',
    send: ({ paid }) => back(paid, (Number(paid.payAmount) + 0.01).toFixed(2)),
    status: 200,
    says: '退款不能超过实付减已退补的',
  },
  {
    what: 'a refund above what one may give alone',
    send: ({ paid }) => back(paid, '20.01'),
    status: 200,
    says: '今天最多还可自行退款 20.00 元',
  },
  {
    what: 'a refund after the limit',
    send: ({ late }) => back(late, '1.00'),
    status: 200,
    says: '订单结束已超过 24 小时',
  },
  { what: 'a refund with a blank', send: ({ paid }) => back(paid, ' 1.00'), status: 400, says: '金额不能有空格' },
  { what: 'a refund of 0.001', send: ({ paid }) => back(paid, '0.001'), status: 400, says: '金额最多两位小数' },
  {
    what: 'an adjustment of 0.001',
    send: ({ consumer }) =>
      add(ledgerAdjustment, { ownerType: ownerTypes.consumer, ownerId: consumer.id, amount: '0.001' }),
    status: 400,
    says: '金额最多两位小数',
  },
  { what: 'a withdrawal of 0.001', send: (given) => withdraw(given, '0.001'), status: 400, says: '金额最多两位小数' },
  {
    what: 'a second open withdrawal',
    send: (given) => withdraw(given, '20.00'),
    status: 400,
    says: '已有一笔未完成的提现',
  },
  {
    what: 'a withdrawal above the balance',
    send: (given) => withdraw(given, '999.00'),
    status: 400,
    says: '超过可提现余额',
  },
  {
    what: 'a running blind box with other prizes',
    send: ({ box }) => edit(blindBox, box, { drawLimit: 77 }),
    status: 400,
    says: '进行中的盲盒只能修改库存',
  },
  {
    what: 'a bound number voided',
    send: ({ number }) => act(deviceNumber, 'void', number),
    status: 200,
    says: '已绑定设备的编号不能作废',
  },
  {
    what: 'a consumer of another tenant',
    send: () => add(complaint, { complaintType: complaintTypes.billing, userId: seedId('consumer', 'second') }),
    status: 400,
    says: '投诉用户不存在或无权使用',
  },
  {
    what: 'a provider of another tenant',
    send: ({ stock }) => act(device, 'transfer', stock, { providerId: seedId('provider', 'second') }),
    status: 400,
    says: '新服务商不存在或无权使用',
  },
  {
    what: 'a state written past its action',
    send: ({ open }) => edit(complaint, open, { status: complaintStates.done }),
    status: 400,
    says: '状态由系统维护',
  },
  {
    what: 'a device that jumps',
    send: ({ stock }) => edit(device, stock, { status: deviceStates.repair }),
    status: 400,
    says: '设备不能从“未投放”变为“维护中”',
  },
  {
    what: 'an action out of its state',
    send: ({ using }) => back(using, '1.00'),
    status: 409,
    says: '',
  },
  {
    what: 'a balance written by hand',
    send: ({ consumer }) => edit(userMessage, consumer, { balance: '999.00' }),
    status: 400,
    says: '余额由系统维护',
  },
  {
    what: 'an account for money that is none',
    send: ({ terms }) => act(serviceProviderConfig, 'changeAccount', terms, { ...ACCOUNT, bankNo: '0123' }),
    status: 400,
    says: '请输入正确的银行卡号码',
  },
  {
    what: 'an account for money written past its review',
    send: ({ terms }) => edit(serviceProviderConfig, terms, { bankNo: '6222000011112222' }),
    status: 400,
    says: '银行账号由系统维护',
  },
]

describe.each([await oneKind()])('bad input on %s', (kind) => {
  let test: TestApp
  let admin: Send
  let given: Given
  beforeAll(async () => {
    test = await testApp(kind)
    admin = await test.as('admin')
    // Only what is sent below may change anything.
    test.services.jobs.send = async () => undefined
    const consumer = must(
      await admin('POST', `${userMessage.path}/add`, make(userMessage, { status: consumerStates.normal })),
    )
    await set(userMessage, consumer.id, { balance: 10_000n })
    given = {
      child: await one(serviceProvider, 'level=3&status=1'),
      terms: { id: '', version: 0 },
      number: await one(deviceNumber, 'status=1'),
      box: await one(blindBox, 'status=2'),
      paid: await one(orderMessage, 'status=4&payAmount_begin=3&payAmount_end=19'),
      late: await one(orderMessage, 'status=4&payAmount_begin=20'),
      using: await one(orderMessage, 'status=2'),
      stock: must(await admin('POST', `${device.path}/add`, await makeDevice(admin, { status: deviceStates.stock }))),
      open: await one(complaint, 'status=0'),
      consumer,
    }
    given.terms = await one(serviceProviderConfig, `providerId=${given.child.id}`)
    const hoursAgo = (hours: number) =>
      localTime(test.services, new Date(test.services.clock.now().getTime() - hours * 3_600_000))
    await set(orderMessage, given.paid.id, { endTime: hoursAgo(1) })
    await set(orderMessage, given.late.id, { endTime: hoursAgo(25) })
    const [method, path, body] = withdraw(given, '20.00')
    must(await admin(method, path, body))
    given.consumer = must(await admin('GET', `${userMessage.path}/queryById?id=${consumer.id}`))
  })
  afterAll(() => test?.close())

  const must = (reply: Reply): Found => {
    expect(reply.success, `${reply.status} ${reply.message}`).toBe(true)
    return reply.result as Found
  }
  const set = (resource: Resource, id: string, values: Draft) =>
    test.services.db
      .update(tableOf(resource))
      .set(values)
      .where(eq(tableOf(resource).id, id))
  const one = async (resource: Resource, query: string): Promise<Found> => {
    const { records } = must(await admin('GET', `${resource.path}/list?pageSize=1&${query}`)) as unknown as {
      records: Found[]
    }
    expect(records, `${resource.name} ${query}`).toHaveLength(1)
    return records[0]!
  }
  /** How many records of each kind there are, how often they were written, and how far the numbers have gone. */
  async function everything(): Promise<unknown> {
    // That it was asked for and refused is a row of the log.
    const counts = allResources()
      .filter(({ name }) => name !== 'sysLog')
      .map(
        ({ name, table }) =>
          sql`select ${name}::text as name, count(*)::int as rows, coalesce(sum(version), 0)::int as writes from ${sql.raw(table)}`,
      )
    // Several tables may be read side by side, and come in any order.
    return (await test.services.db.execute(sql`${sql.join(counts, sql` union all `)} order by name`)).rows
  }

  it.each(cases.map((one) => [one.what, one] as const))('refuses %s', async (_, { send, status, says }) => {
    const before = await everything()
    const reply = await admin(...send(given))
    expect(reply, reply.message).toMatchObject({ success: false, status, message: expect.stringContaining(says) })
    expect(await everything()).toEqual(before)
  })
})
