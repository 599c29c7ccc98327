/** Signing in through WeCom and DingTalk, against the simulator: who gets in, who does not, and that nothing can be replayed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPEN } from '#model/addresses.ts'
import { HANDED, type Handed } from '#model/handed.ts'
import { tenantStates } from '#resources/system/tenant.ts'
import { userStates } from '#resources/system/userStates.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { keepOut } from '../../server/people/put-out.ts'
import { chatIdsOf, recognise } from '../../server/chat/accounts.ts'
import { keepCode } from '../../server/system/one-time-code.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { session, userDepart } from '../../server/db/tables.ts'
import { removeExpired } from '../../server/db/sweep.ts'
import { tableOf } from '../../server/db/table.ts'
import { emptyApp, makePerson, PASSWORD, signIn, type EmptyApp } from '../empty-app.ts'
import { dingtalkAndroidApp } from '../hosts/bridges/variants.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import { DESKTOP, Visitor } from '../hosts/visitor.ts'
import { oneKind } from '../databases.ts'

const kinds = [await oneKind()]
const users = tableOf(resources.sysUser)
const accounts = tableOf(resources.sysThirdAccount)

describe.each(kinds)('signing in through a chat on %s', (kind) => {
  let test: EmptyApp
  let sim: Simulator
  const client = mkdtempSync(join(tmpdir(), 'voltdesk-client-'))
  beforeAll(async () => {
    sim = await startSimulator()
    writeFileSync(join(client, 'index.html'), '<html><head><title>x</title></head><body></body></html>')
    test = await emptyApp({ kind, env: sim.settings, clientFolder: client })
    await makePerson(test, { username: 'ops_manager', phone: '13800010001', departs: ['A01'] })
    await makePerson(test, { username: 'finance', phone: '13800010003' })
    await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
    rmSync(client, { recursive: true })
  })
  afterEach(() => sim.control.reset())

  const visitor = (userAgent?: string) => new Visitor(test.app, userAgent)
  const stands = (username: string, state: keyof typeof userStates & string) =>
    test.services.db.update(users).set({ status: userStates[state] }).where(eq(users.username, username))
  const accountOf = async (thirdUserId: string) =>
    (await test.services.db.select().from(accounts).where(eq(accounts.thirdUserId, thirdUserId))) as Record<
      string,
      unknown
    >[]

  describe('WeCom', () => {
    it('leads a stranger with a link to exactly that path, signed in', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login?redirect=%2Frecord%2Fx%2F1%3Fa%3Db')
      expect(start.status).toBe(302)
      const address = new URL(start.location!)
      expect(address.pathname).toBe('/wecom/connect/oauth2/authorize')
      expect(address.hash).toBe('#wechat_redirect')
      expect(address.searchParams.get('state')).toMatch(/^[a-z0-9]{40}$/)
      expect(start.headers['set-cookie']).toMatch(/HttpOnly; SameSite=Lax/)
      const back = await one.open(await one.throughChat(start.location!))
      expect(back.status).toBe(302)
      expect(back.location).toMatch(/^\/oauth2-app\/login\?oauth2LoginToken=/)
      const page = new URL(back.location!, 'http://x').searchParams
      expect(page.get('redirect')).toBe('/record/x/1?a=b')
      expect(page.get('thirdType')).toBe('wechat_enterprise')
      const login = await one.api(`/sys/thirdLogin/getLoginUser/${page.get('oauth2LoginToken')}/wechat_enterprise`)
      expect(login.json).toMatchObject({
        success: true,
        code: 200,
        result: {
          userInfo: { username: 'ops_manager' },
          chat: { name: 'wecom', corpId: sim.world.wecom.corpId, userId: 'ops_manager' },
        },
      })
      expect(login.json.result.token).toMatch(/^[A-Za-z0-9._-]{43}$/)
      const mine = await test.services.db.select().from(session).where(eq(session.chat, 'wecom'))
      expect(mine.at(-1)).toMatchObject({ corpId: sim.world.wecom.corpId, host: '企业微信' })
    })

    it('binds by mobile once, and then knows the person without it', async () => {
      const [row] = await accountOf('ops_manager')
      expect(row).toMatchObject({ thirdType: 'wechat_enterprise', corpId: sim.world.wecom.corpId, realname: '周敏' })
      await test.services.db.update(users).set({ phone: '13811112222' }).where(eq(users.username, 'ops_manager'))
      await sim.control.signIn('ops_manager')
      expect((await visitor().session('wechat_enterprise')).result.userInfo.username).toBe('ops_manager')
      expect(await accountOf('ops_manager')).toHaveLength(1)
    })

    it('says busy, not unbound, to a newcomer whose number the chat did not tell in time', async () => {
      const { userId, mobile } = sim.world.people.find((one) => one.userId === 'viewer')!
      await makePerson(test, { username: userId, phone: mobile })
      await sim.control.signIn(userId)
      await sim.control.failNext({ path: '/cgi-bin/auth/getuserdetail', http: 502, html: true })
      expect((await visitor().signIn('wechat_enterprise')).get('problem')).toBe('busy')
      expect((await visitor().session('wechat_enterprise')).result.userInfo.username).toBe(userId)
      // Who is known already needs no number.
      await sim.control.failNext({ path: '/cgi-bin/auth/getuserdetail', http: 502, html: true })
      expect((await visitor().session('wechat_enterprise')).success).toBe(true)
    })

    it('asks for the login page of the web outside of the app', async () => {
      const start = await visitor(DESKTOP).api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      expect(new URL(start.location!).pathname).toBe('/wecom/wwlogin/sso/login')
      await sim.control.signIn('ops_manager')
      expect((await visitor(DESKTOP).session('wechat_enterprise')).success).toBe(true)
    })

    it('gives a working hand-over again when the way back is requested twice, also at once', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const back = await one.throughChat(start.location!)
      const pages = await Promise.all([one.open(back), one.open(back)])
      const again = await one.open(back)
      for (const { location } of [...pages, again]) {
        const code = new URL(location!, 'http://x').searchParams.get('oauth2LoginToken')
        const { json } = await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)
        expect(json.result.userInfo.username).toBe('ops_manager')
      }
      expect(await sim.control.calls('/cgi-bin/auth/getuserinfo')).toBe(1)
      test.clock.pass(301)
      expect((await one.open(back)).location).toContain('problem=used')
      test.clock.pass(-301)
    })

    it('gives nothing to another browser that knows code and state', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const back = await one.throughChat(start.location!)
      expect((await visitor().open(back)).location).toContain('problem=state')
      const thief = visitor()
      await thief.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      expect((await thief.open(back)).location).toContain('problem=state')
      // The owner is not disturbed by it.
      const { location } = await one.open(back)
      const code = new URL(location!, 'http://x').searchParams.get('oauth2LoginToken')!
      for (const other of [visitor(), thief]) {
        const { json } = await other.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)
        expect(json).toMatchObject({ success: false, code: 510, result: { problem: 'used' } })
      }
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/dingtalk`)).json.success).toBe(false)
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise/undefined`)).json.success).toBe(
        true,
      )
    })

    it('burns the hand-over: a reload within half a minute works, later nothing does', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const code = (await one.signIn('wechat_enterprise')).get('oauth2LoginToken')
      const fetch = async () => (await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)).json.success
      expect(await fetch()).toBe(true)
      expect(await fetch()).toBe(true)
      test.clock.pass(31)
      expect(await fetch()).toBe(false)
      test.clock.pass(-31)
      const late = (await one.signIn('wechat_enterprise')).get('oauth2LoginToken')
      test.clock.pass(121)
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${late}/wechat_enterprise`)).json.code).toBe(510)
      test.clock.pass(-121)
    })

    it.each([
      ['//evil.example/x', null],
      ['/\\evil.example', null],
      ['https://evil.example/', null],
      ['/%2F/evil', '/%2F/evil'],
      ['/a\u0009/b', null],
      ['javascript:alert(1)', null],
      ['/oauth2-app/login?redirect=/x', null],
      ['/record/userWithdrawal/12?tab=1#x', '/record/userWithdrawal/12?tab=1#x'],
    ])('sends nobody to %j', async (redirect, wanted) => {
      await sim.control.signIn('ops_manager')
      expect((await visitor().signIn('wechat_enterprise', { redirect })).get('redirect')).toBe(wanted)
    })

    it('takes the path of a JeecgBoot client only when the origin is ours', async () => {
      await sim.control.signIn('ops_manager')
      const state = (origin: string) => `${origin}?redirect=${encodeURIComponent(encodeURIComponent('/a/b?c=d'))}`
      const ours = await visitor().signIn('wechat_enterprise', { state: state('http://localhost:80') })
      expect(ours.get('redirect')).toBe('/a/b?c=d')
      const foreign = await visitor().signIn('wechat_enterprise', { state: state('https://evil.example') })
      expect(foreign.get('redirect')).toBeNull()
      expect(foreign.get('oauth2LoginToken')).toBeTruthy()
    })

    it('knows no state it did not give out, and none after ten minutes', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const path = '/jeecg-boot/sys/thirdLogin/oauth2/wechat_enterprise/callback'
      for (const query of ['', '?code=x', '?code=x&state=never', `?code=x&state=${'a'.repeat(40)}`])
        expect((await one.open(path + query)).location, query).toMatch(/^\/oauth2-app\/login\?problem=state&ref=\w{8}$/)
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const back = await one.throughChat(start.location!)
      test.clock.pass(601)
      expect((await one.open(back)).location).toContain('problem=state')
      test.clock.pass(-601)
    })

    it('does not exchange a code that another round has used', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const first = await one.throughChat((await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')).location!)
      await one.open(first)
      const code = new URL(first, 'http://x').searchParams.get('code')!
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const state = new URL(start.location!).searchParams.get('state')!
      const other = await one.open(
        `/jeecg-boot/sys/thirdLogin/oauth2/wechat_enterprise/callback?code=${code}&state=${state}`,
      )
      expect(other.location).toContain('problem=used')
      const invented = await one.open(
        `/jeecg-boot/sys/thirdLogin/oauth2/wechat_enterprise/callback?code=invented&state=${state}`,
      )
      expect(invented.location).toContain('problem=used')
    })

    it.each([
      ['somebody who is nobody here', 'newcomer', 'unbound'],
      ['somebody of no corporation', 'visitor', 'left'],
    ])('refuses %s', async (_, userId, problem) => {
      await sim.control.signIn(userId)
      const page = await visitor().signIn('wechat_enterprise', { redirect: '/a' })
      expect(page.get('problem')).toBe(problem)
      expect(page.get('redirect')).toBe('/a')
      expect(page.get('oauth2LoginToken')).toBeNull()
    })

    it('says refused when the person did not agree', async () => {
      await sim.control.signIn('ops_manager')
      await sim.control.refuseSignIn(true)
      expect((await visitor(DESKTOP).signIn('wechat_enterprise')).get('problem')).toBe('refused')
    })

    it.each([
      ['busy', { errcode: -1, times: 3 }],
      ['busy', { http: 429 }],
      ['busy', { http: 502, html: true }],
      ['busy', { nothing: true }],
      ['busy', { half: true }],
      ['busy', { huge: true }],
      ['busy', { reset: true }],
      ['busy', { redirect: 'http://127.0.0.1:1/evil' }],
      ['setup', { errcode: 60020 }],
      ['range', { errcode: 60011 }],
      ['used', { errcode: 40029 }],
    ] as const)('ends in a clear page (%s) when WeCom answers with %j', async (problem, fault) => {
      await sim.control.signIn('ops_manager')
      await sim.control.failNext({ path: '/cgi-bin/auth/getuserinfo', ...fault })
      const page = await visitor().signIn('wechat_enterprise', { redirect: '/a' })
      expect([page.get('problem'), page.get('redirect')]).toEqual([problem, '/a'])
      expect((await visitor().session('wechat_enterprise')).success).toBe(true)
    })

    it('fetches a token that died early once more, and only once', async () => {
      await sim.control.signIn('ops_manager')
      await visitor().session('wechat_enterprise')
      await sim.control.revokeTokens('wecom')
      const before = await sim.control.calls('/cgi-bin/gettoken')
      const both = await Promise.all([visitor().session('wechat_enterprise'), visitor().session('wechat_enterprise')])
      expect(both.map(({ success }) => success)).toEqual([true, true])
      expect((await sim.control.calls('/cgi-bin/gettoken')) - before).toBe(1)
    })

    it('keeps the code for one try when the answer of the chat is lost', async () => {
      await sim.control.signIn('ops_manager')
      await sim.control.failNext({ path: '/cgi-bin/auth/getuserinfo', reset: true, done: true })
      const one = visitor()
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const back = await one.throughChat(start.location!)
      expect((await one.open(back)).location).toContain('problem=busy')
      expect((await one.open(back)).location).toContain('problem=busy')
      expect(await sim.control.calls('/cgi-bin/auth/getuserinfo')).toBe(1)
    })
  })

  describe('a page that is opened in WeCom', () => {
    const leaves = async (one: Visitor, at: string) => (await one.open(at, { headers: { accept: 'text/html' } })).leave

    it('names the way to be recognised, which is answered with the page itself, to its own browser alone', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const way = (await leaves(one, '/finance/userWithdrawal/12?tab=1'))!
      expect(new URL(way).pathname).toBe('/wecom/connect/oauth2/authorize')
      const back = await one.throughChat(way)
      expect((await visitor().open(back)).location).toContain('problem=state')
      const came = await one.open(back)
      expect(came).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
      const query = new URL(came.at!, 'http://x').searchParams
      expect(query.get('redirect')).toBe('/finance/userWithdrawal/12?tab=1')
      expect(query.get('oauth2LoginToken')).toBeTruthy()
    })

    it('opens one session where the way back is asked for twice: who comes second is led to the page', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const back = await one.throughChat((await leaves(one, '/todo'))!)
      const count = async () => (await test.services.db.select().from(session)).length
      const before = await count()
      const both = await Promise.all([one.open(back), one.open(back)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 302])
      expect(await count()).toBe(before + 1)
    })

    it('is not sent to the clients of others, which have pages of their own to come back to', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login?state=http://localhost:80')
      const back = await one.open(await one.throughChat(start.location!))
      expect([back.status, back.at]).toEqual([302, undefined])
      expect(back.location).toMatch(/^\/oauth2-app\/login\?oauth2LoginToken=/)
    })

    it('names none where nobody needs to be known, nor in another client, nor for what is no address of ours', async () => {
      const login = '/oauth2-app/login?oauth2LoginToken=x&thirdType=wechat_enterprise'
      for (const at of ['/user/login', login, ...OPEN, '//evil.example/x', '//', `/todo?q=${'x'.repeat(1600)}`]) {
        const { status, leave } = await visitor().open(at, { headers: { accept: 'text/html' } })
        expect([at, status, leave]).toEqual([at, 200, undefined])
      }
      for (const other of [DESKTOP, dingtalkAndroidApp.browser.userAgent])
        expect(await leaves(visitor(other), '/todo')).toBeUndefined()
    })

    it('comes also where the way cannot be named in time', async () => {
      const holding = await test.services.pool.connect()
      await holding.query('begin; lock table sys_chat_sign_in in access exclusive mode')
      const came = await visitor().open('/todo', { headers: { accept: 'text/html' } })
      await holding.query('rollback')
      holding.release()
      expect([came.status, came.leave]).toEqual([200, undefined])
    })

    it('is forgotten an hour after its state has run out, where nobody went on', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      await one.open(await one.throughChat((await leaves(one, '/todo'))!))
      await leaves(one, '/todo')
      const keptAfter = async (minutes: number) => {
        await test.services.pool.query(
          `update sys_chat_sign_in set expire_time = now() - interval '${minutes} minutes'`,
        )
        await removeExpired(test.services.db)
        const { rows } = await test.services.pool.query('select settle_time is null as open from sys_chat_sign_in')
        return new Set(rows.map(({ open }) => open as boolean))
      }
      expect(await keptAfter(50)).toEqual(new Set([false, true]))
      expect(await keptAfter(120)).toEqual(new Set([false]))
      expect(await keptAfter(25 * 60)).toEqual(new Set())
    })

    it('leads on to a page whose address is too long to be kept', async () => {
      const long = encodeURIComponent(`/todo?q=${'x'.repeat(2500)}`)
      const start = await visitor().api(`/sys/thirdLogin/oauth2/wechat_enterprise/login?kind=inside&redirect=${long}`)
      expect(start.status).toBe(302)
    })
  })

  describe('the page that WeCom leads back to', () => {
    const handedIn = (html: string): Handed | undefined => {
      const [, text] = new RegExp(`<script type="application/json" id="${HANDED}">([^]*?)</script>`).exec(html) ?? []
      return text === undefined ? undefined : (JSON.parse(text) as Handed)
    }
    const opened = async (who: Visitor, at: string) =>
      handedIn((await who.open(at, { headers: { accept: 'text/html' } })).body)
    /** The way back is answered with the page at once. */
    async function cameBack(userId: string) {
      await sim.control.signIn(userId)
      const one = visitor()
      const { leave } = await one.open('/todo', { headers: { accept: 'text/html' } })
      const { at, body } = await one.open(await one.throughChat(leave!))
      const code = new URL(at!, 'http://x').searchParams.get('oauth2LoginToken')!
      return { one, code, handed: handedIn(body) }
    }
    const sessions = async () => (await test.services.db.select().from(session)).length
    const named = (realname: string) =>
      test.services.db.update(users).set({ realname }).where(eq(users.username, 'ops_manager'))

    it('has the session in it, and what its person asks first; no name in it ends it', async () => {
      await named('</script><script>1')
      const { one, code, handed } = await cameBack('ops_manager')
      await named('周敏')
      expect(handed).toMatchObject({
        code,
        login: { userInfo: { username: 'ops_manager', realname: '</script><script>1' }, chat: { name: 'wecom' } },
      })
      const [menu, ...rest] = Object.entries(handed!.answers)
      expect(menu).toMatchObject(['/jeecg-boot/sys/permission/getUserPermissionByToken', { success: true }])
      expect(rest).toEqual([])
      const mine = { 'x-access-token': handed!.token, 'x-tenant-id': handed!.tenant }
      expect((await one.api('/sys/permission/getUserPermissionByToken', undefined, mine)).json).toMatchObject({
        success: true,
      })
    })

    it('has none for another browser, another client or a code that is used up, and opens none', async () => {
      // From the login page of the web one comes back by way of the address of its page.
      await sim.control.signIn('ops_manager')
      const desk = visitor(DESKTOP)
      const start = await desk.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const location = (await desk.open(await desk.throughChat(start.location!))).location!
      const inChat = (userAgent?: string) => Object.assign(visitor(userAgent), { cookies: desk.cookies })
      const before = await sessions()
      for (const other of [visitor(), desk, inChat(dingtalkAndroidApp.browser.userAgent)])
        expect(await opened(other, location)).toBeUndefined()
      expect(await opened(inChat(), location.replace('wechat_enterprise', 'dingtalk'))).toBeUndefined()
      expect(await sessions()).toBe(before)
      expect(await opened(inChat(), location)).toBeDefined()
      // A page that is asked for twice asks for its session itself, as long as it may.
      expect(await opened(inChat(), location)).toBeUndefined()
      expect(await sessions()).toBe(before + 1)
    })

    it('leaves the code to the page of somebody who must choose, because that one knows where they were', async () => {
      const { db } = test.services
      await makePerson(test, { departs: ['A05'] })
      const [me] = (await db.select().from(users).where(eq(users.username, 'ops_manager'))) as { id: string }[]
      await db.insert(userDepart).values({ userId: me!.id, depId: 'd-0-A05' })
      const before = await sessions()
      const { one, code, handed } = await cameBack('ops_manager')
      expect(handed).toBeUndefined()
      expect(await sessions()).toBe(before)
      // Its scripts may be a long time in coming.
      test.clock.pass(100)
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)).json).toMatchObject({
        success: true,
        result: { multi_depart: 2 },
      })
      test.clock.pass(-100)
      await db.delete(userDepart).where(and(eq(userDepart.userId, me!.id), eq(userDepart.depId, 'd-0-A05')))
    })
  })

  describe('DingTalk', () => {
    it('signs in on the login page of the web, which calls its code authCode', async () => {
      await sim.control.signIn('finance')
      const page = await visitor(DESKTOP).signIn('dingtalk', { redirect: '/x' })
      expect(page.get('thirdType')).toBe('dingtalk')
      expect(page.get('redirect')).toBe('/x')
      expect((await visitor(DESKTOP).session('dingtalk')).result.chat).toEqual({
        name: 'dingtalk',
        corpId: sim.world.dingtalk.corpId,
        userId: 'finance',
      })
      expect((await accountOf('finance')).map((row) => [row.thirdType, row.thirdUserUuid])).toEqual([
        ['dingtalk', 'union-finance'],
      ])
    })

    it('refuses whoever is not of the corporation, and says so when the person refused', async () => {
      await sim.control.signIn('visitor')
      expect((await visitor(DESKTOP).signIn('dingtalk')).get('problem')).toBe('left')
      await sim.control.refuseSignIn(true)
      expect((await visitor(DESKTOP).signIn('dingtalk')).get('problem')).toBe('refused')
    })

    const exchange = (one: Visitor, code: string) =>
      one.api('/sys/thirdLogin/exchange', { source: 'dingtalk', code, kind: 'inside' })

    it('exchanges a code of the page without leaving it, twice at once for the same browser', async () => {
      const one = visitor()
      expect((await one.api('/sys/chat/setup')).json.result.dingtalk).toEqual({
        corpId: sim.world.dingtalk.corpId,
        clientId: sim.world.dingtalk.clientId,
        agentId: sim.world.dingtalk.agentId,
      })
      const code = await sim.control.authCode('dingtalk', 'finance')
      const both = await Promise.all([exchange(one, code), exchange(one, code)])
      expect(both.map(({ json }) => json.result.userInfo.username)).toEqual(['finance', 'finance'])
      expect(await sim.control.calls('/topapi/v2/user/getuserinfo')).toBe(1)
      expect((await exchange(visitor(), code)).json).toMatchObject({ success: false, result: { problem: 'used' } })
      test.clock.pass(301)
      expect((await exchange(one, code)).json.result.problem).toBe('used')
      test.clock.pass(-301)
    })

    it('answers what the wanted page asks first together with the session: as its person, and nothing of what they may not see', async () => {
      const enter = async (userId: string, page: string) => {
        const code = await sim.control.authCode('dingtalk', userId)
        const one = visitor()
        const body = { source: 'dingtalk', code, kind: 'inside', page }
        return (await one.api('/sys/thirdLogin/exchange', body, { 'x-sign': 'of another address' })).json.result
      }
      const menu = '/jeecg-boot/sys/permission/getUserPermissionByToken'
      const entered = await enter('finance', '/')
      expect(entered).toMatchObject({
        userInfo: { username: 'finance' },
        first: { answers: { [menu]: { success: true } } },
      })
      const mine = { 'x-access-token': String(entered.token), 'x-tenant-id': String(entered.first.tenant) }
      const asked = await visitor().api('/sys/permission/getUserPermissionByToken', undefined, mine)
      expect(entered.first.answers[menu].result).toEqual(asked.json.result)
      expect(Object.keys(entered.sysAllDictItems).length).toBeGreaterThan(50)
      // A record that is not there, or not theirs, is asked for by the page, which says so.
      const atRecord = await enter('finance', '/finance/userWithdrawal/1234567890123456789')
      expect(atRecord.first.answers).toEqual({})
      // It is shown with the dictionaries of its own fields, and the others come with the rest.
      expect(atRecord).not.toHaveProperty('sysAllDictItems')
      const { pb_withdraw_status: states, ...others } = atRecord.dictItems
      expect(states).toEqual(entered.sysAllDictItems.pb_withdraw_status)
      expect(Object.keys(others).sort()).toEqual(['pb_account_type', 'pb_owner_type', 'pb_withdraw_method'])
      // No address of ours: as if none had been named.
      for (const page of ['//elsewhere.invalid/todo', `/finance/userWithdrawal?superQueryParams=${'%E4'.repeat(900)}`])
        expect(await enter('finance', page)).not.toHaveProperty('first')
      expect((await enter('finance', '/finance/userWithdrawal/%')).first.answers).toMatchObject({
        [menu]: { success: true },
      })
    })

    it('answers nothing ahead to somebody who must choose first', async () => {
      const { db } = test.services
      await makePerson(test, { departs: ['A06', 'A07'] })
      const [me] = (await db.select().from(users).where(eq(users.username, 'finance'))) as { id: string }[]
      const own = ['d-0-A06', 'd-0-A07'].map((depId) => ({ userId: me!.id, depId }))
      await db.insert(userDepart).values(own)
      const body = { source: 'dingtalk', code: await sim.control.authCode('dingtalk', 'finance'), page: '/' }
      const { result } = (await visitor().api('/sys/thirdLogin/exchange', body)).json
      for (const { depId } of own)
        await db.delete(userDepart).where(and(eq(userDepart.userId, me!.id), eq(userDepart.depId, depId)))
      expect(result.multi_depart).toBe(2)
      expect(result).not.toHaveProperty('first')
    })

    it('lets the session of the same person go on, and opens a new one for anybody else', async () => {
      const one = visitor()
      const finance = { userInfo: { username: 'finance' } }
      const { token } = (await exchange(one, await sim.control.authCode('dingtalk', 'finance'))).json.result
      const confirm = async (header: string) => {
        const code = await sim.control.authCode('dingtalk', 'finance')
        const body = { source: 'dingtalk', code, kind: 'inside', confirm: true }
        return (await one.api('/sys/thirdLogin/exchange', body, { 'x-access-token': header })).json.result
      }
      expect(await confirm(token as string)).toEqual({ same: true })
      expect(await confirm('no-such-token-0123456789')).toMatchObject(finance)
      expect(await confirm(await signIn(test, 'ops_manager'))).toMatchObject(finance)
    })

    it.each([
      ['newcomer', 'unbound'],
      ['visitor', 'left'],
    ])('names the problem of %s', async (userId, problem) => {
      const { json } = await exchange(visitor(), await sim.control.authCode('dingtalk', userId))
      expect(json).toMatchObject({ success: false, code: 500, result: { problem } })
      expect(json.result.ref).toMatch(/^\w{8}$/)
    })

    it('refuses an invented code, a code of the other kind and an unknown source', async () => {
      expect((await exchange(visitor(), 'invented')).json.result.problem).toBe('used')
      const outside = await sim.control.authCode('dingtalk', 'finance', 'outside')
      expect((await exchange(visitor(), outside)).json.result.problem).toBe('used')
      expect((await visitor().api('/sys/thirdLogin/exchange', { source: 'x', code: 'y' })).json.result.problem).toBe(
        'setup',
      )
      expect((await visitor().api('/sys/thirdLogin/exchange', { source: 'dingtalk', more: 1 })).status).toBe(400)
    })

    it('takes the code of a JeecgBoot page, but not from a foreign one', async () => {
      const open = async (headers: Record<string, string>) => {
        const code = await sim.control.authCode('dingtalk', 'finance')
        const one = visitor()
        const path = `/sys/thirdLogin/oauth2/dingding/login?state=http%3A%2F%2Flocalhost%3A80&authCode=${code}&tenantId=0`
        return { one, page: new URL((await one.api(path, undefined, headers)).location!, 'http://x').searchParams }
      }
      const { one, page } = await open({ 'sec-fetch-site': 'same-origin' })
      expect(page.get('thirdType')).toBe('DINGTALK')
      const login = await one.api(`/sys/thirdLogin/getLoginUser/${page.get('oauth2LoginToken')}/DINGTALK/undefined`)
      expect(login.json.success).toBe(true)
      expect((await open({ 'sec-fetch-site': 'cross-site' })).page.get('problem')).toBe('state')
    })
  })

  describe('an account', () => {
    it.each(['wechat_enterprise', 'dingtalk'])(
      'that an administrator puts out of %s is let in again only where the person asks for it, and is told why',
      async (source) => {
        await makePerson(test, { username: `boss_${source}`, roles: { admin: [] } })
        const token = await signIn(test, `boss_${source}`)
        const mobile = source === 'dingtalk' ? '13800020002' : '13800020001'
        await makePerson(test, { username: `put-out-${source}`, phone: mobile })
        await sim.control.addPerson({ userId: `put-out-${source}`, unionId: `union-${source}`, name: '请出', mobile })
        await sim.control.signIn(`put-out-${source}`)
        const one = visitor(source === 'dingtalk' ? dingtalkAndroidApp.browser.userAgent : undefined)
        const mineToken = String((await one.session(source)).result.token)
        const [mine] = await test.services.db
          .select()
          .from(session)
          .where(and(eq(session.chat, source === 'dingtalk' ? 'dingtalk' : 'wecom'), isNull(session.revokeTime)))
          .orderBy(desc(session.id))
        expect((await test.call('POST', '/sys/online/forceLogout', { token, body: { token: mine!.id } })).success).toBe(
          true,
        )
        const answer = await one.api('/sys/permission/getUserPermissionByToken', undefined, {
          'x-access-token': mineToken,
        })
        expect(answer.json.message).toContain('当前账号已被管理员强制下线')
        const silent = await one.signIn(source, { kind: 'inside', redirect: '/record/x/1' })
        expect(silent.get('problem')).toBe('kicked')
        expect(silent.get('redirect')).toBe('/record/x/1')
        expect((await visitor(one.userAgent).signIn(source)).get('problem')).toBe('kicked')
        expect((await one.session(source, { kind: 'inside', visible: '1' })).success).toBe(true)
        // From then on silently as before.
        expect((await one.session(source, { kind: 'inside' })).success).toBe(true)
      },
    )

    it('that its own person signs out from another device is let in again only where the person asks for it', async () => {
      const { id, username } = await makePerson(test, { username: 'lost-phone', phone: '13800020009' })
      await sim.control.addPerson({ userId: username, unionId: 'union-lost', name: '丢失', mobile: '13800020009' })
      await sim.control.signIn(username)
      const phone = visitor()
      expect((await phone.session('wechat_enterprise')).success).toBe(true)
      const token = await signIn(test, username)
      const out = await test.call('POST', '/sys/user/login/setting/endOtherSessions', { token })
      expect(out.message).toBe('已退出其他 1 个登录')
      expect((await phone.signIn('wechat_enterprise', { kind: 'inside' })).get('problem')).toBe('elsewhere')
      // An administrator's word stands above the own one, whichever came first.
      for (const byOwner of [false, true])
        await test.services.db.transaction((tx) => keepOut(tx, id, { byOwner, now: test.clock.now() }))
      expect((await phone.signIn('wechat_enterprise', { kind: 'inside' })).get('problem')).toBe('kicked')
      expect((await phone.session('wechat_enterprise', { kind: 'inside', visible: '1' })).success).toBe(true)
      expect((await phone.session('wechat_enterprise', { kind: 'inside' })).success).toBe(true)
    })

    it('that signs out leaves nothing in the browser for whoever sits down there next', async () => {
      const { username } = await makePerson(test, { username: 'shared-desk', phone: '13800020008' })
      await sim.control.addPerson({ userId: username, unionId: 'union-desk', name: '共用', mobile: '13800020008' })
      await sim.control.signIn(username)
      const desk = visitor()
      const { location } = await desk.api('/sys/thirdLogin/oauth2/dingding/login?kind=outside')
      const back = await desk.throughChat(location!)
      const codeOf = (page: { at?: string; location?: string }) =>
        new URL((page.at ?? page.location)!, 'http://x').searchParams.get('oauth2LoginToken')
      const taken = (code: string | null) => desk.api(`/sys/thirdLogin/getLoginUser/${code}/dingtalk`)
      const { token } = (await taken(codeOf(await desk.open(back)))).json.result
      expect((await desk.api('/sys/logout', {}, { 'x-access-token': token })).json.success).toBe(true)
      const again = codeOf(await desk.open(back))
      expect(again === null || (await taken(again)).json.success === false).toBe(true)
    })

    it('that is renewed goes on in the tenant and the department of before', async () => {
      const { userId } = sim.world.people.find((one) => one.userId === 'two_departs')!
      const { id } = await makePerson(test, { username: userId, tenants: [1, 2], departs: ['A01', 'A02'] })
      await sim.control.signIn(userId)
      const one = visitor(dingtalkAndroidApp.browser.userAgent)
      const come = async (before?: string) => {
        const page = await one.signIn('dingtalk')
        const path = `/sys/thirdLogin/getLoginUser/${page.get('oauth2LoginToken')}/dingtalk`
        return (await one.api(path, undefined, before ? { 'x-access-token': before } : {})).json.result
      }
      await test.services.db.insert(accounts).values({
        id: `a-${id}`,
        thirdType: 'dingtalk',
        thirdUserId: userId,
        sysUserId: id,
        corpId: '',
        status: 1,
        delFlag: 0,
      })
      const first = await come()
      expect(first.resumed).toBeUndefined()
      const [, second] = first.departs.filter(({ tenantId }: { tenantId: number }) => tenantId === 1)
      await test.services.db.update(session).set({ orgCode: second.orgCode }).where(eq(session.userId, id))
      await test.services.db.update(users).set({ orgCode: null }).where(eq(users.id, id))
      expect((await come(first.token)).resumed).toEqual({ tenantId: 1, orgCode: second.orgCode })
      await test.services.db.update(session).set({ tenantId: 2, orgCode: null }).where(eq(session.userId, id))
      expect((await come(first.token)).resumed).toMatchObject({ tenantId: 2 })
      // Somebody else's session says nothing about where this person works.
      expect((await come('A'.repeat(43))).resumed).toBeUndefined()
    })

    it('that is frozen between the way back and the page gets no session', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor()
      const code = (await one.signIn('wechat_enterprise')).get('oauth2LoginToken')
      await stands('ops_manager', 'frozen')
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)).json).toMatchObject({
        success: false,
        result: { problem: 'used' },
      })
      expect((await visitor().signIn('wechat_enterprise')).get('problem')).toBe('frozen')
      await stands('ops_manager', 'normal')
    })

    it('that leaves a tenant, or whose tenant ends, begins anew', async () => {
      const { db } = test.services
      await sim.control.signIn('ops_manager')
      const belongTo = (tenants: string | null) =>
        db.update(users).set({ relTenantIds: tenants }).where(eq(users.username, 'ops_manager'))
      const tenant = tableOf(resources.sysTenant)
      await db.insert(tenant).values(['77', '78'].map((id) => ({ id, name: `租户${id}`, status: tenantStates.normal })))
      for (const end of [
        () => belongTo('78'),
        () => db.update(tenant).set({ status: tenantStates.frozen }).where(eq(tenant.id, '77')),
      ]) {
        await belongTo('77,78')
        const one = visitor()
        const code = (await one.signIn('wechat_enterprise')).get('oauth2LoginToken')
        await end()
        expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)).json).toMatchObject({
          success: false,
          result: { problem: 'used' },
        })
      }
      await belongTo(null)
    })

    it('is listed unbound until an administrator chooses the user; unbinding ends the chat sessions', async () => {
      await sim.control.signIn('newcomer')
      await visitor().signIn('wechat_enterprise')
      await makePerson(test, { username: 'boss', roles: { admin: [] }, tenants: [1] })
      const { id } = await makePerson(test, { username: 'xinren', tenants: [1] })
      const token = await signIn(test, 'boss')
      const list = () =>
        test.call('GET', '/sys/thirdAccount/list?thirdUserId=newcomer&thirdType=wechat_enterprise', { token })
      const [row] = (await list()).result.records
      expect(row).toMatchObject({ realname: '新同事', sysUserId: null, thirdType_dictText: '企业微信' })
      const bound = await test.call('PUT', '/sys/thirdAccount/edit', { token, body: { id: row.id, sysUserId: id } })
      expect(bound.message).toBe('修改成功!')
      const login = await visitor().session('wechat_enterprise')
      expect(login.result.userInfo.username).toBe('xinren')
      // On the way in, with an address to come back to and a hand-over in hand.
      const late = visitor()
      const back = await late.throughChat((await late.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')).location!)
      const handed = new URL((await late.open(back)).location!, 'http://x').searchParams.get('oauth2LoginToken')!
      const other = await test.call('PUT', '/sys/thirdAccount/edit', { token, body: { id: row.id, sysUserId: null } })
      expect(other.success).toBe(true)
      expect(await test.call('GET', '/sys/user/getUserInfo', { token: login.result.token })).toMatchObject({
        status: 401,
        message: expect.stringContaining('聊天账号的绑定已变更'),
      })
      expect((await late.api(`/sys/thirdLogin/getLoginUser/${handed}/wechat_enterprise`)).json.success).toBe(false)
      expect((await late.open(back)).location).toContain('problem=used')
      expect((await visitor().signIn('wechat_enterprise')).get('problem')).toBe('unbound')
    })

    it('bound before the chat was set up gets its corporation with the first sign-in', async () => {
      const { id } = await makePerson(test, { tenants: [1] })
      const early = {
        id: 'early',
        tenantId: 0,
        thirdType: 'wechat_enterprise',
        corpId: '',
        thirdUserId: 'early',
        sysUserId: id,
      }
      await test.services.db.insert(accounts).values({ ...early, status: 1, delFlag: 0 })
      await sim.control.addPerson({ userId: 'early', unionId: 'union-early', name: '早鸟' })
      await sim.control.signIn('early')
      expect((await visitor().session('wechat_enterprise')).result.userInfo.id).toBe(id)
      expect(await accountOf('early')).toMatchObject([{ corpId: sim.world.wecom.corpId, realname: '早鸟' }])
    })

    it('given to a newcomer is nobody here: the person behind it counts, not the id', async () => {
      const { id, username } = await makePerson(test, { tenants: [1] })
      await sim.control.addPerson({ userId: 'desk-7', unionId: 'union-first', name: '前任' })
      await sim.control.signIn('desk-7')
      await visitor().signIn('wechat_enterprise')
      await test.services.db
        .update(accounts)
        .set({ sysUserId: id, thirdUserUuid: 'union-first' })
        .where(eq(accounts.thirdUserId, 'desk-7'))
      const person = { userId: 'desk-7', unionId: 'union-first', name: '前任' }
      const chat = test.services.chats.get('wecom')!
      expect(await recognise(test.services, chat, person)).toMatchObject({ userInfo: { username } })
      expect(await recognise(test.services, chat, { ...person, unionId: 'union-second', name: '继任' })).toEqual({
        problem: 'unbound',
      })
      // And stays so: what the predecessor had is gone.
      expect(await recognise(test.services, chat, person)).toEqual({ problem: 'unbound' })
    })

    it('that is new for somebody known is where they are written to from then on', async () => {
      const { id, username } = await makePerson(test, { tenants: [1] })
      const chat = test.services.chats.get('wecom')!
      const person = { userId: 'old-id', unionId: 'union-same', name: '本人' }
      expect(await recognise(test.services, chat, person)).toEqual({ problem: 'unbound' })
      await test.services.db.update(accounts).set({ sysUserId: id }).where(eq(accounts.thirdUserId, 'old-id'))
      expect(await recognise(test.services, chat, { ...person, userId: 'new-id' })).toMatchObject({
        userInfo: { username },
      })
      expect(await chatIdsOf(test.services.db, chat, [id])).toEqual(new Map([[id, 'new-id']]))
    })

    it('of another corporation is nobody here, whatever it is called', async () => {
      const { id } = await makePerson(test)
      const foreign = {
        id: 'foreign',
        tenantId: 0,
        thirdType: 'wechat_enterprise',
        corpId: 'wwother',
        thirdUserId: 'faraway',
      }
      await test.services.db.insert(accounts).values({ ...foreign, sysUserId: id, status: 1, delFlag: 0 })
      await sim.control.addPerson({ userId: 'namesake', unionId: 'u', name: '同名' })
      await test.services.db.update(accounts).set({ thirdUserId: 'namesake' }).where(eq(accounts.id, 'foreign'))
      await sim.control.signIn('namesake')
      expect((await visitor().signIn('wechat_enterprise')).get('problem')).toBe('unbound')
    })

    it('belongs to one user only, and of an administrator only an administrator may bind it', async () => {
      const boss = await signIn(test, 'boss')
      const [root] = (await test.call('GET', '/sys/user/list?username=boss', { token: boss })).result?.records ?? []
      const helper = await makePerson(test, {
        roles: { binder: ['system:thirdAccount:list', 'system:thirdAccount:add', 'system:thirdAccount:edit'] },
      })
      const token = await signIn(test, helper.username)
      const adminId = root?.id ?? (await test.services.db.select().from(users).where(eq(users.username, 'boss')))[0]!.id
      const body = { thirdType: 'wechat_enterprise', thirdUserId: 'Somebody', sysUserId: adminId }
      const refusedForHelper = await test.call('POST', '/sys/thirdAccount/add', { token, body })
      expect(refusedForHelper.success).toBe(false)
      const free = { ...body, sysUserId: null }
      expect((await test.call('POST', '/sys/thirdAccount/add', { token, body: free })).success).toBe(true)
      const again = await test.call('POST', '/sys/thirdAccount/add', { token, body: free })
      expect(again.message).toContain('已存在')
      expect((await accountOf('somebody'))[0]).toMatchObject({ corpId: sim.world.wecom.corpId })
    })
  })

  describe('a page', () => {
    it('is signed so that the chats accept it, with the ticket that was asked for, and only for our own host', async () => {
      const token = await signIn(test, 'finance')
      const url = 'http://localhost:80/record/x?a=1'
      const sign = (name: string, more = '', address = url) =>
        test.call('GET', `/sys/chat/${name}/signature?url=${encodeURIComponent(address)}${more}`, { token })
      for (const [chat, ticket] of [
        ['wecom', 'corp'],
        ['wecom', 'agent'],
        ['dingtalk', 'corp'],
      ] as const) {
        const { result } = await sign(chat, `&ticket=${ticket}`, `${url}#part`)
        expect(await sim.control.checkSignature({ chat, ticket, url, ...result }), chat).toEqual({ ok: true })
      }
      await sign('wecom')
      await sign('wecom')
      expect(await sim.control.calls('/cgi-bin/get_jsapi_ticket')).toBe(1)
      expect((await sign('wecom', '', 'http://evil.example/')).status).toBe(400)
      expect((await sign('wecom', '', 'nothing')).status).toBe(400)
      expect((await test.call('GET', '/sys/chat/wecom/signature?url=x')).status).toBe(401)
    })
  })

  describe('a popup', () => {
    it('hands a one-time code to the page that opened it, without a script of its own', async () => {
      await sim.control.signIn('ops_manager')
      const one = visitor(DESKTOP)
      const start = await one.api('/sys/thirdLogin/render/wechat_enterprise')
      const { body, headers } = await one.open(await one.throughChat(start.location!))
      expect(headers['content-type']).toContain('text/html')
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
      const code = /data-value="([\w-]+)"/.exec(body)![1]
      expect(body.replace('<script src="/third-login.js"></script>', '')).not.toMatch(/<script|on\w+=/)
      expect((await one.api(`/sys/thirdLogin/getLoginUser/${code}/wechat_enterprise`)).json.success).toBe(true)
      await sim.control.signIn('newcomer')
      const other = visitor(DESKTOP)
      const failed = await other.api('/sys/thirdLogin/render/dingtalk')
      const unbound = await other.open(await other.throughChat(failed.location!))
      expect(unbound.body).toContain('data-value="绑定手机号,newcomer"')
      await sim.control.signIn('visitor')
      const none = await visitor(DESKTOP).api('/sys/thirdLogin/render/dingtalk')
      expect((await other.open(await other.throughChat(none.location!))).body).toContain('data-value="登录失败"')
    })
  })

  describe("one's own accounts", () => {
    const arrive = async (userId: string) => {
      await sim.control.signIn(userId)
      const one = visitor(DESKTOP)
      const page = await one.signIn('dingtalk')
      return { one, uuid: page.get('uuid')!, problem: page.get('problem') }
    }

    it('are bound after a sign-in in the same browser, shown and unbound again', async () => {
      await sim.control.addPerson({ userId: 'private', unionId: 'union-private', name: '私人' })
      const { username } = await makePerson(test)
      const token = { 'x-access-token': await signIn(test, username) }
      const bindBody = { thirdUserUuid: 'union-private', thirdType: 'dingtalk' }
      const { one, uuid, problem } = await arrive('private')
      expect([uuid, problem]).toEqual(['private', 'unbound'])
      // Knowing the number is not enough.
      const thief = await visitor().api('/sys/thirdApp/bindThirdAppAccount', bindBody, token)
      expect(thief.json).toMatchObject({ success: false, message: '请先用该聊天账号登录一次，再进行绑定' })
      const bound = await one.api('/sys/thirdApp/bindThirdAppAccount', bindBody, token)
      expect(bound.json).toMatchObject({ success: true, message: '绑定成功' })
      const mine = (type: string) =>
        one.api(`/sys/thirdApp/getThirdAccountByUserId?thirdType=${type}`, undefined, token)
      expect((await mine('wechat_enterprise,dingtalk')).json.result).toMatchObject([{ thirdUserId: 'private' }])
      expect((await mine('wechat_enterprise')).json.result).toEqual([])
      const { result } = await visitor(DESKTOP).session('dingtalk')
      expect(result.userInfo.username).toBe(username)
      const free = (given: object) =>
        test.app.inject({
          method: 'DELETE',
          url: '/jeecg-boot/sys/thirdApp/deleteThirdAccount',
          headers: token,
          payload: given,
        })
      expect((await free({ thirdType: 'dingtalk' })).json().message).toBe('解绑成功')
      expect((await free({ thirdType: 'dingtalk' })).json().success).toBe(false)
      expect((await test.call('GET', '/sys/user/getUserInfo', { token: result.token })).status).toBe(401)
    })

    it('are bound by a code sent to the phone, and the login goes on', async () => {
      const { username } = await makePerson(test, { phone: '13877776666' })
      const { one, uuid } = await arrive('private')
      await one.api('/sys/thirdLogin/bindingThirdPhone', {
        mobile: '13877776666',
        captcha: '000000',
        thirdUserUuid: uuid,
      })
      await keepCode(test.services.db, {
        key: 'sms:0:13877776666',
        code: '123456',
        seconds: 600,
        tries: 5,
        now: test.clock.now(),
      })
      const body = { mobile: '13877776666', captcha: '123456', thirdUserUuid: uuid }
      expect((await visitor().api('/sys/thirdLogin/bindingThirdPhone', body)).json.success).toBe(false)
      const wrong = await one.api('/sys/thirdLogin/bindingThirdPhone', { ...body, captcha: '999999' })
      expect(wrong.json.message).toBe('手机验证码错误')
      const code = (await one.api('/sys/thirdLogin/bindingThirdPhone', body)).json.result as string
      const login = await one.api(`/sys/thirdLogin/getLoginUser/${code}/dingtalk`)
      expect(login.json.result.userInfo.username).toBe(username)
    })

    it('are bound by the person’s password, and only from the browser that came from the chat', async () => {
      await sim.control.addPerson({ userId: 'quiet', unionId: 'union-quiet', name: '安静' })
      const { username } = await makePerson(test)
      const { one, uuid, problem } = await arrive('quiet')
      expect(problem).toBe('unbound')
      const path = '/sys/thirdLogin/bindingThirdUser'
      const body = { username, password: PASSWORD, thirdUserUuid: uuid }
      expect((await visitor().api(path, body)).json.message).toBe('请先用该聊天账号登录一次，再进行绑定')
      expect((await one.api(path, { ...body, password: 'Wrong#2026' })).json.message).toBe('用户名或密码错误')
      const code = (await one.api(path, body)).json.result as string
      const login = await one.api(`/sys/thirdLogin/getLoginUser/${code}/dingtalk`)
      expect(login.json.result.userInfo.username).toBe(username)
      expect((await one.api(path, body)).json.success).toBe(false)
    })

    it('stand in the administrator’s 待办 until one choice binds them', async () => {
      await sim.control.addPerson({ userId: 'shy', unionId: 'union-shy', name: '小雨' })
      const { id, username } = await makePerson(test, { tenants: [1] })
      await makePerson(test, { username: 'binder', roles: { admin: [] }, tenants: [1] })
      const token = await signIn(test, 'binder')
      await arrive('shy')
      await arrive('shy')
      const todo = async () =>
        (
          (await test.call('GET', '/sys/todo/list?pageSize=100', { token })).result.records as Record<string, unknown>[]
        ).filter(({ title }) => title === 'shy')
      const [item] = await todo()
      expect(item).toMatchObject({ resource: 'sysThirdAccount', summary: '小雨', status: '待绑定' })
      const bindTo = (sysUserId: string) =>
        test.call('POST', '/sys/thirdAccount/bind', { token, body: { id: item!.id, sysUserId } })
      expect((await bindTo(id)).message).toBe('绑定用户成功')
      expect((await bindTo(id)).success).toBe(false)
      expect(await todo()).toEqual([])
      const { result } = await visitor(DESKTOP).session('dingtalk')
      expect(result.userInfo.username).toBe(username)
    })
  })
})

describe('a product without chats', () => {
  it('says that they are not set up', async () => {
    const test = await emptyApp()
    const one = new Visitor(test.app)
    expect((await one.api('/sys/chat/setup')).json.result).toEqual({ wecom: null, dingtalk: null, cas: null })
    const start = await one.api('/sys/thirdLogin/oauth2/wechat_enterprise/login?redirect=%2Fa')
    expect(start.location).toMatch(/^\/oauth2-app\/login\?problem=setup&ref=\w+&redirect=%2Fa$/)
    const unknown = await one.api('/sys/thirdLogin/oauth2/github/login')
    expect([unknown.status, unknown.body]).toEqual([200, '不支持的source'])
    await test.close()
  })
})
