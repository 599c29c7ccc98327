/** What a gateway in front of the platform would be told: the consumers' app, its sockets, and an old way that is off. */
import { resources } from '#resources/index.ts'
import { gatewayFilters, gatewayPredicates } from '#resources/system/gatewayParts.ts'
import { insertMany } from '../server/db/bulk.ts'
import { lineTableOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { seedId } from '../server/seed/seed-id.ts'

interface Line {
  name: string
  args: string
}
interface Example {
  routerId: string
  name: string
  uri: string
  status: 0 | 1
  predicates: readonly Line[]
  filters: readonly Line[]
}

const { path, method, header } = gatewayPredicates
const { stripPrefix, requestRateLimiter, redirectTo } = gatewayFilters

const examples: readonly Example[] = [
  {
    routerId: 'rental-app',
    name: '租借小程序接口',
    uri: 'lb://rental-app',
    status: 1,
    predicates: [{ name: path, args: '/app/**' }],
    filters: [
      { name: stripPrefix, args: '1' },
      { name: requestRateLimiter, args: '#{@ipKeyResolver},50,100' },
    ],
  },
  {
    routerId: 'rental-app-websocket',
    name: '租借小程序实时消息',
    uri: 'lb:ws://rental-app',
    status: 1,
    predicates: [{ name: path, args: '/app-socket/**' }],
    filters: [],
  },
  {
    routerId: 'device-report',
    name: '设备上报',
    uri: 'lb://device-hub',
    status: 1,
    predicates: [
      { name: path, args: '/device/report/**,/device/heartbeat' },
      { name: method, args: 'POST' },
      { name: header, args: 'X-Device-Sn,\\d{10,16}' },
    ],
    filters: [],
  },
  {
    routerId: 'old-app',
    name: '旧版小程序',
    uri: 'https://old.example.com',
    status: 0,
    predicates: [{ name: path, args: '/v1/**' }],
    filters: [{ name: redirectTo, args: '302,/app' }],
  },
]

const idOf = (routerId: string) => seedId('gatewayRoute', routerId)

export async function seedGatewayRoutes(tx: Tx, now: Date): Promise<void> {
  const { sysGatewayRoute } = resources
  await insertMany(
    tx,
    tableOf(sysGatewayRoute),
    examples.map(({ predicates: _, filters: __, ...route }, index) => ({
      ...route,
      id: idOf(route.routerId),
      stripPrefix: 0,
      retryable: 1,
      persistable: 1,
      showApi: 0,
      sortNo: (index + 1) * 10,
      createBy: 'admin',
      createTime: now.toISOString(),
    })),
  )
  for (const part of ['predicates', 'filters'] as const)
    await insertMany(
      tx,
      lineTableOf(sysGatewayRoute, part),
      examples.flatMap((route) =>
        route[part].map((line, orderNum) => ({
          id: seedId('gatewayRoute', route.routerId, part, orderNum),
          mainId: idOf(route.routerId),
          orderNum,
          ...line,
        })),
      ),
    )
}
