import { choices } from '#model/choices.ts'
import { choice, dateTime, text, toggle, typed } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { byValueType, valueTypes } from './configValue.ts'
import { unreadableIn } from './settings.ts'
import { enableStates } from '../enabled.ts'

export const configGroups = choices('pb_config_group', '配置分组', {
  basic: ['1', '基础'],
  billing: ['2', '计费'],
  deposit: ['3', '押金'],
  withdraw: ['4', '提现'],
  service: ['5', '客服'],
  sharing: ['6', '分享'],
  version: ['7', '版本'],
})

/** Settings that every money rule reads; money values are text in 元, ratios text in percent. */
export const appConfig = defineResource({
  name: 'appConfig',
  label: 'APP配置',
  title: 'configName',
  scope: 'tenant',
  fields: {
    groupCode: choice('分组', configGroups, { required: true }),
    configKey: text('参数键', { required: true, unique: true, fixed: true, max: 64, format: 'code', width: 200 }),
    configName: text('参数名称', { required: true, max: 64 }),
    valueType: choice('值类型', valueTypes, { required: true, initial: 'text' }),
    configValue: typed('参数值', { ...byValueType, required: true, fixed: true, hint: '以后用“修改参数值”修改' }),
    defaultValue: typed('默认值', byValueType),
    unit: text('单位', { max: 16, hint: '数字的单位，例如 元、分钟、%' }),
    valueRange: text('取值范围', { max: 64, hint: '例如 1-4000' }),
    needAudit: toggle('需复核', { required: true }),
    effectTime: dateTime('生效时间', { hint: '留空立即生效' }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
    remark: text('说明', { max: 255 }),
  },
  list: {
    columns: ['groupCode', 'configKey', 'configName', 'configValue', 'valueRange', 'needAudit', 'status', 'updateTime'],
    filters: ['groupCode', 'configKey', 'configName', 'status'],
    groups: 'groupCode',
    sort: 'configKey',
    card: { subtitle: 'configKey', badge: 'status', facts: ['configValue', 'groupCode', 'valueRange'] },
  },
  form: [
    { title: '参数', fields: ['groupCode', 'configKey', 'configName', 'valueType', 'configValue', 'defaultValue', 'unit', 'valueRange'] },
    { title: '生效', fields: ['needAudit', 'effectTime', 'status', 'remark'] },
  ],
  actions: {
    change: {
      label: '修改参数值',
      when: { status: ['on'] },
      reason: true,
      confirm: '需复核的参数由另一人复核通过后，从生效时间起生效。',
      input: { newValue: typed('新的值', { ...byValueType, required: true, from: 'configValue' }), effectTime: dateTime('生效时间', { hint: '留空立即生效' }) },
    },
  },
  when: { delete: { needAudit: ['N'] } },
  check(draft) {
    const problems = unreadableIn(draft)
    if (problems) return problems
    const [, least, most] = /^(-?[\d.]+)-(-?[\d.]+)$/.exec(draft.valueRange ?? '') ?? []
    if (draft.valueType !== valueTypes.number || least === undefined) return
    const outside = (value: string | null | undefined) => (value != null && (Number(value) < Number(least) || Number(value) > Number(most)) ? `应在 ${least} 到 ${most} 之间` : undefined)
    return { configValue: outside(draft.configValue), defaultValue: outside(draft.defaultValue) }
  },
  menu: { group: 'finance', icon: 'control', order: 30 },
})
