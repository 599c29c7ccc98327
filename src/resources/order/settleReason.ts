import { choices } from '#model/choices.ts'
import { choice, integer, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { enableStates } from '../enabled.ts'

export const settleScenes = choices('pb_settle_scene', '结算场景', {
  returned: ['1', '正常归还'],
  broken: ['2', '归还异常'],
  fault: ['3', '设备故障'],
  lost: ['4', '丢失买断'],
  capped: ['5', '超时封顶'],
  complaint: ['6', '客诉减免'],
})

export const deviceActions = choices('pb_device_action', '设备处理', {
  none: ['1', '无'],
  fault: ['2', '标记故障', 'orange'],
  lost: ['3', '标记丢失', 'red'],
})

export const feeEffects = choices('pb_fee_effect', '费用处理', {
  byRule: ['1', '按规则计费'],
  free: ['2', '免单'],
  fixed: ['3', '指定金额'],
  cap: ['4', '封顶金额'],
})

/** Why an order is ended by staff: what it costs then, what becomes of the device, and whether a manager must agree. */
export const settleReason = defineResource({
  name: 'settleReason',
  label: '结算原因',
  title: 'reason',
  scope: 'tenant',
  unique: [['scene', 'reason']],
  fields: {
    reason: text('原因', { required: true, max: 50, width: 220 }),
    scene: choice('场景', settleScenes, { required: true }),
    feeEffect: choice('费用处理', feeEffects, { required: true }),
    needAudit: toggle('需审批', { required: true }),
    needImage: toggle('需图片', { inList: true }),
    deviceAction: choice('设备处理', deviceActions, { required: true, initial: 'none' }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
  },
  list: {
    columns: ['reason', 'scene', 'feeEffect', 'needAudit', 'needImage', 'deviceAction', 'sortNo', 'status'],
    filters: ['reason', 'scene', 'feeEffect', 'needAudit', 'status'],
    order: 'sortNo',
    besideTitle: ['feeEffect', 'needAudit', 'needImage'],
    card: { subtitle: 'scene', badge: 'status', facts: ['feeEffect', 'needAudit', 'deviceAction'] },
  },
  form: [{ title: '结算原因', fields: ['reason', 'scene', 'feeEffect', 'needAudit', 'needImage', 'deviceAction', 'sortNo', 'status'] }],
  menu: { group: 'order', icon: 'tag', order: 30 },
})
