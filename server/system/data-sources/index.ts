/** Data sources (contract.md §6.13): the password apart and sealed, a test of the connection, what a select offers. */
import { listed } from '#model/listed.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { sealed, unsealed } from '../../db/install-secret.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { dataSourceSecret } from '../../db/tables.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { forbidden, notFound, refused } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { hookOf } from '../../resource/hooks.ts'
import { findRow, optionsOf } from '../../resource/list.ts'
import { mayChoose } from '../../resource/offered.ts'
import { maybe, notKept } from '../../resource/parameters.ts'
import { scopeOf } from '../../resource/scope.ts'
import { connected, dialectOf, type Access } from './connect.ts'

const { sysDataSource, onlineReport } = resources
const sources = tableOf(sysDataSource)
const reports = tableOf(onlineReport)
type DataSource = Wire<typeof sysDataSource>

const PURPOSE = 'data-source'
const TEST_MS = 8000

async function passwordOf(db: Database | Tx, id: string): Promise<string> {
  const [row] = await db.select().from(dataSourceSecret).where(eq(dataSourceSecret.sourceId, id))
  return row ? await unsealed(db, `${PURPOSE} ${id}`, row.sealed) : ''
}

const password = z
  .string({ error: '密码应为文字' })
  .max(200, '密码最多200个字符')
  .nullish()
  .transform((text) => text || undefined)

/** The data source of that id or code, if this person's tenant has it. */
export async function sourceNamed(db: Database | Tx, caller: Caller, key: string): Promise<DataSource> {
  const [row] = await db
    .select({ id: sources.id })
    .from(sources)
    .where(and(scopeOf(caller, sysDataSource), sql`${key} in (${sources.id}, ${sources.code})`))
  const found = row && (await findRow(db, caller, sysDataSource, row.id))
  if (!found) throw notFound(sysDataSource.label)
  return found
}

export const accessOf = async (
  db: Database | Tx,
  { id, dbType, dbUrl, dbName, dbUsername }: DataSource,
): Promise<Access> => ({
  dbType,
  dbUrl,
  dbName,
  dbUsername,
  password: await passwordOf(db, id),
})

/** Whoever may change where it leads must not thereby send the password there. */
const leadsElsewhere = (before: Pick<Access, 'dbUrl' | 'dbUsername'>, after: Pick<Access, 'dbUrl' | 'dbUsername'>) =>
  before.dbUrl !== after.dbUrl || before.dbUsername !== after.dbUsername

export const saveDataSource = hookOf(sysDataSource, {
  extras: { dbPassword: password, ...notKept('tenantId_dictText') },
  async check({ after, before, extras }) {
    if (before?.hasPassword === 'Y' && leadsElsewhere(before, after) && !extras.dbPassword)
      return { dbPassword: '改了连接地址或用户名，请重新填写密码' }
  },
  async beforeSave({ after, before, extras }) {
    // Clients of the contract send one; of another database it would mislead them.
    if (!after.dbDriver || (before && before.dbType !== after.dbType)) after.dbDriver = dialectOf(after).driver
    if (extras.dbPassword) after.hasPassword = 'Y'
    else after.hasPassword ??= 'N'
  },
  async afterSave({ tx, after, extras }) {
    if (typeof extras.dbPassword !== 'string') return
    const seal = await sealed(tx, `${PURPOSE} ${after.id}`, extras.dbPassword)
    await tx
      .insert(dataSourceSecret)
      .values({ sourceId: after.id, sealed: seal })
      .onConflictDoUpdate({ target: dataSourceSecret.sourceId, set: { sealed: seal } })
  },
  async beforeDelete({ tx, row }) {
    const [used] = await tx
      .select({ name: reports.name })
      .from(reports)
      .where(and(eq(reports.dbSource, row.id), live(reports)))
      .limit(1)
    if (used) throw refused(`数据源“${row.name}”正在被报表“${used.name}”使用，不能删除`)
    await tx.delete(dataSourceSecret).where(eq(dataSourceSecret.sourceId, row.id))
  },
})

const tested = z.strictObject(
  {
    id: maybe,
    dbUrl: z.string({ error: '请填写连接地址' }).trim().min(1, '请填写连接地址').max(255),
    dbName: z.string().trim().max(100).nullish().default(null),
    dbType: z.string().max(10).nullish(),
    dbUsername: z.string({ error: '请填写用户名' }).trim().min(1, '请填写用户名').max(100),
    dbPassword: password,
    ...notKept(
      'code name remark dbDriver hasPassword version sysOrgCode tenantId createBy createTime updateBy updateTime may',
    ),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `未知参数：${listed(issue.keys)}` : '缺少连接信息') },
)

const common = { tag: sysDataSource.label } as const

export const dataSourceRoutes: Route[] = [
  route({
    ...common,
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    permission: 'system:datasource:list',
    lane: 'patient',
    summary: '测试数据源的连接；带 id 且未填密码时用已保存的密码',
    body: tested,
    handler: async ({ services, caller, body }) => {
      if (!['add', 'edit'].some((verb) => may(caller, `${sysDataSource.permission}:${verb}`))) throw forbidden()
      const dialect = dialectOf(body)
      const saved = body.id ? await sourceNamed(services.db, caller, body.id) : undefined
      if (saved && !body.dbPassword && leadsElsewhere(saved, body))
        throw refused('改了连接地址或用户名，请重新填写密码')
      const access = { ...body, password: body.dbPassword ?? (saved ? await passwordOf(services.db, saved.id) : '') }
      const { version, writes } = await connected(services, access, TEST_MS, (connection) => dialect.tried(connection))
      const good = `数据库连接成功（${dialect.name} ${version}）`
      return said(writes ? `${good}。该账号可以写入数据，建议换成只读账号` : good, { version, writes })
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: `${sysDataSource.path}/options`,
    permission: 'session',
    summary: '数据源选项；契约客户端不带参数，得到编码与名称',
    query: z.strictObject({ keyword: maybe, ids: z.string().max(70_000).optional(), pageSize: maybe, _t: maybe }),
    handler: async ({ services, caller, query: { _t, ...query } }) => {
      if (!mayChoose(caller, sysDataSource)) throw forbidden()
      if (Object.values(query).some((given) => given !== undefined))
        return optionsOf({ services, caller }, sysDataSource, query)
      const rows = await services.db
        .select({ code: sources.code, name: sources.name })
        .from(sources)
        .where(scopeOf(caller, sysDataSource))
        .orderBy(asc(sources.code))
        .limit(1000)
      return rows.map(({ code, name }) => ({ value: code, label: name, text: name }))
    },
  }),
]
