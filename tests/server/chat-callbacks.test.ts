/** What WeCom and DingTalk call us with: taken once when it is true, refused before it is read when it is not. */
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { notice } from '../../server/db/notify-tables.ts'
import { tableOf } from '../../server/db/table.ts'
import { accountOf, recognise } from '../../server/chat/accounts.ts'
import { askToBind } from '../../server/chat/ask-to-bind.ts'
import { callerOf } from '../../server/chat/person.ts'
import { takeClick } from '../../server/chat/clicks.ts'
import { deliveries } from '../../server/notify/deliveries.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { Refusal, refused } from '../../server/kernel/errors.ts'
import type { Caller } from '../../server/kernel/caller.ts'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'
import type { Callback } from '../hosts/control.ts'
import * as simulated from '../hosts/sealed.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import { Visitor } from '../hosts/visitor.ts'
import { oneKind } from '../databases.ts'
import { until } from '../product.ts'

const kinds = [await oneKind()]
const log = tableOf(resources.sysLog)

describe.each(kinds)('a callback on %s', (kind) => {
  let test: EmptyApp
  let sim: Simulator
  beforeAll(async () => {
    sim = await startSimulator()
    test = await emptyApp({ kind, env: { ...sim.settings, PUBLIC_URL: 'https://volt.example' } })
    await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
    await makePerson(test, {
      username: 'ops_manager',
      phone: '13800010001',
      departs: ['A01'],
      tenants: [1],
      roles: { m: ['a:b'] },
    })
    await makePerson(test, { username: 'finance', phone: '13800010003', tenants: [1, 2] })
    await test.services.jobs.start()
    for (const name of ['ops_manager', 'finance']) {
      await sim.control.signIn(name)
      await new Visitor(test.app).session('wechat_enterprise')
    }
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })

  const post = async (path: string, { query, body, contentType }: Callback) =>
    test.app.inject({
      method: 'POST',
      url: `/jeecg-boot${path}?${new URLSearchParams(query).toString()}`,
      headers: { 'content-type': contentType },
      payload: body,
    })
  const wecom = (callback: Callback) => post('/sys/chat/wecom/callback', callback)
  const dingtalk = (callback: Callback) => post('/sys/chat/dingtalk/callback', callback)
  const queued = async () =>
    (
      await test.services.db.execute<{ data: { click: Record<string, unknown> } }>(
        sql`select data from pgboss.job where name = 'chat-click' order by created_on`,
      )
    ).rows.map(({ data }) => data.click)

  describe('of WeCom', () => {
    it('proves the address: the plain text, nothing around it', async () => {
      const query = await sim.control.echo('1616140317555161061')
      const path = '/jeecg-boot/sys/chat/wecom/callback?'
      const answer = await test.app.inject(path + new URLSearchParams(query).toString())
      expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
        200,
        '1616140317555161061',
        'text/plain; charset=utf-8',
      ])
      // Plus signs that were not encoded.
      const raw = Object.entries(query).map(
        ([name, value]) => `${name}=${value.replaceAll('/', '%2F').replaceAll('=', '%3D')}`,
      )
      expect((await test.app.inject(path + raw.join('&'))).body).toBe('1616140317555161061')
      const bad = await sim.control.echo('x', { signature: 'bad' })
      expect((await test.app.inject(path + new URLSearchParams(bad).toString())).statusCode).toBe(403)
    })

    it('queues a click once, however often it comes', async () => {
      const callback = await sim.control.clickBody('card-1', 'approve', 'Ops_Manager')
      const before = (await queued()).length
      const answers = await Promise.all([wecom(callback), wecom(callback)])
      answers.push(await wecom(callback))
      expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
        [200, ''],
        [200, ''],
        [200, ''],
      ])
      const clicks = await queued()
      expect(clicks.length - before).toBe(1)
      expect(clicks.at(-1)).toMatchObject({ userId: 'ops_manager', choice: 'approve', message: 'card-1' })
      expect(clicks.at(-1)!.receipt).toMatchObject({ all: true, responseCode: expect.any(String) })
      await until('the refused click to be written down', async () => {
        const rows = await test.services.db.select().from(log).where(like(log.logContent, '%卡片按钮“approve”未执行%'))
        return rows.length > 0
      })
    })

    it.each([
      ['with a wrong signature', { signature: 'bad' }],
      ['sealed with another key', { key: 'other' }],
      ['for another corporation', { receiver: 'wwother' }],
      ['played back after five minutes', { age: 301_000 }],
      ['from the future', { age: -301_000 }],
    ] as const)('refuses one %s and queues nothing', async (_, bend) => {
      const before = (await queued()).length
      const answer = await wecom(await sim.control.clickBody('card-2', 'approve', 'ops_manager', bend))
      expect([answer.statusCode, answer.json().message]).toEqual([403, '回调校验失败'])
      expect((await queued()).length).toBe(before)
    })

    it('refuses what is too large, is no XML, or names no signature', async () => {
      const good = await sim.control.clickBody('card-3', 'approve', 'ops_manager')
      const large = await wecom(await sim.control.clickBody('card-3', 'approve', 'ops_manager', { filling: 200_000 }))
      expect(large.statusCode).toBe(413)
      for (const body of ['', 'no xml', '<xml></xml>', '<xml><Encrypt></Encrypt></xml>', '<Encrypt>'.repeat(5000)])
        expect((await wecom({ ...good, body })).statusCode, body.slice(0, 20)).toBe(403)
      expect((await wecom({ ...good, query: {} })).statusCode).toBe(400)
      expect((await wecom({ ...good, query: { ...good.query, timestamp: 'now' } })).statusCode).toBe(400)
      expect((await wecom({ ...good, contentType: 'multipart/form-data; boundary=x' })).statusCode).toBe(200)
    })

    it('takes other events without doing anything', async () => {
      const before = (await queued()).length
      const xml = '<xml><FromUserName><![CDATA[finance]]></FromUserName><Event><![CDATA[enter_agent]]></Event></xml>'
      const { wecom: own } = sim.world
      const encrypt = simulated.seal(own.aesKey, xml, own.corpId)
      const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), 'n']
      const msg_signature = simulated.callbackSignature(own.token, timestamp, nonce, encrypt)
      const body = `<xml><Encrypt><![CDATA[${encrypt}]]></Encrypt></xml>`
      const answer = await wecom({ query: { msg_signature, timestamp, nonce }, body, contentType: 'text/xml' })
      expect([answer.statusCode, (await queued()).length]).toEqual([200, before])
    })
  })

  describe('of DingTalk', () => {
    it('is answered with a sealed success', async () => {
      const answer = await dingtalk(await sim.control.event({ EventType: 'check_url' }))
      const { msg_signature, timeStamp, nonce, encrypt } = answer.json()
      const { token, aesKey, clientId } = sim.world.dingtalk
      expect(simulated.callbackSignature(token, timeStamp as string, nonce as string, encrypt as string)).toBe(
        msg_signature,
      )
      expect(simulated.unseal(aesKey, encrypt as string)).toEqual({ message: 'success', receiver: clientId })
      const older = await sim.control.event({ EventType: 'check_url' }, { receiver: sim.world.dingtalk.corpId })
      const { msg_signature: signature, ...rest } = older.query
      expect((await dingtalk({ ...older, query: { signature: signature!, ...rest } })).statusCode).toBe(200)
    })

    it('is refused when it is forged, or no JSON', async () => {
      const good = await sim.control.event({ EventType: 'check_url' })
      expect((await dingtalk(await sim.control.event({}, { signature: 'bad' }))).statusCode).toBe(403)
      expect((await dingtalk(await sim.control.event({}, { receiver: 'other' }))).statusCode).toBe(403)
      expect((await dingtalk({ ...good, body: '{"encrypt":1}' })).statusCode).toBe(403)
      for (const body of ['', 'x', '[]', 'null'])
        expect([400, 403]).toContain((await dingtalk({ ...good, body })).statusCode)
    })

    it('throws out whoever left the corporation', async () => {
      await sim.control.signIn('finance')
      const one = new Visitor(test.app)
      const { token } = (await one.session('dingtalk', { kind: 'outside' })).result
      const password = await signIn(test, 'finance')
      await dingtalk(await sim.control.event({ EventType: 'user_leave_org', UserId: ['finance', 'unknown'] }))
      expect((await test.call('GET', '/sys/user/getUserInfo', { token })).status).toBe(401)
      expect((await test.call('GET', '/sys/user/getUserInfo', { token: password })).status).toBe(200)
      // Whoever is given the id after them is nobody here.
      const heir = { userId: 'finance', name: '继任' }
      expect(await recognise(test.services, test.services.chats.get('dingtalk')!, heir)).toEqual({ problem: 'unbound' })
    })

    it('asks administrators no more to bind who has left, or whose id is somebody else’s by now', async () => {
      await makePerson(test, { roles: { admin: [] }, tenants: [1] })
      const chat = test.services.chats.get('dingtalk')!
      const guest = { userId: 'guest', unionId: 'union-guest', name: '访客' }
      const heir = { userId: 'guest', unionId: 'union-heir', name: '继任' }
      const comes = async (person: typeof guest) => {
        expect(await recognise(test.services, chat, person)).toEqual({ problem: 'unbound' })
        return (await accountOf(test.services.db, chat, person))!.id
      }
      const asked = async (accountId: string) => {
        const rows = await test.services.db
          .select({ state: notice.state, outcome: notice.outcome, told: deliveries.state, reason: deliveries.reason })
          .from(notice)
          .innerJoin(deliveries, eq(deliveries.noticeId, notice.id))
          .where(and(eq(notice.title, '聊天账号待绑定'), eq(notice.recordId, accountId)))
        return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
      }
      const open = { state: 'open', outcome: null, told: 'sent', reason: null }
      const closed = (outcome: string) => ({ state: 'settled', outcome, told: 'decided', reason: outcome })
      const first = await comes(guest)
      expect(await asked(first)).toEqual([open])
      const second = await comes(heir)
      expect(await asked(first)).toEqual([closed('该聊天账号已换人，无需绑定')])
      expect(await asked(second)).toEqual([open])
      await dingtalk(await sim.control.event({ EventType: 'user_leave_org', UserId: ['guest'] }))
      expect(await asked(second)).toEqual([closed('该聊天账号已离开企业，无需绑定')])
      // They left while administrators were about to be asked.
      await test.services.db.delete(notice)
      await askToBind(test.services, chat, heir, second)
      expect(await asked(second)).toEqual([])
    })
  })

  describe('a click', () => {
    const chat = () => test.services.chats.get('wecom')!
    const who = (userId: string, tenantId?: number) => callerOf(test.services, chat(), userId, { tenantId })

    it('stands for the person with exactly their rights', async () => {
      expect(await who('ops_manager')).toMatchObject({
        username: 'ops_manager',
        tenantId: 1,
        orgCode: 'A01',
        host: '企业微信',
        isAdmin: false,
        permissions: new Set(['a:b']),
      } satisfies Partial<Caller>)
      expect(await who('finance', 2)).toMatchObject({ username: 'finance', tenantId: 2 })
    })

    it('stands for nobody when the person is unbound, frozen or of another tenant', async () => {
      await expect(who('newcomer')).rejects.toThrow('没有绑定用户')
      await expect(who('ops_manager', 2)).rejects.toBeInstanceOf(Refusal)
      const admin = await makePerson(test, { roles: { admin: [] }, tenants: [1] })
      const token = await signIn(test, admin.username)
      const [row] = (await test.call('GET', '/sys/thirdAccount/list?thirdUserId=ops_manager', { token })).result.records
      const edited = await test.call('PUT', '/sys/thirdAccount/edit', { token, body: { id: row.id, status: 2 } })
      expect(edited.success).toBe(true)
      await expect(who('ops_manager')).rejects.toThrow('已冻结')
    })

    it('that may not be is written down; one that fails is tried again', async () => {
      const click = { id: 'c', userId: 'finance', message: 'm', choice: 'approve', receipt: {} }
      const data = { chat: 'wecom', click } as const
      await takeClick(test.services, data, () => Promise.reject(refused('没有权限')))
      const rows = await test.services.db.select().from(log).where(like(log.logContent, '%没有权限%'))
      expect(rows[0]).toMatchObject({ username: 'finance', host: '企业微信', logType: 2 })
      await expect(takeClick(test.services, data, () => Promise.reject(new Error('database')))).rejects.toThrow(
        'database',
      )
    })
  })
})

describe('a product without callbacks', () => {
  it('has none', async () => {
    const test = await emptyApp()
    const query = `msg_signature=${'a'.repeat(40)}&timestamp=${Math.floor(Date.now() / 1000)}&nonce=1`
    for (const name of ['wecom', 'dingtalk'])
      expect((await test.call('POST', `/sys/chat/${name}/callback?${query}`, { body: {} })).status).toBe(404)
    await test.close()
  })
})
