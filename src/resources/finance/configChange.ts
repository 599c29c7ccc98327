import { choices } from '#model/choices.ts'
import { approvalFields } from '#model/approval.ts'
import { choice, dateTime, ref, serial, text, typed } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { byValueType } from './configValue.ts'
import { valueTypes } from './configValue.ts'

export const configChangeStates = choices('pb_config_change_status', '配置变更状态', {
  waiting: ['0', '待复核', 'orange'],
  agreed: ['1', '待生效', 'blue'],
  done: ['2', '已生效', 'green'],
  rejected: ['3', '已驳回', 'red'],
  cancelled: ['4', '已撤销', 'default'],
})

/** A setting is to have another value: by whom, why and from when. Money waits for a second person. */
export const configChange = defineResource({
  name: 'configChange',
  label: '配置变更',
  title: 'changeNo',
  scope: 'tenant',
  verbs: ['export'],
  fields: {
    changeNo: serial('变更单号', { prefix: 'PZ' }),
    configId: ref('参数', 'appConfig', { required: true, readOnly: true }),
    configKey: text('参数键', { readOnly: true, max: 64 }),
    valueType: choice('值类型', valueTypes, { readOnly: true, initial: 'text' }),
    unit: text('单位', { readOnly: true, hidden: true, max: 16 }),
    beforeValue: typed('变更前', { ...byValueType, readOnly: true }),
    afterValue: typed('变更后', { ...byValueType, readOnly: true }),
    effectTime: dateTime('生效时间', { readOnly: true }),
    changeReason: text('变更原因', { readOnly: true, max: 255 }),
    status: choice('状态', configChangeStates, { readOnly: true, initial: 'waiting' }),
    ...approvalFields,
  },
  list: {
    source: '在“APP配置”中修改后列在这里',
    columns: ['changeNo', 'status', 'configId', 'configKey', 'beforeValue', 'afterValue', 'effectTime', 'changeReason', 'createBy', 'createTime'],
    filters: ['changeNo', 'status', 'configKey', 'createTime'],
    card: { subtitle: 'configId', badge: 'status', facts: ['beforeValue', 'afterValue', 'effectTime'] },
  },
  form: [{ title: '变更', fields: ['configId', 'configKey', 'valueType', 'beforeValue', 'afterValue', 'effectTime', 'changeReason'] }],
  actions: {
    approve: { label: '复核通过', when: { status: ['waiting'] } },
    reject: { label: '驳回' },
    cancel: { label: '撤销', when: { status: ['waiting', 'agreed'] }, reason: true, danger: true },
  },
  approval: {
    noun: '配置变更',
    state: 'status',
    steps: [{ action: 'approve', name: '复核' }],
    passed: 'agreed',
    reject: 'reject',
    rejected: 'rejected',
    hours: 'review.dueHours',
    figures: ['beforeValue', 'afterValue', 'effectTime'],
    facts: [['configId', 'configKey'], 'changeReason'],
  },
  menu: { group: 'finance', icon: 'history', order: 35 },
})
