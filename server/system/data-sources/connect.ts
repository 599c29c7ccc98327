/** A connection to a database of others: where it may lead, who connects, and what went wrong in a sentence. */
import pg from 'pg'
import { valueTypes } from '../../db/value-types.ts'
import { sqlState } from '../../db/sql-state.ts'
import { refused } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'

/** What a data source says of itself, its password opened. */
export interface Access {
  dbUrl: string
  dbName: string | null
  dbUsername: string
  password: string
}

export interface Place {
  host: string
  port: number
  database: string
  /** Undefined: without TLS. */
  verify: boolean | undefined
}

const CONNECT_MS = 5000
const DEFAULT_PORT = 5432

/** The place an address names; `dbName` stands in for its database. Throws a sentence when it names none. */
export function placeOf({ dbUrl, dbName }: Pick<Access, 'dbUrl' | 'dbName'>): Place {
  const text = dbUrl.trim().replace(/^jdbc:/i, '')
  if (!/^postgres(ql)?:/i.test(text) || !URL.canParse(text))
    throw refused('连接地址不正确，应为 jdbc:postgresql://主机:端口/数据库')
  const { hostname, port, pathname, searchParams, username, password } = new URL(text)
  if (username || password) throw refused('请不要在连接地址中写用户名或密码')
  const database = dbName?.trim() || decodeURIComponent(pathname.slice(1))
  if (!hostname || !database) throw refused('连接地址缺少主机或数据库')
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'disable')
  return {
    host: hostname.toLowerCase(),
    port: Number(port) || DEFAULT_PORT,
    database,
    verify: mode === 'disable' || mode === 'allow' || mode === 'prefer' ? undefined : mode.startsWith('verify'),
  }
}

const allows = (rule: string, { host, port }: Place): boolean => {
  const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(rule) ?? []
  if (only && Number(only) !== port) return false
  return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
}

/**
 * The address to connect to. Asked for at each connection and then used as it is, so that a name cannot lead elsewhere in
 * between. Throws a sentence when the settings do not allow the host, or when it leads to the machine itself.
 */
export async function addressOf({ settings, reach }: Pick<Services, 'settings' | 'reach'>, place: Place) {
  if (!settings.dataSourceHosts.some((rule) => allows(rule, place)))
    throw refused(
      `主机 ${place.host}:${place.port} 不在允许的数据源主机中，请由服务器管理员在设置 DATA_SOURCE_HOSTS 中添加`,
    )
  const addresses = await reach.addressesOf(place.host).catch(() => [])
  const [first] = addresses
  if (!first) throw refused(`主机名 ${place.host} 无法解析`)
  if (addresses.some((address) => reach.isForbidden(address)))
    throw refused(`主机 ${place.host} 指向本机、链路本地或云元数据地址，不能作为数据源`)
  return first
}

const sentences: Readonly<Record<string, string>> = {
  '28P01': '用户名或密码不正确',
  '28000': '用户名或密码不正确，或该账号不允许从本服务器连接',
  '3D000': '数据库不存在',
  '53300': '对方数据库的连接已满，请稍后重试',
  ECONNREFUSED: '对方拒绝连接，请核对主机和端口',
  ECONNRESET: '连接被对方中断',
  EHOSTUNREACH: '主机无法到达',
  ENETUNREACH: '主机无法到达',
  ETIMEDOUT: `${CONNECT_MS / 1000} 秒内没有连上，请核对主机、端口和防火墙`,
}

/** Why no connection came about; nothing of the password is ever in it. */
export function connectProblem(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/timeout|timed out/i.test(message)) return sentences.ETIMEDOUT!
  if (/does not support SSL/i.test(message)) return '对方数据库不支持加密连接，请去掉连接地址中的 sslmode'
  if (/certificate|self.signed/i.test(message)) return '对方数据库的证书没有通过校验'
  return sentences[sqlState(error)?.code ?? code] ?? sentences[code] ?? '连接失败，请核对连接地址、用户名和密码'
}

/** Opens, works and closes, whatever happens. Every statement ends at `limitMs`. */
export async function connected<T>(
  services: Pick<Services, 'settings' | 'reach'>,
  access: Access,
  limitMs: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const place = placeOf(access)
  const host = await addressOf(services, place)
  const client = new pg.Client({
    host,
    port: place.port,
    database: place.database,
    user: access.dbUsername,
    password: access.password,
    ssl: place.verify === undefined ? false : { rejectUnauthorized: place.verify, servername: place.host },
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limitMs,
    // For a network that swallows the answer.
    query_timeout: limitMs + 2000,
    application_name: 'voltdesk',
    types: valueTypes,
  })
  // A connection that breaks later is told by the statement under way.
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      throw refused(connectProblem(error))
    })
    return await work(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}
