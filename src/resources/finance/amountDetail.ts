import { choices } from '#model/choices.ts'
import { choice, dateTime, dict, money, ref, refByType, serial, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { accountOwners, directions, ownerTypes } from './accounts.ts'
import { payChannels } from '../product/selling.ts'

export const amountTypes = choices('pb_amount_type', '金额明细类型', {
  rental: ['101', '租借支付'],
  recharge: ['102', '余额充值'],
  rechargeGift: ['103', '充值赠送'],
  card: ['104', '购卡'],
  deposit: ['105', '押金缴纳'],
  depositBack: ['106', '押金退还'],
  depositWithheld: ['107', '押金转扣'],
  orderRefund: ['108', '订单退款'],
  compensation: ['109', '投诉补偿'],
  share: ['201', '分润收入'],
  shareBack: ['202', '退款扣回分润'],
  withdrawFreeze: ['203', '提现冻结'],
  withdrawDone: ['204', '提现完成'],
  withdrawBack: ['205', '提现退回'],
  withdrawFee: ['206', '提现手续费'],
  tax: ['207', '代扣税'],
  deviceFreeze: ['208', '设备款冻结'],
  box: ['110', '盲盒支付'],
  boxPrize: ['111', '盲盒奖励'],
  cardRefund: ['112', '购卡退款'],
  adjust: ['401', '人工调账'],
})

/** The ledger: append-only. 变动前 plus or minus 金额 is 变动后; a balance is the sum of its rows. */
export const amountDetail = defineResource({
  name: 'amountDetail',
  label: '金额明细',
  title: 'detailNo',
  scope: 'department',
  verbs: ['export'],
  unique: [['payChannel', 'outTradeNo']],
  fields: {
    detailNo: serial('流水号', { prefix: 'LS', digits: 8 }),
    ownerType: choice('账户类型', ownerTypes, { required: true, readOnly: true }),
    ownerId: refByType('账户', 'ownerType', accountOwners, { required: true, readOnly: true }),
    amountType: choice('类型', amountTypes, { required: true, readOnly: true }),
    direction: choice('方向', directions, { required: true, readOnly: true }),
    amount: money('金额', {
      required: true,
      readOnly: true,
      min: 0.01,
      signBy: {
        field: 'direction',
        signs: {
          [directions.income]: { sign: '+', word: '收入' },
          [directions.expense]: { sign: '-', word: '支出' },
          [directions.freeze]: { sign: '-', word: '冻结' },
          [directions.release]: { sign: '+', word: '解冻' },
        },
      },
    }),
    beforeAmount: money('变动前', { required: true, readOnly: true }),
    afterAmount: money('变动后', { required: true, readOnly: true }),
    giftAmount: money('其中赠送', { readOnly: true }),
    bizType: dict('业务类型', 'pb_biz_type', { required: true, readOnly: true }),
    bizNo: text('业务单号', {
      required: true,
      readOnly: true,
      max: 64,
      width: 190,
      names: {
        by: 'bizType',
        to: {
          order: 'orderMessage',
          orderDeposit: 'orderDeposit',
          recharge: 'userRecharge',
          userCard: 'userCard',
          boxDraw: 'boxDraw',
          complaint: 'complaint',
          userWithdrawal: 'userWithdrawal',
          driverMessage: 'driverMessage',
          adjust: 'ledgerAdjustment',
        },
      },
    }),
    payChannel: choice('渠道', payChannels, { readOnly: true }),
    outTradeNo: text('外部流水', { readOnly: true, max: 64 }),
    settleTime: dateTime('可提现时间', { readOnly: true }),
    operatorId: user('操作人', { readOnly: true }),
    reverseOf: ref('冲正流水', 'amountDetail', { readOnly: true }),
    remark: text('备注', { readOnly: true, max: 255 }),
  },
  list: {
    source: '余额有变动后列在这里',
    columns: ['detailNo', 'ownerType', 'ownerId', 'amountType', 'direction', 'amount', 'beforeAmount', 'afterAmount', 'bizNo', 'createTime', 'remark'],
    filters: ['ownerType', 'amountType', 'direction', 'bizNo', 'detailNo', 'amount', 'createTime'],
    card: { subtitle: 'amountType', badge: 'direction', aside: 'amount', facts: ['ownerId', 'bizNo', 'createTime'] },
    totals: ['amount'],
  },
  form: [
    { title: '流水', fields: ['detailNo', 'ownerType', 'ownerId', 'amountType', 'direction', 'amount', 'beforeAmount', 'afterAmount', 'giftAmount'] },
    { title: '来源', fields: ['bizType', 'bizNo', 'payChannel', 'outTradeNo', 'settleTime', 'operatorId', 'reverseOf', 'remark'] },
  ],
  figures: {
    // What went back to a consumer; on its way through the channel it leaves the wallet again, and that is no second refund.
    refunded: {
      label: '退款（含押金、购卡、补偿）',
      unit: '笔',
      sum: 'amount',
      at: 'createTime',
      when: { amountType: ['orderRefund', 'depositBack', 'cardRefund', 'compensation'], direction: ['income'] },
    },
  },
  menu: { group: 'finance', icon: 'account-book', order: 20 },
})
