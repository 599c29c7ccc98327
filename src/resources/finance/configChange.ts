import { approvalFields } from '#model/approval.ts'
import { dateTime, dict, ref, serial, text, typed } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { byValueType } from './configValue.ts'

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
    valueType: dict('值类型', 'pb_value_type', { readOnly: true, initial: '1' }),
    unit: text('单位', { readOnly: true, hidden: true, max: 16 }),
    beforeValue: typed('变更前', { ...byValueType, readOnly: true }),
    afterValue: typed('变更后', { ...byValueType, readOnly: true }),
    effectTime: dateTime('生效时间', { readOnly: true }),
    changeReason: text('变更原因', { readOnly: true, max: 255 }),
    status: dict('状态', 'pb_config_change_status', { readOnly: true, initial: '0' }),
    ...approvalFields,
  },
  list: {
    source: '在“APP配置”中修改后列在这里',
    columns: [
      'changeNo',
      'status',
      'configId',
      'configKey',
      'beforeValue',
      'afterValue',
      'effectTime',
      'changeReason',
      'createBy',
      'createTime',
    ],
    filters: ['changeNo', 'status', 'configKey', 'createTime'],
    card: { subtitle: 'configId', badge: 'status', facts: ['beforeValue', 'afterValue', 'effectTime'] },
  },
  form: [
    {
      title: '变更',
      fields: ['configId', 'configKey', 'valueType', 'beforeValue', 'afterValue', 'effectTime', 'changeReason'],
    },
  ],
  actions: {
    approve: { label: '复核通过', when: { status: ['0'] } },
    reject: { label: '驳回' },
    cancel: { label: '撤销', when: { status: ['0', '1'] }, reason: true, danger: true },
  },
  approval: {
    noun: '配置变更',
    state: 'status',
    steps: [{ action: 'approve', name: '复核' }],
    passed: '1',
    reject: 'reject',
    rejected: '3',
    hours: 'review.dueHours',
    figures: ['beforeValue', 'afterValue', 'effectTime'],
    facts: [['configId', 'configKey'], 'changeReason'],
  },
  menu: { group: 'finance', icon: 'history', order: 35 },
})
