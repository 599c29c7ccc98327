import { choices } from '#model/choices.ts'
import { choice, dateTime, dict, files, integer, longText, ref, richText, text, toggle, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const messageCategories = choices('msg_category', '消息类别', {
  announcement: ['1', '通知公告'],
  system: ['2', '系统消息'],
})

export const releaseStates = choices('send_status', '发布状态', {
  draft: ['0', '未发布', 'default'],
  released: ['1', '已发布', 'green'],
  revoked: ['2', '已撤销', 'red'],
})

const RELEASED = ['released'] as const
const NOT_RELEASED = ['draft', 'revoked'] as const

/** Pages of ours or whole addresses, never a scheme that runs something; names of components. */
const opens: Readonly<Record<string, RegExp>> = {
  url: /^(\/(?![/\\])|https?:\/\/[^\s/]+)[^\s\\]*$/i,
  component: /^[\w-]+(\/[\w-]+)*$/,
}

/** Announcements (JeecgBoot SysAnnouncement; `titile` is the contract's spelling). */
export const sysAnnouncement = defineResource({
  name: 'sysAnnouncement',
  label: '系统公告',
  path: '/sys/annountCement',
  title: 'titile',
  scope: 'tenant',
  permission: 'system:sysAnnouncement',
  contract: true,
  when: { edit: { sendStatus: NOT_RELEASED }, delete: { sendStatus: NOT_RELEASED } },
  fields: {
    titile: text('标题', { required: true, max: 100, width: 240 }),
    msgCategory: choice('消息类型', messageCategories, { required: true, initial: 'announcement' }),
    priority: dict('优先级', 'priority', { required: true, initial: 'L' }),
    msgClassify: dict('公告分类', 'notice_type'),
    izTop: toggle('置顶', { numeric: true }),
    msgType: dict('通告对象', 'msg_type', { required: true, initial: 'ALL' }),
    userIds: user('指定用户', { multiple: true, byDepartment: true, requiredWhen: { msgType: ['USER'] } }),
    startTime: dateTime('开始时间'),
    endTime: dateTime('结束时间'),
    msgAbstract: longText('摘要', { max: 500 }),
    msgContent: richText('内容', { max: 50_000 }),
    files: files('附件'),
    openType: dict('打开方式', 'open_type'),
    openPage: text('打开页面', { max: 255, requiredWhen: { openType: ['url', 'component'] }, hint: '组件名，或站内路径、https 地址' }),
    busType: text('业务类型', { max: 50 }),
    busId: text('业务编号', { max: 64 }),
    sendStatus: choice('发布状态', releaseStates, { readOnly: true, initial: 'draft' }),
    sender: text('发布人', { readOnly: true, person: true, max: 64 }),
    sendTime: dateTime('发布时间', { readOnly: true }),
    cancelTime: dateTime('撤销时间', { readOnly: true }),
    receiverCount: integer('接收人数', { readOnly: true, computed: true, unit: '人' }),
    readCount: integer('已读人数', { readOnly: true, computed: true, unit: '人' }),
    visitsNum: integer('浏览次数', { readOnly: true, hidden: true, initial: 0, unit: '次' }),
    dtTaskId: text('钉钉任务', { readOnly: true, hidden: true, max: 100 }),
  },
  list: {
    columns: ['titile', 'msgCategory', 'priority', 'msgType', 'sendStatus', 'sender', 'sendTime', 'receiverCount', 'readCount', 'cancelTime'],
    filters: ['titile', 'msgCategory', 'msgClassify', 'priority', 'izTop', 'msgType', 'sendStatus', 'sendTime'],
    card: { subtitle: 'sendTime', badge: 'sendStatus', aside: 'priority', facts: ['msgCategory', 'msgType', 'receiverCount', 'readCount'] },
  },
  form: [
    { title: '公告', fields: ['titile', 'msgCategory', 'msgClassify', 'priority', 'izTop', 'startTime', 'endTime', 'msgAbstract', 'msgContent', 'files'] },
    { title: '接收', fields: ['msgType', 'userIds'] },
    { title: '打开', fields: ['openType', 'openPage', 'busId'] },
  ],
  excel: { import: ['titile', 'msgCategory', 'priority', 'msgType', 'msgAbstract', 'msgContent'] },
  actions: {
    release: { label: '发布', permission: 'doReleaseData', when: { sendStatus: NOT_RELEASED }, confirm: '发布后接收人立即收到。' },
    pin: { label: '置顶', permission: 'edit', when: { sendStatus: RELEASED } },
    unpin: { label: '取消置顶', permission: 'edit', when: { sendStatus: RELEASED } },
    revoke: { label: '撤销', permission: 'doReovkeData', when: { sendStatus: RELEASED }, danger: true, confirm: '撤销后接收人不再看到它。' },
  },
  check(draft) {
    // Clients of the contract send commas around the ids, also around none.
    if (draft.msgType === 'USER' && draft.userIds && !draft.userIds.replaceAll(',', '')) return { userIds: '请选择指定用户' }
    if (draft.startTime && draft.endTime && draft.startTime > draft.endTime) return { endTime: '结束时间不能早于开始时间' }
    if (!draft.openType || !draft.openPage) return
    if (!opens[draft.openType]?.test(draft.openPage)) return { openPage: draft.openType === 'url' ? '应为 / 开头的站内路径或 http(s) 地址' : '组件名不正确' }
  },
  menu: {
    group: 'system',
    icon: 'notification',
    order: 80,
    url: '/isystem/annountCement',
    component: ['system/SysAnnouncementList', 'system/notice/index'],
  },
})

/** Who has an announcement and has read it (JeecgBoot SysAnnouncementSend). Administrators only; people ask for their own. */
export const sysAnnouncementSend = defineResource({
  name: 'sysAnnouncementSend',
  label: '公告阅读记录',
  title: 'anntId',
  scope: 'tenant',
  permission: 'system:sysAnnouncementSend',
  contract: true,
  verbs: ['add', 'delete'],
  unique: [['userId', 'anntId']],
  fields: {
    anntId: ref('公告', 'sysAnnouncement', { required: true, fixed: true }),
    userId: user('接收人', { required: true, fixed: true }),
    readFlag: toggle('已读', { on: '1', off: '0' }),
    readTime: dateTime('阅读时间', { readOnly: true }),
    starFlag: toggle('标星', { on: '1', off: '0' }),
  },
  list: {
    columns: ['anntId', 'userId', 'readFlag', 'readTime', 'createTime'],
    filters: ['anntId', 'userId', 'readFlag'],
    card: { subtitle: 'userId', badge: 'readFlag' },
  },
  form: [{ title: '阅读', fields: ['anntId', 'userId', 'readFlag', 'starFlag'] }],
})
