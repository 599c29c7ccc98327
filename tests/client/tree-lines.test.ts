// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { inSight } from '#headless/lists/useTree.ts'
import { batchKeys } from '../../src/mobile/screens/list/actions.ts'
import { resourceNamed } from '#resources/index.ts'

test('of a tree the open branches are in sight, each under its own', () => {
  const rows = [
    { id: 'a', hasChildren: true, children: [{ id: 'b', hasChildren: true, children: [{ id: 'c' }] }, { id: 'd' }] },
    { id: 'e', hasChildren: false },
  ]
  const seen = (...expanded: string[]) =>
    inSight({ rows, expanded }).map(({ row, depth, open }) => `${row.id}${depth}${open ? '+' : ''}`)
  expect(seen()).toEqual(['a0', 'e0'])
  expect(seen('a')).toEqual(['a0+', 'b1', 'd1', 'e0'])
  expect(seen('a', 'b', 'e')).toEqual(['a0+', 'b1+', 'c2', 'd1', 'e0'])
  // Closed above: what is open below it waits out of sight.
  expect(seen('b')).toEqual(['a0', 'e0'])
})

test('several at once: the batch actions of the definition and deletion, as far as this person may', () => {
  const withdrawal = resourceNamed('userWithdrawal')!
  const number = resourceNamed('deviceNumber')!
  expect(batchKeys(withdrawal, (verb) => verb !== 'delete')).toEqual(['approve', 'review', 'export'])
  expect(batchKeys(number, () => true)).toEqual(['void', 'export', 'delete'])
  expect(batchKeys(number, () => false)).toEqual([])
})
