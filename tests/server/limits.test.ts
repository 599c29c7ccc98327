/** How often somebody may: by address, behind an address that others share, and by clocks that were wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { count, counted, networkOf, perMinute } from '../../server/people/limits.ts'
import { oneKind } from '../databases.ts'
import { PASSWORD, testApp, type TestApp } from '../product.ts'

describe.each([await oneKind()])('how often on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind, { settings: { REQUESTS_PER_MINUTE: '60', PROOF_ROUNDS: '100' } })
  })
  afterAll(() => test?.close())

  const call = async (path: string, remoteAddress: string, payload?: object, headers: Record<string, string> = {}) => {
    const method = payload ? ('POST' as const) : ('GET' as const)
    const reply = await test.app.inject({ method, url: `/jeecg-boot${path}`, remoteAddress, headers, ...(payload && { payload }) }) // prettier-ignore
    return { status: reply.statusCode, headers: reply.headers, ...reply.json<{ message: string; result: any }>() }
  }
  const statusesOf = async (times: number, ask: (at: number) => Promise<{ status: number }>) => {
    const statuses = []
    for (let at = 0; at < times; at++) statuses.push((await ask(at)).status)
    return statuses
  }

  it('all of an IPv6 network of a customer is one address, however it is written, and the next network another', async () => {
    const statuses = await statusesOf(40, (at) => call('/sys/getEncryptedString', `2001:db8::${(at + 1).toString(16)}`))
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect((await call('/sys/getEncryptedString', '2001:db8:0:1::1')).status).toBe(200)
    expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:5::9'))
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect([networkOf('::ffff:10.0.0.1'), networkOf('10.0.0.1')]).toEqual(['10.0.0.1', '10.0.0.1'])
  })

  it('pictures, proofs, registrations and questions for names are counted by the same network', async () => {
    for (let at = 1; at <= 3; at++) {
      const ip = `2001:db8:7::${at}`
      await call(`/sys/randomImage/k${at}`, ip)
      await call('/sys/challenge', ip)
      await call('/sys/user/register', ip, {})
      await call('/sys/user/checkOnlyUser?username=nobody', ip)
      await call('/sys/login', ip, { username: 'nobody', password: 'Wrong#2026' })
    }
    const { rows } = await test.services.pool.query<{ key: string; count: number }>(
      `select key, count from sys_rate_limit where key like '%2001:db8:7:%' order by key`,
    )
    expect(rows.map(({ key, count }) => [key, count])).toEqual([
      ['captcha:2001:db8:7:0', 3],
      ['challenge:2001:db8:7:0', 3],
      ['check-only:2001:db8:7:0', 3],
      ['login-address:2001:db8:7:0', 3],
      ['login:nobody:address:2001:db8:7:0', 3],
      ['register:2001:db8:7:0', 3],
    ])
  })

  it('neither dead tokens nor another route use up what somebody behind the same address may ask', async () => {
    const ip = '10.9.0.1'
    const dead = { 'x-access-token': 'dead-token-000000000000' }
    // A minute that ends among them begins to count anew.
    expect(await statusesOf(80, () => call('/sys/user/getUserInfo', ip, undefined, dead))).toContain(429)
    const asked = await statusesOf(80, () => call('/sys/getEncryptedString', ip))
    expect(asked.slice(0, 30)).toEqual(Array(30).fill(200))
    expect(asked).toContain(429)
    expect(await call('/sys/login', ip, { username: 'operator', password: PASSWORD })).toMatchObject({ status: 200 })
  })

  it('one who has forgotten many does not let those who asked too often begin anew', () => {
    const ask = perMinute(3)
    for (let at = 0; at < 50_000; at++) ask(`k${at}`)
    for (let times = 0; times < 3; times++) ask('often')
    ask('one more')
    ask('and another')
    expect(() => ask('often')).toThrow('请求过于频繁')
  })

  it('a neighbour behind the same address locks out neither a known device nor a stranger who shows to be no script', async () => {
    const ip = '10.9.0.2'
    const [given] = [{ username: 'finance', password: PASSWORD }]
    const known = await call('/sys/mLogin', '10.9.0.3', given)
    const cookie = String(known.headers['set-cookie']).split(';')[0]!
    const { services, clock } = test
    for (let at = 0; at < 205; at++) await count(services.db, `login-address:${ip}`, 600, clock.now())
    expect(await call('/sys/login', ip, given, { cookie })).toMatchObject({ status: 200, message: '登录成功' })
    expect(await call('/sys/mLogin', ip, given, { cookie })).toMatchObject({ status: 200, message: '登录成功' })
    const stranger = await call('/sys/mLogin', ip, given)
    expect(stranger).toMatchObject({ status: 200, result: { captcha: true, untried: true } })
    expect(stranger.message).toContain('当前网络登录失败次数过多')
    const proof = async () => {
      const { result: challenge } = await call('/sys/challenge', ip)
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    }
    clock.stand()
    for (let times = 0; times < 5; times++)
      expect(await call('/sys/login', ip, { ...given, proof: await proof() })).toMatchObject({ message: '登录成功' })
    // One after the other: who computes quickly gets no further.
    expect(await call('/sys/login', ip, { ...given, proof: await proof() })).toMatchObject({
      status: 429,
      message: expect.stringContaining('10 秒后再试'),
    })
    clock.run()
  })

  it('what was counted by a clock that was ahead is over when the clock is right again', async () => {
    const { clock, services } = test
    clock.pass(86_400)
    const ip = '10.9.0.4'
    for (let at = 0; at < 7; at++) await call('/sys/mLogin', ip, { username: 'service', password: 'Wrong#2026' })
    await count(services.db, 'ahead', 600, clock.now())
    clock.pass(-86_400)
    expect(await counted(services.db, 'ahead', clock.now(), 600)).toBe(0)
    expect(await count(services.db, 'ahead', 600, clock.now())).toBe(1)
    expect(await call('/sys/mLogin', ip, { username: 'service', password: PASSWORD })).toMatchObject({
      message: '登录成功',
    })
    // The clocks of two nodes are never quite the same.
    clock.pass(5)
    await count(services.db, 'apart', 600, clock.now())
    clock.pass(-5)
    expect(await counted(services.db, 'apart', clock.now(), 600)).toBe(1)
    expect(await count(services.db, 'apart', 600, clock.now())).toBe(2)
  })
})
