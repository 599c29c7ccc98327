/** What a page brings for whoever is signed in in its browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test as it } from 'vitest'
import { OWN, PAGE_COOKIE, pageKeyText, whoseAnswers, type Own } from '#model/handed.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { tableOf } from '../../server/db/table.ts'
import { wecomAndroid } from '../hosts/bridges/variants.ts'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'

const MENU = '/jeecg-boot/sys/permission/getUserPermissionByToken'
const LIST = '/jeecg-boot/rental/userMessage/list'
const client = mkdtempSync(join(tmpdir(), 'voltdesk-client-'))
const reading = [permissionOf(resources.userMessage, 'list')]
const { name: table } = getTableConfig(tableOf(resources.userMessage))
let test: EmptyApp

beforeAll(async () => {
  writeFileSync(join(client, 'index.html'), '<!doctype html><html><head><title>x</title></head><body></body></html>')
  test = await emptyApp({ clientFolder: client })
})
afterAll(async () => {
  await test.close()
  rmSync(client, { recursive: true })
})

interface Browser {
  cookie?: string
  userAgent?: string
}

async function page(url: string, { cookie, userAgent }: Browser = {}) {
  const { body, headers } = await test.app.inject({
    method: 'GET',
    url,
    headers: {
      accept: 'text/html',
      ...(cookie && { cookie: `${PAGE_COOKIE}=${cookie}` }),
      ...(userAgent && { 'user-agent': userAgent }),
    },
  })
  const [, text] = new RegExp(`<script type="application/json" id="${OWN}">([^]*?)</script>`).exec(body) ?? []
  return { own: text === undefined ? undefined : (JSON.parse(text) as Own), headers }
}
async function somebody(person: Parameters<typeof makePerson>[1] = { tenants: [1], roles: { reader: reading } }) {
  const { username } = await makePerson(test, person)
  return signIn(test, username)
}
/** As the client makes it (`session.ts`). */
const keyOf = (token: string) => createHash('md5').update(pageKeyText(token)).digest('hex')
const paths = (own: Own | undefined) => Object.keys(own?.answers ?? {}).map((url) => url.split('?')[0])

it('has what its person would ask at once, word for word', async () => {
  const token = await somebody()
  const { own, headers } = await page('/customer/userMessage', { cookie: `1.${keyOf(token)}` })
  expect(own!.whose).toBe(whoseAnswers(keyOf(token), '1'))
  expect(JSON.stringify(own)).not.toContain(token)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['vary']).toContain('cookie')
  expect(paths(own)).toEqual([MENU, LIST])
  for (const [url, answer] of Object.entries(own!.answers)) {
    const asked = await test.call('GET', url.replace('/jeecg-boot', ''), { token, headers: { 'x-tenant-id': '1' } })
    const { timestamp: _, ...brought } = answer as Record<string, unknown>
    expect(brought).toEqual({ success: true, code: 200, message: asked.message, result: asked.result })
  }
})

it('has nothing that its person may not read, and nothing in a tenant of somebody else', async () => {
  const token = await somebody({ tenants: [1] })
  expect(paths((await page('/customer/userMessage', { cookie: `1.${keyOf(token)}` })).own)).toEqual([MENU])
  await makePerson(test, { tenants: [2] })
  expect((await page('/customer/userMessage', { cookie: `2.${keyOf(token)}` })).own).toBeUndefined()
})

it('has nothing for nobody, for who has left, or by a cookie that says something else', async () => {
  const token = await somebody()
  expect((await page('/customer/userMessage')).own).toBeUndefined()
  const key = keyOf(token)
  const others = [key, `1.${key}0`, `1.${key.slice(1)}`, `1.${key.slice(1)}0`, `one.${key}`, `1.${key}.${key}`]
  for (const cookie of [...others, `1.${token}`, '1.', '%zz'])
    expect((await page('/customer/userMessage', { cookie })).own, cookie).toBeUndefined()
  expect((await page('/customer/userMessage', { cookie: `1.${key}` })).own).toBeDefined()
  await test.call('POST', '/sys/logout', { token, body: {} })
  expect((await page('/customer/userMessage', { cookie: `1.${key}` })).own).toBeUndefined()
})

it('has nothing in a chat, which first says who sits there', async () => {
  const token = await somebody()
  const { userAgent } = wecomAndroid.browser
  expect((await page('/customer/userMessage', { cookie: `1.${keyOf(token)}`, userAgent })).own).toBeUndefined()
})

it('comes without them where they cannot be had in time', async () => {
  const token = await somebody()
  const holding = await test.services.pool.connect()
  await holding.query(`begin; lock table ${table} in access exclusive mode`)
  const { own } = await page('/customer/userMessage', { cookie: `1.${keyOf(token)}` })
  await holding.query('rollback')
  holding.release()
  expect(paths(own)).toEqual([MENU])
})

it('is the only one that its key opens: no other address takes it, in whatever way', async () => {
  const key = keyOf(await somebody())
  for (const headers of [
    { cookie: `${PAGE_COOKIE}=1.${key}` },
    { 'x-access-token': key },
    { 'x-voltdesk-page-key': key },
    { 'x-voltdesk-page-key': `.${key}` },
    { 'x-voltdesk-page-key': `${'0'.repeat(64)}.${key}` },
  ] as Record<string, string>[])
    for (const path of ['/sys/permission/getUserPermissionByToken', '/rental/userMessage/list'])
      expect(await test.call('GET', path, { headers }), JSON.stringify(headers)).toMatchObject({ status: 401 })
  // And from outside a page cannot be asked for with it either.
  const outside = { accept: 'text/html', 'x-voltdesk-page-key': `${'0'.repeat(64)}.${key}` }
  const { body } = await test.app.inject({ method: 'GET', url: '/customer/userMessage', headers: outside })
  expect(body).not.toContain(OWN)
})
