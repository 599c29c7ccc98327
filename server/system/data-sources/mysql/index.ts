/** MySQL and MariaDB: one protocol and one grammar, told apart by what the server says of itself. */
import { addressForms } from '#resources/system/dataSource.ts'
import { refused, Refusal } from '../../../kernel/errors.ts'
import { overLimit, SqlMistake, type Answer, type Connection, type Dialect, type Target } from '../dialect.ts'
import { MOST_CHARACTERS } from '../limits.ts'
import { connect, SILENCE } from './connection.ts'
import { mayWrite } from './grants.ts'
import { quoted, text } from './quoting.ts'
import { bound, readSql } from './read-sql.ts'

const CLOSED = ['mysql', 'information_schema', 'performance_schema', 'sys']

const reasons: Readonly<Record<string, string>> = {
  ER_ACCESS_DENIED_ERROR: '用户名或密码不正确，或该账号不允许从本服务器连接',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: '用户名或密码不正确',
  ER_DBACCESS_DENIED_ERROR: '该账号没有访问这个数据库的权限，或数据库不存在',
  ER_BAD_DB_ERROR: '数据库不存在',
  ER_CON_COUNT_ERROR: '对方数据库的连接已满，请稍后重试',
  ER_TOO_MANY_USER_CONNECTIONS: '该账号的连接已满，请稍后重试',
  ER_USER_LIMIT_REACHED: '该账号的连接已满，请稍后重试',
  ER_HOST_NOT_PRIVILEGED: '对方数据库不允许从本服务器连接',
  ER_HOST_IS_BLOCKED: '对方数据库因多次连接失败已封锁本服务器，请联系其管理员',
  ER_MUST_CHANGE_PASSWORD_LOGIN: '该账号的密码已过期，请先在对方数据库修改',
  ER_UNKNOWN_SYSTEM_VARIABLE: '对方数据库版本过低，需要 MySQL 5.7.8 或 MariaDB 10.1 以上',
  HANDSHAKE_NO_SSL_SUPPORT: '对方数据库不支持加密连接，请去掉连接地址中的 sslMode',
  MYSQL_CLEAR_PASSWORD_NOT_ENABLED: '对方要求明文发送密码，已拒绝',
  PROTOCOL_CONNECTION_LOST: '连接被对方中断',
}

/** As the connectors of both for Java say it. */
function verify(parameters: URLSearchParams): boolean | undefined {
  const said = new Map([...parameters].map(([name, value]) => [name.toLowerCase(), value.toLowerCase()]))
  const mode = said.get('sslmode')
  if (mode === undefined) {
    const wanted = said.get('usessl') === 'true' || said.get('requiressl') === 'true'
    return wanted ? said.get('verifyservercertificate') === 'true' : undefined
  }
  return ['disable', 'disabled', 'preferred'].includes(mode) ? undefined : mode.startsWith('verify')
}

const MARIADB = /mariadb/i
const first = ({ rows: [row = {}] }: Answer) => Object.values(row)[0]
const versionOf = async (connection: Connection) => String(first(await connection.say('select version()')))

/** `+08:00`: servers without tables of time zones know no names. */
function offsetOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const part = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')
  return part?.value.replace('GMT', '') || '+00:00'
}

/** What every connection says first: how texts are read, when it ends, and whose clock it tells. */
async function prepared(target: Target): Promise<Connection> {
  const connection = await connect(target)
  try {
    // A server may be told to pay no heed to what the handshake said.
    await connection.say('set names utf8mb4')
    const isMariaDb = MARIADB.test(await versionOf(connection))
    const limit = isMariaDb
      ? `max_statement_time = ${target.limitMs / 1000}`
      : `max_execution_time = ${Math.ceil(target.limitMs)}`
    // Quotes and backslashes mean what `quoting.ts` takes them for; a division by zero is null.
    const modes = `STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION${isMariaDb ? '' : ',ONLY_FULL_GROUP_BY'}`
    await connection.say(
      `set session sql_mode = '${modes}', group_concat_max_len = ${MOST_CHARACTERS}, ${limit}, transaction_read_only = 1`
        // MariaDB knows it by this name since 11.1 only.
        .replace('transaction_read_only', isMariaDb ? 'tx_read_only' : 'transaction_read_only'),
    )
    await connection
      .say(`set session time_zone = ${text(target.timeZone)}`)
      .catch(() => connection.say(`set session time_zone = ${text(offsetOf(target.timeZone))}`))
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** In which the server repeats what it was given, or what is in a row. */
const aboutValues = (state: string) => state.startsWith('22')
const LIMITED = new Set([3024, 1969, 1317])
const READ_ONLY = new Set([1792, 1290, 1036])
/** Of the general ones, those that are about the statement and hold no values. */
const ABOUT_THE_STATEMENT = new Set([1111, 1210, 1253, 1267, 1270, 1271, 1221, 1222])

function named(error: unknown, limitMs: number): unknown {
  if (error instanceof Refusal) return error
  const {
    errno = 0,
    sqlState = '',
    code = '',
    message = '',
  } = error as Partial<Record<string, string>> & {
    errno?: number
  }
  if (LIMITED.has(errno) || code === SILENCE) return refused(overLimit(limitMs))
  if (READ_ONLY.has(errno)) return refused('SQL 不能写入数据')
  if (errno === 1060) {
    const [, name = ''] = /'(.*)'/.exec(message) ?? []
    return refused(`SQL 有多个列名为 ${name}，请用 AS 起不同的名称`)
  }
  if (errno && aboutValues(sqlState)) return new SqlMistake(`有值不能转换、不合格式或超出范围（${errno}）`, true)
  if (errno && (/^(42|21)/.test(sqlState) || ABOUT_THE_STATEMENT.has(errno)))
    return new SqlMistake(message.slice(0, 300))
  if (errno && sqlState) return refused(`数据源没有回答，错误编号 ${errno}`)
  return code === 'PROTOCOL_CONNECTION_LOST' || code === 'ECONNRESET'
    ? refused('与数据源的连接中断，请稍后重试')
    : error
}

/** What the rows of one part of a plan multiply to, filter by filter: how many combinations are looked at. */
function combinations({ rows }: Answer): number {
  const parts = new Map<unknown, number>()
  let most = 0
  for (const { id, rows: count, filtered } of rows) {
    if (count === null) continue
    const looked = (parts.get(id) ?? 1) * Number(count)
    most = Math.max(most, looked)
    parts.set(id, looked * (filtered === null || filtered === undefined ? 1 : Number(filtered) / 100))
  }
  return most
}

const shared: Omit<Dialect, 'name' | 'driver' | 'schemes' | 'port'> = {
  closed: CLOSED,
  verify,
  connect: prepared,
  whyNot(error) {
    const { code = '', message = '' } = error as { code?: string; message?: string }
    if (/unknown plugin/.test(message)) return '对方要求的认证方式不受支持，请让该账号改用密码认证'
    return reasons[code]
  },
  async tried(connection) {
    const version = await versionOf(connection)
    return { version, writes: await mayWrite(connection, MARIADB.test(version)) }
  },

  readSql,
  refuseForeign({ qualified }, database) {
    const odd = qualified.find((name) => !name.startsWith(`${database}.`))
    if (odd) throw refused(`SQL 只能读取数据库 ${database} 的表，不能读取 ${odd}`)
  },
  bound: (sql, params) => bound(sql, params),
  place: () => '?',
  words: {
    quoted,
    asText: (expression) => `cast(${expression} as char)`,
    asNumber: (expression) => `cast(${expression} as decimal(38, 10))`,
    asMoment: (expression) => `cast(${expression} as datetime(3))`,
    contains: (value, pattern) => `lower(${value}) like lower(${pattern})`,
    inOrder: (column, direction) => `${column} is null, ${column} ${direction}`,
    summed: (column) => `cast(sum(${column}) as char)`,
    counted: 'count(*)',
    mostBehindOrder: 3,
  },
  async begin(connection) {
    await connection.say('start transaction read only')
  },
  async expectedRows(connection, { text: statement, values }) {
    const isMariaDb = MARIADB.test(await versionOf(connection))
    // In other formats newer servers say the same in words of their own.
    const explain = isMariaDb ? 'explain extended' : 'explain format=traditional'
    return combinations(await connection.ask({ text: `${explain} ${statement}`, values }))
  },
  named,
}

export const mysql: Dialect = {
  ...shared,
  name: 'MySQL',
  ...addressForms.mysql,
  driver: 'com.mysql.cj.jdbc.Driver',
}
export const mariadb: Dialect = {
  ...shared,
  name: 'MariaDB',
  ...addressForms.mariadb,
  driver: 'org.mariadb.jdbc.Driver',
}
