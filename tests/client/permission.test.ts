import { expect, test } from 'vitest'
import { mayEdit, mayShowColumn, mayUse } from '#headless/session/permission.ts'
import { validStates } from '#resources/system/permission.ts'

const allAuth = [
  { action: 'a:add', type: '1', status: validStates.valid },
  { action: 'a:off', type: '1', status: validStates.invalid },
  { action: 'a:field', type: '2', status: validStates.valid },
  { action: 'a:column', type: '1', status: validStates.valid },
]
const nobody = { auth: [], allAuth }
const clerk = {
  auth: [
    { action: 'a:add,a:column', type: '1' },
    { action: 'a:field', type: '2' },
  ],
  allAuth,
}

test('a button shows when it is granted, or when its code is switched off for all', () => {
  expect(mayUse('a:add', clerk)).toBe(true)
  expect(mayUse('a:add', nobody)).toBe(false)
  expect(mayUse('a:off', nobody)).toBe(true)
  expect(mayUse('a:unknown', clerk)).toBe(false)
})
test('entries of type 2 are about editing, not about showing', () => {
  expect(mayUse('a:field', clerk)).toBe(false)
  expect(mayEdit('a:field', clerk)).toBe(true)
  expect(mayEdit('a:field', nobody)).toBe(false)
  expect(mayEdit('a:unknown', nobody)).toBe(true)
})
test("a form node's own list comes first", () => {
  expect(mayUse('a:node', nobody, [{ action: 'a:node', type: '1' }])).toBe(true)
  expect(mayEdit('a:field', clerk, [{ action: 'a:field', type: '2' }])).toBe(false)
})
test('a column hides only behind an enabled code that is not granted', () => {
  expect(mayShowColumn('a:column', nobody)).toBe(false)
  expect(mayShowColumn('a:column', clerk)).toBe(true)
  expect(mayShowColumn('a:else', nobody)).toBe(true)
})
