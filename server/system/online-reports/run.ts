/** A report asked for: read only, at most so long, so many rows and so much text. */
import type { ClientBase, FieldDef } from 'pg'
import { reportColumnTypes } from '#resources/system/onlineReport.ts'
import { isQueryLimit, sqlState } from '../../db/sql-state.ts'
import type { Caller } from '../../kernel/caller.ts'
import { refused, Refusal } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { connected, type Access } from '../data-sources/connect.ts'
import { quoted } from './conditions.ts'
import { ownTables, type Around } from './own-tables.ts'
import { joined, type ReadSql } from './read-sql.ts'

/** What the planner expects: a join of everything with everything is refused before it begins. */
const MOST_EXPECTED = 20_000_000
/** Characters of one value. */
const MOST_CHARACTERS = 4000

export interface Asked {
  sql: ReadSql
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
export interface Answer {
  rows: Record<string, unknown>[]
  fields: readonly FieldDef[]
}

const nothingAround: Around = { before: 'select * from (\n', after: '\n) as report', values: [] }

/** Names of the catalogue say who there is and what there is. */
function refuseCatalogue({ names, qualified }: ReadSql): void {
  const odd =
    qualified.find((name) => /^(pg_|information_schema\.)/i.test(name)) ?? names.find((name) => /^pg_/i.test(name))
  if (odd) throw refused(`SQL 不能读取系统目录 ${odd}`)
}

const HERE = /\$0/g

/** One transaction in which everything that is asked of the report sees the same. */
export async function asking<T>(
  { services, caller }: { services: Services; caller: Caller },
  { sql, source, params }: Asked,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { reportLimitMs } = services.settings
  if (source) refuseCatalogue(sql)
  const around = source ? nothingAround : ownTables(caller, sql)
  const given = [...around.values, ...sql.params.map((name) => params[name] ?? null)]
  // A part of a select of its own: what it is asked for is put around it, and it cannot reach out.
  const body = `${around.before}${joined(sql, around.values.length)}${around.after}`
  const statement = ({ what, rest, values }: Question) => {
    let at = given.length
    const ending = rest.replace(HERE, () => `$${(at += 1)}`)
    return { text: `select ${what} from (${body}) as report ${ending}`, values: [...given, ...values] }
  }
  const inTransaction = async (client: ClientBase) => {
    await client.query('begin read only')
    try {
      await client.query(`set local statement_timeout = ${reportLimitMs}`)
      await client.query('set local standard_conforming_strings = on')
      const plan = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        explained(statement({ what: '*', rest: '', values: [] })),
      )
      refuseExpected(plan.rows[0]!['QUERY PLAN'][0].Plan)
      return await work(async (question) => {
        const { rows, fields } = await client.query<Record<string, unknown>>(statement(question))
        return { rows, fields }
      })
    } catch (error) {
      throw named(error, reportLimitMs)
    } finally {
      await client.query('rollback').catch(() => undefined)
    }
  }
  if (source) return connected(services, source, reportLimitMs, inTransaction)
  const client = await services.pool.connect()
  try {
    return await inTransaction(client)
  } finally {
    client.release()
  }
}

const explained = ({ text, values }: { text: string; values: unknown[] }) => ({
  text: `explain (format json) ${text}`,
  values,
})

interface PlanNode {
  'Plan Rows': number
  Plans?: PlanNode[]
}
const mostRows = (node: PlanNode): number => Math.max(node['Plan Rows'], ...(node.Plans ?? []).map(mostRows))

function refuseExpected(plan: PlanNode): void {
  const rows = mostRows(plan)
  if (rows > MOST_EXPECTED)
    throw refused(
      `SQL 预计要处理约 ${rows > 1e8 ? `${Math.round(rows / 1e8)} 亿` : `${Math.round(rows / 1e4)} 万`}行，超过上限，请补充连接条件或缩小范围`,
    )
}

/** What the database says of a statement, as a sentence. Its own words go to whoever may write reports, see `forReaders`. */
function named(error: unknown, limitMs: number): unknown {
  if (error instanceof Refusal) return error
  if (isQueryLimit(error) || /query read timeout/i.test((error as Error).message))
    return refused(`查询超过 ${limitMs / 1000} 秒，已停止，请缩小范围或改写 SQL`)
  const state = sqlState(error)
  // PostgreSQL repeats the value in its words, and it may be of a row.
  if (state?.code.startsWith('22'))
    return new SqlMistake(state.code === '22012' ? '除数为零' : `有值不能转换、不合格式或超出范围（${state.code}）`)
  if (/^(42|21|0A)/.test(state?.code ?? '')) return new SqlMistake(state!.message.slice(0, 300))
  if (state?.code === '25006') return refused('SQL 不能写入数据')
  return error
}

/** The statement is wrong, or what it was given does not fit. */
export class SqlMistake extends Error {}

/** Whoever only reads hears no words of the database. */
export async function forReaders<T>(writesReports: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SqlMistake)) throw error
    throw refused(writesReports ? `SQL 有误：${error.message}` : '报表的查询出错，请检查查询条件，或联系管理员')
  }
}

const typesByOid: Readonly<Record<number, string>> = {
  20: reportColumnTypes.whole,
  21: reportColumnTypes.whole,
  23: reportColumnTypes.whole,
  700: reportColumnTypes.number,
  701: reportColumnTypes.number,
  1700: reportColumnTypes.number,
  1082: reportColumnTypes.date,
  1114: reportColumnTypes.dateTime,
  1184: reportColumnTypes.dateTime,
}

/** Whole, numbers, times and booleans: never long. */
const SHORT = new Set([...Object.keys(typesByOid).map(Number), 16, 1083, 1186, 1266])

/** How each column is selected: whatever may be long is cut before it leaves the database. */
export async function cutColumns(ask: Ask, eachOnce = false): Promise<ReadonlyMap<string, string>> {
  const { fields } = await ask({ what: '*', rest: 'limit 0', values: [] })
  const columns = new Map<string, string>()
  for (const { name, dataTypeID } of fields) {
    if (eachOnce && columns.has(name)) throw refused(`SQL 有多个列名为 ${name}，请用 AS 起不同的名称`)
    const column = quoted(name)
    columns.set(name, SHORT.has(dataTypeID) ? column : `left(${column}::text, ${MOST_CHARACTERS}) as ${column}`)
  }
  return columns
}

/** What the statement answers with, without asking for a row. */
export async function columnsFound(ask: Ask): Promise<{ name: string; type: string }[]> {
  const { fields } = await ask({ what: '*', rest: 'limit 0', values: [] })
  return fields.map(({ name, dataTypeID }) => ({ name, type: typesByOid[dataTypeID] ?? reportColumnTypes.text }))
}
