import { choices } from '#model/choices.ts'
import { choice, integer, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { enableStates } from '../enabled.ts'

export const cancelScenes = choices('pb_cancel_scene', '取消场景', {
  consumer: ['1', '用户取消'],
  service: ['2', '客服取消'],
  system: ['3', '系统取消'],
})

/** Why an order was cancelled, as the consumer, the customer service or the system says it. */
export const cancelReason = defineResource({
  name: 'cancelReason',
  label: '取消原因',
  title: 'reason',
  scope: 'tenant',
  unique: [['scene', 'reason']],
  fields: {
    reason: text('原因', { required: true, max: 50, width: 220 }),
    scene: choice('适用场景', cancelScenes, { required: true }),
    needRemark: toggle('需补充说明', { required: true }),
    countFault: toggle('计入设备故障', { hint: '小程序取消订单时据此上报设备故障，后台不改故障数' }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
    useCount: integer('使用次数', { readOnly: true, computed: true }),
  },
  list: {
    columns: ['reason', 'scene', 'needRemark', 'countFault', 'sortNo', 'useCount', 'status', 'updateTime'],
    filters: ['reason', 'scene', 'countFault', 'status'],
    order: 'sortNo',
    card: { subtitle: 'scene', badge: 'status', aside: 'useCount', facts: ['needRemark', 'countFault', 'sortNo'] },
  },
  form: [{ title: '取消原因', fields: ['reason', 'scene', 'needRemark', 'countFault', 'sortNo', 'status'] }],
  menu: { group: 'order', icon: 'tag', order: 40 },
})
