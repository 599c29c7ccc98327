import { choice, money, ref, serial, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { payChannels } from './selling.ts'

/** Money put into a wallet under a tier of 充值设置, with what was given on top. Written once, never changed. */
export const userRecharge = defineResource({
  name: 'userRecharge',
  label: '充值记录',
  title: 'rechargeNo',
  scope: 'tenant',
  verbs: ['export'],
  fields: {
    rechargeNo: serial('充值单号', { prefix: 'CZ' }),
    userId: ref('用户', 'userMessage', { required: true, readOnly: true }),
    settingId: ref('充值档位', 'rechargeSetting', { readOnly: true }),
    payAmount: money('充值金额', { readOnly: true }),
    giftAmount: money('赠送金额', { readOnly: true }),
    userCardId: ref('赠送卡', 'userCard', { readOnly: true }),
    payChannel: choice('支付渠道', payChannels, { readOnly: true }),
    outTradeNo: text('支付流水', { readOnly: true, given: true, max: 64 }),
  },
  list: {
    source: '用户充值后列在这里',
    columns: ['rechargeNo', 'userId', 'settingId', 'payAmount', 'giftAmount', 'userCardId', 'payChannel', 'outTradeNo', 'createTime'],
    filters: ['rechargeNo', 'userId', 'settingId', 'payChannel', 'payAmount', 'createTime'],
    card: { subtitle: 'userId', aside: 'payAmount', facts: ['giftAmount', 'payChannel', 'createTime'] },
    totals: ['payAmount', 'giftAmount'],
  },
  form: [{ title: '充值', fields: ['userId', 'settingId', 'payAmount', 'giftAmount', 'userCardId', 'payChannel', 'outTradeNo'] }],
  menu: { group: 'product', icon: 'transaction', order: 55 },
})
