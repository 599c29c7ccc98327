// @vitest-environment jsdom
/** What tells our own server whose page it sends. */
import './own-server.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageKeyText } from '#model/handed.ts'
import { md5 } from '#headless/connection/md5.ts'
import { forgetSession, keepSession, useSession } from '#headless/session/session.ts'

const named = () => /voltdesk_page=([^;]*)/.exec(document.cookie)?.[1]

const key = md5(pageKeyText('T'))

beforeEach(() => {
  useSession.setState({ viewing: null })
  forgetSession()
})
afterEach(() => vi.restoreAllMocks())

test('the page is named for who is in, where they work, and for nobody afterwards', () => {
  expect(named()).toBeUndefined()
  keepSession({ token: 'T', tenantid: 2 })
  expect(named()).toBe(`2.${key}`)
  keepSession({ tenantid: 3 })
  expect(named()).toBe(`3.${key}`)
  forgetSession()
  expect(named()).toBeUndefined()
})

test('it is not named before everything is chosen and the password is their own', () => {
  keepSession({ token: 'T', tenantid: 2, choosing: { tenants: [], departments: [] } })
  expect(named()).toBeUndefined()
  keepSession({ choosing: null, mustChangePassword: true })
  expect(named()).toBeUndefined()
  keepSession({ mustChangePassword: false })
  expect(named()).toBe(`2.${key}`)
})

test('a tab that looks as somebody else leaves it to its owner', () => {
  keepSession({ token: 'T', tenantid: 2 })
  keepSession({ token: 'V', viewing: { viewer: 'li', until: Date.now() + 60_000 } })
  expect(named()).toBe(`2.${key}`)
})

test('a browser that keeps no session names none: its next page knows nobody', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  keepSession({ token: 'T', tenantid: 2 })
  expect(named()).toBeUndefined()
})
