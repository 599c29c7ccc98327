import { choices } from '#model/choices.ts'
/** Where a provider's money goes: asked for, kept in the terms, and put before somebody when it is to change. */
import { choice, text } from '#model/fields.ts'

export const accountTypes = choices('pb_account_type', '收款账户类型', {
  person: ['1', '对私账户'],
  firm: ['2', '对公账户'],
})

export const payeeAccount = <const O extends { required?: true; fixed?: true; readOnly?: true }>(options: O) =>
  ({
    accountType: choice('账户类型', accountTypes, options),
    bankName: text('开户行', { max: 100, ...options }),
    bankNo: text('银行账号', { format: 'bankCard', mask: 'bankCard', ...options }),
    accountName: text('户名', { max: 100, mask: 'name', ...options }),
  }) as const

export const ACCOUNT_FIELDS = ['accountType', 'bankName', 'bankNo', 'accountName'] as const
