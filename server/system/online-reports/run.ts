/** A report asked for: read only, at most so long, so many rows and so much text. */
import type { Caller } from '../../kernel/caller.ts'
import { refused, Refusal } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { connected, placeOf, type Access } from '../data-sources/connect.ts'
import { SqlMistake, type Answer, type Connection, type Dialect, type ReadSql } from '../data-sources/dialect.ts'
import { over } from '../data-sources/postgresql/connection.ts'
import { ownTables, type Around } from './own-tables.ts'

/** What the planner expects: a join of everything with everything is refused before it begins. */
const MOST_EXPECTED = 20_000_000

export interface Asked {
  sql: ReadSql
  dialect: Dialect
  /** Undefined: our own database. */
  source: Access | undefined
  /** By name; what is missing is null. */
  params: Readonly<Record<string, string | null>>
}

/** What is asked of the rows a report finds. */
export interface Question {
  /** After `select`. */
  what: string
  /** After the report: filters, order, limit. `$0` is the next value, in order. */
  rest: string
  values: readonly unknown[]
}

export type Ask = (question: Question) => Promise<Answer>

const nothingAround: Around = { before: 'select * from (\n', after: '\n) as report', values: [] }

const HERE = /\$0/g

/** One transaction in which everything that is asked of the report sees the same. */
export async function asking<T>(
  { services, caller }: { services: Services; caller: Caller },
  { sql, dialect, source, params }: Asked,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { reportLimitMs } = services.settings
  if (source) dialect.refuseForeign(sql, placeOf(source).database)
  const around = source ? nothingAround : ownTables(caller, sql)
  const bound = dialect.bound(sql, params, around.values.length)
  const given = [...around.values, ...bound.values]
  // A part of a select of its own: what it is asked for is put around it, and it cannot reach out.
  const body = `${around.before}${bound.text}${around.after}`
  const statement = ({ what, rest, values }: Question) => {
    let at = given.length
    const ending = rest.replace(HERE, () => dialect.place((at += 1)))
    return { text: `select ${what} from (${body}) as report ${ending}`, values: [...given, ...values] }
  }
  const inTransaction = async (connection: Connection) => {
    try {
      await dialect.begin(connection, reportLimitMs)
      refuseExpected(await dialect.expectedRows(connection, statement({ what: '*', rest: '', values: [] })))
      return await work((question) => connection.ask(statement(question)))
    } catch (error) {
      throw error instanceof Refusal ? error : dialect.named(error, reportLimitMs)
    } finally {
      await connection.say('rollback').catch(() => undefined)
    }
  }
  if (source) return connected(services, source, reportLimitMs, inTransaction)
  const client = await services.pool.connect()
  try {
    return await inTransaction(over(client))
  } finally {
    client.release()
  }
}

function refuseExpected(rows: number): void {
  if (rows > MOST_EXPECTED)
    throw refused(
      `SQL 预计要处理约 ${rows > 1e8 ? `${Math.round(rows / 1e8)} 亿` : `${Math.round(rows / 1e4)} 万`}行，超过上限，请补充连接条件或缩小范围`,
    )
}

/** Whoever only reads hears no words of the database. `given`: labels of the parameters, which a value that does not fit may be of. */
export async function forReaders<T>(
  writesReports: boolean,
  work: () => Promise<T>,
  given: readonly string[] = [],
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SqlMistake)) throw error
    const suspects = error.isOfValue ? given.map((label) => `“${label}”`).join('、') : ''
    const check = suspects ? `请检查参数${suspects}` : '请检查查询条件'
    throw refused(
      writesReports
        ? `SQL 有误：${error.message}${suspects && `，${check}`}`
        : `报表的查询出错，${check}，或联系管理员`,
    )
  }
}

/** How each column is selected: whatever may be long is cut before it leaves the database. */
export async function cutColumns(ask: Ask, eachOnce = false): Promise<ReadonlyMap<string, string>> {
  const { columns } = await ask({ what: '*', rest: 'limit 0', values: [] })
  const found = new Map<string, string>()
  for (const { name, selected } of columns) {
    if (eachOnce && found.has(name)) throw refused(`SQL 有多个列名为 ${name}，请用 AS 起不同的名称`)
    found.set(name, selected)
  }
  return found
}

/** What the statement answers with, without asking for a row. */
export async function columnsFound(ask: Ask): Promise<{ name: string; type: string }[]> {
  const { columns } = await ask({ what: '*', rest: 'limit 0', values: [] })
  return columns.map(({ name, type }) => ({ name, type }))
}
