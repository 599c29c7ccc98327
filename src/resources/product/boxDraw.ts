import { dict, money, ref, refByType, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

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
    prizeType: dict('奖品类型', 'pb_prize_type', { readOnly: true }),
    refId: refByType('卡产品', 'prizeType', { '3': 'onceCard', '4': 'card' }, { readOnly: true }),
    amount: money('价值', { readOnly: true }),
    userCardId: ref('用户卡', 'userCard', { readOnly: true }),
    status: dict('状态', 'pb_draw_status', { readOnly: true, initial: '0' }),
    deliverRemark: text('发放说明', { readOnly: true, max: 255 }),
  },
  list: {
    source: '用户抽盲盒后列在这里',
    columns: ['drawNo', 'boxId', 'userId', 'status', 'price', 'prizeName', 'prizeType', 'amount', 'createTime'],
    filters: ['drawNo', 'boxId', 'userId', 'status', 'prizeType', 'createTime'],
    card: { subtitle: 'userId', badge: 'status', aside: 'amount', facts: ['boxId', 'prizeName', 'createTime'] },
    totals: ['price', 'amount'],
  },
  form: [
    {
      title: '抽奖',
      fields: ['boxId', 'userId', 'price', 'prizeName', 'prizeType', 'refId', 'amount', 'userCardId', 'deliverRemark'],
    },
  ],
  actions: {
    deliver: { label: '登记发放', when: { status: ['2'] }, reason: true, confirm: '说明写明快递单号、券码或签收人。' },
  },
  menu: { group: 'product', icon: 'trophy', order: 65 },
})
