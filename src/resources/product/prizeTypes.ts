import { choices } from '#model/choices.ts'

export const prizeTypes = choices('pb_prize_type', '奖品类型', {
  nothing: ['1', '谢谢参与'],
  wallet: ['2', '余额红包'],
  onceCard: ['3', '次卡'],
  card: ['4', '时长卡'],
  coupon: ['5', '优惠'],
  goods: ['6', '实物'],
})

/** Which product is won, where the prize is a card. */
export const prizeProducts = { [prizeTypes.onceCard]: 'onceCard', [prizeTypes.card]: 'card' } as const
