/** The host doctor: every tick is tried for real, and every failure says how to mend it. */
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ChatName, Finding } from '../../server/kernel/ports/chat.ts'
import { makeChats } from '../../server/chat/set-up.ts'
import { seedDictionaries } from '../../server/seed/dictionaries.ts'
import { emptyApp, makePerson, signIn, type EmptyApp } from '../empty-app.ts'
import { startSimulator, type Simulator } from '../hosts/simulator.ts'
import { Visitor } from '../hosts/visitor.ts'

const sparePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

describe('the host doctor', () => {
  let test: EmptyApp
  let sim: Simulator
  let publicUrl: string
  beforeAll(async () => {
    sim = await startSimulator()
    const port = await sparePort()
    publicUrl = `http://127.0.0.1:${port}`
    test = await emptyApp({ env: { ...sim.settings, PUBLIC_URL: publicUrl } })
    await test.app.listen({ port, host: '127.0.0.1' })
    await sim.control.product(publicUrl)
  })
  afterAll(async () => {
    await test?.close()
    await sim?.stop()
  })
  afterEach(() => sim.control.reset())

  const examine = (name: ChatName) => test.services.chats.get(name)!.examine()
  /** The same product with other settings. */
  const examineWith = (name: ChatName, change: object) => {
    const { settings, db, clock, log } = test.services
    const changed = { ...settings, chats: { ...settings.chats, [name]: { ...settings.chats[name], ...change } } }
    return makeChats(changed, { db, clock, log }).get(name)!.examine()
  }
  const bad = (findings: readonly Finding[]) => findings.filter(({ good }) => !good)

  it('finds nothing wrong with a WeCom that works', async () => {
    const findings = await examine('wecom')
    expect(findings.map(({ name }) => name)).toEqual([
      '企业 ID 与 Secret',
      '出口 IP 与应用 AgentId',
      '可信域名',
      '可见范围',
      '回调地址',
      '页面签名',
      '按手机号识别成员',
    ])
    expect(bad(findings)).toEqual([])
    expect(findings[4]!.text).toBe(`${publicUrl}/jeecg-boot/sys/chat/wecom/callback`)
  })

  it('finds nothing wrong with DingTalk but the missing https', async () => {
    expect(bad(await examine('dingtalk')).map(({ name }) => name)).toEqual(['可信域名与登录地址'])
  })

  it.each([
    ['wecom', '通讯录同步助手'],
    ['dingtalk', '员工离职'],
  ])('says of %s what has to be set up so that whoever leaves is out at once', async (name, where) => {
    await makePerson(test, { username: `doctor-${name}`, roles: { admin: [] }, tenants: [1] })
    const token = await signIn(test, `doctor-${name}`)
    const { findings } = (await test.call('GET', `/sys/chat/${name}/doctor`, { token })).result
    expect(findings.at(-1)).toMatchObject({ name: '成员离职', good: true, text: expect.stringContaining(where) })
  })

  it.each([
    ['wecom', { secret: 'wrong' }, '企业 ID 与 Secret', '40001', 'WECOM_SECRET'],
    ['wecom', { corpId: 'wrong' }, '企业 ID 与 Secret', '40013', 'WECOM_CORP_ID'],
    ['wecom', { agentId: '9' }, '出口 IP 与应用 AgentId', '40056', 'WECOM_AGENT_ID'],
    ['wecom', { callback: undefined }, '回调地址', 'WECOM_TOKEN', 'API接收'],
    ['wecom', { callback: { token: 'other', aesKey: 'a'.repeat(43) } }, '回调地址', '状态 403', 'EncodingAESKey'],
    ['wecom', { scope: 'snsapi_base' }, '按手机号识别成员', 'snsapi_base', 'snsapi_privateinfo'],
    ['dingtalk', { clientSecret: 'wrong' }, 'Client ID 与 Client Secret', '凭证不正确', 'DINGTALK_CLIENT_SECRET'],
    ['dingtalk', { corpId: 'wrong' }, '企业 CorpId', 'invalidCorpId', 'DINGTALK_CORP_ID'],
    ['dingtalk', { agentId: '9' }, '出口 IP、应用 AgentId 与可见范围', '40056', 'DINGTALK_AGENT_ID'],
  ] as const)('names what is wrong with %s %j, and how to mend it', async (name, change, tick, seen, fix) => {
    const [found] = bad(await examineWith(name, change)).filter((finding) => finding.name === tick)
    expect(found?.text).toContain(seen)
    expect(found?.fix).toContain(fix)
  })

  it('says which address WeCom saw when it is not allowed, and does not ask on', async () => {
    await sim.control.ipAllowed(false)
    const findings = await examine('wecom')
    expect(findings[1]).toMatchObject({ good: false, fix: expect.stringContaining('企业可信IP') })
    expect(findings[1]!.text).toContain('出口 IP 203.0.113.7')
    expect(findings[2]).toMatchObject({ good: false, text: '未检查' })
    expect(bad(await examine('dingtalk')).some(({ fix }) => fix?.includes('白名单'))).toBe(true)
  })

  it('says where a WeCom app that was switched off is switched on', async () => {
    await sim.control.agentClosed(true)
    const [found] = bad(await examine('wecom'))
    expect(found).toMatchObject({ text: '应用已被停用', fix: expect.stringMatching(/中启用应用$/) })
  })

  it('compares the trusted domain with our address', async () => {
    await sim.control.trustedHosts(['other.example'])
    const findings = await examine('wecom')
    expect(findings[2]!.text).toBe(`可信域名是 other.example，访问地址是 ${publicUrl.slice(7)}`)
    expect(findings[2]!.fix).toContain(publicUrl.slice(7))
  })

  it('shows a test message each time it is asked for', async () => {
    await test.services.db.transaction((tx) => seedDictionaries(tx, () => true))
    await makePerson(test, { username: 'boss', roles: { admin: [] }, tenants: [1], phone: '13800099999' })
    await sim.control.addPerson({ userId: 'boss', unionId: 'union-boss', name: '老板', mobile: '13800099999' })
    await sim.control.signIn('boss')
    expect((await new Visitor(test.app).session('wechat_enterprise')).success).toBe(true)
    const token = await signIn(test, 'boss')
    for (let round = 0; round < 2; round += 1)
      expect(await test.call('POST', '/sys/chat/wecom/doctor/message', { token, body: {} })).toMatchObject({
        success: true,
      })
    expect((await sim.control.outbox()).map(({ dropped }) => dropped)).toEqual([[], []])
  })

  it('never shows a secret', async () => {
    const all = JSON.stringify([
      await examine('wecom'),
      await examine('dingtalk'),
      await examineWith('wecom', { secret: 'top-secret' }),
    ])
    for (const secret of [
      sim.world.wecom.secret,
      sim.world.dingtalk.secret,
      'top-secret',
      sim.world.tokens.wecom!.value,
    ])
      expect(all).not.toContain(secret)
  })
})
