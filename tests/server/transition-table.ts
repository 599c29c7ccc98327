/** What leads where, and who may: every action of every business entity. What is not here is refused. */
import { payChannels } from '#resources/product/selling.ts'
import { orderStates } from '#resources/order/orderMessage.ts'
import { resolveTypes } from '#resources/customer/complaint.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { accountId } from '../../demo/accounts.ts'

export type Draft = Record<string, unknown>

/** Records that others need, and moments as local text. */
export interface World {
  userId: string
  /** Has orders that are not over. */
  renterId: string
  providerId: string
  otherProviderId: string
  driverId: string
  cardId: string
  boxId: string
  settingId: string
  reasonId: string
  /** So many days from now. */
  day(days: number): string
}

export interface Flow {
  /** Accounts whose role may. */
  by: readonly string[]
  /** State before → after. Left out where the definition asks for none. */
  moves?: Readonly<Record<string, string>>
  /** States the definition allows and a rule of the business stops, with what it says. */
  stopped?: Readonly<Record<string, RegExp>>
  /** What is sent beside the id; a reason is added where the definition asks for one. */
  body?(world: World): Draft
  /** Columns of the record beside its state, as the database has them, before this person acts. */
  given?(world: World, who: string): Draft
}

export const PEOPLE = [
  'admin',
  'ops_manager',
  'operator',
  'finance',
  'cashier',
  'service',
  'kefu_chen',
  'viewer',
  'provider01',
] as const

const MANAGERS = ['admin', 'ops_manager']
const OPERATIONS = [...MANAGERS, 'operator']
const FINANCE = ['finance', 'cashier']
const SERVICE = ['service', 'kefu_chen']
/** 复核: money goes out, or into a balance, only past them. */
const SECOND = ['admin', ...FINANCE]

const to = (state: string, ...from: string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(from.map((one) => [one, state]))
const same = (...states: string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(states.map((one) => [one, one]))

const shelf = (by: readonly string[]): Record<string, Flow> => ({
  putOn: { by, moves: to('1', '0') },
  takeOff: { by, moves: to('0', '1') },
})
const paying = ({ userId }: World): Draft => ({ userId, payChannel: payChannels.offline })
const sold: Record<string, Flow> = {
  ...shelf(OPERATIONS),
  sell: { by: OPERATIONS, moves: same('1'), body: paying },
  copy: { by: OPERATIONS },
}
const published: Record<string, Flow> = {
  publish: { by: OPERATIONS, moves: to('2', '0', '3') },
  revoke: { by: OPERATIONS, moves: to('3', '1', '2') },
}
/** Whoever is sent to the road: drivers and cars. */
const reviewed = (refused: string): Record<string, Flow> => ({
  approve: { by: OPERATIONS, moves: to('1', '0') },
  reject: { by: OPERATIONS, moves: to(refused, '0') },
  resubmit: { by: OPERATIONS, moves: to('0', refused) },
  disable: { by: OPERATIONS, moves: to('2', '1') },
  enable: { by: OPERATIONS, moves: to('1', '2') },
})
const command = (body: Draft = {}): Flow => ({
  by: [...OPERATIONS, ...SERVICE],
  moves: same('1', '2', '3'),
  body: () => body,
})
const changed = (by: readonly string[], done: string, refused: string): Record<string, Flow> => ({
  approve: { by, moves: to(done, '0') },
  reject: { by, moves: to(refused, '0') },
})
const moving = { given: ({ providerId }: World): Draft => ({ providerId, merchantId: null }) }
const bought = ({ day }: World): Draft => ({ payAmount: 3000n, startTime: day(0), endTime: day(3) })
const settling = ({ reasonId }: World): Draft => ({
  status: orderStates.using,
  settleReasonId: reasonId,
  settleAmount: 0n,
})

export const flows: Readonly<Record<string, Readonly<Record<string, Flow>>>> = {
  advertisement: {
    submit: { by: OPERATIONS, moves: to('1', '0', '2') },
    approve: { by: MANAGERS, moves: to('3', '1') },
    reject: { by: MANAGERS, moves: to('2', '1') },
    takeDown: { by: OPERATIONS, moves: to('5', '3', '4') },
  },
  accountChange: {
    ...changed([...MANAGERS, ...FINANCE], '1', '2'),
    cancel: { by: [...MANAGERS, ...FINANCE], moves: to('3', '0') },
  },
  agentApply: {
    approve: { by: OPERATIONS, moves: to('1', '0') },
    review: { by: MANAGERS, moves: to('2', '1'), body: () => ({ shareRatio: '1.50' }) },
    reject: { by: OPERATIONS, moves: to('3', '0', '1') },
    withdraw: { by: OPERATIONS, moves: to('4', '0', '1'), given: (_, createBy) => ({ createBy }) },
  },
  appConfig: {
    change: { by: MANAGERS, moves: same('1'), body: () => ({ newValue: `新的值${Math.random()}` }) },
  },
  banner: shelf(OPERATIONS),
  blindBox: {
    publish: { by: OPERATIONS, moves: to('1', '0') },
    takeDown: { by: OPERATIONS, moves: to('4', '1', '2') },
    draw: {
      by: MANAGERS,
      moves: same('2'),
      body: ({ userId }) => ({ userId }),
      given: ({ day }) => ({ startTime: day(-1) }),
    },
  },
  boxDraw: { deliver: { by: [...OPERATIONS, ...SERVICE], moves: to('1', '2') } },
  card: sold,
  commonProblem: shelf([...OPERATIONS, ...SERVICE]),
  complaint: {
    accept: { by: [...MANAGERS, ...SERVICE], moves: to('1', '0') },
    takeOver: { by: [...MANAGERS, ...SERVICE], moves: same('1'), given: () => ({ handlerId: null }) },
    resolve: {
      by: [...MANAGERS, ...SERVICE],
      moves: to('3', '1'),
      body: () => ({ resolveType: resolveTypes.byPhone, resultText: '已电话说明' }),
      given: (_, who) => ({ handlerId: accountId(who) }),
    },
    approve: { by: MANAGERS, moves: to('3', '2') },
    reject: { by: MANAGERS, moves: to('1', '2') },
    close: { by: [...MANAGERS, ...SERVICE], moves: to('4', '3') },
    reopen: { by: [...MANAGERS, ...SERVICE], moves: to('1', '3', '4') },
  },
  configChange: {
    ...changed([...MANAGERS, ...FINANCE], '2', '3'),
    cancel: { by: MANAGERS, moves: to('4', '0', '1') },
  },
  device: {
    transfer: {
      ...moving,
      by: OPERATIONS,
      moves: { ...to('1', '0', '1', '2'), ...same('3', '4') },
      body: ({ otherProviderId }) => ({ providerId: otherProviderId }),
    },
    unbind: { ...moving, by: OPERATIONS, moves: to('0', '1', '2') },
    repair: { by: OPERATIONS, moves: to('3', '1', '2') },
    restore: { ...moving, by: OPERATIONS, moves: to('1', '3') },
    scrap: { by: MANAGERS, moves: to('6', '0', '1', '3', '4', '5') },
    eject: command({ slot: 1 }),
    openSlot: command({ slot: 1 }),
    lockSlot: command({ slot: 1 }),
    reboot: command(),
    upgrade: command({ targetVersion: '2.5.1' }),
    inspect: command(),
  },
  deviceNumber: {
    void: { by: OPERATIONS, moves: to('2', '0'), stopped: { '1': /^已绑定设备的编号不能作废/ } },
  },
  driverCar: { ...reviewed('4'), unbind: { by: OPERATIONS, moves: to('3', '1', '2') } },
  driverMessage: {
    ...reviewed('3'),
    changeAccount: { by: MANAGERS, body: () => ({ openId: `o${Math.random()}` }) },
  },
  ledgerAdjustment: {
    approve: { by: MANAGERS, moves: to('1', '0') },
    review: { by: SECOND, moves: to('2', '1') },
    reject: { by: [...MANAGERS, ...FINANCE], moves: to('3', '0', '1') },
  },
  notice: published,
  onceCard: sold,
  orderDeposit: {
    requestRefund: { by: [...OPERATIONS, ...SERVICE, ...FINANCE], moves: to('3', '1', '2') },
    approve: { by: [...MANAGERS, ...FINANCE], moves: to('4', '3') },
    reject: { by: [...MANAGERS, ...FINANCE], moves: to('1', '3') },
    retry: { by: [...MANAGERS, ...FINANCE], moves: to('4', '4', '6', '8') },
  },
  orderMessage: {
    settle: {
      by: [...OPERATIONS, ...SERVICE],
      moves: to('4', '2', '6'),
      body: ({ reasonId }) => ({ settleReasonId: reasonId }),
    },
    passSettle: { by: MANAGERS, moves: to('2', '1'), given: settling },
    refuseSettle: { by: MANAGERS, moves: to('3', '1'), given: settling },
    refund: {
      by: [...MANAGERS, ...SERVICE],
      moves: same('4', '9'),
      body: () => ({ amount: '1.00' }),
      given: ({ day }) => ({ payAmount: 3000n, payChannel: payChannels.wallet, endTime: day(0) }),
    },
  },
  rechargeSetting: {
    ...shelf(OPERATIONS),
    recharge: { by: OPERATIONS, moves: same('1'), body: paying },
  },
  reconcileDifference: {
    run: { by: [...MANAGERS, ...FINANCE] },
    clear: { by: [...MANAGERS, ...FINANCE], moves: to('1', '0') },
  },
  serviceProviderConfig: {
    changeAccount: {
      by: MANAGERS,
      body: () => ({
        accountType: accountTypes.firm,
        bankName: '招商银行深圳支行',
        bankNo: '6225880011112222',
        accountName: '某公司',
      }),
    },
  },
  trend: {
    ...published,
    top: { by: OPERATIONS, moves: to('Y', 'N') },
    untop: { by: OPERATIONS, moves: to('N', 'Y') },
  },
  userMessage: {
    freeze: { by: [...OPERATIONS, ...SERVICE], moves: to('2', '1') },
    unfreeze: { by: [...OPERATIONS, ...SERVICE], moves: to('1', '2') },
    close: { by: [...MANAGERS, ...SERVICE], moves: to('3', '1', '2') },
    reopen: { by: [...MANAGERS, ...SERVICE], moves: to('1', '3') },
  },
  userCard: {
    pause: { by: [...MANAGERS, ...SERVICE], moves: to('2', '1') },
    resume: { by: [...MANAGERS, ...SERVICE], moves: to('1', '2'), given: ({ day }) => ({ pauseTime: day(0) }) },
    extend: { by: MANAGERS, moves: { ...to('1', '0', '1', '4'), ...same('2') }, body: () => ({ days: 3 }) },
    adjustTimes: {
      by: MANAGERS,
      moves: { ...to('1', '0', '1', '3'), ...same('2') },
      body: () => ({ times: 2 }),
      given: () => ({ totalTimes: 5, usedTimes: 0 }),
    },
    freeze: { by: MANAGERS, moves: to('6', '0', '1', '2') },
    unfreeze: { by: MANAGERS, moves: to('1', '6') },
    refund: {
      by: [...MANAGERS, ...SERVICE],
      moves: to('6', '0', '1', '2'),
      body: () => ({ refundVoucher: 'temp/a.png' }),
      given: bought,
    },
    passRefund: { by: MANAGERS, moves: to('2', '1') },
    review: {
      by: SECOND,
      moves: to('4', '2'),
      given: (world) => ({ ...bought(world), payChannel: payChannels.wallet, refundingAmount: 1000n }),
    },
    refuseRefund: { by: [...MANAGERS, ...FINANCE], moves: to('5', '1', '2') },
    retryRefund: {
      by: [...MANAGERS, ...SERVICE],
      moves: to('5', '0', '1', '2', '4'),
      given: (world) => ({ ...bought(world), payChannel: payChannels.wallet, refundingAmount: 1000n }),
    },
  },
  userWithdrawal: {
    approve: { by: MANAGERS, moves: to('3', '0') },
    review: { by: SECOND, moves: to('3', '1') },
    reject: { by: [...MANAGERS, ...FINANCE], moves: to('2', '0', '1') },
    hold: { by: [...MANAGERS, ...FINANCE], moves: to('8', '0', '1', '3') },
    release: {
      by: [...MANAGERS, ...FINANCE],
      moves: to('0', '8'),
      given: () => ({ heldFrom: withdrawStates.waiting }),
    },
    settle: {
      by: SECOND,
      moves: to('6', '8'),
      given: () => ({ heldFrom: withdrawStates.paying }),
      body: () => ({ payNo: `QD${Math.random()}` }),
    },
    pay: { by: SECOND, moves: same('3', '4', '5') },
  },
}
