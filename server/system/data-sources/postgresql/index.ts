import { isQueryLimit, sqlState } from '../../../db/sql-state.ts'
import { refused } from '../../../kernel/errors.ts'
import { addressForms } from '#resources/system/dataSource.ts'
import { overLimit, SqlMistake, type Dialect } from '../dialect.ts'
import { connect, quoted } from './connection.ts'
import { joined, readSql } from './read-sql.ts'

const reasons: Readonly<Record<string, string>> = {
  '28P01': '用户名或密码不正确',
  '28000': '用户名或密码不正确，或该账号不允许从本服务器连接',
  '3D000': '数据库不存在',
  '53300': '对方数据库的连接已满，请稍后重试',
}

/** Whether an account may do more than read, and what it speaks to. */
const WHO = `select current_setting('server_version') as version,
  (r.rolsuper or r.rolcreatedb or r.rolcreaterole
    or has_database_privilege(current_database(), 'CREATE')
    or exists (select 1 from pg_namespace n where n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'CREATE'))
    or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))) as writes
  from pg_roles r where r.rolname = current_user`

interface PlanNode {
  'Plan Rows': number
  Plans?: PlanNode[]
}
const mostRows = (node: PlanNode): number => Math.max(node['Plan Rows'], ...(node.Plans ?? []).map(mostRows))

export const postgresql: Dialect = {
  name: 'PostgreSQL',
  ...addressForms.postgresql,
  closed: [],
  driver: 'org.postgresql.Driver',
  verify(parameters) {
    const mode = parameters.get('sslmode') ?? (parameters.get('ssl') === 'true' ? 'require' : 'disable')
    return ['disable', 'allow', 'prefer'].includes(mode) ? undefined : mode.startsWith('verify')
  },
  connect,
  whyNot(error) {
    if (/does not support SSL/i.test((error as Error).message))
      return '对方数据库不支持加密连接，请去掉连接地址中的 sslmode'
    return reasons[sqlState(error)?.code ?? '']
  },
  async tried(connection) {
    await connection.say('begin read only')
    const { rows } = await connection.say(WHO)
    return { version: String(rows[0]?.version), writes: rows[0]?.writes === true }
  },

  readSql,
  /** Names of the catalogue say who there is and what there is. */
  refuseForeign({ names, qualified }) {
    const odd =
      qualified.find((name) => /^(pg_|information_schema\.)/i.test(name)) ?? names.find((name) => /^pg_/i.test(name))
    if (odd) throw refused(`SQL 不能读取系统目录 ${odd}`)
  },
  bound: (sql, params, before) => ({
    text: joined(sql, before),
    values: sql.params.map((name) => params[name] ?? null),
  }),
  place: (at) => `$${at}`,
  words: {
    quoted,
    asText: (expression) => `${expression}::text`,
    asNumber: (expression) => `${expression}::numeric`,
    asMoment: (expression) => `${expression}::timestamp`,
    contains: (text, pattern) => `${text} ilike ${pattern}`,
    inOrder: (column, direction) => `${column} ${direction} nulls last`,
    summed: (column) => `sum(${column}::numeric)::text`,
    counted: 'count(*)::int',
    mostBehindOrder: 100,
  },
  async begin(connection, limitMs) {
    await connection.say('begin read only')
    await connection.say(`set local statement_timeout = ${limitMs}`)
    await connection.say('set local standard_conforming_strings = on')
  },
  async expectedRows(connection, { text, values }) {
    const { rows } = await connection.ask({ text: `explain (format json) ${text}`, values })
    const [{ Plan: plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: PlanNode }]
    return mostRows(plan)
  },
  named(error, limitMs) {
    if (isQueryLimit(error) || /query read timeout/i.test((error as Error).message)) return refused(overLimit(limitMs))
    const state = sqlState(error)
    // PostgreSQL repeats the value in its words, and it may be of a row.
    if (state?.code.startsWith('22'))
      return state.code === '22012'
        ? new SqlMistake('除数为零')
        : new SqlMistake(`有值不能转换、不合格式或超出范围（${state.code}）`, true)
    if (/^(42|21|0A)/.test(state?.code ?? '')) return new SqlMistake(state!.message.slice(0, 300))
    if (state?.code === '25006') return refused('SQL 不能写入数据')
    return error
  },
}
