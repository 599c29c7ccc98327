/** 在线报表 (contract.md §8.1–8.3): reports of the product and of administrators under one address, and how the latter are written. */
import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { writers, type Cell } from '@voltdesk/sheets'
import { EXACT_DIGITS } from '#model/lengths.ts'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { mayReadReport, REPORT_COMPONENT, reportColumnTypes, reportUrl } from '#resources/system/onlineReport.ts'
import { menuTypes } from '#resources/system/permission.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { may } from '../../kernel/caller.ts'
import { disposition } from '../../kernel/disposition.ts'
import { badInput, forbidden, notFound, refused, Refusal } from '../../kernel/errors.ts'
import { route, type Route } from '../../kernel/route.ts'
import { actionOf, writingOf } from '../../resource/action.ts'
import { hookOf } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { mayChoose } from '../../resource/offered.ts'
import { idText, maybe } from '../../resource/parameters.ts'
import { dictionaries } from '../../resource/words.ts'
import { addRow } from '../../resource/write.ts'
import { dialectOf, placeOf } from '../data-sources/connect.ts'
import { ownDialect } from '../data-sources/dialects.ts'
import { sourceNamed } from '../data-sources/index.ts'
import { builtInReport, isBuiltIn } from './built-in.ts'
import { ownOrder, type Item } from './conditions.ts'
import type { OpenReport, Reader, ReportQuery } from './open-report.ts'
import { asking, columnsFound, cutColumns, forReaders } from './run.ts'
import { askedBy, exported, isTakenElsewhere, openStored, storedReport, writesReports } from './stored.ts'

const { onlineReport, sysDataSource, sysPermission } = resources
const menus = tableOf(sysPermission)
const { permission } = onlineReport

/** A report by its code or id. */
async function reportNamed(reader: Reader, code: string): Promise<OpenReport> {
  const builtIn = builtInReport(reader, code)
  if (builtIn) return builtIn
  const stored = await storedReport(reader, code)
  if (!stored) throw notFound('报表')
  return openStored(reader, stored)
}

export const saveReport = hookOf(onlineReport, {
  async check({ tx, caller, before, after }) {
    if (isBuiltIn(after.code)) return { code: `编码 ${after.code} 已被系统自带的报表使用` }
    if (after.code !== before?.code) {
      // A right is the code's, in every tenant: who was given it for another report would read this one.
      if (await isTakenElsewhere(tx, after)) return { code: `编码 ${after.code} 已被其他租户的报表使用，请换一个编码` }
      const [given] = await tx
        .select({ name: menus.name })
        .from(menus)
        .where(and(carries(mayReadReport(after.code)), live(menus)))
      if (given)
        return { code: `菜单“${given.name}”已经授出编码 ${after.code} 的查看权限，请换一个编码，或先删除该菜单` }
    }
    if (!after.items.length) return { items: '请填写列，可用“从 SQL 生成列”' }
    const words = await dictionaries(tx)
    const strange = after.items.findIndex(({ dictCode }) => dictCode && !words.has(dictCode))
    if (strange >= 0) return { [`items.${strange}.dictCode`]: '没有这个字典' }
    try {
      const source = after.dbSource ? await sourceNamed(tx, caller, after.dbSource) : undefined
      const dialect = source ? dialectOf(source) : ownDialect
      const sql = await dialect.readSql(after.cgrSql)
      if (source) dialect.refuseForeign(sql, placeOf(source).database)
      const { params } = sql
      const missing = params.find((name) => !after.params.some(({ paramName }) => paramName === name))
      if (missing !== undefined) return { params: `SQL 中的参数 ${missing} 没有列出` }
    } catch (error) {
      if (error instanceof Refusal) return { cgrSql: error.message }
      throw error
    }
  },
})

/** A menu entry may carry several rights. */
const carries = (right: string) => sql`${right} = any(regexp_split_to_array(${menus.perms}, '\\s*,\\s*'))`

/** The menu entry that opens a report and carries the right to read it. Whoever is granted it reads. */
export const reportToMenu = actionOf(onlineReport, 'toMenu', async (work) => {
  const { code, name } = work.row
  if (!may(work.caller, permissionOf(sysPermission, 'add'))) throw forbidden('没有新增菜单的权限')
  const [there] = await work.tx
    .select({ name: menus.name })
    .from(menus)
    .where(and(eq(menus.url, reportUrl(code)), live(menus)))
  if (there) throw refused(`菜单“${there.name}”已经打开这份报表`)
  if (await isTakenElsewhere(work.tx, work.row))
    throw refused(`其他租户也有编码为“${code}”的报表，查看权限无法区分，请用另一个编码新建这份报表`)
  const perms = mayReadReport(code)
  // The right comes into being with its menu: nobody can have it before, and whoever makes the report reads it anyway.
  const caller = { ...work.caller, permissions: new Set([...work.caller.permissions, perms]) }
  await addRow(writingOf({ ...work, caller }), sysPermission, {
    ...{ menuType: menuTypes.page, parentId: work.input.parentId, name, icon: 'bar-chart', keepAlive: true },
    ...{ url: reportUrl(code), component: REPORT_COMPONENT, perms },
  })
})

const tag = '报表'
const get = { method: 'GET', permission: 'session', tag } as const
const coded = z.strictObject({ code: z.string().max(100) })
const asked = z.record(z.string().max(100), z.string().max(2000))
const api = '/online/cgreport/api'

const FEW = 20
const statement = z.string({ error: '请填写 SQL' }).max(20_000, 'SQL 最多20000个字符')

/** What a statement answers with, before it is a report: its columns, its parameters and the first rows. */
async function tried({ services, caller }: Reader, sql: string, dbSource: string | undefined, given: ReportQuery) {
  if (!writesReports(caller)) throw forbidden('没有新增或编辑报表的权限，不能试运行 SQL')
  if (dbSource && !mayChoose(caller, sysDataSource)) throw forbidden('没有使用数据源的权限')
  const names = Object.keys(given).flatMap((name) => (given[name] ? [name.replace(/^self_/, '')] : []))
  const work = async () => {
    const ask = await askedBy({ services, caller }, { cgrSql: sql, dbSource: dbSource || null, params: [] }, given)
    const found = await asking({ services, caller }, ask, async (question) => {
      const columns = await columnsFound(question)
      const selected = await cutColumns(question, true)
      const order = ownOrder(ask.dialect.words, ask.sql, [...selected.keys()])
      const { rows } = await question({
        what: [...selected.values()].join(', '),
        rest: `${order} limit ${FEW}`,
        values: [],
      })
      return { columns, rows }
    })
    return {
      fields: found.columns.map(({ name, type }, orderNum) => ({
        fieldName: name,
        fieldTxt: name,
        fieldType: type,
        isShow: '1',
        orderNum,
      })),
      params: ask.sql.params.map((paramName, orderNum) => ({
        paramName,
        paramTxt: paramName,
        paramValue: '',
        orderNum,
      })),
      records: found.rows,
    }
  }
  return forReaders(true, work, names)
}

const FORMATS = ['xlsx', 'xls', 'csv'] as const

const isNumber = ({ fieldType }: Item) =>
  fieldType === reportColumnTypes.whole || fieldType === reportColumnTypes.number

/** Of more digits before the point than a sheet keeps it stays a text; behind it nobody misses the sixteenth. */
const figure = (text: string) => ((/^-?(\d+)/.exec(text)?.[1] ?? '').length > EXACT_DIGITS ? text : Number(text))

/** Words instead of codes; numbers as numbers, so that a sheet can add them up. */
async function* cellsOf(items: readonly Item[], rows: readonly Record<string, unknown>[]): AsyncGenerator<Cell[]> {
  for (const row of rows)
    yield items.map((item): Cell => {
      const value = row[item.dictCode ? `${item.fieldName}_dictText` : item.fieldName]
      if (value === null || value === undefined) return null
      return isNumber(item) && !item.dictCode
        ? figure(String(value))
        : typeof value === 'string'
          ? value
          : JSON.stringify(value)
    })
}

const exporting = (path: string): Route =>
  route({
    ...get,
    path: `${api}/${path}/:code`,
    lane: 'export',
    logged: true,
    summary: '导出报表（format：xlsx、xls、csv）',
    params: coded,
    query: asked,
    raw: true,
    handler: async ({ services, caller, params, query, reply }) => {
      const stored = await storedReport({ services, caller }, params.code)
      if (!stored) throw notFound('报表')
      const format = FORMATS.find((one) => one === (query.format ?? 'xlsx'))
      if (!format) throw badInput('参数 format：应为 xlsx、xls 或 csv')
      const { items, rows } = await exported({ services, caller }, stored, query)
      const { write, contentType, extension } = writers[format]
      reply
        .header('content-type', contentType)
        .header('content-disposition', disposition('attachment', `${stored.name}${extension}`))
      const columns = items.map((item) => ({
        title: item.fieldTxt,
        kind: isNumber(item) && !item.dictCode ? ('number' as const) : ('text' as const),
        width: Math.round((item.fieldWidth ?? 130) / 8),
      }))
      const plan = { name: stored.name, columns, rows: cellsOf(items, rows) }
      return reply.send(Readable.from(write(plan), { objectMode: false }))
    },
  })

export const reportRoutes: Route[] = [
  route({
    ...get,
    path: `${api}/getRpColumns/:code`,
    summary: '报表的列',
    params: coded,
    handler: async ({ services, caller, params }) => (await reportNamed({ services, caller }, params.code)).columns(),
  }),
  route({
    ...get,
    path: `${api}/getQueryInfo/:code`,
    summary: '报表的查询条件',
    params: coded,
    handler: async ({ services, caller, params }) =>
      (await reportNamed({ services, caller }, params.code)).queryFields(),
  }),
  route({
    ...get,
    path: `${api}/getParamsInfo/:code`,
    summary: '报表的参数',
    params: coded,
    handler: async ({ services, caller, params }) =>
      (await reportNamed({ services, caller }, params.code)).parameters(),
  }),
  route({
    ...get,
    path: `${api}/getData/:code`,
    lane: 'wide',
    summary: '报表的数据',
    params: coded,
    query: asked,
    handler: async ({ services, caller, params, query }) =>
      (await reportNamed({ services, caller }, params.code)).page(query),
  }),
  route({
    ...get,
    path: `${api}/getColumnsAndData/:code`,
    lane: 'wide',
    summary: '报表的列与数据',
    params: coded,
    query: asked,
    handler: async ({ services, caller, params, query }) => {
      const report = await reportNamed({ services, caller }, params.code)
      const { columns, dictOptions, cgRpConfigName } = await report.columns()
      const data = await report.page(query)
      return {
        columns,
        dictOptions,
        cgreportHeadName: cgRpConfigName,
        isGroupTitle: false,
        fieldHrefSlots: [],
        data,
      }
    },
  }),
  exporting('exportXls'),
  // As clients of the contract call it.
  exporting('exportManySheetXls'),
  route({
    method: 'GET',
    path: `${onlineReport.path}/parseSql`,
    permission: `${permission}:list`,
    tag,
    lane: 'wide',
    summary: '解析报表 SQL：列、参数和前几行',
    query: z.strictObject({ sql: statement, dbKey: maybe, _t: maybe }),
    handler: ({ services, caller, query: { sql, dbKey } }) => tried({ services, caller }, sql, dbKey, {}),
  }),
  route({
    method: 'POST',
    path: `${onlineReport.path}/preview`,
    permission: `${permission}:list`,
    tag,
    lane: 'wide',
    logged: false,
    summary: '预览报表 SQL：列、参数和前几行',
    body: z.strictObject({
      sql: statement,
      dbSource: maybe.nullable(),
      params: z.record(z.string().max(60), z.string().max(200)).default({}),
    }),
    handler: ({ services, caller, body: { sql, dbSource, params } }) =>
      tried(
        { services, caller },
        sql,
        dbSource ?? undefined,
        Object.fromEntries(Object.entries(params).map(([name, value]) => [`self_${name}`, value])),
      ),
  }),
  ...(['item', 'param'] as const).map((part) =>
    route({
      method: 'GET',
      path: `/online/cgreport/${part}/listByHeadId`,
      permission: `${permission}:list`,
      tag,
      summary: part === 'item' ? '报表的列（设计）' : '报表的参数（设计）',
      query: z.strictObject({ headId: idText('headId'), _t: maybe }),
      handler: async ({ services, caller, query: { headId } }) => {
        const report = await findRow(services.db, caller, onlineReport, headId)
        if (!report) throw notFound(onlineReport.label)
        const rows = part === 'item' ? report.items : report.params
        return rows.map((row, orderNum) => ({ ...row, cgrheadId: headId, orderNum }))
      },
    }),
  ),
]
