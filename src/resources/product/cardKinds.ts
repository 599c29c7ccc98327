import { choices } from '#model/choices.ts'

export const cardKinds = choices('pb_user_card_kind', '用户卡卡种', {
  time: ['1', '时长卡'],
  times: ['2', '次卡'],
})

/** Which product a card is of, by its kind. */
export const cardProducts = { [cardKinds.time]: 'card', [cardKinds.times]: 'onceCard' } as const
