/** What happens when there is more to do than can be done. That decisions and sign-in go on: `approvals.test.ts`. */
import { request as ask, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { AT_ONCE } from '../../server/figures/answer.ts'
import { LANES } from '../../server/kernel/lanes.ts'
import { readSettings } from '../../server/settings.ts'
import { Lane, type LaneLimits } from '../../server/kernel/lane.ts'
import { allRoutes } from '../../server/http/register.ts'
import { route } from '../../server/kernel/route.ts'
import { emptyApp, makePerson, PASSWORD, type EmptyApp } from '../empty-app.ts'

describe('a lane', () => {
  const away = { status: 503, message: '系统繁忙', extra: { retryAfterSeconds: 2 } }
  let now = 0
  const laneOf = (limits: Partial<LaneLimits> = {}) =>
    new Lane(
      { atOnce: 1, patienceMs: 500, shortMs: 100, most: 100, ...limits },
      { message: '系统繁忙', retryAfterSeconds: 2 },
      () => now,
    )
  const client = () => new PassThrough()
  function pass(ms: number) {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  /** What it has seen: turns that take so long. */
  async function used(lane: Lane, ms: number) {
    for (let times = 0; times < 50; times++) {
      const turn = await lane.turn(client())
      pass(ms)
      turn.giveBack()
    }
    return lane
  }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('lets so many in at once and the others in their order, whoever was in before ahead of them', async () => {
    const lane = laneOf({ atOnce: 2 })
    const [first, second] = [await lane.turn(client()), await lane.turn(client())]
    const order: string[] = []
    const asked = (name: string, known?: boolean) =>
      lane.turn(client(), known).then((turn) => {
        order.push(name)
        turn.giveBack()
      })
    const all = [asked('third'), asked('fourth'), asked('known', true)]
    first.giveBack()
    // The second time it means nothing.
    first.giveBack()
    await Promise.all(all)
    expect(order).toEqual(['known', 'third', 'fourth'])
    second.giveBack()
  })

  it('sends away whoever has waited long enough, and begins nobody who has left', async () => {
    const lane = laneOf()
    const turn = await lane.turn(client())
    const late = expect(lane.turn(client())).rejects.toMatchObject(away)
    pass(200)
    const leaving = client()
    const left = expect(lane.turn(leaving)).rejects.toMatchObject({ status: 499 })
    leaving.destroy()
    await left
    expect(lane.waiting).toBe(1)
    pass(300)
    await late
    turn.giveBack()
    await expect(lane.turn(leaving)).rejects.toMatchObject({ status: 499 })
    ;(await lane.turn(client())).giveBack()
  })

  it('sends away at once whoever would wait in vain: by how long turns take, and when none comes free', async () => {
    const lane = await used(laneOf(), 200)
    const turn = await lane.turn(client())
    const waiting = [lane.turn(client()), lane.turn(client())]
    await expect(lane.turn(client())).rejects.toMatchObject(away)
    turn.giveBack()
    for (const one of waiting) (await one).giveBack()
    const hangs = await lane.turn(client())
    pass(600)
    await expect(lane.turn(client())).rejects.toMatchObject(away)
    hangs.giveBack()
    ;(await lane.turn(client())).giveBack()
  })

  it('takes a burst, keeps a line short that does not empty, and takes the next burst when it has', async () => {
    const lane = await used(laneOf(), 10)
    const line: Promise<{ giveBack(): void } | undefined>[] = []
    /** Comes until somebody is sent away; answers how many wait. */
    function crowd() {
      for (const { sentAway } = lane; lane.sentAway === sentAway;) line.push(lane.turn(client()).catch(() => undefined))
      return lane.waiting
    }
    async function serve() {
      const turn = await line.shift()
      if (!turn) return
      pass(10)
      turn.giveBack()
    }
    const burst = crowd()
    expect(burst).toBeGreaterThan(40)
    for (let times = 0; times < 300; times++) {
      await serve()
      crowd()
    }
    expect(lane.crowded).toBe(true)
    expect(lane.waiting).toBeLessThan(15)
    while (line.length) await serve()
    expect(lane.crowded).toBe(false)
    expect(crowd()).toBe(burst)
  })
})

describe('a server with more to do than it can', () => {
  const common = { permission: 'public', summary: 'test', tag: 'test', params: z.object({ name: z.string() }) }
  let test: EmptyApp
  let address: string
  const begun: string[] = []
  let gate = Promise.resolve()
  let goOn = () => {}
  const wait = async ({ params: { name } }: { params: { name: string } }) => {
    begun.push(name)
    await gate
  }
  beforeAll(async () => {
    test = await emptyApp({
      lanes: { light: { atOnce: 1, most: 1 }, export: { atOnce: 1, most: 0 }, wide: { atOnce: 1, most: 0 } },
      routes: [
        route({ ...common, method: 'GET', path: '/t/held/:name', handler: wait }),
        route({ ...common, method: 'GET', path: '/t/export/:name', lane: 'export', handler: wait }),
        route({ ...common, method: 'GET', path: '/t/wide/:name', lane: 'wide', handler: wait }),
        route({ ...common, method: 'POST', path: '/t/read/:name', body: z.unknown(), handler: wait }),
        route({
          ...common,
          method: 'GET',
          path: '/t/sent/:name',
          raw: true,
          handler: ({ reply, params: { name } }) => {
            begun.push(name)
            return reply.type('text/plain').send(Readable.from(slowly(), { objectMode: false }))
          },
        }),
      ],
    })
    address = `${await test.app.listen({ port: 0, host: '127.0.0.1' })}/jeecg-boot`
  })
  afterAll(() => test?.close())
  beforeEach(() => {
    begun.length = 0
    gate = new Promise((resolve) => (goOn = resolve))
  })
  afterEach(() => goOn())

  async function* slowly() {
    yield 'first'
    await gate
    yield 'last'
  }
  const began = (...names: string[]) =>
    vi.waitFor(() => expect(begun).toEqual(names), { interval: 5, timeout: 120_000 })
  // Compressed, the first bytes would wait for the last.
  const get = (path: string) => fetch(address + path, { headers: { 'accept-encoding': 'identity' } })

  it('sends away whoever finds the line full, in words, and goes on for health and sign-in', async () => {
    const { username } = await makePerson(test)
    const first = get('/t/held/first')
    await began('first')
    const answers: Response[] = []
    const others = ['a', 'b', 'c'].map(async (name) => void answers.push(await get(`/t/held/${name}`)))
    await vi.waitFor(() => expect(answers).toHaveLength(2), { interval: 5, timeout: 120_000 })
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: 503, message: '系统繁忙，本次请求没有执行，请稍后重试' })
    }
    const body = { username, password: PASSWORD }
    expect(await test.call('POST', '/sys/login', { body })).toMatchObject({ message: '登录成功' })
    expect((await test.app.inject('/health')).json()).toMatchObject({ databaseMs: expect.any(Number) })
    expect((await test.app.inject('/version.json')).statusCode).toBe(200)
    goOn()
    expect((await first).status).toBe(200)
    await Promise.all(others)
    expect(answers[2]!.status).toBe(200)
    expect(begun).toHaveLength(2)
  })

  it('begins nothing for a client that has left', async () => {
    const first = get('/t/held/first')
    await began('first')
    const arrived = new Promise<Socket>((resolve) =>
      test.app.server.once('request', ({ socket }: IncomingMessage) => resolve(socket)),
    )
    const leaving = ask(`${address}/t/held/leaving`, { agent: false }).on('error', () => undefined)
    leaving.end()
    const gone = new Promise((resolve) => void arrived.then((socket) => socket.once('close', resolve)))
    await arrived
    // It stands in line: there is no room for another.
    expect((await get('/t/held/other')).status).toBe(503)
    leaving.destroy()
    await gone
    const next = get('/t/held/next')
    goOn()
    expect([(await first).status, (await next).status]).toEqual([200, 200])
    expect(begun).toEqual(['first', 'next'])
  })

  it('keeps exports apart from small work', async () => {
    const first = get('/t/export/first')
    await began('first')
    expect((await get('/t/export/second')).status).toBe(503)
    const light = get('/t/held/light')
    await began('first', 'light')
    goOn()
    expect([(await first).status, (await light).status]).toEqual([200, 200])
  })

  it('counts what is on a home while reports take every turn of theirs, and leaves others their connections', async () => {
    const { username } = await makePerson(test, { tenants: [1], roles: { counts: ['rental:device:list'] } })
    const { result } = await test.call('POST', '/sys/login', { body: { username, password: PASSWORD } })
    const slow = get('/t/wide/slow')
    await began('slow')
    expect((await get('/t/wide/another')).status).toBe(503)
    const home = await test.call('GET', '/rental/figures/monitor', { token: result.token })
    expect([home.status, home.result.panels.length]).toEqual([200, 9])
    expect((await test.call('GET', '/sys/loginfo', { token: result.token })).status).toBe(200)
    goOn()
    expect((await slow).status).toBe(200)
    const most = (LANES.figures.atOnce ?? Infinity) * AT_ONCE + (LANES.wide.atOnce ?? Infinity)
    expect(most).toBeLessThanOrEqual(readSettings({}).databasePool - 4)
  })

  it('holds no turn for a client that sends or reads slowly', async () => {
    const sending = ask(`${address}/t/read/sent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 2 },
    })
    const answer = new Promise<number>((resolve) => sending.on('response', ({ statusCode }) => resolve(statusCode!)))
    sending.write('{')
    const reading = await get('/t/sent/read')
    const light = get('/t/held/light')
    await began('read', 'light')
    goOn()
    expect([await reading.text(), (await light).status]).toEqual(['firstlast', 200])
    sending.end('}')
    expect(await answer).toBe(200)
  })

  it('is told by each route what it waits behind', () => {
    const laneOf = (path: string) => allRoutes(test.app).find((one) => one.path === path)?.lane
    expect(laneOf('/sys/login')).toBe('signIn')
    expect(laneOf('/rental/userWithdrawal/approve')).toBe('decision')
    expect(laneOf('/rental/userWithdrawal/queryById')).toBe('decision')
    expect(laneOf('/rental/userMessage/exportXls')).toBe('export')
    expect(laneOf('/online/cgreport/api/getData/:code')).toBe('wide')
    const list = laneOf('/rental/userMessage/list')
    if (typeof list !== 'function') throw new Error('a list does not look at what is searched')
    expect([{ nickName: '*鹿*' }, { nickName: '*鹿' }, { superQueryParams: '[]' }].map(list)).toEqual(
      Array(3).fill('wide'),
    )
    // The contract's logs say keyWord.
    expect([laneOf('/sys/log/list')].map((lane) => typeof lane === 'function' && lane({ keyWord: '甲' }))).toEqual([
      'wide',
    ])
    expect(
      list({ nickName: '鹿*', status: consumerStates.normal, pageNo: '3', phone: '**', superQueryParams: '' }),
    ).toBe('light')
  })
})
