/** A connection to a database of others: where it may lead, who connects, and what went wrong in a sentence. */
import { addressForm, databaseNamed, isAddressOf } from '#resources/system/dataSource.ts'
import { refused, Refusal } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import type { Connection, Dialect, Place } from './dialect.ts'
import { dialects } from './dialects.ts'
import { CONNECT_MS } from './limits.ts'

/** What a data source says of itself, its password opened. */
export interface Access {
  /** Undefined: as its address says. */
  dbType?: string | null
  dbUrl: string
  dbName: string | null
  dbUsername: string
  password: string
}

/** What kind of database it is. Throws a sentence when its address is of another kind, or of none. */
export function dialectOf({ dbType, dbUrl }: Pick<Access, 'dbType' | 'dbUrl'>): Dialect {
  const name = databaseNamed(dbType, dbUrl)
  const given = dbUrl.trim().replace(/^jdbc:/i, '')
  if (name && URL.canParse(given)) {
    const { username, password } = new URL(given)
    if (username || password) throw refused('请不要在连接地址中写用户名或密码')
  }
  if (!name || !isAddressOf(name, dbUrl)) throw refused(`连接地址不正确，应为 ${addressForm(name)}`)
  return dialects[name]
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    throw refused('连接地址中的数据库名称有误')
  }
}

/** The place an address names; `dbName` stands in for its database. Throws a sentence when it names none. */
export function placeOf(access: Pick<Access, 'dbType' | 'dbUrl' | 'dbName'>): Place {
  const dialect = dialectOf(access)
  const { hostname, port, pathname, searchParams } = new URL(access.dbUrl.trim().replace(/^jdbc:/i, ''))
  const database = access.dbName?.trim() || decoded(pathname.slice(1))
  // Drivers end a name at its first NUL: what was judged would not be what is opened.
  if (/\p{Cc}/u.test(database)) throw refused('数据库名不能含有控制字符')
  if (dialect.closed.includes(database.toLowerCase()))
    throw refused(`${database} 是数据库服务器的系统库，不能作为数据源`)
  return {
    host: hostname.toLowerCase(),
    port: Number(port) || dialect.port,
    database,
    verify: dialect.verify(searchParams),
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
  ECONNREFUSED: '对方拒绝连接，请核对主机和端口',
  ECONNRESET: '连接被对方中断',
  EHOSTUNREACH: '主机无法到达',
  ENETUNREACH: '主机无法到达',
  ETIMEDOUT: `${CONNECT_MS / 1000} 秒内没有连上，请核对主机、端口和防火墙`,
}

/** Why no connection came about; nothing of the password is ever in it. */
function connectProblem(dialect: Dialect, error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const known = dialect.whyNot(error)
  if (known) return known
  if (/timeout|timed out/i.test(message)) return sentences.ETIMEDOUT!
  if (/certificate|self.signed/i.test(message)) return '对方数据库的证书没有通过校验'
  return sentences[code] ?? '连接失败，请核对连接地址、用户名和密码'
}

/** Opens, works and closes, whatever happens. Every statement ends at `limitMs`. */
export async function connected<T>(
  services: Pick<Services, 'settings' | 'reach'>,
  access: Access,
  limitMs: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const dialect = dialectOf(access)
  const place = placeOf(access)
  const target = {
    ...place,
    address: await addressOf(services, place),
    username: access.dbUsername,
    password: access.password,
    limitMs,
    timeZone: services.settings.timeZone,
  }
  const connection = await dialect.connect(target).catch((error: unknown) => {
    throw error instanceof Refusal ? error : refused(connectProblem(dialect, error))
  })
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}
