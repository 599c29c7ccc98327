// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { gist } from '#headless/records/decision.ts'
import { resources } from '#resources/index.ts'

it('the question before a decision says how much, about whom and to which account', () => {
  const account = { accountName: '黄*华', bankName: '招商银行', bankNo: '6225****8888' }
  const row = {
    id: 'w1',
    withdrawNo: 'TX1',
    ownerId: 'p1',
    ownerId_dictText: '南山商户',
    applyAmount: '1000.00',
    ...account,
  }
  expect(gist(resources.userWithdrawal, row)).toEqual({
    amount: '1,000.00',
    about: '南山商户，TX1',
    payee: '黄*华 招商银行 6225****8888',
  })
  expect(
    gist(resources.userWithdrawal, { ...row, accountName: null, bankName: null, bankNo: null }),
  ).not.toHaveProperty('payee')
})
