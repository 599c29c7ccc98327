import { approvalFields } from '#model/approval.ts'
import { dict, images, longText, money, ref, refByType, serial } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** A row of the ledger made by hand: somebody asks with a voucher, a manager and then finance agree. */
export const ledgerAdjustment = defineResource({
  name: 'ledgerAdjustment',
  label: '人工调账',
  title: 'adjustNo',
  scope: 'tenant',
  verbs: ['add', 'export'],
  fields: {
    adjustNo: serial('调账单号', { prefix: 'TZ' }),
    ownerType: dict('账户类型', 'pb_owner_type', { required: true, fixed: true, only: ['1', '2', '3'] }),
    ownerId: refByType(
      '账户',
      'ownerType',
      { '1': 'userMessage', '2': 'serviceProvider', '3': 'driverMessage' },
      { required: true, fixed: true },
    ),
    direction: dict('方向', 'pb_direction', { required: true, initial: '1', hint: '只能是收入或支出' }),
    amount: money('金额', { required: true, min: 0.01 }),
    reverseOf: ref('冲正流水', 'amountDetail', { hint: '冲正一笔流水时填写：账户与金额相同、方向相反' }),
    adjustReason: longText('调账原因', { required: true, max: 255 }),
    voucher: images('凭证', { required: true, max: 6 }),
    status: dict('状态', 'pb_adjust_status', { readOnly: true, initial: '0' }),
    ...approvalFields,
  },
  list: {
    columns: [
      'adjustNo',
      'status',
      'ownerType',
      'ownerId',
      'direction',
      'amount',
      'adjustReason',
      'createBy',
      'createTime',
    ],
    filters: ['adjustNo', 'status', 'ownerType', 'direction', 'amount', 'createTime'],
    card: { subtitle: 'ownerId', badge: 'status', aside: 'amount', facts: ['direction', 'adjustReason', 'createTime'] },
    totals: ['amount'],
  },
  form: [
    { title: '账户', fields: ['ownerType', 'ownerId'] },
    { title: '调账', fields: ['direction', 'amount', 'reverseOf', 'adjustReason', 'voucher'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['0'] } },
    review: { label: '复核入账', when: { status: ['1'] } },
    reject: { label: '驳回' },
  },
  approval: {
    noun: '人工调账',
    state: 'status',
    steps: [
      { action: 'approve', name: '审核' },
      { action: 'review', name: '复核' },
    ],
    passed: '2',
    reject: 'reject',
    rejected: '3',
    amount: 'amount',
    hours: 'review.dueHours',
    figures: ['direction'],
    facts: [['ownerId', 'ownerType'], 'adjustReason', 'voucher', 'reverseOf'],
  },
  check(draft) {
    if (draft.ownerType && !['1', '2', '3'].includes(draft.ownerType)) return { ownerType: '这类账户没有余额' }
    if (draft.direction && !['1', '2'].includes(draft.direction)) return { direction: '只能是收入或支出' }
  },
  menu: { group: 'finance', icon: 'edit', order: 25 },
})
