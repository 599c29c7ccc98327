/**
 * A new chat is an entry and a folder: with no more than those (and the lines of the two tables that name them) it has
 * everything the others have.
 */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readAgent } from '#model/agents.ts'
import type { ChatName } from '#model/chats.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import type * as Entries from '#model/chats.ts'
import type * as Kinds from '../../server/chat/chats.ts'
import { sealedCall } from '../../server/chat/checkup.ts'
import { endedRightStatements } from '../../server/db/ended-rights.ts'
import { session } from '../../server/db/tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { modulesInChat } from '#model/entrances.ts'
import { callsFor } from '../../server/http/preload.ts'
import { tell } from '../../server/notify/notify.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { readSettings } from '../../server/settings.ts'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'
import { DESKTOP, Visitor } from '../hosts/visitor.ts'
import { shown } from './toy/index.ts'

vi.mock('#model/chats.ts', async (original) => {
  const { chats } = await original<typeof Entries>()
  const { entry } = await import('./toy/entry.ts')
  return { chats: [...chats, entry] }
})
vi.mock('../../server/chat/chats.ts', async (original) => {
  const { chatKinds } = await original<typeof Kinds>()
  const { toy } = await import('./toy/index.ts')
  return { chatKinds: { ...chatKinds, toy }, allChatKinds: [...Object.values(chatKinds), toy] }
})

const TOY = 'toy' as ChatName
const AGENT = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36 ToyChat/2.1'
const keys = { token: 'QDG6eK', aesKey: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
const env = { TOY_CORP_ID: 'pond', TOY_SECRET: 's', TOY_TOKEN: keys.token, TOY_AES_KEY: keys.aesKey }

let test: EmptyApp
let admin: string
let duckId: string
beforeAll(async () => {
  test = await emptyApp({ env })
  duckId = (await makePerson(test, { username: 'duck', phone: '13800010009', tenants: [1] })).id
  await makePerson(test, { username: 'boss', roles: { admin: [] } })
  admin = await signIn(test, 'boss')
  await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
  await test.services.jobs.start()
})
afterAll(() => test?.close())

const ask = (method: 'GET' | 'POST', path: string, body?: object) => test.call(method, path, { token: admin, body })

let codes = 0
async function signedIn() {
  const one = new Visitor(test.app, AGENT)
  const start = await one.api('/sys/thirdLogin/oauth2/toy_chat/login?redirect=%2Fpond')
  const chat = new URL(start.location!)
  const back = `/sys/thirdLogin/oauth2/toy_chat/callback?code=duck-13800010009-${++codes}&state=${chat.searchParams.get('state')}`
  const page = new URL((await one.api(back)).location!, 'http://x').searchParams
  const login = await one.api(`/sys/thirdLogin/getLoginUser/${page.get('oauth2LoginToken')}/${page.get('thirdType')}`)
  return { one, chat, page, login: login.json }
}

it('has settings: none, complete, or a sentence', () => {
  expect(readSettings({}).chats).toEqual({})
  expect(readSettings(env).chats[TOY]).toMatchObject({ corpId: 'pond', callback: keys })
  expect(() => readSettings({ TOY_CORP_ID: 'pond' })).toThrow('设置 TOY_SECRET 缺失：已设置 TOY_CORP_ID，应一并给出')
  expect(() => readSettings({ ...env, TOY_CORP_ID: '鸭' })).toThrow('设置 TOY_CORP_ID 不正确')
})

it('is known by its user agent, in the page, in trails and in what is preloaded', async () => {
  expect(readAgent(AGENT)).toEqual({ chat: 'toy', phone: true, version: '2.1' })
  expect(modulesInChat(TOY)).toEqual(['oauth2/begin.ts', 'adaptive/toy.ts'])
  expect(callsFor({ path: '/', narrowed: false, userAgent: AGENT }).always).toEqual([])
  const { headers } = await test.app.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(headers['content-security-policy']).toContain('https://login.toy.example')
})

it('is set up', async () => {
  const { result } = await test.call('GET', '/sys/chat/setup')
  expect(result).toEqual({ wecom: null, dingtalk: null, toy: { corpId: 'pond' }, cas: null })
  expect((await ask('GET', '/sys/thirdApp/getEnabledType')).result).toEqual({
    wechatEnterprise: false,
    dingtalk: false,
    toyChat: true,
  })
})

it('signs people in', async () => {
  const { chat, page, login } = await signedIn()
  expect(chat.origin).toBe('https://login.toy.example')
  expect(chat.searchParams.get('kind')).toBe('inside')
  expect(page.get('redirect')).toBe('/pond')
  expect(page.get('thirdType')).toBe('toy_chat')
  expect(login.result).toMatchObject({
    userInfo: { username: 'duck' },
    chat: { name: 'toy', corpId: 'pond', userId: 'duck' },
  })
  const [row] = await test.services.db.select().from(session).where(eq(session.chat, 'toy'))
  expect(row).toMatchObject({ host: '小黄鸭' })
  const outside = await new Visitor(test.app, DESKTOP).api('/sys/thirdLogin/oauth2/toy_chat/login')
  expect(new URL(outside.location!).searchParams.get('kind')).toBe('outside')
})

it('calls back: who left is out at once', async () => {
  const { one, login } = await signedIn()
  const mine = () => one.api('/sys/user/getUserInfo', undefined, { 'x-access-token': login.result.token as string })
  expect((await mine()).status).toBe(200)
  const { sealed, query } = sealedCall(keys, 'duck', 'pond', test.services.clock.now().getTime())
  const call = (more: object) =>
    test.app.inject({
      method: 'POST',
      url: `/jeecg-boot/sys/chat/toy/callback?${new URLSearchParams({ ...query, ...more }).toString()}`,
      headers: { 'content-type': 'text/plain' },
      payload: sealed,
    })
  expect((await call({ nonce: 'another' })).statusCode).toBe(403)
  expect((await call({})).body).toBe('quack')
  expect((await mine()).status).toBe(401)
})

it('is examined, and sends to who asks', async () => {
  const findings = (await ask('GET', '/sys/chat/toy/doctor')).result.findings as { name: string }[]
  expect(findings.map(({ name }) => name)).toEqual(['访问地址', '鸭子'])
  expect((await ask('GET', '/sys/chat/goose/doctor')).message).toContain('不支持的聊天软件')
  expect((await ask('POST', '/sys/chat/toy/doctor/message', {})).message).toBe(
    '您还没有绑定小黄鸭账号，请先在小黄鸭中打开一次本系统',
  )
})

it('is a channel people choose and are told by', async () => {
  const { channels } = (await ask('GET', '/sys/notify/preferences')).result as { channels: object[] }
  expect(channels.at(-1)).toEqual({ channel: 'toy', label: '小黄鸭', available: true, bound: false, fixed: false })
  const chosen = await ask('POST', '/sys/notify/preferences', { kind: 'todo', chats: ['toy'] })
  expect(chosen.message).toBe('操作成功!')
  await signedIn()
  await test.services.db.transaction((tx) =>
    tell(
      { tx, services: test.services },
      {
        key: 'pond:1',
        kind: 'todo',
        // At any hour, also when people are quiet.
        urgent: true,
        tenantId: 1,
        resource: 'userWithdrawal',
        recordId: '1',
        title: '池塘已满',
        summary: '请来看看',
        facts: [],
        path: '/pond/1',
        to: [duckId],
      },
    ),
  )
  await expect.poll(() => shown).toMatchObject([{ to: ['duck'], message: { title: '池塘已满' } }])
})

it('is bound by an administrator, in words of the dictionaries', async () => {
  expect(dictionaries.third_type.items).toContainEqual(['toy_chat', '小黄鸭', 'gold'])
  expect(dictionaries.notify_channel.items).toContainEqual(['toy', '小黄鸭', 'gold'])
  const body = { thirdType: 'toy_chat', thirdUserId: 'GOOSE', realname: '鹅' }
  const added = await ask('POST', '/sys/thirdAccount/add', body)
  expect(added.success, added.message).toBe(true)
  const accounts = tableOf(resources.sysThirdAccount)
  const [row] = await test.services.db.select().from(accounts).where(eq(accounts.thirdUserId, 'goose'))
  expect(row).toMatchObject({ corpId: 'pond' })
  // Whoever is unbound is signed out of this chat only.
  expect(endedRightStatements.join()).toContain("when 'toy_chat' then 'toy'")
})
