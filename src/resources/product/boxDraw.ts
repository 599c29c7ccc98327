import { choices } from '#model/choices.ts'
import { choice, money, ref, refByType, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { prizeProducts, prizeTypes } from './prizeTypes.ts'

export const drawStates = choices('pb_draw_status', '抽奖状态', {
  nothing: ['0', '未中奖', 'default'],
  delivered: ['1', '已发放', 'green'],
  waiting: ['2', '待发放', 'orange'],
})

/** One draw from a blind box: what was paid, what came out, and whether it is in the person's hands. */
export const boxDraw = defineResource({
  name: 'boxDraw',
  label: '盲盒抽奖记录',
  title: 'drawNo',
  scope: 'tenant',
  verbs: ['export'],
  fields: {
    drawNo: serial('抽奖单号', { prefix: 'MH' }),
    boxId: ref('盲盒', 'blindBox', { required: true, readOnly: true }),
    userId: ref('用户', 'userMessage', { required: true, readOnly: true }),
    price: money('支付金额', { readOnly: true }),
    prizeName: text('奖品', { readOnly: true, max: 50 }),
    prizeType: choice('奖品类型', prizeTypes, { readOnly: true }),
    refId: refByType('卡产品', 'prizeType', prizeProducts, { readOnly: true }),
    amount: money('价值', { readOnly: true }),
    userCardId: ref('用户卡', 'userCard', { readOnly: true }),
    status: choice('状态', drawStates, { readOnly: true, initial: 'nothing' }),
    deliverRemark: text('发放说明', { readOnly: true, max: 255 }),
  },
  list: {
    source: '用户抽盲盒后列在这里',
    columns: ['drawNo', 'boxId', 'userId', 'status', 'price', 'prizeName', 'prizeType', 'amount', 'createTime'],
    filters: ['drawNo', 'boxId', 'userId', 'status', 'prizeType', 'createTime'],
    card: { subtitle: 'userId', badge: 'status', aside: 'amount', facts: ['boxId', 'prizeName', 'createTime'] },
    totals: ['price', 'amount'],
  },
  form: [{ title: '抽奖', fields: ['boxId', 'userId', 'price', 'prizeName', 'prizeType', 'refId', 'amount', 'userCardId', 'deliverRemark'] }],
  actions: {
    deliver: { label: '登记发放', when: { status: ['waiting'] }, reason: true, confirm: '说明写明快递单号、券码或签收人。' },
  },
  menu: { group: 'product', icon: 'trophy', order: 65 },
})
