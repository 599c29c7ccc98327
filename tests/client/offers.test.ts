// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { offeredOf } from '#headless/session/dictionary.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'

it('the platform is not among those who can ask for a withdrawal or have a balance adjusted', () => {
  const items = dictionaries.pb_owner_type.items.map(([value, text]) => ({ value, text }))
  const offered = (field: Parameters<typeof offeredOf>[0]) => offeredOf(field, items).map(({ text }) => text)
  expect(offered(resources.userWithdrawal.fields.ownerType)).toEqual(['用户', '服务商', '司机'])
  expect(offered(resources.ledgerAdjustment.fields.ownerType)).toEqual(['用户', '服务商', '司机'])
  expect(offered({})).toContain('平台')
})
