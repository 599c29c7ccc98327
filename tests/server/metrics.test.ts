/** GET /metrics: for whoever has the token, in the format of Prometheus, and without anything of what was asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../server/settings.ts'
import { oneKind } from '../databases.ts'
import { testApp, type TestApp } from '../product.ts'

const TOKEN = 'token-of-prometheus'

describe(`/metrics on ${await oneKind()}`, () => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(await oneKind(), { settings: { METRICS_TOKEN: TOKEN } })
  })
  afterAll(() => test?.close())

  const scrape = (authorization?: string) =>
    test.app.inject({ method: 'GET', url: '/metrics', headers: { ...(authorization && { authorization }) } })
  /** name{labels} → value */
  const figures = async () => {
    const { statusCode, payload } = await scrape(`Bearer ${TOKEN}`)
    expect(statusCode).toBe(200)
    const lines = payload.split('\n').filter((line) => line && !line.startsWith('#'))
    return new Map(
      lines.map((line) => {
        const [, name, value] = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
        expect(name, line).toBeDefined()
        expect(value, line).toMatch(/^([\d.e+-]+|Nan)$/)
        return [name!, Number(value)]
      }),
    )
  }

  it('says nothing without the token, nor with another one', async () => {
    for (const authorization of [undefined, 'Bearer nothing', TOKEN, `Bearer ${TOKEN} `.slice(0, -2)]) {
      const { statusCode, payload } = await scrape(authorization)
      expect(statusCode, authorization).toBe(401)
      expect(payload).toBe('401')
    }
    expect((await scrape(`Bearer ${TOKEN}`)).headers).toMatchObject({
      'content-type': expect.stringContaining('text/plain'),
      'cache-control': 'no-store',
    })
  })

  it('counts requests by route and status with their times, and names nothing that was asked', async () => {
    const admin = await test.as('admin')
    const labels = (status: number) => `{method="GET",route="/jeecg-boot/rental/device/list",status="${status}"}`
    const count = async (status: number) =>
      (await figures()).get(`http_request_duration_seconds_count${labels(status)}`) ?? 0
    const before = [await count(200), await count(400)]
    await admin('GET', '/rental/device/list?deviceName=geheim')
    await admin('GET', '/rental/device/list?geheim=1')
    await test.app.inject({ method: 'GET', url: '/geheim/and/more' })
    await test.anonymous('GET', '/geheim')
    expect([await count(200), await count(400)]).toEqual(before.map((one) => one + 1))
    const all = await figures()
    expect(
      all.get(
        `http_request_duration_seconds_bucket{le="+Inf",method="GET",route="/jeecg-boot/rental/device/list",status="200"}`,
      ),
    ).toBe(before[0]! + 1)
    expect([...all.keys()].filter((name) => name.includes('geheim'))).toEqual([])
  })

  it('tells pool, queue, unsent notices, sockets, database and event loop', async () => {
    const all = await figures()
    for (const name of [
      'voltdesk_pool_connections{state="open"}',
      'voltdesk_pool_connections{state="waiting"}',
      ...['waiting', 'active', 'oldest_seconds'].map((what) => `voltdesk_queue_${what}`),
      ...['waiting', 'oldest_seconds'].map((what) => `voltdesk_outbox_${what}`),
      'voltdesk_sockets',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ])
      expect(all.get(name), name).toBeGreaterThanOrEqual(0)
    expect(all.get('voltdesk_database_up')).toBe(1)
    expect(all.get('voltdesk_database_bytes')).toBeGreaterThan(1_000_000)
  })

  it('sees a job that nobody takes and a notice that no chat takes', async () => {
    const { pool } = test.services
    const before = await figures()
    await pool.query(`select pgboss.create_queue('nobody-takes', '{"policy":"standard"}'::json)`)
    await pool.query(`insert into pgboss.job (name, start_after) values ('nobody-takes', now() - interval '2 hours')`)
    const after = await figures()
    expect(after.get('voltdesk_queue_waiting')).toBeGreaterThanOrEqual(before.get('voltdesk_queue_waiting')! + 1)
    expect(after.get('voltdesk_queue_oldest_seconds')).toBeGreaterThanOrEqual(7200)
    await pool.query(
      `insert into sys_notify_delivery (id, tenant_id, notice_id, kind, title, user_id, channel, cause, state, create_time)
       values ('unsent', 1, 'n', 'todo', 't', 'u', 'wecom', 'route', 'queued', now() - interval '3 hours')`,
    )
    expect((await figures()).get('voltdesk_outbox_oldest_seconds')).toBeGreaterThanOrEqual(10_800)
  })
})

describe('without the setting', () => {
  it('there is no /metrics, and a short token is refused', async () => {
    const test = await testApp(await oneKind())
    try {
      expect((await test.app.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
    } finally {
      await test.close()
    }
    expect(() => readSettings({ METRICS_TOKEN: 'short' })).toThrow('设置 METRICS_TOKEN 不正确：至少 16 位')
  })
})
