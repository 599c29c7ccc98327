import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { area, choice, dateTime, images, integer, json, money, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { billModes } from '../product/billModes.ts'
import { payChannels } from '../product/selling.ts'

export const orderStates = choices('pb_order_status', '订单状态', {
  unpaid: ['1', '待支付', 'default'],
  using: ['2', '租借中', 'blue'],
  settling: ['3', '待结算', 'gold'],
  done: ['4', '已完成', 'green'],
  cancelled: ['5', '已取消', 'default'],
  broken: ['6', '异常', 'red'],
  refunding: ['7', '退款中', 'orange'],
  refunded: ['8', '已退款', 'default'],
  bought: ['9', '已买断', 'purple'],
})

export const settleStates = choices('pb_settle_status', '结单审批', {
  none: ['0', '无', 'default'],
  waiting: ['1', '待审批', 'gold'],
  passed: ['2', '已同意', 'green'],
  rejected: ['3', '已驳回', 'red'],
})

/** One rental from borrowing to settling. The consumer's app writes it; staff end it by force or pay something back. */
export const orderMessage = defineResource({
  name: 'orderMessage',
  label: '订单信息',
  title: 'orderNo',
  scope: 'department',
  verbs: ['export'],
  fields: {
    orderNo: serial('订单号', { prefix: 'DD' }),
    userId: ref('用户', 'userMessage', { required: true, readOnly: true }),
    deviceId: ref('充电宝/电池', 'device', { required: true, readOnly: true }),
    borrowCabinetId: ref('借出柜机', 'device', { required: true, readOnly: true }),
    borrowSlot: integer('借出仓位', { readOnly: true }),
    returnCabinetId: ref('归还柜机', 'device', { readOnly: true }),
    returnSlot: integer('归还仓位', { readOnly: true }),
    providerId: ref('服务商', 'serviceProvider', { readOnly: true }),
    driverId: ref('借出时司机', 'driverMessage', { readOnly: true }),
    areaCode: area('借出城市', { readOnly: true }),
    billMode: choice('计费方式', billModes, { required: true, readOnly: true }),
    billRule: json('计费规则', {
      readOnly: true,
      parts: {
        freeMinutes: { label: '免费', unit: '分钟' },
        hourPrice: { label: '每小时', unit: '分' },
        dayCap: { label: '24小时封顶', unit: '分' },
        totalCap: { label: '总封顶', unit: '分' },
      },
    }),
    startTime: dateTime('借出时间', { required: true, readOnly: true }),
    endTime: dateTime('归还时间', { readOnly: true }),
    useMinutes: integer('使用时长', { readOnly: true, unit: '分钟' }),
    totalAmount: money('应付', { readOnly: true }),
    cardDeduct: money('卡抵扣', { readOnly: true }),
    payAmount: money('实付', { readOnly: true }),
    refundedAmount: money('已退', { readOnly: true, initial: '0.00' }),
    borneAmount: money('平台承担', { readOnly: true, hint: '退款时账户余额不足、未能扣回的分润' }),
    payChannel: choice('支付渠道', payChannels, { readOnly: true }),
    outTradeNo: text('支付流水', { readOnly: true, given: true, max: 64 }),
    status: choice('状态', orderStates, { readOnly: true, initial: 'using' }),
    userCardId: ref('抵扣卡', 'userCard', { readOnly: true }),
    cancelReasonId: ref('取消原因', 'cancelReason', { readOnly: true }),
    settleReasonId: ref('结算原因', 'settleReason', { readOnly: true }),
    settleRemark: text('结算说明', { readOnly: true, max: 255 }),
    settleAmount: money('结算金额', { readOnly: true }),
    settleImages: images('结算凭证', { readOnly: true }),
    settleStatus: choice('结单审批', settleStates, { readOnly: true, initial: 'none' }),
    refundNo: text('退款单号', { readOnly: true, max: 64 }),
    refundingAmount: money('退款中金额', { readOnly: true }),
    refundReason: text('退款原因', { readOnly: true, max: 255 }),
    refundFrom: choice('退款前状态', orderStates, { readOnly: true }),
    refundFor: ref('退款来源', 'complaint', { readOnly: true }),
    failReason: text('退款失败原因', { readOnly: true, max: 255 }),
    ...approvalFields,
  },
  list: {
    source: '用户租借后列在这里',
    columns: ['orderNo', 'status', 'userId', 'providerId', 'startTime', 'endTime', 'useMinutes', 'totalAmount', 'payAmount', 'refundedAmount', 'payChannel', 'deviceId', 'settleStatus'],
    filters: ['orderNo', 'status', 'userId', 'providerId', 'areaCode', 'payChannel', 'startTime', 'endTime', 'payAmount', 'settleStatus', 'sysOrgCode'],
    sort: '-startTime',
    card: { subtitle: 'userId', badge: 'status', aside: 'payAmount', facts: ['startTime', 'useMinutes', 'providerId'] },
    totals: ['totalAmount', 'payAmount', 'refundedAmount'],
  },
  form: [
    {
      title: '租借',
      fields: ['orderNo', 'userId', 'deviceId', 'providerId', 'driverId', 'areaCode', 'borrowCabinetId', 'borrowSlot', 'startTime', 'returnCabinetId', 'returnSlot', 'endTime', 'useMinutes'],
    },
    { title: '费用', fields: ['billMode', 'billRule', 'totalAmount', 'cardDeduct', 'userCardId', 'payAmount', 'payChannel', 'outTradeNo'] },
    { title: '结单', fields: ['cancelReasonId', 'settleReasonId', 'settleAmount', 'settleRemark', 'settleImages', 'settleStatus'] },
    { title: '退款', fields: ['refundedAmount', 'borneAmount', 'refundingAmount', 'refundNo', 'refundReason', 'failReason'] },
  ],
  actions: {
    settle: {
      label: '强制结单',
      when: { status: ['using', 'broken'], settleStatus: ['none', 'rejected'] },
      reason: true,
      input: {
        settleReasonId: ref('结算原因', 'settleReason', { required: true }),
        settleAmount: money('指定金额', { hint: '费用处理为“指定金额”的结算原因才需填写' }),
        settleImages: images('凭证图片', { max: 6 }),
      },
    },
    passSettle: { label: '同意结单', when: { settleStatus: ['waiting'] }, batch: true },
    refuseSettle: { label: '驳回结单' },
    refund: {
      label: '退款',
      when: { status: ['done', 'bought'] },
      reason: true,
      danger: true,
      ordered: '已提交退款，到账后写入退款记录',
      input: { amount: money('退款金额', { required: true, min: 0.01, hint: '不超过实付减已退补的金额' }) },
    },
  },
  approval: {
    noun: '强制结单',
    state: 'settleStatus',
    steps: [{ action: 'passSettle', name: '审批' }],
    passed: 'passed',
    reject: 'refuseSettle',
    rejected: 'rejected',
    amount: 'settleAmount',
    hours: 'order.settleDueHours',
    figures: ['useMinutes', 'payAmount', 'refundedAmount'],
    facts: [['settleReasonId', 'settleRemark'], 'settleImages', ['startTime', 'borrowCabinetId'], 'endTime', 'providerId', 'failReason'],
  },
  figures: {
    placed: { label: '订单', unit: '笔', at: 'startTime', by: ['status', 'providerId', 'areaCode', 'payChannel'] },
    income: { label: '收入', unit: '笔', sum: 'payAmount', at: 'endTime', when: { status: ['done', 'refunding', 'refunded', 'bought'] }, by: ['providerId', 'areaCode', 'payChannel', 'sysOrgCode'] },
    using: { label: '租借中订单', unit: '笔', when: { status: ['using'] }, since: 'startTime' },
    broken: { label: '异常订单', unit: '笔', when: { status: ['broken'] }, since: 'startTime' },
    toSettle: { label: '待审结单', unit: '笔', when: { settleStatus: ['waiting'] }, since: 'startTime' },
  },
  menu: { group: 'order', icon: 'profile', order: 10 },
})
