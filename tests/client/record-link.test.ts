import { expect, it } from 'vitest'
import { entryNamed } from '#resources/catalogue.ts'
import { allResources } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { recordLink } from '#resources/recordLink.ts'

it('the address of a record of every list names it, whatever its id is', () => {
  for (const resource of allResources().filter(({ menu }) => menu)) {
    const link = recordLink(`${menuUrl(resource)}/${encodeURIComponent('a/b 甲')}`)
    expect([link?.of.name, link?.id]).toEqual([resource.name, 'a/b 甲'])
  }
})

it('what stands below a list and is no record names none', () => {
  for (const rest of ['', '/', '/add', '/recycleBin', '/1/edit', '/%E0%A4%A'])
    expect(recordLink(`/finance/userWithdrawal${rest}`)).toBeUndefined()
  expect(recordLink('/finance/userWithdrawals/1')).toBeUndefined()
  expect(recordLink('/')).toBeUndefined()
})

it('what can be decided on together is known without the definition', () => {
  for (const { name, actions } of allResources()) {
    const together = Object.keys(actions).filter((key) => actions[key]!.batch && actions[key]!.decide)
    expect(entryNamed(name)!.together ?? []).toEqual(together)
  }
})
