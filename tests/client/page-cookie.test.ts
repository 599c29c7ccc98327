// @vitest-environment jsdom
/** What tells our own server whose page it sends. */
import './own-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { forgetSession, keepSession } from '#headless/session/session.ts'

const named = () => /voltdesk_page=([^;]*)/.exec(document.cookie)?.[1]

beforeEach(() => forgetSession())

test('the page is named for who is in, where they work, and for nobody afterwards', () => {
  expect(named()).toBeUndefined()
  keepSession({ token: 'T', tenantid: 2 })
  expect(named()).toBe('2.T')
  keepSession({ tenantid: 3 })
  expect(named()).toBe('3.T')
  forgetSession()
  expect(named()).toBeUndefined()
})

test('it is not named before everything is chosen and the password is their own', () => {
  keepSession({ token: 'T', tenantid: 2, choosing: { tenants: [], departments: [] } })
  expect(named()).toBeUndefined()
  keepSession({ choosing: null, mustChangePassword: true })
  expect(named()).toBeUndefined()
  keepSession({ mustChangePassword: false })
  expect(named()).toBe('2.T')
})

test('a tab that looks as somebody else leaves it to its owner', () => {
  keepSession({ token: 'T', tenantid: 2 })
  keepSession({ token: 'V', viewing: { viewer: 'li', until: Date.now() + 60_000 } })
  expect(named()).toBe('2.T')
})
