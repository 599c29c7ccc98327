/** The map counts what the device list shows, for each reader their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeviceCity, DeviceSpot } from '#model/deviceMap.ts'
import { deviceStates, onlineStates } from '#resources/device/device.ts'
import { oneKind } from '../databases.ts'
import { testApp, type Send, type TestApp } from '../product.ts'

describe.each([await oneKind()])('the map of devices on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(kind)
  })
  afterAll(() => test?.close())

  interface Listed {
    areaCode: string | null
    lng: string | null
    status: string
    onlineStatus: string
  }
  const placed = async (send: Send) => {
    const { records } = (await send('GET', '/rental/device/list?pageSize=1000')).result as { records: Listed[] }
    return records.filter(({ lng, areaCode, status }) => lng && areaCode && status === deviceStates.active)
  }

  it.each(['admin', 'provider01'])('%s sees every city with its devices', async (name) => {
    const send = await test.as(name)
    const devices = await placed(send)
    const reply = await send('GET', '/rental/deviceMap/cities')
    if (!reply.success) return expect(reply.status).toBe(403)
    const cities = reply.result as DeviceCity[]
    expect(cities.reduce((sum, { total }) => sum + total, 0)).toBe(devices.length)
    for (const { areaCode, total, states } of cities) {
      const here = devices.filter((one) => one.areaCode!.startsWith(areaCode.slice(0, 4)))
      expect(total).toBe(here.length)
      for (const state of new Set(here.map(({ onlineStatus }) => onlineStatus)))
        expect(states[state]).toBe(here.filter(({ onlineStatus }) => onlineStatus === state).length)
      const spots = (await send('GET', `/rental/deviceMap/devices?areaCode=${areaCode}`)).result as DeviceSpot[]
      expect(spots).toHaveLength(total)
      // Faults first: a crowd is cut off at its end.
      const faults = spots.map(({ state }) => state === onlineStates.fault)
      expect(faults.lastIndexOf(true)).toBe(faults.filter(Boolean).length - 1)
    }
  })

  it('counts what the boards count, as far as it stands somewhere', async () => {
    const admin = await test.as('admin')
    const cities = (await admin('GET', '/rental/deviceMap/cities')).result as DeviceCity[]
    const { records } = (await admin('GET', '/rental/device/list?pageSize=1000')).result as { records: Listed[] }
    // The demo has devices with a place that are not in use yet.
    const placedAtAll = records.filter(({ lng, areaCode }) => lng && areaCode)
    expect(placedAtAll.some(({ status }) => status !== deviceStates.active)).toBe(true)
    for (const state of Object.values(onlineStates)) {
      const shown = cities.reduce((sum, { states }) => sum + (states[state] ?? 0), 0)
      const counted = records.filter((one) => one.status === deviceStates.active && one.onlineStatus === state)
      expect(shown, state).toBe(counted.filter(({ lng, areaCode }) => lng && areaCode).length)
    }
  })

  it('has no ground of its own, and the page may then show pictures of our own only', async () => {
    const admin = await test.as('admin')
    expect(await admin('GET', '/rental/deviceMap/tiles')).toMatchObject({ success: true, result: null })
    expect(await imagesAllowed(test)).toEqual(["'self'", 'data:', 'blob:'])
  })

  it('refuses what is no code of an area', async () => {
    const admin = await test.as('admin')
    const reply = await admin('GET', '/rental/deviceMap/devices?areaCode=4403%25')
    expect(reply.status).toBe(400)
    expect(reply.message).toContain('六位行政区划代码')
  })
})

async function imagesAllowed({ app }: TestApp): Promise<string[]> {
  const page = await app.inject({ url: '/', headers: { accept: 'text/html' } })
  return /img-src ([^;]*)/.exec(String(page.headers['content-security-policy']))![1]!.split(' ')
}

describe('the map of devices with a tile server', () => {
  const url = 'https://tiles.example.cn:8443/a/{z}/{x}/{y}.png?key=1'
  let test: TestApp
  beforeAll(async () => {
    test = await testApp(await oneKind(), { demo: false, settings: { MAP_TILES_URL: url, MAP_TILES_CREDIT: '© 某图' } })
  })
  afterAll(() => test?.close())

  it('tells its readers where the ground is and lets the page fetch it from there, and from nowhere else', async () => {
    const admin = await test.as('admin')
    const reply = await admin('GET', '/rental/deviceMap/tiles')
    expect(reply.result).toEqual({ url, credit: '© 某图' })
    expect(await imagesAllowed(test)).toEqual(["'self'", 'data:', 'blob:', 'https://tiles.example.cn:8443'])
    expect((await test.anonymous('GET', '/rental/deviceMap/tiles')).status).toBe(401)
  })
})
