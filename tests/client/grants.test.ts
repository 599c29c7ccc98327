// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { allKeys, ticked } from '#headless/forms/grants.ts'

const tree = [
  { key: 'finance', children: [{ key: 'withdrawal', children: [{ key: 'approve' }, { key: 'export' }] }] },
  { key: 'system', children: [{ key: 'users' }] },
]
const after = (chosen: string[], key: string, on: boolean, linked: boolean) =>
  [...ticked(tree, new Set(chosen), key, { on, linked })].sort()

test('a linked tick takes what is below and above along', () => {
  expect(after([], 'withdrawal', true, true)).toEqual(['approve', 'export', 'finance', 'withdrawal'])
  expect(after([], 'approve', true, true)).toEqual(['approve', 'finance', 'withdrawal'])
})

test('clearing takes what is below along and leaves what is above', () =>
  expect(after(allKeys(tree), 'withdrawal', false, true)).toEqual(['finance', 'system', 'users']))

test('unlinked, only the node itself changes', () => {
  expect(after(['finance'], 'approve', true, false)).toEqual(['approve', 'finance'])
  expect(after(['finance', 'withdrawal'], 'finance', false, false)).toEqual(['withdrawal'])
})

test('a grant the tree does not know stays', () =>
  expect(after(['gone'], 'users', true, true)).toEqual(['gone', 'system', 'users']))
