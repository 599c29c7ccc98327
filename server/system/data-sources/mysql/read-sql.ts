/** The SQL of a report over MySQL or MariaDB, read by a parser of that grammar before anything is asked of a database. */
import type { Ordered, ReadSql, Statement } from '../dialect.ts'
import { cutAtParameters, no, refuseHidden } from '../parameters.ts'
import { parse } from './parser.ts'
import { nothingFound, PLACED, selectWriter } from './select.ts'

/** More than any table holds. */
const ALL = '18446744073709551615'

/** What only a server reads: MySQL runs what stands in such a comment. */
const SPOKEN_COMMENT = /\/\*\s*M?!/i

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const isSaid = (value: unknown) => value !== null && value !== undefined

const inside = (value: unknown, ...names: string[]): unknown =>
  names.reduce((at: unknown, name) => (isNode(at) ? at[name] : undefined), value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Each as a column of the answer: by its name, its place, or as it is written where the column is made. */
function orderOf(query: Node): Ordered[] {
  const { expression } = selectWriter(nothingFound())
  const columns = listOf(inside(query, 'body', 'Select', 'projection')).flatMap((item): [string, string][] => {
    const name = inside(item, 'ExprWithAlias', 'alias', 'value')
    return typeof name === 'string' ? [[expression(inside(item, 'ExprWithAlias', 'expr')), name]] : []
  })
  const made = new Map(columns)
  return listOf(inside(query, 'order_by', 'kind', 'Expressions')).map((item) => {
    const expr = inside(item, 'expr')
    const written = expression(expr)
    const name =
      inside(expr, 'Identifier', 'value') ?? inside(listOf(inside(expr, 'CompoundIdentifier')).at(-1), 'value')
    const by = made.get(written) ?? (/^\d+$/.test(written) ? Number(written) : typeof name === 'string' ? name : '')
    return { by, descending: inside(item, 'options', 'asc') === false }
  })
}

export async function readSql(given: string): Promise<ReadSql> {
  const { sql, pieces, places: names, params } = cutAtParameters(given)
  if (SPOKEN_COMMENT.test(sql)) throw no('不能使用 /*! 一类会被执行的注释')
  const marked = pieces.map((piece, at) => (at ? `:vd_${at - 1}` : '') + piece).join('')
  const [statement, ...more] = await parse(marked)
  if (!isNode(statement)) throw no('不能为空')
  if (more.length) throw no('只能是一条语句')
  if (!isNode(statement.Query)) throw no('只能是一条 SELECT 查询')
  const found = nothingFound()
  const written = selectWriter(found).query(statement.Query)
  refuseHidden(found.parameters, names)
  // Within brackets a server may forget an order that no LIMIT asks for.
  const ordered = isSaid(statement.Query.order_by) && !isSaid(statement.Query.limit_clause)
  const around = `${written}${ordered ? ` LIMIT ${ALL}` : ''}`.split(PLACED)
  const places = around.filter((_, at) => at % 2 === 1).map((at) => names[Number(at)])
  if (places.some((name) => name === undefined)) throw no('中的参数请写作 #{名称}')
  return {
    pieces: around.filter((_, at) => at % 2 === 0),
    places: places.filter((name) => name !== undefined),
    params,
    names: [...found.names],
    qualified: [...found.qualified],
    own: found.own,
    order: orderOf(statement.Query),
  }
}

/** Each place has a value of its own. */
export const bound = (
  { pieces, places }: Pick<ReadSql, 'pieces' | 'places'>,
  params: Readonly<Record<string, string | null>>,
): Statement => ({ text: pieces.join('?'), values: places.map((name) => params[name] ?? null) })
