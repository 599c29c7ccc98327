/** Whose account of a chat it is, while people leave and come back, get another id or another number, and are bound and unbound. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { userStates } from '#resources/system/userStates.ts'
import { lookAtMembers } from '../../server/chat/members.ts'
import { callerOf } from '../../server/chat/person.ts'
import { ChatError, type Chat } from '../../server/kernel/ports/chat.ts'
import { tableOf } from '../../server/db/table.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'
import { dingtalkAndroidApp } from '../hosts/bridges/variants.ts'
import type { Callback } from '../hosts/control.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import { Visitor, WECOM_PHONE } from '../hosts/visitor.ts'
import { oneKind } from '../databases.ts'

const kinds = [await oneKind()]
const accounts = tableOf(resources.sysThirdAccount)
const users = tableOf(resources.sysUser)
type Way = readonly [chat: 'wecom' | 'dingtalk', source: string, userAgent: string]
const chats: readonly Way[] = [
  ['wecom', 'wechat_enterprise', WECOM_PHONE],
  ['dingtalk', 'dingtalk', dingtalkAndroidApp.browser.userAgent],
]

describe.each(kinds)('an account of a chat on %s', (kind) => {
  let test: EmptyApp
  let sim: Simulator
  let boss: string
  beforeAll(async () => {
    sim = await startSimulator()
    test = await emptyApp({ kind, env: sim.settings })
    await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
    await makePerson(test, { username: 'boss', roles: { admin: [] }, tenants: [1] })
    boss = await signIn(test, 'boss')
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })
  afterEach(() => sim.control.reset())

  let numbers = 13_700_000_000
  const freshMobile = () => String((numbers += 1))
  /** Of the staff, and of the corporation under the same name. */
  async function staff(username: string, inChat: { mobile?: string } = {}) {
    const phone = freshMobile()
    const { id } = await makePerson(test, { username, phone, tenants: [1] })
    await hire(username, { name: username, mobile: phone, ...inChat })
    return { id, phone }
  }
  const hire = (userId: string, { name = userId, mobile, unionId = `union-${userId}` }: Partial<Hired> = {}) =>
    sim.control.addPerson({ userId, unionId, name, mobile })
  interface Hired {
    name: string
    mobile: string
    unionId: string
  }
  /** Whom this person of the chat is let in as, or why not. */
  async function comesAs(userId: string, [, source, userAgent]: Way = chats[0]!) {
    await sim.control.signIn(userId)
    const one = new Visitor(test.app, userAgent)
    const page = await one.signIn(source)
    const code = page.get('oauth2LoginToken')
    if (!code) return { problem: page.get('problem') }
    const { result } = (await one.api(`/sys/thirdLogin/getLoginUser/${code}/${page.get('thirdType')}`)).json
    return { username: result.userInfo.username as string, token: result.token as string }
  }
  const works = async (token: string | undefined) =>
    (await test.call('GET', '/sys/user/getUserInfo', { token: token! })).status === 200
  const tell = async (chat: 'wecom' | 'dingtalk', { query, body, contentType }: Callback) =>
    (
      await test.app.inject({
        method: 'POST',
        url: `/jeecg-boot/sys/chat/${chat}/callback?${new URLSearchParams(query).toString()}`,
        headers: { 'content-type': contentType },
        payload: body,
      })
    ).statusCode
  const rowsOf = async (userId: string) =>
    (await test.services.db.select().from(accounts).where(eq(accounts.thirdUserId, userId))) as Record<
      string,
      unknown
    >[]
  const liveRow = async (userId: string) => (await rowsOf(userId)).find(({ deleteTime }) => deleteTime === null)!

  describe('that is renamed in WeCom', () => {
    it('goes with its person, also when they came first, and its old id is nobody’s', async () => {
      for (const cameFirst of [false, true]) {
        const [before, after] = cameFirst ? ['wang', 'wang01'] : ['zhangwei', 'zhangwei01']
        // WeCom does not say the number, so nothing but the id is known.
        const { id } = await staff(before, { mobile: '' })
        await sim.control.signIn(before)
        expect(await comesAs(before)).toEqual({ problem: 'unbound' })
        await test.services.db.update(accounts).set({ sysUserId: id }).where(eq(accounts.thirdUserId, before))
        const { token } = await comesAs(before)
        await sim.control.removePerson(before)
        await hire(after)
        if (cameFirst) expect(await comesAs(after)).toEqual({ problem: 'unbound' })
        const event = await sim.control.memberEvent('update_user', before.toUpperCase(), { NewUserID: after })
        expect([await tell('wecom', event), await tell('wecom', event)]).toEqual([200, 200])
        expect(await comesAs(after)).toMatchObject({ username: before })
        expect(await works(token)).toBe(true)
        await hire(before, { unionId: 'another' })
        expect(await comesAs(before)).toEqual({ problem: 'unbound' })
      }
    })

    it('is found by its number where WeCom tells us nothing', async () => {
      const { phone } = await staff('silent')
      expect(await comesAs('silent')).toMatchObject({ username: 'silent' })
      await sim.control.removePerson('silent')
      await hire('silent01', { mobile: phone })
      expect(await comesAs('silent01')).toMatchObject({ username: 'silent' })
      await hire('silent', { mobile: freshMobile() })
      expect(await comesAs('silent')).toEqual({ problem: 'unbound' })
    })

    it('is not renamed by an event that comes after a newcomer was given the old id', async () => {
      await staff('late')
      expect(await comesAs('late')).toMatchObject({ username: 'late' })
      await tell(
        'wecom',
        await sim.control.memberEvent('update_user', 'late', { NewUserID: 'late01' }, { age: 600_000 }),
      )
      expect(await comesAs('late')).toMatchObject({ username: 'late' })
    })
  })

  describe('whose id somebody else has by now', () => {
    it('is nobody’s in WeCom when its number is another than before', async () => {
      await staff('predecessor')
      expect(await comesAs('predecessor')).toMatchObject({ username: 'predecessor' })
      await sim.control.removePerson('predecessor')
      await hire('predecessor', { mobile: freshMobile() })
      expect(await comesAs('predecessor')).toEqual({ problem: 'unbound' })
    })

    it('stays whose it was made by hand, or before numbers were kept: the number told first is only remembered', async () => {
      const shared = await staff('desk01', { mobile: '' })
      const { phone } = await staff('agent')
      expect(await comesAs('agent')).toMatchObject({ username: 'agent' })
      await test.services.db
        .update(accounts)
        .set({ sysUserId: shared.id, mobile: null })
        .where(eq(accounts.thirdUserId, 'agent'))
      expect(await comesAs('agent')).toMatchObject({ username: 'desk01' })
      expect(await liveRow('agent')).toMatchObject({ mobile: phone })
      expect(await comesAs('agent')).toMatchObject({ username: 'desk01' })
      await sim.control.removePerson('agent')
      const other = await staff('elsewhere', { mobile: '' })
      await hire('agent', { mobile: `+86 ${other.phone}` })
      expect(await comesAs('agent')).toMatchObject({ username: 'elsewhere' })
    })

    it('is asked for when the number is that of somebody frozen, and was another’s until now', async () => {
      await staff('former')
      const frozen = await staff('icy', { mobile: '' })
      await test.services.db.update(users).set({ status: userStates.frozen }).where(eq(users.id, frozen.id))
      await comesAs('former')
      await sim.control.removePerson('former')
      await hire('former', { mobile: frozen.phone })
      expect(await comesAs('former')).toEqual({ problem: 'unbound' })
      await hire('new-here', { mobile: frozen.phone })
      expect(await comesAs('new-here')).toEqual({ problem: 'frozen' })
    })

    it('stays its person’s whose number changes in the staff records, or in both places', async () => {
      const { id, phone } = await staff('mover')
      expect(await comesAs('mover')).toMatchObject({ username: 'mover' })
      const moved = freshMobile()
      await test.services.db.update(users).set({ phone: moved }).where(eq(users.id, id))
      expect(await comesAs('mover')).toMatchObject({ username: 'mover' })
      await sim.control.removePerson('mover')
      await hire('mover', { mobile: moved })
      expect(await comesAs('mover')).toMatchObject({ username: 'mover' })
      expect(phone).not.toBe(moved)
    })
  })

  describe('of somebody who leaves', () => {
    it.each(chats)('in %s is theirs no more when an administrator had frozen it', async (...way) => {
      const [chat, source] = way
      const name = `frozen-${chat}`
      await staff(name)
      await comesAs(name, way)
      await test.services.db.update(accounts).set({ status: userStates.frozen }).where(eq(accounts.thirdUserId, name))
      expect(await comesAs(name, way)).toEqual({ problem: 'frozen' })
      await tell(
        chat,
        await (chat === 'wecom'
          ? sim.control.memberEvent('delete_user', name)
          : sim.control.event({ EventType: 'user_leave_org', UserId: [name] })),
      )
      await sim.control.removePerson(name)
      await hire(name, { unionId: `union-heir-${source}`, mobile: freshMobile() })
      expect(await comesAs(name, way)).toEqual({ problem: 'unbound' })
      expect(await liveRow(name)).toMatchObject({ sysUserId: null, status: 1 })
    })

    it.each(chats)(
      'in %s and comes back is not bound by the number when the account had been frozen',
      async (...way) => {
        const [chat] = way
        const name = `thawed-${chat}`
        const { phone } = await staff(name)
        await comesAs(name, way)
        await test.services.db.update(accounts).set({ status: userStates.frozen }).where(eq(accounts.thirdUserId, name))
        for (const again of [name, name, chat === 'dingtalk' ? `${name}-2` : name]) {
          const { thirdUserId } = await liveRow(name)
          await tell(
            chat,
            await (chat === 'wecom'
              ? sim.control.memberEvent('delete_user', name)
              : sim.control.event({ EventType: 'user_leave_org', UserId: [thirdUserId] })),
          )
          expect(await liveRow(name)).toBeUndefined()
          await sim.control.removePerson(name)
          // In DingTalk they have another id then, and are the same person.
          await hire(again, { unionId: `union-${name}`, mobile: phone })
          expect([again, await comesAs(again, way)]).toEqual([again, { problem: 'unbound' }])
        }
      },
    )

    it.each(chats)('in %s and has come back by the time it is told stays theirs', async (...way) => {
      const [chat] = way
      const name = `returner-${chat}`
      await staff(name)
      const { token } = await comesAs(name, way)
      const anHourAgo = Date.now() - 3600_000
      const event = await (chat === 'wecom'
        ? sim.control.memberEvent('delete_user', name, {}, { age: 3600_000 })
        : sim.control.event({ EventType: 'user_leave_org', TimeStamp: String(anHourAgo), UserId: [name] }))
      expect(await tell(chat, event)).toBe(200)
      expect(await works(token)).toBe(true)
      expect(await liveRow(name)).toMatchObject({ status: 1 })
    })

    it('ends with the other ways WeCom says so; one that is switched off for a while keeps its person and no session', async () => {
      for (const [name, status, stays] of [
        ['quits', 5, false],
        ['disabled', 2, true],
        ['active', 1, true],
      ] as const) {
        const { id } = await staff(name)
        const { token } = await comesAs(name)
        await tell('wecom', await sim.control.memberEvent('update_user', name, { Status: status }))
        expect([name, await works(token)]).toEqual([name, status === 1])
        expect([name, (await liveRow(name))?.sysUserId]).toEqual([name, stays ? id : undefined])
      }
    })
  })

  describe('of whose leaving the chat tells nothing', () => {
    const stops = (said: string) => said.includes('已停止')
    /** What is said of the chat in seven nights, or until it is of interest. */
    async function week(
      chat: 'wecom' | 'dingtalk',
      { until = () => false, its = {} }: { until?: (said: string) => boolean; its?: Partial<Chat> } = {},
    ) {
      const nights: string[] = []
      const chats = new Map([[chat, { ...test.services.chats.get(chat)!, ...its }]])
      for (let night = 0; night < 7; night += 1) {
        const now = () => new Date(test.clock.now().getTime() + night * 86_400_000)
        nights.push(await lookAtMembers({ ...test.services, chats, clock: { ...test.clock, now } }))
        if (until(nights.at(-1)!)) break
      }
      return nights
    }

    it('is looked at past a hiccup, not for ever when nothing is answered', async () => {
      // Of fifteen at least three have their turn in the same night.
      for (let one = 0; one < 15; one += 1) {
        await staff(`many${one}`)
        await comesAs(`many${one}`)
      }
      const silent = new ChatError('没有应答', 'no-answer', true, undefined, 'busy')
      let calls: number[] = []
      const answers = (answer: (call: number) => ChatError | undefined): Partial<Chat> => ({
        standingOf: (userId) => {
          calls.push(Number(/^many(\d+)$/.exec(userId)?.[1] ?? NaN))
          const error = answer(calls.length)
          return error ? Promise.reject(error) : Promise.resolve('member')
        },
      })
      const stopped = await week('wecom', { until: stops, its: answers(() => silent) })
      expect(stopped.at(-1)).toMatch(/3 人没有结果，已停止：没有应答$/)

      calls = []
      const gone = await week('wecom', { its: answers((call) => (call % 3 ? silent : undefined)) })
      expect(gone.some(stops)).toBe(false)
      // Each once a week.
      expect(calls.filter((one) => one >= 0).toSorted((one, other) => one - other)).toEqual([...Array(15).keys()])
    })

    it.each(chats)('in %s is looked at in the night, as long as somebody is signed in through it', async (...way) => {
      const [chat] = way
      const [here, gone, off] = ['here', 'gone', 'off'].map((name) => `night-${name}-${chat}`) as [
        string,
        string,
        string,
      ]
      const tokens: string[] = []
      for (const name of [here, gone, off]) {
        await staff(name)
        tokens.push((await comesAs(name, way)).token!)
      }
      await sim.control.removePerson(gone)
      const [person] = (await sim.control.people()).filter(({ userId }) => userId === off)
      person!.status = 2
      const after = async () => [await works(tokens[0]), await works(tokens[1]), await works(tokens[2])]

      const path = chat === 'wecom' ? '/cgi-bin/user/get' : '/topapi/v2/user/get'
      // A limit that is used up, and settings that are wrong.
      for (const errcode of chat === 'wecom' ? [45009, 60020] : [90018, 60020]) {
        await sim.control.reset()
        await sim.control.failNext({ path, errcode })
        expect(stops((await week(chat, { until: stops })).at(-1)!)).toBe(true)
        expect(await sim.control.calls(path)).toBe(1)
      }
      expect(await after()).toEqual([true, true, true])

      await sim.control.reset()
      await sim.control.failNext({ path, http: 503, html: true })
      const once = await week(chat)
      expect(once.filter((said) => said.includes('1 人没有结果'))).toHaveLength(1)
      expect(once.some(stops)).toBe(false)
      expect((await week(chat)).some(stops)).toBe(false)
      // DingTalk has no such state.
      expect(await after()).toEqual([true, false, chat === 'dingtalk'])
      expect(await liveRow(gone)).toBeUndefined()
      expect(await liveRow(off)).toMatchObject({ status: 1, sysUserId: expect.any(String) })
    })
  })

  describe('of staff who were deleted', () => {
    const remove = async (id: string) =>
      expect((await test.call('DELETE', `/sys/user/delete?id=${id}`, { token: boss })).success).toBe(true)

    it('is bound by the number to whoever was made in their place', async () => {
      const { id, phone } = await staff('zhouqi')
      await comesAs('zhouqi')
      await remove(id)
      await makePerson(test, { username: 'zhouqi2', phone, tenants: [1] })
      expect(await comesAs('zhouqi')).toMatchObject({ username: 'zhouqi2' })
    })

    it('is as one that was never bound: asked for, and bound by an administrator', async () => {
      const { id } = await staff('gone')
      await comesAs('gone')
      await remove(id)
      const heir = await makePerson(test, { username: 'heir', tenants: [1] })
      const { id: accountId } = await liveRow('gone')
      const bound = await test.call('POST', '/sys/thirdAccount/bind', {
        token: boss,
        body: { id: accountId, sysUserId: heir.id },
      })
      expect(bound.message).toBe('绑定用户成功')
      expect(await comesAs('gone')).toMatchObject({ username: 'heir' })
      await remove(heir.id)
      expect(await comesAs('gone')).toEqual({ problem: 'unbound' })
      expect(await liveRow('gone')).toMatchObject({ sysUserId: null })
    })
  })

  describe('that was unbound on purpose', () => {
    const edit = (body: object) => test.call('PUT', '/sys/thirdAccount/edit', { token: boss, body })
    const take: Readonly<Record<string, (username: string) => Promise<{ success: boolean }>>> = {
      'by its person': async (username) => {
        const token = await signIn(test, username)
        const path = '/sys/thirdApp/deleteThirdAccount?thirdType=wechat_enterprise'
        return test.call('DELETE', path, { token, body: {} })
      },
      'by an administrator': async (username) => edit({ id: (await liveRow(username)).id, sysUserId: null }),
      'by an administrator who deletes the row': async (username) =>
        test.call('DELETE', `/sys/thirdAccount/delete?id=${String((await liveRow(username)).id)}`, { token: boss }),
    }
    it.each(Object.keys(take))('%s is not bound again by the number, only by hand', async (who) => {
      const username = `unbound${Object.keys(take).indexOf(who)}`
      const { id } = await staff(username)
      expect(await comesAs(username)).toMatchObject({ username })
      expect((await take[who]!(username)).success).toBe(true)
      expect(await comesAs(username)).toEqual({ problem: 'unbound' })
      expect(await comesAs(username)).toEqual({ problem: 'unbound' })
      expect((await edit({ id: (await liveRow(username)).id, sysUserId: id })).success).toBe(true)
      expect(await comesAs(username)).toMatchObject({ username })
      expect(await liveRow(username)).toMatchObject({ unbound: 0 })
    })
  })

  it.each(chats)('of %s that is known does not wait for what the chat says besides', async (...way) => {
    const [chat] = way
    const name = `hurried-${chat}`
    await staff(name)
    await comesAs(name, way)
    await sim.control.failNext({ path: chat === 'wecom' ? '/cgi-bin/user/get' : '/topapi/v2/user/get', hang: true })
    const begun = performance.now()
    expect(await comesAs(name, way)).toMatchObject({ username: name })
    // The call itself is given up after ten seconds.
    expect(performance.now() - begun).toBeLessThan(9500)
  })

  it('that presses a card says what is the matter with its user, not with a session', async () => {
    await staff('presser')
    await comesAs('presser')
    await test.services.db.update(users).set({ status: userStates.frozen }).where(eq(users.username, 'presser'))
    await expect(callerOf(test.services, test.services.chats.get('wecom')!, 'presser')).rejects.toThrow(
      /已冻结或不属于该租户/,
    )
  })

  it('is let in from an office where a hundred others failed; one browser that guesses is stopped', async () => {
    const { phone } = await staff('behind')
    expect(phone).toMatch(/^137/)
    for (let tried = 0; tried < 110; tried += 1)
      await test.call('GET', `/sys/thirdLogin/getLoginUser/x${tried}/wechat_enterprise`)
    const [, , userAgent] = chats[1]!
    const guesser = new Visitor(test.app, userAgent)
    const bring = async (who: Visitor, code: string) =>
      (await who.api('/sys/thirdLogin/exchange', { source: 'dingtalk', code })).json
    const problems: string[] = []
    for (let tried = 0; tried < 110; tried += 1)
      problems.push(String((await bring(guesser, `guess-${tried}`)).result.problem))
    expect([problems[0], problems.at(-1)]).toEqual(['used', 'busy'])
    expect(await comesAs('behind')).toMatchObject({ username: 'behind' })
    const code = await sim.control.authCode('dingtalk', 'behind')
    expect((await bring(new Visitor(test.app, userAgent), code)).result.userInfo.username).toBe('behind')
    expect(await comesAs('behind', chats[1])).toMatchObject({ username: 'behind' })
  })

  it('is not guessed at with rounds either: what the chat refuses is counted by address', async () => {
    await staff('guessed')
    const { rateLimit } = await import('../../server/db/tables.ts')
    const ofAddress = eq(rateLimit.key, 'chat-login:127.0.0.1')
    const countOf = async () => (await test.services.db.select().from(rateLimit).where(ofAddress))[0]?.count ?? 0
    const junk = async () => {
      const guesser = new Visitor(test.app, WECOM_PHONE)
      const start = await guesser.api('/sys/thirdLogin/oauth2/wechat_enterprise/login')
      const state = new URL(start.location!).searchParams.get('state')!
      const back = `/sys/thirdLogin/oauth2/wechat_enterprise/callback?state=${state}&code=junk-${state}`
      const problem = async () => new URL((await guesser.api(back)).location!, 'http://x').searchParams.get('problem')
      return [await problem(), await problem()]
    }
    const before = await countOf()
    // Asked for twice, the chat once.
    expect(await junk()).toEqual(['used', 'used'])
    expect(await countOf()).toBe(before + 1)
    await test.services.db.update(rateLimit).set({ count: 3000 }).where(ofAddress)
    expect(await junk()).toEqual(['busy', 'busy'])
    await test.services.db.delete(rateLimit).where(ofAddress)
    expect(await comesAs('guessed')).toMatchObject({ username: 'guessed' })
  })

  it('is bound to nobody who may do more than whoever binds it', async () => {
    const [few, more] = [
      ['system:thirdAccount:list', 'system:thirdAccount:edit', 'system:user:list'],
      ['system:log:list'],
    ]
    await makePerson(test, { username: 'clerk', roles: { clerk: few }, tenants: [1] })
    const { id: likeThem } = await makePerson(test, { username: 'like', roles: { clerk: few }, tenants: [1] })
    const { id: above } = await makePerson(test, { username: 'above', roles: { above: more }, tenants: [1] })
    const token = await signIn(test, 'clerk')
    await hire('waits')
    expect(await comesAs('waits')).toEqual({ problem: 'unbound' })
    const { id } = await liveRow('waits')
    const edit = (change: object) => test.call('PUT', '/sys/thirdAccount/edit', { token, body: { id, ...change } })
    expect(await edit({ sysUserId: above })).toMatchObject({ success: false, message: expect.stringContaining('权限') })
    expect(await edit({ sysUserId: likeThem })).toMatchObject({ success: true })
    await test.services.db
      .update(accounts)
      .set({ sysUserId: above })
      .where(eq(accounts.id, String(id)))
    // Taking it away opens nothing.
    expect(await edit({ status: 2 })).toMatchObject({ success: true })
    expect(await edit({ status: 1 })).toMatchObject({ success: false })
    expect(await edit({ sysUserId: null })).toMatchObject({ success: true })
  })
})
