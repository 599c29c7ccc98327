import { dateTime, dict, money, ref, refByType, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** The ledger: append-only. 变动前 plus or minus 金额 is 变动后; a balance is the sum of its rows. */
export const amountDetail = defineResource({
  name: 'amountDetail',
  label: '金额明细',
  path: '/rental/amountDetail',
  table: 'rental_amount_detail',
  title: 'detailNo',
  scope: 'department',
  verbs: ['export'],
  unique: [['payChannel', 'outTradeNo']],
  fields: {
    detailNo: serial('流水号', { prefix: 'LS', digits: 8 }),
    ownerType: dict('账户类型', 'pb_owner_type', { required: true, readOnly: true }),
    ownerId: refByType(
      '账户',
      'ownerType',
      { '1': 'userMessage', '2': 'serviceProvider' },
      { required: true, readOnly: true },
    ),
    amountType: dict('类型', 'pb_amount_type', { required: true, readOnly: true }),
    direction: dict('方向', 'pb_direction', { required: true, readOnly: true }),
    amount: money('金额', { required: true, readOnly: true, min: 0.01 }),
    beforeAmount: money('变动前', { required: true, readOnly: true }),
    afterAmount: money('变动后', { required: true, readOnly: true }),
    bizType: text('业务类型', { required: true, readOnly: true, max: 32 }),
    bizNo: text('业务单号', { required: true, readOnly: true, max: 64, width: 190 }),
    payChannel: dict('渠道', 'pb_pay_channel', { readOnly: true }),
    outTradeNo: text('外部流水', { readOnly: true, max: 64 }),
    settleTime: dateTime('可提现时间', { readOnly: true }),
    operatorId: user('操作人', { readOnly: true }),
    reverseOf: ref('冲正流水', 'amountDetail', { readOnly: true }),
    remark: text('备注', { readOnly: true, max: 255 }),
  },
  list: {
    columns: [
      'detailNo',
      'ownerType',
      'ownerId',
      'amountType',
      'direction',
      'amount',
      'beforeAmount',
      'afterAmount',
      'bizNo',
      'createTime',
      'remark',
    ],
    filters: ['ownerType', 'amountType', 'direction', 'bizNo', 'detailNo', 'amount', 'createTime'],
    card: { subtitle: 'amountType', badge: 'direction', aside: 'amount', facts: ['ownerId', 'bizNo', 'createTime'] },
    totals: ['amount'],
  },
  form: [
    {
      title: '流水',
      fields: ['detailNo', 'ownerType', 'ownerId', 'amountType', 'direction', 'amount', 'beforeAmount', 'afterAmount'],
    },
    {
      title: '来源',
      fields: ['bizType', 'bizNo', 'payChannel', 'outTradeNo', 'settleTime', 'operatorId', 'reverseOf', 'remark'],
    },
  ],
  menu: { group: 'finance', icon: 'account-book', order: 20 },
})
