import { area, dateTime, dict, integer, richText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { jumpProblem } from '../jump.ts'

const DRAFTS = ['0', '3']

/** A message to consumers, providers or drivers: written, pushed at once or at its time, revoked. */
export const notice = defineResource({
  name: 'notice',
  label: '通知',
  title: 'title',
  scope: 'tenant',
  when: { edit: { status: DRAFTS }, delete: { status: DRAFTS } },
  fields: {
    title: text('标题', { required: true, max: 20, width: 200 }),
    summary: text('简介', { required: true, max: 60, width: 260 }),
    content: richText('内容', { required: true }),
    target: dict('推送对象', 'pb_notice_target', { required: true, multiple: true, initial: '1' }),
    areaCodes: area('城市', { multiple: true, hint: '推送对象为指定城市时必填' }),
    channel: dict('渠道', 'pb_channel', { required: true, multiple: true, initial: '1' }),
    pushMode: dict('推送方式', 'pb_push_mode', { required: true, initial: '1' }),
    pushTime: dateTime('推送时间', { hint: '定时推送时必填' }),
    isPopup: toggle('弹窗'),
    jumpType: dict('跳转类型', 'pb_jump_type', { initial: '0' }),
    jumpUrl: text('跳转地址', { max: 255 }),
    status: dict('状态', 'pb_publish_status', { readOnly: true, initial: '0' }),
    publishTime: dateTime('发布时间', { readOnly: true }),
    revokeTime: dateTime('撤回时间', { readOnly: true }),
    sendCount: integer('送达', { readOnly: true, initial: 0 }),
    readCount: integer('已读', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: [
      'title',
      'summary',
      'status',
      'target',
      'channel',
      'pushMode',
      'pushTime',
      'publishTime',
      'sendCount',
      'readCount',
      'isPopup',
      'createTime',
    ],
    filters: ['title', 'status', 'target', 'channel', 'pushMode', 'pushTime', 'publishTime'],
    card: { subtitle: 'summary', badge: 'status', aside: 'readCount', facts: ['target', 'pushTime', 'sendCount'] },
    totals: ['sendCount', 'readCount'],
  },
  form: [
    { title: '通知', fields: ['title', 'summary', 'content', 'isPopup', 'jumpType', 'jumpUrl'] },
    { title: '推送', fields: ['target', 'areaCodes', 'channel', 'pushMode', 'pushTime'] },
  ],
  actions: {
    publish: { label: '发布', when: { status: DRAFTS }, confirm: '发布后立即推送；定时的到时间推送。' },
    revoke: {
      label: '撤回',
      when: { status: ['1', '2'] },
      permission: 'publish',
      danger: true,
      confirm: '撤回后接收人不再看到它。',
    },
  },
  check(draft) {
    if (draft.target?.split(',').includes('5') && !draft.areaCodes) return { areaCodes: '请选择城市' }
    if (draft.pushMode === '2' && !draft.pushTime) return { pushTime: '请选择推送时间' }
    return jumpProblem(draft)
  },
  menu: { group: 'content', icon: 'notification', order: 30 },
})
