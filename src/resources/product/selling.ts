import { choices, type NameIn } from '#model/choices.ts'
/** What staff fill in when they sell something to a consumer at the counter. */
import { choice, ref, text } from '#model/fields.ts'

export const payChannels = choices('pb_pay_channel', '支付渠道', {
  wechat: ['1', '微信支付'],
  alipay: ['2', '支付宝'],
  wallet: ['3', '余额'],
  card: ['4', '卡抵扣'],
  wechatScore: ['5', '微信支付分'],
  alipayHold: ['6', '支付宝预授权'],
  offline: ['9', '线下'],
})

const paying = (only: readonly NameIn<typeof payChannels>[]) =>
  ({
    userId: ref('用户', 'userMessage', { required: true }),
    payChannel: choice('支付渠道', payChannels, { required: true, initial: 'offline', only }),
    outTradeNo: text('支付流水号', { max: 64, requiredWhen: { payChannel: ['wechat', 'alipay'] }, hint: '支付渠道给出的交易号' }),
  }) as const

export const sellAction = { label: '代客购卡', when: { status: ['on'] }, input: paying(['wechat', 'alipay', 'wallet', 'offline']) } as const
/** A wallet is not filled from itself. */
export const rechargeAction = { label: '代客充值', when: { status: ['on'] }, input: paying(['wechat', 'alipay', 'offline']) } as const
