import { dict, integer, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** Why an order is ended by staff: what it costs then, what becomes of the device, and whether a manager must agree. */
export const settleReason = defineResource({
  name: 'settleReason',
  label: '结算原因',
  title: 'reason',
  scope: 'tenant',
  unique: [['scene', 'reason']],
  fields: {
    reason: text('原因', { required: true, max: 50, width: 220 }),
    scene: dict('场景', 'pb_settle_scene', { required: true }),
    feeEffect: dict('费用处理', 'pb_fee_effect', { required: true }),
    needAudit: toggle('需审批', { required: true }),
    needImage: toggle('需图片', { inList: true }),
    deviceAction: dict('设备处理', 'pb_device_action', { required: true, initial: '1' }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: dict('状态', 'enable_status', { required: true, initial: '1' }),
  },
  list: {
    columns: ['reason', 'scene', 'feeEffect', 'needAudit', 'needImage', 'deviceAction', 'sortNo', 'status'],
    filters: ['reason', 'scene', 'feeEffect', 'needAudit', 'status'],
    order: 'sortNo',
    card: { subtitle: 'scene', badge: 'status', facts: ['feeEffect', 'needAudit', 'deviceAction'] },
  },
  form: [
    {
      title: '结算原因',
      fields: ['reason', 'scene', 'feeEffect', 'needAudit', 'needImage', 'deviceAction', 'sortNo', 'status'],
    },
  ],
  menu: { group: 'order', icon: 'tag', order: 30 },
})
