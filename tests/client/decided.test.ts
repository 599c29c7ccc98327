import { expect, it } from 'vitest'
import { decided } from '#resources/decided.ts'
import { allResources } from '#resources/index.ts'

it('what a message can ask a person to decide on is everything that has an approval', () => {
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).sort()
  expect(names(decided)).toEqual(names(allResources().filter(({ approval }) => approval)))
})
