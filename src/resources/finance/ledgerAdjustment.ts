import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, images, longText, money, ref, refByType, serial } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { accountOwners, directions, holders, ownerTypes } from './accounts.ts'

export const adjustStates = choices('pb_adjust_status', '调账状态', {
  waiting: ['0', '待审核', 'orange'],
  review: ['1', '待复核', 'gold'],
  booked: ['2', '已入账', 'green'],
  rejected: ['3', '已驳回', 'red'],
})

/** A row of the ledger made by hand: somebody asks with a voucher, a manager and then finance agree. */
export const ledgerAdjustment = defineResource({
  name: 'ledgerAdjustment',
  label: '人工调账',
  title: 'adjustNo',
  scope: 'tenant',
  verbs: ['add', 'export'],
  fields: {
    adjustNo: serial('调账单号', { prefix: 'TZ' }),
    ownerType: choice('账户类型', ownerTypes, { required: true, fixed: true, only: holders }),
    ownerId: refByType('账户', 'ownerType', accountOwners, { required: true, fixed: true }),
    direction: choice('方向', directions, { required: true, initial: 'income', only: ['income', 'expense'] }),
    amount: money('金额', {
      required: true,
      min: 0.01,
      signBy: {
        field: 'direction',
        signs: { [directions.income]: { sign: '+', word: '收入' }, [directions.expense]: { sign: '-', word: '支出' } },
      },
    }),
    reverseOf: ref('冲正流水', 'amountDetail', { hint: '冲正一笔流水时填写：账户与金额相同、方向相反；订单、押金、用户卡、投诉的流水在各自的页面退款' }),
    adjustReason: longText('调账原因', { required: true, max: 255 }),
    voucher: images('凭证', { required: true, max: 6 }),
    status: choice('状态', adjustStates, { readOnly: true, initial: 'waiting' }),
    ...approvalFields,
  },
  list: {
    columns: ['adjustNo', 'status', 'ownerType', 'ownerId', 'direction', 'amount', 'adjustReason', 'createBy', 'createTime'],
    filters: ['adjustNo', 'status', 'ownerType', 'direction', 'amount', 'createTime'],
    card: { subtitle: 'ownerId', badge: 'status', aside: 'amount', facts: ['direction', 'adjustReason', 'createTime'] },
    totals: ['amount'],
    totalsWithout: { field: 'status', value: adjustStates.rejected, word: '已驳回' },
  },
  form: [
    { title: '账户', fields: ['ownerType', 'ownerId'] },
    { title: '调账', fields: ['direction', 'amount', 'reverseOf', 'adjustReason', 'voucher'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['waiting'] } },
    review: { label: '复核入账', when: { status: ['review'] } },
    reject: { label: '驳回' },
  },
  approval: {
    noun: '人工调账',
    state: 'status',
    steps: [
      { action: 'approve', name: '审核' },
      { action: 'review', name: '复核' },
    ],
    passed: 'booked',
    reject: 'reject',
    rejected: 'rejected',
    amount: 'amount',
    hours: 'review.dueHours',
    figures: ['direction'],
    facts: [['ownerId', 'ownerType'], 'adjustReason', 'voucher', 'reverseOf'],
  },
  check(draft) {
    if (draft.ownerType && !(draft.ownerType in accountOwners)) return { ownerType: '这类账户没有余额' }
    if (draft.direction && draft.direction !== directions.income && draft.direction !== directions.expense) return { direction: '只能是收入或支出' }
  },
  menu: { group: 'finance', icon: 'edit', order: 25 },
})
