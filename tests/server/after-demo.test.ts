/** A server that was tried as a demo goes on as the real one: what everybody can read in the start message opens nothing. */
import { afterEach, expect, it } from 'vitest'
import { seed } from '../../server/seed/index.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type TestApp } from '../product.ts'

const KNOWN = ['ops_manager', 'finance', 'cashier', 'provider01', 'two_tenants']
const OWN = 'MyOwn#Secret2026'

let test: TestApp | undefined
afterEach(() => test?.close())

const kind = await oneKind()
const startAgain = ({ services }: TestApp, given: { demo?: boolean; adminPassword?: string }) =>
  seed(
    { ...services, settings: { ...services.settings, demo: false, adminPassword: undefined, ...given } },
    () => import('../../demo/index.ts'),
  )
const opens = async (username: string, password: string) =>
  (await test!.anonymous('POST', '/sys/mLogin', { username, password })).success

it('the known accounts are frozen, ADMIN_PASSWORD takes the place of the known one, and both are said', async () => {
  test = await testApp(kind)
  const finance = await test.as('finance')
  const admin = await test.as('admin')
  // Theirs by now.
  const mine = { oldpassword: PASSWORD, password: 'Mine#2026', confirmpassword: 'Mine#2026' }
  expect((await (await test.as('service'))('PUT', '/sys/user/updatePassword', mine)).success).toBe(true)
  const { accounts, notices } = await startAgain(test, { adminPassword: OWN })
  expect(accounts).toEqual([])
  for (const username of KNOWN) expect(await opens(username, PASSWORD), username).toBe(false)
  expect((await finance('GET', '/sys/user/getUserInfo')).message).toContain('账号已被锁定')
  expect((await admin('GET', '/sys/user/getUserInfo')).status).toBe(401)
  expect(await opens('admin', PASSWORD)).toBe(false)
  expect(await opens('admin', OWN)).toBe(true)
  expect(await opens('service', 'Mine#2026')).toBe(true)
  expect(notices.join()).toMatch(/演示.*已冻结.*finance/)
  expect(notices.join()).not.toContain('service')
  expect(notices.join()).toContain('ADMIN_PASSWORD')
  // Done once; what is set from now on is not used, which is said.
  expect(await startAgain(test, { adminPassword: OWN })).toEqual({ accounts: [], notices: [] })
  const later = await startAgain(test, { adminPassword: 'Later#2026' })
  expect(later).toEqual({ accounts: [], notices: [expect.stringMatching(/ADMIN_PASSWORD 只在.*npm run rescue/)] })
  expect(await opens('admin', OWN)).toBe(true)
  // Tried once more, it shows nobody who cannot come in.
  const again = await startAgain(test, { demo: true, adminPassword: OWN })
  expect(again.accounts).toEqual([])
})

it('without ADMIN_PASSWORD the administrator gets a password that is printed once and changed at the first login', async () => {
  test = await testApp(kind)
  const { accounts } = await startAgain(test, {})
  expect(accounts).toEqual([{ role: '管理员', username: 'admin', password: expect.any(String) }])
  expect(await opens('admin', PASSWORD)).toBe(false)
  const login = await test.anonymous('POST', '/sys/mLogin', { username: 'admin', password: accounts[0]!.password })
  expect(login.result.mustChangePassword).toBe(true)
  expect((await startAgain(test, {})).accounts).toEqual([])
})
