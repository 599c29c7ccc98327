/** Where the devices stand: cities with their counts, and the devices of one. */
import { and, asc, isNotNull, like, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { DeviceCity, DeviceSpot } from '#model/deviceMap.ts'
import { resources } from '#resources/index.ts'
import type { Caller } from '../http/caller.ts'
import { route, type Route } from '../http/route.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../resource/table.ts'
import type { Services } from '../services.ts'

const { device } = resources
const table = tableOf(device)
const tag = device.label
const permission = 'rental:deviceMap:list'
/** More points than this nobody tells apart. */
const MOST_SPOTS = 2000

/** Only what stands somewhere: power banks are where their cabinet is, or with somebody. */
const placed = (caller: Caller): SQL =>
  and(scopeOf(caller, device), isNotNull(table.lng!), isNotNull(table.lat!), isNotNull(table.areaCode!))!

async function cities({ db }: Services, caller: Caller): Promise<DeviceCity[]> {
  const city = sql<string>`left(${table.areaCode}, 4) || '00'`
  const count = (state: string) => sql<number>`count(*) filter (where ${table.onlineStatus} = ${state})::int`
  return db
    .select({
      areaCode: city,
      lng: sql<number>`avg(${table.lng})::float8`,
      lat: sql<number>`avg(${table.lat})::float8`,
      total: sql<number>`count(*)::int`,
      online: count('1'),
      offline: count('0'),
      faulty: count('2'),
    })
    .from(table)
    .where(placed(caller))
    .groupBy(city)
    .orderBy(sql`count(*) desc`, city)
}

async function spots({ db }: Services, caller: Caller, areaCode: string): Promise<DeviceSpot[]> {
  const rows = await db
    .select()
    .from(table)
    .where(and(placed(caller), like(table.areaCode!, `${areaCode.slice(0, 4)}%`)))
    .orderBy(asc(table.deviceSn!))
    .limit(MOST_SPOTS)
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.deviceName),
    sn: String(row.deviceSn),
    address: String(row.address ?? ''),
    lng: Number(row.lng),
    lat: Number(row.lat),
    state: String(row.onlineStatus ?? '0'),
  }))
}

export const deviceMapRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/rental/deviceMap/cities',
    permission,
    summary: '各城市的设备数与平均位置',
    tag,
    handler: ({ services, caller }) => cities(services, caller),
  }),
  route({
    method: 'GET',
    path: '/rental/deviceMap/devices',
    permission,
    summary: `一个城市的设备，最多 ${MOST_SPOTS} 台`,
    tag,
    query: z.strictObject({
      areaCode: z.string({ error: '缺少 areaCode' }).regex(/^\d{6}$/, 'areaCode：应为六位行政区划代码'),
    }),
    handler: ({ services, caller, query }) => spots(services, caller, query.areaCode),
  }),
]
