import { choices } from '#model/choices.ts'
import { choice, code, dateTime, dict, integer, longText, richText, text, toggle, typed, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const messageStates = choices('msgSendStatus', '推送状态', {
  waiting: ['0', '未发送', 'default'],
  sent: ['1', '发送成功', 'green'],
  failed: ['2', '发送失败', 'red'],
})

export const templateTypes = choices('msgType', '消息模板类型', {
  text: ['1', '文本'],
  rich: ['2', '富文本'],
})

export const templateCategories = choices('msgCategory', '消息模板分类', {
  notice: ['notice', '通知公告'],
  other: ['other', '其他'],
})

const UNSENT = ['waiting', 'failed'] as const

/** One message to one person (JeecgBoot SysMessage): made from a template or by hand, and what came of sending it. */
export const sysMessage = defineResource({
  name: 'sysMessage',
  label: '消息',
  path: '/sys/message/sysMessage',
  table: 'sys_sms',
  title: 'esTitle',
  scope: 'tenant',
  permission: 'system:sysMessage',
  contract: true,
  when: { edit: { esSendStatus: UNSENT } },
  fields: {
    esTitle: text('标题', { required: true, max: 200, width: 220 }),
    esType: dict('发送方式', 'messageType', { required: true, initial: 'system' }),
    esReceiver: text('接收人', { required: true, max: 64, person: true, hint: '用户名' }),
    esContent: richText('内容', { required: true, max: 50_000 }),
    esParam: text('参数', { max: 2000, hint: '填入模板的 JSON，仅作记录' }),
    esSendStatus: choice('发送状态', messageStates, { readOnly: true, initial: 'waiting' }),
    esSendTime: dateTime('发送时间', { readOnly: true }),
    esSendNum: integer('发送次数', { readOnly: true, initial: 0 }),
    esResult: text('发送结果', { readOnly: true, max: 255, width: 240 }),
    remark: text('备注', { max: 255 }),
  },
  list: {
    columns: ['esTitle', 'esType', 'esReceiver', 'esSendStatus', 'esSendTime', 'esSendNum', 'esResult', 'createTime'],
    filters: ['esTitle', 'esType', 'esReceiver', 'esSendStatus', 'esSendTime'],
    card: { subtitle: 'esReceiver', badge: 'esSendStatus', facts: ['esType', 'esSendTime', 'esSendNum', 'esResult'] },
  },
  form: [
    { title: '消息', fields: ['esTitle', 'esType', 'esReceiver', 'esContent', 'esParam', 'remark'] },
    { title: '发送', fields: ['esSendStatus', 'esSendTime', 'esSendNum', 'esResult'] },
  ],
  excel: { import: ['esTitle', 'esType', 'esReceiver', 'esContent', 'remark'] },
  actions: { send: { label: '发送', when: { esSendStatus: UNSENT }, batch: true, confirm: '接收人立即收到。' } },
  menu: {
    group: 'system',
    icon: 'send',
    order: 82,
    url: '/modules/message/sysMessageList',
    component: ['modules/message/SysMessageList', 'system/message/manage/index'],
  },
})

/** The object a text holds; undefined when it is none. */
export function dataIn(text: string | null | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text?.trim()) return {}
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const NO_OBJECT = '应为 JSON 对象，例如 {"name":"张三"}'
/** FreeMarker's directives and expressions: `<#if …>`, `${name!"x"}`, `${name?upper_case}`. */
const FOREIGN = /<[#@][a-z]|\$\{(?!\s*[A-Za-z_]\w*(?:\.\w+)*\s*\})/i

/** What messages are made of (JeecgBoot SysMessageTemplate): `${name}` stands for a value. */
export const sysMessageTemplate = defineResource({
  name: 'sysMessageTemplate',
  label: '消息模板',
  path: '/sys/message/sysMessageTemplate',
  table: 'sys_sms_template',
  title: 'templateName',
  scope: 'tenant',
  permission: 'system:sysMessageTemplate',
  contract: true,
  fields: {
    templateName: text('模板名称', { required: true, max: 50, width: 200 }),
    templateCode: text('模板编码', { required: true, unique: true, max: 32, format: 'code', width: 160 }),
    templateType: choice('模板类型', templateTypes, { required: true, initial: 'text' }),
    templateCategory: choice('模板分类', templateCategories, { initial: 'other' }),
    templateContent: typed('模板内容', {
      by: 'templateType',
      as: { [templateTypes.text]: longText('文本', { max: 5000 }), [templateTypes.rich]: richText('富文本', { max: 50_000 }) },
      required: true,
      hint: '${name} 会换成数据里 name 的值，${user.name} 换成 user 里的 name',
    }),
    templateTestJson: code('测试数据', 'JSON', { max: 2000, hint: '发送测试时填入模板的 JSON，例如 {"name":"张三"}' }),
    useStatus: toggle('应用状态', { on: '1', off: '0', onText: '已应用', offText: '未应用' }),
  },
  list: {
    columns: ['templateName', 'templateCode', 'templateType', 'useStatus', 'templateContent', 'updateTime', 'createTime'],
    filters: ['templateName', 'templateCode', 'templateType', 'templateCategory', 'useStatus'],
    card: { subtitle: 'templateCode', badge: 'useStatus', facts: ['templateType', 'templateContent'] },
  },
  form: [{ title: '模板', fields: ['templateName', 'templateCode', 'templateType', 'templateCategory', 'templateContent', 'templateTestJson'] }],
  excel: { import: ['templateName', 'templateCode', 'templateType', 'templateCategory', 'templateContent'] },
  actions: {
    apply: { label: '应用', permission: 'edit', when: { useStatus: ['0'] }, confirm: '应用后不能修改和删除。' },
    stop: { label: '停用', permission: 'edit', when: { useStatus: ['1'] }, confirm: '停用后可以修改和删除。' },
    sendTest: {
      label: '发送测试',
      permission: 'send',
      input: {
        msgType: dict('发送方式', 'messageType', { required: true, initial: 'system' }),
        receivers: user('接收人', { required: true, multiple: true, byDepartment: true }),
        templateTestJson: code('测试数据', 'JSON', { max: 2000 }),
      },
    },
  },
  check(draft) {
    if (draft.templateContent && FOREIGN.test(draft.templateContent)) return { templateContent: '只能使用 ${名称}，名称由字母、数字、下划线和点组成' }
    if (!dataIn(draft.templateTestJson)) return { templateTestJson: NO_OBJECT }
  },
  menu: {
    group: 'system',
    icon: 'file-text',
    order: 81,
    url: '/modules/message/sysMessageTemplateList',
    component: ['modules/message/SysMessageTemplateList', 'system/message/template/index'],
  },
})
