import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, dateTime, money, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { payChannels } from '../product/selling.ts'
import { depositStates } from './depositStates.ts'

export const depositTypes = choices('pb_deposit_type', '押金类型', {
  paid: ['1', '支付押金'],
  alipayFree: ['2', '支付宝免押'],
  wechatFree: ['3', '微信支付分免押'],
  contractFree: ['4', '合同免押'],
})

/** A deposit, paid or frozen on credit. It goes back by the way it came, less what is owed. */
export const orderDeposit = defineResource({
  name: 'orderDeposit',
  label: '押金订单',
  title: 'depositNo',
  scope: 'department',
  verbs: ['export'],
  fields: {
    depositNo: serial('押金单号', { prefix: 'YJ' }),
    userId: ref('用户', 'userMessage', { required: true, readOnly: true }),
    phone: text('手机号', { readOnly: true, mask: 'phone' }),
    depositType: choice('押金类型', depositTypes, { required: true, readOnly: true }),
    payChannel: choice('支付渠道', payChannels, { required: true, readOnly: true }),
    amount: money('押金金额', { required: true, readOnly: true }),
    outTradeNo: text('支付流水', { readOnly: true, given: true, max: 64, hint: '免押为授权号' }),
    payTime: dateTime('缴纳时间', { readOnly: true }),
    orderId: ref('首个订单', 'orderMessage', { readOnly: true }),
    providerId: ref('归属服务商', 'serviceProvider', { readOnly: true }),
    status: choice('状态', depositStates, { readOnly: true, initial: 'unpaid' }),
    oweAmount: money('欠费金额', { readOnly: true, initial: '0.00' }),
    refundAmount: money('应退金额', { readOnly: true }),
    applyTime: dateTime('申请退押时间', { readOnly: true }),
    applyReason: text('退押原因', { readOnly: true, max: 255 }),
    ...approvalFields,
    refundNo: text('退款单号', { readOnly: true, max: 64 }),
    refundTime: dateTime('退款时间', { readOnly: true }),
    failReason: text('失败原因', { readOnly: true, max: 255 }),
  },
  list: {
    source: '用户支付押金后列在这里',
    columns: ['depositNo', 'status', 'userId', 'phone', 'depositType', 'amount', 'oweAmount', 'refundAmount', 'payChannel', 'payTime', 'applyTime', 'dueTime'],
    filters: ['depositNo', 'status', 'userId', 'depositType', 'payChannel', 'amount', 'payTime', 'applyTime'],
    card: { subtitle: 'userId', badge: 'status', aside: 'amount', facts: ['depositType', 'payChannel', 'payTime'] },
    totals: ['amount', 'refundAmount'],
  },
  form: [
    { title: '押金', fields: ['depositNo', 'userId', 'phone', 'depositType', 'payChannel', 'amount', 'outTradeNo', 'payTime'] },
    { title: '归属', fields: ['orderId', 'providerId'] },
    { title: '退押', fields: ['applyTime', 'applyReason', 'oweAmount', 'refundAmount', 'refundNo', 'refundTime', 'failReason'] },
  ],
  actions: {
    requestRefund: { label: '申请退押', when: { status: ['paid', 'frozen'] }, reason: true },
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    reject: { label: '驳回' },
    retry: { label: '重新退款', ordered: '已提交退款', when: { status: ['refunding', 'failed', 'releasing'] }, confirm: '用同一退款单号向渠道查询并继续，不会重复退款。' },
  },
  approval: {
    noun: '退押',
    state: 'status',
    steps: [{ action: 'approve', name: '审核' }],
    passed: 'refunding',
    reject: 'reject',
    rejected: 'paid',
    amount: 'refundAmount',
    hours: 'deposit.dueHours',
    figures: ['amount', 'oweAmount', 'depositType'],
    facts: ['applyReason', ['payChannel', 'outTradeNo'], ['payTime', 'phone'], 'orderId', 'providerId', 'failReason'],
  },
  figures: {
    toReturn: { label: '待审退押', unit: '笔', sum: 'refundAmount', when: { status: ['waiting'] }, since: 'applyTime' },
    failed: { label: '退款失败押金', unit: '笔', sum: 'refundAmount', when: { status: ['failed'] }, since: 'applyTime' },
  },
  menu: { group: 'order', icon: 'wallet', order: 20 },
})
