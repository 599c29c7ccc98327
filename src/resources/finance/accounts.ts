import { choices } from '#model/choices.ts'

export const ownerTypes = choices('pb_owner_type', '账户类型', {
  consumer: ['1', '用户'],
  provider: ['2', '服务商'],
  driver: ['3', '司机'],
  platform: ['9', '平台'],
})

export const directions = choices('pb_direction', '资金方向', {
  income: ['1', '收入', 'green'],
  expense: ['2', '支出', 'red'],
  freeze: ['3', '冻结', 'orange'],
  release: ['4', '解冻', 'blue'],
})

/** Who has an account, by its kind. */
export const accountOwners = {
  [ownerTypes.consumer]: 'userMessage',
  [ownerTypes.provider]: 'serviceProvider',
  [ownerTypes.driver]: 'driverMessage',
} as const
/** The platform itself has no account that staff act on. */
export const holders = ['consumer', 'provider', 'driver'] as const
