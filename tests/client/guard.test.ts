import { HOME, HOST_LOGIN, LOGIN, SSO_LOGIN } from '#model/addresses.ts'
import { describe, expect, test } from 'vitest'
import { guard, safeRedirect, type GuardState, type Verdict } from '#headless/session/guard.ts'

const browser = { chat: false, home: HOME }
const chat = { chat: true, home: HOME }
const sso = { ...browser, sso: SSO_LOGIN }
const stranger: GuardState = { signedIn: false, permissions: 'none' }
const fresh: GuardState = { signedIn: true, permissions: 'none' }
const member: GuardState = { signedIn: true, permissions: 'loaded' }
const refused: GuardState = { signedIn: true, permissions: 'failed' }
const unreachable: GuardState = { signedIn: true, permissions: 'unreachable' }

const stay: Verdict = { do: 'stay' }
const load: Verdict = { do: 'load' }
const go = (to: string): Verdict => ({ do: 'go', to })
const record = '/finance/userWithdrawal/1?tab=a&b=%E4%B8%AD'
const back = (login: string, wanted: string) => `${login}?redirect=${encodeURIComponent(wanted)}`

describe('a stranger in a browser', () => {
  test.each<[string, Verdict]>([
    ['/user', go(LOGIN)],
    [LOGIN, stay],
    ['/user/register', stay],
    ['/user/register-result', stay],
    ['/user/alteration', stay],
    ['/test/home', stay],
    ['/404', stay],
    ['/', go(LOGIN)],
    [record, go(back(LOGIN, record))],
    ['/nowhere', go(back(LOGIN, '/nowhere'))],
    [HOST_LOGIN, go(LOGIN)],
    [back(HOST_LOGIN, record), go(back(LOGIN, record))],
  ])('%s', (address, verdict) => expect(guard(address, stranger, browser)).toEqual(verdict))

  test('may see the one extra path', () =>
    expect(guard('/welcome', stranger, { ...browser, extraPublic: '/welcome' })).toEqual(stay))
  test('goes to single sign-on when that is on', () =>
    expect(guard(record, stranger, { ...browser, sso: '/sso' })).toEqual(go(back('/sso', record))))
})

describe('a stranger in a chat host', () => {
  test.each<[string, Verdict]>([
    [HOST_LOGIN, stay],
    [LOGIN, go(HOST_LOGIN)],
    [back(LOGIN, record), go(back(HOST_LOGIN, record))],
    [record, go(back(HOST_LOGIN, record))],
    [`${record}#part`, go(back(HOST_LOGIN, `${record}#part`))],
    ['/', go(HOST_LOGIN)],
    ['/nowhere', go(back(HOST_LOGIN, '/nowhere'))],
    ['/user/register', stay],
    [back(HOST_LOGIN, record), stay],
    [`${HOST_LOGIN}?problem=unbound&ref=1`, stay],
    [`${HOST_LOGIN}?oauth2LoginToken=a&thirdType=dingtalk`, stay],
    [back(LOGIN, 'https://evil.example'), go(HOST_LOGIN)],
    [back(LOGIN, HOST_LOGIN), go(HOST_LOGIN)],
    [back(SSO_LOGIN, record), go(back(HOST_LOGIN, record))],
  ])('%s', (address, verdict) => expect(guard(address, stranger, chat)).toEqual(verdict))

  test('is sent to the host, not to single sign-on', () =>
    expect(guard(record, stranger, { ...chat, sso: SSO_LOGIN })).toEqual(go(back(HOST_LOGIN, record))))
})

describe('a stranger where single sign-on is on', () => {
  test.each<[string, Verdict]>([
    [record, go(back(SSO_LOGIN, record))],
    ['/', go(SSO_LOGIN)],
    [SSO_LOGIN, stay],
    [back(SSO_LOGIN, record), stay],
    [`${back(SSO_LOGIN, record)}&ticket=ST-1`, stay],
    [LOGIN, stay],
    ['/user/register', stay],
  ])('%s', (address, verdict) => expect(guard(address, stranger, sso)).toEqual(verdict))

  test('is on the way to the password page where it is off', () =>
    expect(guard(back(SSO_LOGIN, record), stranger, browser)).toEqual(go(back(LOGIN, record))))
})

describe('somebody signed in', () => {
  test.each<[string, GuardState, Verdict]>([
    ['/', member, go(HOME)],
    ['/', fresh, go(HOME)],
    [LOGIN, member, go(HOME)],
    [HOST_LOGIN, member, go(HOME)],
    [back(LOGIN, record), member, go(record)],
    [back(LOGIN, 'https://evil.example/x'), member, go(HOME)],
    [back(LOGIN, '//evil.example'), member, go(HOME)],
    [back(LOGIN, LOGIN), member, go(HOME)],
    [back(HOST_LOGIN, record), member, go(record)],
    [`${HOST_LOGIN}?problem=rounds`, member, go(HOME)],
    [back(SSO_LOGIN, record), member, go(record)],
    [back(LOGIN, SSO_LOGIN), member, go(HOME)],
    [record, fresh, load],
    [record, member, stay],
    ['/404', fresh, stay],
    ['/user/alteration', member, stay],
    [record, refused, { do: 'go', to: back(LOGIN, record), signOut: true }],
    [record, unreachable, { do: 'retry' }],
  ])('%s %o', (address, state, verdict) => expect(guard(address, state, browser)).toEqual(verdict))
})

test('a redirect stays on our origin and never leads to a login', () => {
  for (const wanted of [
    '//x',
    '/\\x',
    'https://x',
    'javascript:alert(1)',
    'x',
    '',
    '/user/login?redirect=/a',
    '/',
    '/a b',
  ])
    expect(safeRedirect(wanted)).toBeUndefined()
  expect(safeRedirect(record)).toBe(record)
  expect(safeRedirect('/a/../user/login')).toBeUndefined()
})

test('following the guard ends, from every address in every state', () => {
  const addresses = [
    '/',
    '/user',
    LOGIN,
    HOST_LOGIN,
    SSO_LOGIN,
    '/404',
    '/sso',
    '/welcome',
    record,
    back(LOGIN, record),
    '//x',
  ]
  const nested = addresses.flatMap((wanted) => [
    wanted,
    back(LOGIN, wanted),
    back(SSO_LOGIN, wanted),
    back(HOST_LOGIN, back(LOGIN, wanted)),
  ])
  for (const start of nested)
    for (const first of [stranger, fresh, member, refused, unreachable])
      for (const settings of [
        browser,
        chat,
        { ...browser, sso: '/sso', extraPublic: '/welcome' },
        sso,
        { ...chat, sso: SSO_LOGIN },
        { ...chat, home: '/a' },
      ]) {
        let [address, state] = [start, first]
        let hops = 0
        for (; hops < 6; hops++) {
          const verdict = guard(address, state, settings)
          // What cannot be reached is tried again by the person.
          if (verdict.do === 'stay' || verdict.do === 'retry') break
          if (verdict.do === 'load') state = member
          else {
            address = verdict.to
            if (verdict.signOut) state = stranger
          }
        }
        expect(hops, `${start} ${JSON.stringify([first, settings])}`).toBeLessThan(5)
      }
})
