/** Where the devices stand: cities with their counts, and the devices of one. */
import { and, asc, desc, isNotNull, like, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { DeviceCity, DeviceSpot, MapTiles } from '#model/deviceMap.ts'
import { resources } from '#resources/index.ts'
import { allOf } from '../../db/all-of.ts'
import { onlineStates } from '#resources/device/device.ts'
import { counts } from '../../figures/terms.ts'
import type { Caller } from '../../kernel/caller.ts'
import { route, type Route } from '../../kernel/route.ts'
import { scopeOf } from '../../resource/scope.ts'
import { tableOf } from '../../db/table.ts'
import type { Services } from '../../kernel/services.ts'

const { device } = resources
const table = tableOf(device)
const tag = device.label
const permission = 'rental:deviceMap:list'
/** More points than this nobody tells apart. */
const MOST_SPOTS = 2000

/** The devices that the boards count, and only what stands somewhere: power banks are where their cabinet is, or with somebody. */
const placed = (caller: Caller): SQL =>
  allOf(
    scopeOf(caller, device),
    counts(device, device.figures.active),
    isNotNull(table.lng),
    isNotNull(table.lat),
    isNotNull(table.areaCode),
  )

async function cities({ db }: Services, caller: Caller): Promise<DeviceCity[]> {
  const city = sql<string>`left(${table.areaCode}, 4) || '00'`
  const state = sql<string>`coalesce(${table.onlineStatus}, ${sql.raw(`'${onlineStates.offline}'`)})`
  const rows = await db
    .select({
      areaCode: city,
      state,
      lng: sql<number>`sum(${table.lng})::float8`,
      lat: sql<number>`sum(${table.lat})::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(table)
    .where(placed(caller))
    .groupBy(city, state)
    .orderBy(city)
  const cities = [...new Set(rows.map(({ areaCode }) => areaCode))].map((areaCode): DeviceCity => {
    const own = rows.filter((row) => row.areaCode === areaCode)
    const sum = (part: 'lng' | 'lat' | 'count') => own.reduce((total, row) => total + row[part], 0)
    const total = sum('count')
    const states = Object.fromEntries(own.map((row) => [row.state, row.count]))
    return { areaCode, lng: sum('lng') / total, lat: sum('lat') / total, total, states }
  })
  return cities.sort((a, b) => b.total - a.total)
}

async function spots({ db }: Services, caller: Caller, areaCode: string): Promise<DeviceSpot[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(placed(caller), like(table.areaCode, `${areaCode.slice(0, 4)}%`)))
    // Whatever is left out of a crowd, it is not what somebody has to go to.
    .orderBy(desc(sql`${table.onlineStatus} is not distinct from ${onlineStates.fault}`), asc(table.deviceSn))
    .limit(MOST_SPOTS)
  return rows.map((row) => ({
    id: row.id,
    name: row.deviceName,
    sn: row.deviceSn,
    address: row.address ?? '',
    lng: Number(row.lng),
    lat: Number(row.lat),
    state: row.onlineStatus ?? onlineStates.offline,
  }))
}

export const deviceMapRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/rental/deviceMap/cities',
    lane: 'wide',
    permission,
    summary: '各城市的设备数与平均位置',
    tag,
    handler: ({ services, caller }) => cities(services, caller),
  }),
  route({
    method: 'GET',
    path: '/rental/deviceMap/tiles',
    permission,
    summary: '底图瓦片的地址与出处，没有底图时为 null',
    tag,
    handler: async ({ services }): Promise<MapTiles | null> => services.settings.mapTiles ?? null,
  }),
  route({
    method: 'GET',
    path: '/rental/deviceMap/devices',
    lane: 'wide',
    permission,
    summary: `一个城市的设备，最多 ${MOST_SPOTS} 台`,
    tag,
    query: z.strictObject({
      areaCode: z.string({ error: '缺少 areaCode' }).regex(/^\d{6}$/, 'areaCode：应为六位行政区划代码'),
    }),
    handler: ({ services, caller, query }) => spots(services, caller, query.areaCode),
  }),
]
