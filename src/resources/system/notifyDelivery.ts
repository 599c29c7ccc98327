import { dateTime, dict, integer, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** The delivery log: one row per notice, person and channel. Rows of the channel `web` are also the entries of the bell. */
export const notifyDelivery = defineResource({
  name: 'notifyDelivery',
  label: '推送记录',
  path: '/sys/notify/delivery',
  table: 'sys_notify_delivery',
  title: 'title',
  scope: 'tenant',
  permission: 'system:notifyDelivery',
  verbs: ['export'],
  unique: [['noticeId', 'userId', 'channel']],
  fields: {
    noticeId: text('通知', { required: true, readOnly: true, hidden: true, max: 36 }),
    kind: dict('类型', 'notify_kind', { required: true, readOnly: true }),
    title: text('标题', { required: true, readOnly: true, width: 240 }),
    resource: text('业务', { readOnly: true, max: 64 }),
    recordId: text('业务编号', { readOnly: true, hidden: true, max: 64 }),
    userId: user('接收人', { required: true, readOnly: true }),
    channel: dict('渠道', 'notify_channel', { required: true, readOnly: true }),
    chatUserId: text('渠道账号', { readOnly: true, max: 128 }),
    cause: dict('发送原因', 'notify_cause', { required: true, readOnly: true }),
    /** The person whose deputy the receiver is. */
    principalId: user('被代理人', { readOnly: true }),
    state: dict('状态', 'notify_state', { required: true, readOnly: true, initial: 'queued' }),
    reason: text('说明', { readOnly: true, width: 240 }),
    attempts: integer('尝试次数', { readOnly: true, initial: 0 }),
    sentTime: dateTime('发送时间', { readOnly: true }),
    deliveredTime: dateTime('送达时间', { readOnly: true }),
    /** In the bell: read or waved away, which is not the same as opened. */
    readTime: dateTime('已读时间', { readOnly: true }),
    openedTime: dateTime('打开时间', { readOnly: true }),
    decidedTime: dateTime('处理时间', { readOnly: true }),
    failedTime: dateTime('失败时间', { readOnly: true }),
  },
  list: {
    source: '系统向企业微信、钉钉推送后列在这里',
    columns: ['title', 'kind', 'userId', 'channel', 'state', 'reason', 'createTime', 'sentTime', 'deliveredTime', 'openedTime', 'decidedTime', 'attempts'],
    filters: ['userId', 'channel', 'state', 'kind', 'createTime', 'title', 'recordId'],
    card: { subtitle: 'userId', badge: 'state', aside: 'channel', facts: ['createTime', 'openedTime', 'reason'] },
  },
  form: [
    { title: '通知', fields: ['title', 'kind', 'resource', 'cause', 'principalId'] },
    { title: '接收', fields: ['userId', 'channel', 'chatUserId', 'state', 'reason', 'attempts'] },
    { title: '经过', fields: ['sentTime', 'deliveredTime', 'readTime', 'openedTime', 'decidedTime', 'failedTime'] },
  ],
  menu: { group: 'system', icon: 'send', order: 85 },
})
