import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { area, choice, dateTime, image, integer, percent, refs, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { jumpAddress, jumpProblem, jumpTypes } from '../jump.ts'
import { adPlaces, channels } from './places.ts'

export const genderTargets = choices('pb_gender_target', '投放性别', {
  all: ['0', '全部'],
  male: ['1', '男'],
  female: ['2', '女'],
})

export const adStates = choices('pb_ad_status', '广告状态', {
  draft: ['0', '草稿', 'default'],
  waiting: ['1', '待审核', 'orange'],
  rejected: ['2', '审核失败', 'red'],
  planned: ['3', '待投放', 'blue'],
  running: ['4', '投放中', 'green'],
  over: ['5', '已下架', 'default'],
})

/** Chinese characters count two, everything else one. */
const widthOf = (words: string): number => [...words].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 2 : 1), 0)

const DRAFTS = ['draft', 'rejected'] as const

/** Something of an advertiser: planned, reviewed by somebody else, shown in its window, taken down. */
export const advertisement = defineResource({
  name: 'advertisement',
  label: '广告',
  title: 'title',
  scope: 'tenant',
  when: { edit: { status: DRAFTS }, delete: { status: DRAFTS } },
  fields: {
    adNo: serial('广告单号', { prefix: 'GG' }),
    title: text('广告标题', { required: true, max: 40, width: 220, hint: '40 个字符，一个汉字算两个' }),
    channel: choice('投放渠道', channels, { required: true, multiple: true, initial: 'wechat' }),
    place: choice('广告位', adPlaces, { required: true, initial: 'start' }),
    image: image('广告图片', { required: true, hint: 'png 或 jpg，不超过 1 MB' }),
    jumpType: choice('跳转类型', jumpTypes, { required: true, initial: 'none' }),
    jumpUrl: text('落地页', { ...jumpAddress, max: 255 }),
    areaCodes: area('投放区域', { multiple: true, hint: '不选为全部区域' }),
    providerIds: refs('投放商户', 'serviceProvider', { hint: '不选为全部商户' }),
    gender: choice('投放性别', genderTargets, { required: true, initial: 'all' }),
    startTime: dateTime('开始时间', { required: true, hint: '至少在提交的一天之后，留出审核时间' }),
    endTime: dateTime('结束时间', { required: true }),
    sortNo: integer('排序', { min: 0, max: 255, initial: 100 }),
    contactName: text('联系人', { required: true, max: 32 }),
    contactPhone: text('联系电话', { required: true, format: 'mobile', mask: 'phone', hint: '接收审核结果' }),
    status: choice('状态', adStates, { readOnly: true, initial: 'draft' }),
    auditReason: text('审核意见', { readOnly: true, max: 255 }),
    exposure: integer('曝光', { readOnly: true, initial: 0 }),
    visitors: integer('访客', { readOnly: true, initial: 0 }),
    clicks: integer('点击', { readOnly: true, initial: 0 }),
    clickRate: percent('点击率', { readOnly: true, initial: '0.00' }),
    ...approvalFields,
  },
  list: {
    columns: ['adNo', 'title', 'image', 'status', 'place', 'channel', 'startTime', 'endTime', 'exposure', 'visitors', 'clicks', 'clickRate', 'contactName', 'createTime'],
    filters: ['title', 'adNo', 'status', 'place', 'channel', 'gender', 'startTime', 'endTime'],
    card: { subtitle: 'place', badge: 'status', aside: 'clicks', facts: ['startTime', 'endTime', 'exposure'] },
    totals: ['exposure', 'visitors', 'clicks'],
  },
  form: [
    { title: '广告', fields: ['title', 'place', 'image', 'jumpType', 'jumpUrl', 'sortNo'] },
    { title: '投放', fields: ['channel', 'startTime', 'endTime', 'areaCodes', 'providerIds', 'gender'] },
    { title: '联系人', fields: ['contactName', 'contactPhone'] },
  ],
  actions: {
    submit: { label: '提交审核', when: { status: DRAFTS }, permission: 'edit', confirm: '提交后由其他人审核。' },
    approve: { label: '通过', when: { status: ['waiting'] }, batch: true },
    reject: { label: '驳回' },
    takeDown: { label: '下架', when: { status: ['planned', 'running'] }, danger: true, reason: true, permission: 'shelve' },
  },
  approval: {
    noun: '广告',
    state: 'status',
    steps: [{ action: 'approve', name: '审核' }],
    passed: 'planned',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'review.dueHours',
    figures: ['place', 'startTime', 'endTime'],
    facts: ['image', ['channel', 'gender'], ['jumpType', 'jumpUrl'], 'areaCodes', 'providerIds', ['contactName', 'contactPhone']],
  },
  check(draft) {
    if (draft.title && widthOf(draft.title) > 40) return { title: '最大长度40位字符，一个汉字算两个' }
    if (draft.startTime && draft.endTime && draft.startTime >= draft.endTime) return { endTime: '结束时间须晚于开始时间' }
    return jumpProblem(draft)
  },
  menu: { group: 'content', icon: 'fund', order: 10 },
})
