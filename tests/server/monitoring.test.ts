/** 系统监控: the contract's addresses and shapes with figures of our own process, for whoever looks after the platform. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneKind } from '../databases.ts'
import { makePerson } from '../empty-app.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

describe(`monitoring on ${await oneKind()}`, () => {
  let test: TestApp
  let admin: Send
  beforeAll(async () => {
    test = await testApp(await oneKind())
    admin = await test.as('admin')
  })
  afterAll(() => test?.close())

  const bare = async (path: string): Promise<any> => {
    const { status, raw } = await admin('GET', path)
    expect(status, path).toBe(200)
    return raw.json()
  }

  // As contract.md §11 lists them.
  const NAMES = [
    ...['memory.max', 'memory.committed', 'memory.used', 'buffer.memory.used', 'buffer.count', 'threads.daemon'],
    ...['threads.live', 'threads.peak', 'classes.loaded', 'classes.unloaded', 'gc.memory.allocated'],
    ...['gc.memory.promoted', 'gc.max.data.size', 'gc.live.data.size', 'gc.pause'],
  ].map((name) => `jvm.${name}`)
  NAMES.push('system.cpu.count', 'system.cpu.usage', 'process.start.time', 'process.uptime', 'process.cpu.usage')
  for (const family of ['tomcat', 'undertow'])
    NAMES.push(
      ...['created', 'expired', 'active.current', 'active.max', 'rejected'].map((s) => `${family}.sessions.${s}`),
    )

  it.each(NAMES)('answers %s without an envelope', async (name) => {
    const sent = await bare(`/actuator/metrics/${name}`)
    expect(sent).toMatchObject({ name, description: expect.stringMatching(/\p{Script=Han}/u), availableTags: [] })
    expect(sent.measurements.length).toBeGreaterThan(0)
    for (const { statistic, value } of sent.measurements) {
      expect(['VALUE', 'COUNT', 'TOTAL_TIME', 'MAX']).toContain(statistic)
      expect(value).toBeGreaterThanOrEqual(0)
    }
  })

  it('has shares between 0 and 1, and a start that was some time ago', async () => {
    const value = async (name: string) => (await bare(`/actuator/metrics/${name}`)).measurements[0].value as number
    for (const name of ['system.cpu.usage', 'process.cpu.usage']) expect(await value(name)).toBeLessThanOrEqual(1)
    const [start, uptime] = [await value('process.start.time'), await value('process.uptime')]
    expect(Math.abs(start + uptime - Date.now() / 1000)).toBeLessThan(30)
    expect(await value('jvm.memory.used')).toBeLessThanOrEqual(await value('jvm.memory.max'))
  })

  it('says 404 to a name it does not have', async () => {
    for (const name of ['tomcat.nothing', 'constructor', '__proto__'])
      expect((await admin('GET', `/actuator/metrics/${name}`)).status, name).toBe(404)
  })

  it('traces the last hundred requests by route, method, status and time, without what was asked', async () => {
    await admin('GET', '/rental/device/list?deviceName=geheim')
    await admin('GET', '/sys/dict/getDictItems/geheim')
    await admin('GET', '/rental/device/list?nothing=geheim')
    const { traces } = await bare('/actuator/httptrace')
    expect(traces[0]).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request: { method: 'GET', uri: '/jeecg-boot/rental/device/list', headers: {}, remoteAddress: null },
      response: { status: 400, headers: {} },
      timeTaken: expect.any(Number),
      principal: null,
      session: null,
    })
    expect(traces[1].request.uri).toBe('/jeecg-boot/sys/dict/getDictItems/:code')
    expect(JSON.stringify(traces)).not.toContain('geheim')
    const statuses = async (kind: string) =>
      ((await bare(`/actuator/jeecghttptrace/${kind}`)).traces as any[]).map(
        ({ response }) => response.status as number,
      )
    expect((await statuses('warn')).every((status) => status >= 400 && status < 500)).toBe(true)
    expect((await statuses('warn')).length).toBeGreaterThan(0)
    expect((await statuses('success')).every((status) => status < 400)).toBe(true)
    const slow = (await bare('/actuator/jeecghttptrace/all/timeTaken/desc')).traces as { timeTaken: number }[]
    expect(slow.map(({ timeTaken }) => timeTaken)).toEqual(
      slow.map(({ timeTaken }) => timeTaken).toSorted((a, b) => b - a),
    )
    for (let more = 0; more < 110; more += 1) await test.anonymous('GET', '/sys/getEncryptedString')
    expect((await bare('/actuator/httptrace')).traces).toHaveLength(100)
  })

  it('stands for Redis with what is kept and with the database, bare where the contract has no envelope', async () => {
    const { result } = await admin('GET', '/sys/actuator/redis/info')
    for (const fact of result)
      expect(fact).toEqual({ key: expect.any(String), value: expect.any(String), description: expect.any(String) })
    expect(result.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['used_memory', 'database_bytes']),
    )
    await admin('GET', '/rental/device/list')
    const size = await bare('/sys/actuator/redis/keysSize')
    expect(size).toEqual({ create_time: expect.any(Number), dbSize: expect.any(Number) })
    expect(size.dbSize).toBeGreaterThan(0)
    expect(await bare('/sys/actuator/redis/memoryInfo')).toEqual({
      used_memory: expect.stringMatching(/^\d+$/),
      create_time: expect.any(Number),
    })
    expect((await bare('/sys/actuator/redis/keysSizeForReport')).data.at(-1)).toEqual({
      name: expect.any(String),
      value: size.dbSize,
    })
    expect((await admin('GET', '/sys/actuator/redis/metrics/history')).result.memory.length).toBeGreaterThan(0)
    expect((await admin('GET', '/sys/actuator/memory/info')).result['memory.physical.usage']).toBeLessThanOrEqual(1)
  })

  it('tells of each volume how much there is and how much is left', async () => {
    const { result } = await admin('GET', '/sys/actuator/redis/queryDiskInfo')
    expect(result.length).toBeGreaterThan(0)
    expect(result.flatMap(({ name }: { name: string }) => name.split('、'))).toContain('数据')
    for (const { max, rest, restPPT } of result) {
      expect(max).toBeGreaterThan(0)
      expect(rest).toBeLessThanOrEqual(max)
      expect(restPPT).toBe(Math.round(((max - rest) / max) * 100))
    }
  })

  it('is for whoever was given it, and for nobody else', async () => {
    const viewer = await test.as('ops_manager')
    for (const path of ['/actuator/httptrace', '/actuator/metrics/jvm.memory.used', '/sys/actuator/redis/info'])
      expect((await viewer('GET', path)).status, path).toBe(403)
    const { username } = await makePerson(test, { tenants: [1], roles: { monitors: ['system:monitor:list'] } })
    expect((await (await test.as(username))('GET', '/actuator/httptrace')).status).toBe(200)
  })

  it('marks in the list of those online the session that asks', async () => {
    const { result } = await admin('GET', '/sys/online/list?pageSize=500')
    const own = (result.records as { own: boolean; username: string }[]).filter((one) => one.own)
    expect(own.map(({ username }) => username)).toEqual(['admin'])
  })

  it('finds those online by name as well as by account', async () => {
    const found = async (query: Record<string, string>) => {
      const { result } = await admin(
        'GET',
        `/sys/online/list?${String(new URLSearchParams({ pageSize: '500', ...query }))}`,
      )
      return (result.records as { own: boolean; username: string; realname: string }[]).filter((one) => one.own)
    }
    const [me] = await found({})
    expect(me!.realname).not.toContain('admin')
    expect(await found({ realname: me!.realname.slice(1) })).toEqual([me])
    expect(await found({ username: 'admin', realname: '无此人' })).toEqual([])
  })
})
