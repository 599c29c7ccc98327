// @vitest-environment jsdom
/** Whom a page knows, and where it wanted to go when it left to be recognised. */
import { expect, test } from 'vitest'
import { isColdStart, isStrange, leftFor, markLeft, recognised } from '#oauth2/recognition.ts'

const chat = { name: 'wecom', corpId: 'c', userId: 'u', at: 0 }

test('what a window left for is a page of ours, or nothing', () => {
  expect(leftFor()).toBeUndefined()
  markLeft('/finance/userWithdrawal/1?tab=2')
  expect(leftFor()).toEqual({ wanted: '/finance/userWithdrawal/1?tab=2' })
  for (const other of ['//evil.example/x', '/\\evil.example', '/user/login', '/', undefined]) {
    markLeft(other)
    expect([other, leftFor()]).toEqual([other, {}])
  }
  recognised()
  expect(leftFor()).toBeUndefined()
})

test('a new window does not know who sits in the chat; who came by a password has nobody there to be compared with', () => {
  sessionStorage.clear()
  expect(isColdStart()).toBe(true)
  expect([{}, { token: 'T', chat }, { token: 'T', chat: null }].map(isStrange)).toEqual([true, true, false])
  recognised()
  expect([{}, { token: 'T', chat }, { token: 'T', chat: null }].map(isStrange)).toEqual([true, false, false])
})
