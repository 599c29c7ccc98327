/** A report that an administrator wrote: who may read it, and what it answers. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { mayReadReport, reportCharts, reportColumnTypes } from '#resources/system/onlineReport.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { badInput, forbidden, refused } from '../../kernel/errors.ts'
import { findRow } from '../../resource/list.ts'
import { scopeOf } from '../../resource/scope.ts'
import { dictionaries } from '../../resource/words.ts'
import { dialectOf } from '../data-sources/connect.ts'
import type { Words } from '../data-sources/dialect.ts'
import { ownDialect } from '../data-sources/dialects.ts'
import { accessOf, sourceNamed } from '../data-sources/index.ts'
import { MOST_CHARACTERS } from '../data-sources/limits.ts'
import { dictItemsOf } from '../dictionary-version.ts'
import { conditionsOf, isRange, orderOf, ownOrder, type Item } from './conditions.ts'
import { align, type OpenReport, type QueryField, type Reader, type ReportQuery } from './open-report.ts'
import { asking, cutColumns, forReaders, type Ask, type Asked } from './run.ts'

const { onlineReport } = resources
const reports = tableOf(onlineReport)
export type StoredReport = Wire<typeof onlineReport>

const MOST_A_PAGE = 1000
const MOST_OFFSET = 1_000_000
/** Rows of an export. */
export const MOST_EXPORTED = 50_000
/** Characters of all of them, beside the heap of this process. */
const MOST_TEXT = 32_000_000

/** Whoever writes reports tries them; others read those whose menu entry they have. */
export const writesReports = (caller: Caller): boolean =>
  ['add', 'edit'].some((verb) => may(caller, `${onlineReport.permission}:${verb}`))

export async function storedReport({ services, caller }: Reader, key: string): Promise<StoredReport | undefined> {
  const [found] = await services.db
    .select({ id: reports.id })
    .from(reports)
    .where(and(scopeOf(caller, onlineReport), sql`${key} in (${reports.code}, ${reports.id})`))
  const row = found && (await findRow(services.db, caller, onlineReport, found.id))
  if (!row) return undefined
  if (writesReports(caller)) return row
  if (!may(caller, mayReadReport(row.code))) throw forbidden(`没有查看报表“${row.name}”的权限，请联系管理员授权`)
  if (await hasNamesake(services.db, row))
    throw forbidden(`其他租户也有编码为“${row.code}”的报表，查看权限无法区分，请联系管理员换一个编码新建这份报表`)
  return row
}

type Coded = Pick<StoredReport, 'code' | 'tenantId'>

/** Whether another tenant has a report of this code: the right to read it would be the right to either. None is made any more. */
async function hasNamesake(db: Database | Tx, { code, tenantId }: Coded): Promise<boolean> {
  const [other] = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.code, code), ne(reports.tenantId, tenantId), live(reports)))
    .limit(1)
  return other !== undefined
}

/** The same for whoever is about to use the code: who does so at the same moment waits until this transaction ends. */
export async function isTakenElsewhere(tx: Tx, coded: Coded): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(7268205, hashtext(${coded.code}))`)
  return hasNamesake(tx, coded)
}

/** What a report asks and of whom; `given` are its parameters as the client sends them. */
export async function askedBy(
  { services, caller }: Reader,
  { cgrSql, dbSource, params }: Pick<StoredReport, 'cgrSql' | 'dbSource' | 'params'>,
  given: ReportQuery = {},
): Promise<Asked> {
  const source = dbSource ? await accessOf(services.db, await sourceNamed(services.db, caller, dbSource)) : undefined
  const dialect = source ? dialectOf(source) : ownDialect
  const statement = await dialect.readSql(cgrSql)
  const initial = new Map(params.map(({ paramName, paramValue }) => [paramName, paramValue]))
  const values = statement.params.map((name): [string, string | null] => {
    const value = given[`self_${name}`] ?? initial.get(name) ?? ''
    if (value.includes('\0')) throw badInput(`参数 ${name}：含有非法字符`)
    return [name, value === '' ? null : value]
  })
  return {
    sql: statement,
    dialect,
    source,
    params: Object.fromEntries(values),
  }
}

/** Labels of the parameters that have a value: those the reader typed, else those that have one by themselves. */
function filledIn({ params }: Pick<StoredReport, 'params'>, given: ReportQuery): string[] {
  const typed = params.filter(({ paramName }) => given[`self_${paramName}`])
  return (typed.length ? typed : params.filter(({ paramValue }) => paramValue)).map(({ paramTxt }) => paramTxt)
}

const shown = (items: readonly Item[]) => items.filter(({ isShow }) => isShow !== '0')

/** What is selected, and in which order. Long texts are cut: a report is read by people. Whatever type the report gives a column, that of the database counts. */
async function selected({ dialect: { words }, sql }: Asked, ask: Ask, items: readonly Item[], order: string) {
  const columns = await cutColumns(ask)
  return {
    what: items.map(({ fieldName }) => columns.get(fieldName) ?? words.quoted(fieldName)).join(', '),
    order: order || ownOrder(words, sql, [...columns.keys()], items),
  }
}

const isSummed = ({ isTotal, fieldType }: Item) =>
  isTotal === '1' && (fieldType === reportColumnTypes.whole || fieldType === reportColumnTypes.number)

function whole(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badInput(`参数 ${name}：应为大于 0 的整数`)
  return Number(text)
}

async function pageOf(asked: Asked, ask: Ask, { items }: StoredReport, query: ReportQuery) {
  const { words } = asked.dialect
  const size = Math.min(whole('pageSize', query.pageSize, 10), MOST_A_PAGE)
  const offset = (whole('pageNo', query.pageNo, 1) - 1) * size
  if (offset > MOST_OFFSET) throw badInput('页码过大，请用查询条件缩小范围')
  const { text: where, values } = conditionsOf(words, items, query)
  const wanted = orderOf(words, items, query)
  const summed = items.filter(isSummed)
  const sums = summed.map(({ fieldName }, at) => `, ${words.summed(words.quoted(fieldName))} as total_${at}`)
  const counted = await ask({ what: `${words.counted} as found${sums.join('')}`, rest: where, values })
  const { what, order } = await selected(asked, ask, items, wanted)
  const { rows } = await ask({ what, rest: `${where} ${order} limit ${size} offset ${offset}`, values })
  const [all = {}] = counted.rows
  return {
    rows,
    total: Number(all.found),
    ...(summed.length && {
      totals: Object.fromEntries(summed.map(({ fieldName }, at) => [fieldName, String(all[`total_${at}`] ?? '0')])),
    }),
  }
}

const viewOf = (item: Item): QueryField['view'] => {
  if (item.dictCode) return 'list'
  if (item.fieldType === reportColumnTypes.date) return 'date'
  if (item.fieldType === reportColumnTypes.dateTime) return 'datetime'
  return item.fieldType === reportColumnTypes.text ? 'text' : 'number'
}

export function openStored({ services, caller }: Reader, report: StoredReport): OpenReport & { report: StoredReport } {
  const { items, chart } = report
  const readers = <T>(query: ReportQuery, work: () => Promise<T>) =>
    forReaders(writesReports(caller), work, filledIn(report, query))
  return {
    report,
    async columns() {
      const choices = await dictItemsOf(services.db)
      return {
        cgRpConfigId: report.id,
        cgRpConfigName: report.name,
        columns: shown(items).map((item) => ({
          title: item.fieldTxt,
          dataIndex: item.fieldName,
          align: align(item.fieldType),
          sorter: item.isOrder === '1',
          fieldType: item.fieldType,
          ...(item.dictCode && { customRender: item.dictCode }),
          ...(item.fieldWidth && { fieldWidth: item.fieldWidth }),
          ...(isSummed(item) && { isTotal: '1' as const }),
        })),
        dictOptions: Object.fromEntries(
          items.flatMap(({ dictCode }) => (dictCode ? [[dictCode, choices.items[dictCode] ?? []]] : [])),
        ),
        ...(chart &&
          report.chartLabel &&
          report.chartValue && {
            chart: {
              kind: chart === reportCharts.line ? ('line' as const) : ('bar' as const),
              label: report.chartLabel,
              value: report.chartValue,
            },
          }),
        ...(report.content && { content: report.content }),
      }
    },
    queryFields: () =>
      items
        .filter(({ isSearch }) => isSearch === '1')
        .map((item) => ({
          label: item.fieldTxt,
          field: item.fieldName,
          view: viewOf(item),
          mode: isRange(item) ? 'group' : 'single',
          ...(item.dictCode && { dictCode: item.dictCode, config: '1' as const }),
        })),
    parameters: () =>
      report.params.map(({ paramName, paramTxt, paramValue }) => ({
        paramName,
        paramTxt,
        paramValue: paramValue ?? '',
      })),
    page: (query) =>
      readers(query, async () => {
        const asked = await askedBy({ services, caller }, report, query)
        const { rows, ...rest } = await asking({ services, caller }, asked, (ask) => pageOf(asked, ask, report, query))
        return { records: await worded({ services }, items, rows), ...rest }
      }),
  }
}

/** `{column}_dictText` beside codes: a value that is no choice any more keeps its word. */
async function worded({ services }: Pick<Reader, 'services'>, items: readonly Item[], rows: Record<string, unknown>[]) {
  const coded = items.filter(({ dictCode }) => dictCode)
  if (!coded.length || !rows.length) return rows
  const words = await dictionaries(services.db)
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      coded.map(({ fieldName, dictCode }) => [
        `${fieldName}_dictText`,
        words.get(dictCode!)?.get(String(row[fieldName])) ?? row[fieldName],
      ]),
    ),
  }))
}

/** Asked of the database, which would otherwise send as much as there is. */
async function refuseMuchText(words: Words, ask: Ask, items: readonly Item[], { where, values }: Found): Promise<void> {
  const columns = items.map(
    ({ fieldName }) =>
      `coalesce(sum(least(char_length(${words.asText(words.quoted(fieldName))}), ${MOST_CHARACTERS})), 0)`,
  )
  const { rows } = await ask({ what: `${columns.join(' + ')} as characters`, rest: where, values })
  if (Number(rows[0]?.characters) > MOST_TEXT)
    throw refused(`要导出的文字过多（超过 ${MOST_TEXT / 1e4} 万字），请用查询条件缩小范围`)
}
interface Found {
  where: string
  values: readonly unknown[]
}

/** Everything the query finds, for a sheet: the columns that are shown. */
export async function exported({ services, caller }: Reader, report: StoredReport, query: ReportQuery) {
  const items = shown(report.items)
  const work = async () => {
    const asked = await askedBy({ services, caller }, report, query)
    const { words } = asked.dialect
    const { text: where, values } = conditionsOf(words, report.items, query)
    const wanted = orderOf(words, report.items, query)
    const rows = await asking({ services, caller }, asked, async (ask) => {
      const { what, order } = await selected(asked, ask, items, wanted)
      await refuseMuchText(words, ask, items, { where, values })
      return (await ask({ what, rest: `${where} ${order} limit ${MOST_EXPORTED + 1}`, values })).rows
    })
    if (rows.length > MOST_EXPORTED) throw refused(`最多导出 ${MOST_EXPORTED} 行，请用查询条件缩小范围`)
    return { items, rows: await worded({ services }, items, rows) }
  }
  return forReaders(writesReports(caller), work, filledIn(report, query))
}
