import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, dateTime, images, integer, longText, money, ref, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const complaintTypes = choices('pb_complaint_type', '投诉类型', {
  rental: ['1', '借还异常'],
  billing: ['2', '计费争议'],
  deposit: ['3', '押金退款'],
  fault: ['4', '设备故障'],
  partner: ['5', '商户或代理'],
  joining: ['6', '招商咨询'],
  other: ['9', '其他'],
})

export const complaintStates = choices('pb_complaint_status', '投诉状态', {
  waiting: ['0', '待处理', 'orange'],
  handling: ['1', '处理中', 'blue'],
  review: ['2', '待审批', 'gold'],
  done: ['3', '已处理', 'green'],
  closed: ['4', '已关闭', 'default'],
})

export const resolveTypes = choices('pb_resolve_type', '投诉处理方式', {
  byPhone: ['1', '电话解决'],
  refund: ['2', '订单退款'],
  openSlot: ['3', '远程开仓'],
  cards: ['4', '补发卡券'],
  unsolved: ['5', '未解决'],
})

/** What a consumer complains about, from being accepted to being closed; money back above a limit needs a manager. */
export const complaint = defineResource({
  name: 'complaint',
  label: '投诉',
  title: 'complaintNo',
  scope: 'department',
  verbs: ['add', 'edit', 'export'],
  when: { edit: { status: ['waiting', 'handling'] } },
  fields: {
    complaintNo: serial('投诉单号', { prefix: 'TS' }),
    complaintType: choice('投诉类型', complaintTypes, { required: true }),
    userId: ref('投诉用户', 'userMessage', { required: true, fixed: true }),
    phone: text('联系电话', { format: 'mobile', mask: 'phone', hint: '不填则用投诉用户的手机号' }),
    orderId: ref('关联订单', 'orderMessage', { requiredWhen: { complaintType: ['rental'] }, among: { userId: 'userId' } }),
    deviceId: ref('关联设备', 'device', { readOnly: true }),
    providerId: ref('责任服务商', 'serviceProvider', { readOnly: true }),
    content: longText('投诉内容', { required: true, max: 1000 }),
    images: images('图片', { max: 6 }),
    status: choice('状态', complaintStates, { readOnly: true, initial: 'waiting' }),
    handlerId: user('处理人', { readOnly: true }),
    resolveType: choice('处理方式', resolveTypes, { readOnly: true }),
    /** What whoever handles it last decided on; what was ever paid stands below and is never taken away again. */
    askedRefund: money('本次退款', { readOnly: true }),
    askedCompensation: money('本次补偿', { readOnly: true }),
    totalAmount: money('本次退补合计', { readOnly: true }),
    refundAmount: money('退款金额', { readOnly: true }),
    compensation: money('补偿金额', { readOnly: true }),
    resultText: longText('处理结果', { readOnly: true }),
    acceptTime: dateTime('受理时间', { readOnly: true }),
    finishTime: dateTime('完成时间', { readOnly: true }),
    score: integer('用户评价', { readOnly: true }),
    reopened: integer('重开次数', { readOnly: true, initial: 0 }),
    ...approvalFields,
  },
  list: {
    columns: ['complaintNo', 'status', 'complaintType', 'userId', 'phone', 'orderId', 'providerId', 'handlerId', 'totalAmount', 'createTime', 'dueTime', 'score'],
    filters: ['complaintNo', 'status', 'complaintType', 'userId', 'orderId', 'providerId', 'handlerId', 'createTime'],
    card: { subtitle: 'userId', badge: 'status', aside: 'complaintType', facts: ['orderId', 'createTime', 'handlerId'] },
    totals: ['refundAmount', 'compensation'],
  },
  form: [
    { title: '投诉', fields: ['complaintType', 'userId', 'phone', 'orderId', 'content', 'images'] },
    { title: '责任', fields: ['deviceId', 'providerId'] },
    {
      title: '处理',
      fields: ['handlerId', 'acceptTime', 'resolveType', 'askedRefund', 'askedCompensation', 'refundAmount', 'compensation', 'resultText', 'finishTime'],
    },
  ],
  actions: {
    accept: { label: '受理', when: { status: ['waiting'] }, decide: true, batch: true },
    takeOver: { label: '接手', when: { status: ['handling'] }, permission: 'accept', confirm: '由我继续处理。' },
    resolve: {
      label: '办结',
      when: { status: ['handling'] },
      decide: true,
      input: {
        resolveType: choice('处理方式', resolveTypes, { required: true }),
        refundAmount: money('退款金额', { hint: '退回订单的支付渠道' }),
        compensation: money('补偿金额', { hint: '补到用户余额' }),
        resultText: longText('处理结果', { required: true, max: 500, hint: '用户可见' }),
      },
    },
    approve: { label: '同意退款', when: { status: ['review'] }, batch: true },
    reject: { label: '驳回' },
    close: { label: '关闭', when: { status: ['done'] }, batch: true },
    reopen: { label: '重新打开', when: { status: ['done', 'closed'], reopened: ['0'] }, reason: true, permission: 'accept' },
  },
  approval: {
    noun: '投诉退款',
    state: 'status',
    steps: [{ action: 'approve', name: '审批' }],
    passed: 'done',
    reject: 'reject',
    rejected: 'handling',
    amount: 'totalAmount',
    figures: ['askedRefund', 'askedCompensation', 'complaintType'],
    facts: ['content', 'images', ['orderId', 'deviceId'], 'providerId', ['resolveType', 'resultText'], 'handlerId'],
  },
  figures: {
    open: { label: '未结投诉', unit: '件', when: { status: ['waiting', 'handling', 'review'] }, since: 'createTime', by: ['complaintType'] },
    review: { label: '待审投诉退款', unit: '件', sum: 'totalAmount', when: { status: ['review'] }, since: 'createTime' },
    opened: { label: '新投诉', unit: '件', at: 'createTime', by: ['complaintType', 'providerId'] },
  },
  menu: { group: 'customer', icon: 'message', order: 20 },
})
