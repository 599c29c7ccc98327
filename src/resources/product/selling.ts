/** What staff fill in when they sell something to a consumer at the counter. */
import { dict, ref, text } from '#model/fields.ts'

export const payingInput = {
  userId: ref('用户', 'userMessage', { required: true }),
  payChannel: dict('支付渠道', 'pb_pay_channel', { required: true, initial: '9' }),
  outTradeNo: text('支付流水号', { max: 64, hint: '微信、支付宝支付时必填' }),
} as const

export const sellAction = { label: '代客购卡', when: { status: ['1'] }, input: payingInput } as const
