import { choices } from '#model/choices.ts'
import { area, choice, dateTime, integer, richText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { jumpAddress, jumpProblem, jumpTypes } from '../jump.ts'
import { channels } from './places.ts'
import { publishStates } from './publishStates.ts'

export const pushModes = choices('pb_push_mode', '推送方式', {
  now: ['1', '立即'],
  timed: ['2', '定时'],
})

export const noticeTargets = choices('pb_notice_target', '推送对象', {
  everybody: ['1', '全部用户'],
  providers: ['2', '服务商'],
  merchants: ['3', '商户'],
  drivers: ['4', '司机'],
  cities: ['5', '指定城市'],
})

const DRAFTS = ['draft', 'revoked'] as const

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
    target: choice('推送对象', noticeTargets, { required: true, multiple: true, initial: 'everybody' }),
    areaCodes: area('城市', { multiple: true, requiredWhen: { target: ['cities'] }, hint: '推送给指定城市的用户' }),
    channel: choice('渠道', channels, { required: true, multiple: true, initial: 'wechat' }),
    pushMode: choice('推送方式', pushModes, { required: true, initial: 'now' }),
    pushTime: dateTime('推送时间', { requiredWhen: { pushMode: ['timed'] }, hint: '定时推送的时间' }),
    isPopup: toggle('弹窗'),
    jumpType: choice('跳转类型', jumpTypes, { initial: 'none' }),
    jumpUrl: text('跳转地址', { ...jumpAddress, max: 255 }),
    status: choice('状态', publishStates, { readOnly: true, initial: 'draft' }),
    publishTime: dateTime('发布时间', { readOnly: true }),
    revokeTime: dateTime('撤回时间', { readOnly: true }),
    sendCount: integer('送达', { readOnly: true, initial: 0 }),
    readCount: integer('已读', { readOnly: true, initial: 0 }),
  },
  list: {
    columns: ['title', 'summary', 'status', 'target', 'channel', 'pushMode', 'pushTime', 'publishTime', 'sendCount', 'readCount', 'isPopup', 'createTime'],
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
    revoke: { label: '撤回', when: { status: ['planned', 'out'] }, permission: 'publish', danger: true, confirm: '撤回后接收人不再看到它。' },
  },
  check(draft) {
    return jumpProblem(draft)
  },
  menu: { group: 'content', icon: 'notification', order: 30 },
})
