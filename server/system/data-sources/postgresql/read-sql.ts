/** The SQL of a report, read by PostgreSQL's own parser before anything is asked of a database. */
import { loadModule, parse } from 'libpg-query'
import {
  allowedFunctions,
  allowedNodes,
  allowedOperators,
  allowedTypes,
  allowedValues,
  forbiddenKinds,
  forbiddenParts,
} from './allowed.ts'
import { cutAtParameters, no, refuseHidden } from '../parameters.ts'
import type { Ordered, ReadSql } from '../dialect.ts'

/** Deeper than people write, far from what a stack holds. */
const DEEPEST = 200

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const inside = (value: unknown, ...names: string[]): unknown =>
  names.reduce((at: unknown, name) => (isNode(at) ? at[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const text = (value: unknown) => (typeof value === 'string' ? value : '')
/** `pg_catalog.extract` as it stands in the tree: `[{ String: { sval } }, …]`. */
const parts = (names: unknown): string[] =>
  Array.isArray(names)
    ? names.map((one) => {
        const string = isNode(one) && one.String
        return isNode(string) ? text(string.sval) : '*'
      })
    : []

/** What stands last, if nothing else than the catalogue is before it. */
const builtIn = (names: readonly string[]): string | undefined =>
  names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog') ? names.at(-1) : undefined

/** Characters of `char(n)` and `varchar(n)`. */
const LONGEST_TYPE = 4000
/** How many times a text may stand in a value that is made of it. */
const MOST_COPIES = 1000

interface Found {
  names: Set<string>
  qualified: Set<string>
  own: Set<string>
  parameters: number
  /** By how much the queries seen so far may lengthen a text: each reads what another one made. */
  copies: number
  /** Texts put together in the query that is looked at. */
  joins: number
}

function look(value: unknown, found: Found, depth: number): void {
  if (depth > DEEPEST) throw no('嵌套过深，请拆成几个查询')
  if (Array.isArray(value)) for (const one of value) look(one, found, depth + 1)
  if (!isNode(value)) return
  for (const [key, part] of Object.entries(value)) {
    const isType = /^[A-Z]/.test(key)
    if (isType && !allowedNodes.has(key)) throw no(`只能是一条 SELECT 查询，不能使用 ${key}`)
    if (!isType) refusePart(key, part)
    if (isType && isNode(part)) judge[key]?.(part, found)
    if (key === 'SelectStmt') lookWithin(part, found, depth + 1)
    else look(part, found, depth + 1)
  }
}

/** Each query counts for itself; the arms of a UNION together. */
function lookWithin(part: unknown, found: Found, depth: number): void {
  const outside = found.joins
  found.joins = 0
  look(part, found, depth)
  found.copies *= 1 + found.joins
  found.joins = outside
  if (found.copies > MOST_COPIES) throw no('中拼接文字（||、concat、数组）过多，结果可能过长，请减少拼接')
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

function refuseLong(type: string, typmods: unknown): void {
  if (!['char', 'bpchar', 'varchar'].includes(type) || !Array.isArray(typmods)) return
  const fits = typmods.every((one: unknown) => {
    const constant = isNode(one) && isNode(one.A_Const) && one.A_Const.ival
    return isNode(constant) && Number(constant.ival) <= LONGEST_TYPE
  })
  if (!fits) throw no(`中 char、varchar 的长度最多 ${LONGEST_TYPE}`)
}

function refusePart(key: string, part: unknown): void {
  const what = Object.hasOwn(forbiddenParts, key) ? forbiddenParts[key] : undefined
  if (what) throw no(`不能使用 ${what}`)
  if (key === 'withClause' && isNode(part) && part.recursive) throw no('不能使用 WITH RECURSIVE')
  if (key === 'typeName' && isNode(part)) {
    const type = builtIn(parts(part.names))
    if (!type || !allowedTypes.has(type)) throw no(`不能转换为类型 ${parts(part.names).join('.')}`)
    refuseLong(type, part.typmods)
  }
}

const judge: Readonly<Record<string, (node: Node, found: Found) => void>> = {
  FuncCall({ funcname, args }, found) {
    const names = parts(funcname)
    const name = builtIn(names)
    if (!name || !allowedFunctions.has(name)) throw no(`不能使用函数 ${names.join('.')}`)
    if (name === 'concat' || name === 'concat_ws') found.joins += lengthOf(args)
  },
  A_ArrayExpr({ elements }, found) {
    found.joins += lengthOf(elements)
  },
  A_Expr({ kind, name }, found) {
    const what = forbiddenKinds[text(kind)]
    if (what) throw no(`不能使用 ${what}`)
    const operator = builtIn(parts(name))
    if (operator === '||') found.joins += 1
    const worded = ['AEXPR_NULLIF', 'AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN'].includes(text(kind))
    if (!worded && (!operator || !allowedOperators.has(operator))) throw no(`不能使用运算符 ${parts(name).join('.')}`)
  },
  SubLink({ operName }) {
    const names = parts(operName)
    if (names.length && !allowedOperators.has(builtIn(names) ?? '')) throw no(`不能使用运算符 ${names.join('.')}`)
  },
  SortBy({ useOp }) {
    if (useOp) throw no('不能使用 ORDER BY … USING')
  },
  SQLValueFunction({ op }) {
    if (!allowedValues.has(text(op))) throw no('不能使用 current_user 一类的值')
  },
  ParamRef(_, found) {
    found.parameters += 1
  },
  RangeVar({ catalogname, schemaname, relname }, found) {
    if (catalogname) throw no('不能跨数据库查询')
    if (schemaname) found.qualified.add(`${text(schemaname)}.${text(relname)}`)
    else found.names.add(text(relname))
  },
  CommonTableExpr({ ctename }, found) {
    found.own.add(text(ctename))
  },
}

/** The same expression anywhere in a statement. */
const written = (expression: unknown) =>
  JSON.stringify(expression, (key, value: unknown) => (key === 'location' ? undefined : value))

/** Each as a column of the answer: by its place, its name, or as it is written where the column is made. */
function orderOf({ sortClause, targetList }: Node): Ordered[] {
  const columns = listOf(targetList).map((one) => inside(one, 'ResTarget'))
  const places = new Map(columns.map((column, at) => [written(inside(column, 'val')), at + 1] as const).reverse())
  const starred = columns.some((column) => written(column).includes('A_Star'))
  return listOf(sortClause).map((one) => {
    const node = inside(one, 'SortBy', 'node')
    const [name, ...more] = parts(inside(node, 'ColumnRef', 'fields'))
    const place = inside(node, 'A_Const', 'ival', 'ival')
    // Behind a star nobody knows which place it is.
    const made = starred ? undefined : places.get(written(node))
    const found = typeof place === 'number' ? place : name !== undefined && !more.length ? name : made
    const usual = inside(one, 'SortBy', 'sortby_nulls') === 'SORTBY_NULLS_DEFAULT'
    return { by: (usual && found) || '', descending: inside(one, 'SortBy', 'sortby_dir') === 'SORTBY_DESC' }
  })
}

/** Throws a sentence for whatever a report may not say, or when it is no SQL at all. */
export async function readSql(given: string): Promise<ReadSql> {
  const { pieces, places, params } = cutAtParameters(given)
  const written = joined({ pieces, places, params }, 0)
  const { stmts } = await parsed(written)
  const [first, ...more] = stmts
  if (!first) throw no('不能为空')
  if (more.length) throw no('只能是一条语句')
  const { stmt } = first
  if (!isNode(stmt) || !('SelectStmt' in stmt)) throw no('只能是一条 SELECT 查询')
  const found: Found = { names: new Set(), qualified: new Set(), own: new Set(), parameters: 0, copies: 1, joins: 0 }
  look(stmt, found, 0)
  refuseHidden(found.parameters, places)
  return {
    pieces: withoutEnd(pieces, written, first),
    places,
    params,
    names: [...found.names],
    qualified: [...found.qualified],
    own: found.own,
    order: orderOf(stmt.SelectStmt as Node),
  }
}

/** Without the semicolon and the comments behind it, which would end what is put around the statement. */
function withoutEnd(pieces: readonly string[], written: string, { stmt_location = 0, stmt_len = 0 }: Statement) {
  if (!stmt_len) return pieces
  // The parser counts bytes. No parameter stands behind the statement: all of them were found within.
  const behind = Buffer.from(written)
    .subarray(stmt_location + stmt_len)
    .toString()
  const last = pieces.at(-1) ?? ''
  return [...pieces.slice(0, -1), last.slice(0, last.length - behind.length)]
}

interface Statement {
  stmt: unknown
  stmt_location?: number
  /** 0 or absent: to the end. */
  stmt_len?: number
}

async function parsed(sql: string): Promise<{ stmts: readonly Statement[] }> {
  await loadModule()
  try {
    const { stmts = [] } = (await parse(sql)) as { stmts?: readonly Statement[] }
    return { stmts }
  } catch (error) {
    const { sqlDetails, message } = error as Error & { sqlDetails?: { cursorPosition?: number } }
    const at = sqlDetails?.cursorPosition ?? -1
    const line = at < 0 ? '' : `第 ${sql.slice(0, at).split('\n').length} 行`
    throw no(`${line}有语法错误：${message.slice(0, 200)}`)
  }
}

/** The statement with numbered parameters; those of whatever stands before it are `from`. */
export const joined = (
  { pieces, places, params }: Pick<ReadSql, 'pieces' | 'places' | 'params'>,
  from: number,
): string => pieces.map((piece, at) => (at ? `$${from + params.indexOf(places[at - 1]!) + 1}` : '') + piece).join('')
