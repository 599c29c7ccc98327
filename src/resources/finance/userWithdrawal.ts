import { approvalFields } from '#model/approval.ts'
import { dateTime, dict, json, money, refByType, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Of a consumer nobody keeps an account. */
const toBank = { requiredWhen: { method: ['1'], ownerType: ['1'] } } as const

/** A request to pay a balance out. Its number is also the pay-out number and never changes, so a retry pays once. */
export const userWithdrawal = defineResource({
  name: 'userWithdrawal',
  label: '用户提现',
  title: 'withdrawNo',
  scope: 'department',
  verbs: ['add', 'export'],
  fields: {
    withdrawNo: serial('提现单号', { prefix: 'TX' }),
    ownerType: dict('申请人类型', 'pb_owner_type', { required: true, fixed: true, only: ['1', '2', '3'] }),
    ownerId: refByType(
      '申请人',
      'ownerType',
      { '1': 'userMessage', '2': 'serviceProvider', '3': 'driverMessage' },
      { required: true, fixed: true },
    ),
    phone: text('手机号', { readOnly: true, mask: 'phone' }),
    applyAmount: money('申请金额', { required: true, min: 0.01 }),
    feeAmount: money('手续费', { readOnly: true }),
    taxAmount: money('代扣税', { readOnly: true }),
    arriveAmount: money('到账金额', { readOnly: true }),
    method: dict('提现方式', 'pb_withdraw_method', { required: true, initial: '1' }),
    accountType: dict('账户类型', 'pb_account_type', { readOnly: true, initial: '1' }),
    bankName: text('开户行', { ...toBank, max: 100, hint: '用户的银行卡填写' }),
    bankNo: text('收款账号', {
      ...toBank,
      max: 64,
      mask: 'bankCard',
      hint: '服务商、司机留空即为已复核的账户；用户的银行卡填写',
    }),
    accountName: text('户名', { max: 100, mask: 'name', hint: '可留空；用户只能是本人实名' }),
    status: dict('状态', 'pb_withdraw_status', { readOnly: true, initial: '0' }),
    riskFlags: json('风险提示', { readOnly: true }),
    applyTime: dateTime('申请时间', { readOnly: true }),
    ...approvalFields,
    heldFrom: dict('挂起前状态', 'pb_withdraw_status', { readOnly: true }),
    payNo: text('支付流水', { readOnly: true, max: 64 }),
    payTime: dateTime('打款时间', { readOnly: true }),
    confirmDeadline: dateTime('确认截止', { readOnly: true }),
    failReason: text('失败原因', { readOnly: true, max: 255 }),
  },
  list: {
    columns: [
      'withdrawNo',
      'status',
      'ownerType',
      'ownerId',
      'applyAmount',
      'feeAmount',
      'taxAmount',
      'arriveAmount',
      'method',
      'applyTime',
      'dueTime',
      'phone',
    ],
    filters: ['withdrawNo', 'status', 'ownerType', 'method', 'applyAmount', 'applyTime'],
    card: {
      subtitle: 'ownerId',
      badge: 'status',
      aside: 'applyAmount',
      facts: ['arriveAmount', 'method', 'applyTime'],
    },
    totals: ['applyAmount', 'feeAmount', 'taxAmount', 'arriveAmount'],
  },
  form: [
    { title: '申请信息', fields: ['ownerType', 'ownerId', 'applyAmount', 'method'] },
    { title: '收款账户', fields: ['accountType', 'bankName', 'bankNo', 'accountName'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['0'] }, batch: true },
    review: { label: '复核通过', when: { status: ['1'] }, batch: true },
    reject: { label: '驳回' },
    hold: { label: '挂起', when: { status: ['0', '1', '3'] }, reason: true },
    release: { label: '解除挂起', when: { status: ['8'] }, reason: true },
    pay: {
      label: '重新打款',
      when: { status: ['3', '4', '5'] },
      confirm: '用同一提现单号向渠道查询并继续打款，不会重复付款。',
    },
  },
  approval: {
    noun: '提现',
    state: 'status',
    steps: [
      { action: 'approve', name: '审核' },
      { action: 'review', name: '复核', above: 'withdraw.managerMax' },
    ],
    passed: '3',
    reject: 'reject',
    rejected: '2',
    amount: 'applyAmount',
    payee: ['accountName', 'bankName', 'bankNo'],
    hours: 'withdraw.dueHours',
    figures: ['feeAmount', 'taxAmount', 'arriveAmount'],
    facts: [['bankNo', 'method', 'bankName', 'accountName'], 'riskFlags', 'failReason'],
  },
  check(draft) {
    if (draft.ownerType && !['1', '2', '3'].includes(draft.ownerType))
      return { ownerType: '只有用户、服务商和司机可以申请提现' }
    if (draft.method === '1' && draft.bankNo && !/^[1-9]\d{9,19}$/.test(draft.bankNo))
      return { bankNo: '请输入正确的银行卡号码' }
  },
  menu: { group: 'finance', icon: 'pay-circle', order: 10 },
})
