import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, dateTime, json, money, refByType, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { accountOwners, holders, ownerTypes } from './accounts.ts'
import { accountTypes } from '../partner/payeeAccount.ts'

export const withdrawStates = choices('pb_withdraw_status', '提现状态', {
  waiting: ['0', '待审核', 'orange'],
  review: ['1', '待复核', 'gold'],
  rejected: ['2', '审核驳回', 'red'],
  toPay: ['3', '待打款', 'blue'],
  paying: ['4', '打款中', 'geekblue'],
  toConfirm: ['5', '待用户确认收款', 'purple'],
  paid: ['6', '提现成功', 'green'],
  failed: ['7', '提现失败', 'red'],
  held: ['8', '已挂起', 'default'],
})

export const withdrawMethods = choices('pb_withdraw_method', '提现方式', {
  bankCard: ['1', '银行卡'],
  wechat: ['2', '微信零钱'],
  alipay: ['3', '支付宝'],
})

/** Of a consumer nobody keeps an account. */
const toBank = { requiredWhen: { method: ['bankCard'], ownerType: ['consumer'] } } as const

/** A request to pay a balance out. Its number is also the pay-out number and never changes, so a retry pays once. */
export const userWithdrawal = defineResource({
  name: 'userWithdrawal',
  label: '用户提现',
  title: 'withdrawNo',
  scope: 'department',
  verbs: ['add', 'export'],
  fields: {
    withdrawNo: serial('提现单号', { prefix: 'TX' }),
    ownerType: choice('申请人类型', ownerTypes, { required: true, fixed: true, only: holders }),
    ownerId: refByType('申请人', 'ownerType', accountOwners, { required: true, fixed: true }),
    phone: text('手机号', { readOnly: true, mask: 'phone' }),
    applyAmount: money('申请金额', { required: true, min: 0.01 }),
    feeAmount: money('手续费', { readOnly: true }),
    taxAmount: money('代扣税', { readOnly: true }),
    arriveAmount: money('到账金额', { readOnly: true }),
    method: choice('提现方式', withdrawMethods, { required: true, initial: 'bankCard' }),
    accountType: choice('账户类型', accountTypes, { readOnly: true, initial: 'person' }),
    bankName: text('开户行', { ...toBank, max: 100, hint: '用户的银行卡填写' }),
    bankNo: text('收款账号', { ...toBank, max: 64, mask: 'bankCard', hint: '服务商、司机留空即为已复核的账户；用户的银行卡填写' }),
    accountName: text('户名', { max: 100, mask: 'name', hint: '可留空；用户只能是本人实名' }),
    status: choice('状态', withdrawStates, { readOnly: true, initial: 'waiting' }),
    riskFlags: json('风险提示', { readOnly: true }),
    applyTime: dateTime('申请时间', { readOnly: true }),
    ...approvalFields,
    heldFrom: choice('挂起前状态', withdrawStates, { readOnly: true }),
    payNo: text('支付流水', { readOnly: true, max: 64 }),
    payTime: dateTime('打款时间', { readOnly: true }),
    confirmDeadline: dateTime('确认截止', { readOnly: true }),
    failReason: text('失败原因', { readOnly: true, max: 255 }),
  },
  list: {
    columns: ['withdrawNo', 'status', 'ownerType', 'ownerId', 'applyAmount', 'feeAmount', 'taxAmount', 'arriveAmount', 'method', 'applyTime', 'dueTime', 'phone'],
    filters: ['withdrawNo', 'status', 'ownerType', 'method', 'applyAmount', 'applyTime'],
    card: { subtitle: 'ownerId', badge: 'status', aside: 'applyAmount', facts: ['arriveAmount', 'method', 'applyTime'] },
    totals: ['applyAmount', 'feeAmount', 'taxAmount', 'arriveAmount'],
  },
  form: [
    { title: '申请信息', fields: ['ownerType', 'ownerId', 'applyAmount', 'method'] },
    { title: '收款账户', fields: ['accountType', 'bankName', 'bankNo', 'accountName'] },
  ],
  actions: {
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    review: { label: '复核通过', when: { status: ['review'] }, batch: true },
    reject: { label: '驳回' },
    hold: { label: '挂起', when: { status: ['waiting', 'review', 'toPay'] }, reason: true },
    release: { label: '解除挂起', when: { status: ['held'] }, reason: true },
    pay: { label: '重新打款', ordered: '已提交打款', when: { status: ['toPay', 'paying', 'toConfirm'] }, confirm: '用同一提现单号向渠道查询并继续打款，不会重复付款。' },
    settle: {
      label: '确认已到账',
      permission: 'pay',
      when: { status: ['held'], heldFrom: ['paying', 'toConfirm'] },
      reason: true,
      input: { payNo: text('支付流水', { required: true, max: 64, hint: '支付渠道后台的流水号' }) },
      confirm: '冻结的金额随之扣除，视为已付给申请人。请先在支付渠道后台核对。',
    },
  },
  approval: {
    noun: '提现',
    state: 'status',
    steps: [
      { action: 'approve', name: '审核' },
      { action: 'review', name: '复核', above: 'withdraw.managerMax' },
    ],
    passed: 'toPay',
    reject: 'reject',
    rejected: 'rejected',
    amount: 'applyAmount',
    payee: ['accountName', 'bankName', 'bankNo'],
    hours: 'withdraw.dueHours',
    figures: ['feeAmount', 'taxAmount', 'arriveAmount'],
    facts: [['bankNo', 'method', 'bankName', 'accountName'], 'riskFlags', 'failReason'],
  },
  figures: {
    waiting: { label: '待审提现', unit: '笔', sum: 'applyAmount', when: { status: ['waiting', 'review'] }, since: 'applyTime', by: ['ownerType'] },
    held: { label: '挂起提现', unit: '笔', sum: 'applyAmount', when: { status: ['held'] }, since: 'applyTime' },
    asked: { label: '提现申请', unit: '笔', sum: 'applyAmount', at: 'applyTime', by: ['status', 'ownerType', 'method'] },
  },
  check(draft) {
    if (draft.ownerType && !(draft.ownerType in accountOwners)) return { ownerType: '只有用户、服务商和司机可以申请提现' }
    if (draft.method === withdrawMethods.bankCard && draft.bankNo && !/^[1-9]\d{9,19}$/.test(draft.bankNo)) return { bankNo: '请输入正确的银行卡号码' }
  },
  menu: { group: 'finance', icon: 'pay-circle', order: 10 },
})
