/**
 * A SELECT judged and written anew, word by word, from what the parser understood: whatever is not known here is refused, and
 * what was not judged never reaches a database. Comments, hints and quotes that a server may read otherwise are gone.
 */
import { quoted, text } from './quoting.ts'
import {
  allowedFunctions,
  allowedValues,
  forbiddenExpressions,
  forbiddenOperators,
  forbiddenParts,
  joins,
  operators,
  unitFunctions,
  units,
} from './allowed.ts'
import { no } from '../parameters.ts'

type Node = Readonly<Record<string, unknown>>

/** Deeper than people write, far from what a stack holds. */
const DEEPEST = 200
/** How many times a text may stand in a value that is made of it. */
const MOST_COPIES = 1000

export interface Found {
  names: Set<string>
  qualified: Set<string>
  own: Set<string>
  parameters: number
  depth: number
  /** By how much the queries seen so far may lengthen a text: each reads what another one made. */
  copies: number
  /** Texts put together in the query that is looked at. */
  joins: number
}

/** Stands for a parameter in what is written: no text holds one, because NUL is written otherwise there. */
const placed = (at: string) => `\0${at}\0`
export const PLACED = /\0(\d+)\0/

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** One of several: `{ Name: content }`, or its name alone. */
function variantOf(value: unknown): [name: string, content: unknown] {
  if (typeof value === 'string') return [value, undefined]
  const [entry] = isNode(value) ? Object.entries(value) : []
  return entry ?? ['', undefined]
}

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === false ||
  value === 'None' ||
  (Array.isArray(value) && !value.length)

/** Its parts, none of them but those that are named here: whatever else it says is refused. */
function partsOf(value: unknown, names: string): Node {
  if (!isNode(value)) throw no('中有不支持的写法')
  const known = names.split(' ')
  for (const [name, part] of Object.entries(value)) {
    if (known.includes(name) || isNothing(part) || name === 'span' || name.endsWith('_token')) continue
    throw no(`不能使用 ${forbiddenParts[name] ?? name}`)
  }
  return value
}

/** A name; variables look like one. */
function identifier(value: unknown): string {
  const { value: name } = partsOf(value, 'value quote_style')
  if (typeof name !== 'string' || !name) throw no('中有不支持的名称')
  if (name.startsWith('@')) throw no(`不能使用变量 ${name}`)
  return name
}
const quotedName = (value: unknown) => quoted(identifier(value))

/** `schema.table` as it stands in the tree: `[{ Identifier: … }, …]`. */
const namesIn = (value: unknown): unknown[] =>
  listOf(value).map((part) => {
    const [kind, content] = variantOf(part)
    if (kind !== 'Identifier') throw no('中有不支持的名称')
    return content
  })

/** One word that stands without quotes: a collation, a character set. */
function bareWord(value: unknown): string {
  const [name, ...more] = namesIn(value).map(identifier)
  if (!name || more.length || !/^\w+$/.test(name)) throw no('中的字符集或排序规则有误')
  return name
}

const NUMBER = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

export const nothingFound = (): Found => ({
  ...{ names: new Set(), qualified: new Set(), own: new Set() },
  ...{ parameters: 0, depth: 0, copies: 1, joins: 0 },
})

export interface SelectWriter {
  query(value: unknown): string
  expression(value: unknown): string
}

export function selectWriter(found: Found): SelectWriter {
  function deeper<T>(work: () => T): T {
    found.depth += 1
    if (found.depth > DEEPEST) throw no('嵌套过深，请拆成几个查询')
    const result = work()
    found.depth -= 1
    return result
  }

  const list = (values: unknown, write: (value: unknown) => string) => listOf(values).map(write).join(', ')
  const expressionsIn = (values: unknown) => list(values, expression)

  function literal(value: unknown): string {
    const [kind, content] = variantOf(partsOf(value, 'value').value)
    if (kind === 'Number' && Array.isArray(content) && NUMBER.test(String(content[0]))) return String(content[0])
    if ((kind === 'SingleQuotedString' || kind === 'DoubleQuotedString') && typeof content === 'string')
      return text(content)
    if (kind === 'HexStringLiteral' && /^([0-9a-f]{2})+$/i.test(String(content))) return `x'${String(content)}'`
    if (kind === 'Boolean') return content === true ? 'TRUE' : 'FALSE'
    if (kind === 'Null') return 'NULL'
    const [, at] = (kind === 'Placeholder' && /^:vd_(\d+)$/.exec(String(content))) || []
    if (at === undefined) throw no(kind === 'Placeholder' ? '中的参数请写作 #{名称}' : '中有不支持的常量')
    found.parameters += 1
    return placed(at)
  }

  function lengthIn(content: unknown, most: number): string {
    const digits = isNode(content) ? partsOf(content, 'IntegerLength').IntegerLength : undefined
    const length = isNode(digits) ? Number(partsOf(digits, 'length').length) : undefined
    if (length === undefined) return ''
    if (!(length >= 1 && length <= most)) throw no(`中 char 的长度最多 ${most}`)
    return `(${length})`
  }

  function decimals(content: unknown): string {
    const [, given] = variantOf(content)
    const digits = (Array.isArray(given) ? given : given === undefined ? [] : [given]).map(Number)
    if (digits.some((one) => !(one >= 0 && one <= 65))) throw no('中 decimal 的位数有误')
    return digits.length ? `(${digits.join(', ')})` : ''
  }

  function type(value: unknown): string {
    const [name, content] = variantOf(value)
    const plain: Readonly<Record<string, string>> = {
      ...{ Signed: 'SIGNED', SignedInteger: 'SIGNED', Unsigned: 'UNSIGNED', UnsignedInteger: 'UNSIGNED' },
      ...{ Date: 'DATE', JSON: 'JSON', Double: 'DOUBLE', Float: 'FLOAT' },
    }
    if (name === 'Char') return `CHAR${lengthIn(content, 4000)}`
    if (name === 'Decimal') return `DECIMAL${decimals(content)}`
    if (name === 'Datetime' || name === 'Time' || name === 'Timestamp') {
      const digits: unknown = Array.isArray(content) ? content[0] : content
      const precision = digits === null || digits === undefined ? '' : `(${Number(digits)})`
      return `${name === 'Timestamp' ? 'DATETIME' : name.toUpperCase()}${precision}`
    }
    const known = plain[name]
    if (!known) throw no(`不能转换为类型 ${name === 'Custom' ? JSON.stringify(content).slice(0, 60) : name}`)
    return known
  }

  function order(value: unknown): string {
    const { expr, options } = partsOf(value, 'expr options')
    const { asc } = partsOf(options, 'asc')
    // `false` is said, nothing is not.
    return `${expression(expr)}${asc === false ? ' DESC' : ''}`
  }
  const orders = (values: unknown) => list(values, order)

  function bound(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'CurrentRow') return 'CURRENT ROW'
    if (kind !== 'Preceding' && kind !== 'Following') throw no('中有不支持的窗口')
    return `${content === null || content === undefined ? 'UNBOUNDED' : expression(content)} ${kind.toUpperCase()}`
  }

  function frame(value: unknown): string {
    const { units: unit, start_bound: start, end_bound: end } = partsOf(value, 'units start_bound end_bound')
    if (unit !== 'Rows' && unit !== 'Range') throw no('中有不支持的窗口')
    const range = end === null || end === undefined ? bound(start) : `BETWEEN ${bound(start)} AND ${bound(end)}`
    return `${unit.toUpperCase()} ${range}`
  }

  function window(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'NamedWindow') return quotedName(content)
    const parts = partsOf(content, 'window_name partition_by order_by window_frame')
    return `(${[
      isNothing(parts.window_name) ? '' : quotedName(parts.window_name),
      isNothing(parts.partition_by) ? '' : `PARTITION BY ${expressionsIn(parts.partition_by)}`,
      isNothing(parts.order_by) ? '' : `ORDER BY ${orders(parts.order_by)}`,
      isNothing(parts.window_frame) ? '' : frame(parts.window_frame),
    ]
      .filter(Boolean)
      .join(' ')})`
  }

  function argument(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind !== 'Unnamed') throw no('中有不支持的参数写法')
    const [what, given] = variantOf(content)
    if (what === 'Wildcard') return '*'
    if (what !== 'Expr') throw no('中有不支持的参数写法')
    return expression(given)
  }

  function unit(value: unknown): string {
    const [, content] = variantOf(value)
    const [, given] = variantOf(content)
    const [kind, name] = variantOf(given)
    const word = kind === 'Identifier' ? identifier(name).toLowerCase() : ''
    if (!units.has(word)) throw no('中的时间单位有误')
    return word.toUpperCase()
  }

  function clause(name: string, value: unknown): string {
    const [kind, content] = variantOf(value)
    if (name === 'group_concat' && kind === 'OrderBy') return ` ORDER BY ${orders(content)}`
    if (name === 'group_concat' && kind === 'Separator') return ` SEPARATOR ${literal(content)}`
    throw no(`不能在函数 ${name} 中使用 ${kind}`)
  }

  function call(value: unknown): string {
    const parts = partsOf(value, 'name args over')
    const names = namesIn(parts.name)
    const name = names.map(identifier).join('.').toLowerCase()
    const [kind, content] = variantOf(parts.args)
    if (kind === 'None') {
      if (!allowedValues.has(name)) throw no(`不能使用 ${name}`)
      return name
    }
    if (names.length !== 1 || !allowedFunctions.has(name)) throw no(`不能使用函数 ${name}`)
    if (kind !== 'List') throw no(`不能在函数 ${name} 中使用 ${kind}`)
    const { args, clauses, duplicate_treatment: treatment } = partsOf(content, 'args clauses duplicate_treatment')
    if (name === 'concat' || name === 'concat_ws') found.joins += listOf(args).length
    const [first, ...rest] = listOf(args)
    const written = unitFunctions.has(name) ? [unit(first), ...rest.map(argument)] : listOf(args).map(argument)
    const distinct = treatment === 'Distinct' ? 'DISTINCT ' : ''
    const behind = listOf(clauses)
      .map((one) => clause(name, one))
      .join('')
    const over = isNothing(parts.over) ? '' : ` OVER ${window(parts.over)}`
    return `${name}(${distinct}${written.join(', ')}${behind})${over}`
  }

  const not = (negated: unknown) => (negated === true ? 'NOT ' : '')
  const is = (words: string) => (content: unknown) => `${expression(content)} IS ${words}`
  const rounded = (name: string) => (content: unknown) => {
    const { expr, field } = partsOf(content, 'expr field')
    if (variantOf(variantOf(field)[1])[0] !== 'NoDateTime') throw no(`中 ${name} 的写法不支持`)
    return `${name}(${expression(expr)})`
  }
  const compared = (word: string) => (content: unknown) => {
    const { left, compare_op: operator, right } = partsOf(content, 'left compare_op right is_some')
    const [kind, subquery] = variantOf(right)
    const sign = operators[variantOf(operator)[0]]
    if (kind !== 'Subquery' || !sign) throw no(`中 ${word} 的写法不支持`)
    return `${expression(left)} ${sign} ${word} (${query(subquery)})`
  }

  const expressions: Readonly<Record<string, (content: unknown) => string>> = {
    Identifier: quotedName,
    CompoundIdentifier: (content) => listOf(content).map(quotedName).join('.'),
    Value: literal,
    Nested: (content) => `(${expression(content)})`,
    Tuple: (content) => `(${expressionsIn(content)})`,
    Function: call,
    BinaryOp(content) {
      const { left, op, right } = partsOf(content, 'left op right')
      const [name] = variantOf(op)
      const operator = operators[name]
      if (!operator) throw no(`不能使用运算符 ${forbiddenOperators[name] ?? name}`)
      // No brackets are added: the server reads it with the precedence its writer knows.
      return `${expression(left)} ${operator} ${expression(right)}`
    },
    UnaryOp(content) {
      const { op, expr } = partsOf(content, 'op expr')
      const operator = { Plus: '+', Minus: '-', Not: 'NOT' }[String(op)]
      if (!operator) throw no(`不能使用运算符 ${String(op)}`)
      return `${operator} ${expression(expr)}`
    },
    IsNull: is('NULL'),
    IsNotNull: is('NOT NULL'),
    IsTrue: is('TRUE'),
    IsNotTrue: is('NOT TRUE'),
    IsFalse: is('FALSE'),
    IsNotFalse: is('NOT FALSE'),
    IsUnknown: is('UNKNOWN'),
    IsNotUnknown: is('NOT UNKNOWN'),
    Between(content) {
      const { expr, negated, low, high } = partsOf(content, 'expr negated low high')
      return `${expression(expr)} ${not(negated)}BETWEEN ${expression(low)} AND ${expression(high)}`
    },
    Like(content) {
      const { expr, negated, pattern, escape_char: escape } = partsOf(content, 'expr negated pattern escape_char')
      const behind = isNothing(escape) ? '' : ` ESCAPE ${literal(escape)}`
      return `${expression(expr)} ${not(negated)}LIKE ${expression(pattern)}${behind}`
    },
    InList(content) {
      const { expr, list: values, negated } = partsOf(content, 'expr list negated')
      return `${expression(expr)} ${not(negated)}IN (${expressionsIn(values)})`
    },
    InSubquery(content) {
      const { expr, subquery, negated } = partsOf(content, 'expr subquery negated')
      return `${expression(expr)} ${not(negated)}IN (${query(subquery)})`
    },
    Subquery: (content) => `(${query(content)})`,
    Exists(content) {
      const { subquery, negated } = partsOf(content, 'subquery negated')
      return `${not(negated)}EXISTS (${query(subquery)})`
    },
    AnyOp: compared('ANY'),
    AllOp: compared('ALL'),
    Case(content) {
      const { operand, conditions, else_result: otherwise } = partsOf(content, 'operand conditions else_result')
      const arms = listOf(conditions).map((arm) => {
        const { condition, result } = partsOf(arm, 'condition result')
        return ` WHEN ${expression(condition)} THEN ${expression(result)}`
      })
      const head = isNothing(operand) ? '' : ` ${expression(operand)}`
      return `CASE${head}${arms.join('')}${isNothing(otherwise) ? '' : ` ELSE ${expression(otherwise)}`} END`
    },
    Cast(content) {
      const { kind, expr, data_type: wanted } = partsOf(content, 'kind expr data_type')
      if (kind !== 'Cast') throw no('中转换类型请用 CAST(… AS …)')
      return `CAST(${expression(expr)} AS ${type(wanted)})`
    },
    Convert(content) {
      const { expr, data_type: wanted, charset } = partsOf(content, 'expr data_type charset')
      if (isNothing(charset)) return `CONVERT(${expression(expr)}, ${type(wanted)})`
      return `CONVERT(${expression(expr)} USING ${bareWord(charset)})`
    },
    Collate(content) {
      const { expr, collation } = partsOf(content, 'expr collation')
      return `${expression(expr)} COLLATE ${bareWord(collation)}`
    },
    TypedString(content) {
      const { data_type: wanted, value } = partsOf(content, 'data_type value uses_odbc_syntax')
      const [name] = variantOf(wanted)
      if (!['Date', 'Time', 'Timestamp'].includes(name)) throw no(`不能使用 ${name} 常量`)
      return `${name.toUpperCase()} ${literal(value)}`
    },
    Interval(content) {
      const { value, leading_field: field } = partsOf(content, 'value leading_field')
      const [name] = variantOf(field)
      if (!units.has(name.toLowerCase())) throw no('中的时间单位有误')
      return `INTERVAL ${expression(value)} ${name.toUpperCase()}`
    },
    Extract(content) {
      const { field, expr } = partsOf(content, 'field syntax expr')
      const [name] = variantOf(field)
      if (!units.has(name.toLowerCase())) throw no('中的时间单位有误')
      return `EXTRACT(${name.toUpperCase()} FROM ${expression(expr)})`
    },
    Substring(content) {
      const parts = partsOf(content, 'expr substring_from substring_for special shorthand')
      const given = [parts.expr, parts.substring_from, parts.substring_for].filter((one) => !isNothing(one))
      if (isNothing(parts.substring_from)) throw no('中 substring 的写法不支持')
      return `substring(${expressionsIn(given)})`
    },
    Trim(content) {
      const { trim_where: where, trim_what: what, expr } = partsOf(content, 'trim_where trim_what expr')
      if (isNothing(what)) return `trim(${expression(expr)})`
      const side = isNothing(where) ? '' : `${String(variantOf(where)[0]).toUpperCase()} `
      if (side && !['BOTH ', 'LEADING ', 'TRAILING '].includes(side)) throw no('中 trim 的写法不支持')
      return `trim(${side}${expression(what)} FROM ${expression(expr)})`
    },
    Position(content) {
      const { expr, in: within } = partsOf(content, 'expr in')
      return `locate(${expression(expr)}, ${expression(within)})`
    },
    Ceil: rounded('ceil'),
    Floor: rounded('floor'),
  }

  function expression(value: unknown): string {
    const [name, content] = variantOf(value)
    const write = Object.hasOwn(expressions, name) ? expressions[name] : undefined
    if (!write) throw no(`不能使用 ${forbiddenExpressions[name] ?? name}`)
    return deeper(() => write(content))
  }

  function alias(value: unknown): string {
    const { name, columns } = partsOf(value, 'explicit name columns')
    const given = listOf(columns).map((column) => quotedName(partsOf(column, 'name').name))
    return ` AS ${quotedName(name)}${given.length ? ` (${given.join(', ')})` : ''}`
  }
  const aliasOf = (value: unknown) => (isNothing(value) ? '' : alias(value))

  function table(value: unknown): string {
    const parts = partsOf(value, 'name alias')
    const names = namesIn(parts.name).map(identifier)
    // One with a dot in it would read as two.
    if (names.length > 2 || (names.length === 2 && names.some((name) => name.includes('.'))))
      throw no('不能跨数据库查询')
    if (names.length === 2) found.qualified.add(names.join('.'))
    else if (names[0]?.toLowerCase() === 'dual') return `dual${aliasOf(parts.alias)}`
    else found.names.add(names[0] ?? '')
    return `${names.map(quoted).join('.')}${aliasOf(parts.alias)}`
  }

  function source(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'Table') return table(content)
    if (kind === 'Derived') {
      const parts = partsOf(content, 'subquery alias')
      return `(${query(parts.subquery)})${aliasOf(parts.alias)}`
    }
    if (kind === 'NestedJoin') return `(${joined(partsOf(content, 'table_with_joins').table_with_joins)})`
    throw no(`不能在 FROM 中使用 ${kind}`)
  }

  function constraint(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'On') return ` ON ${expression(content)}`
    if (kind === 'Using') {
      const columns = listOf(content).map((column) => namesIn(column).map(quotedName).join('.'))
      return ` USING (${columns.join(', ')})`
    }
    if (kind === 'None' || kind === '') return ''
    throw no('中有不支持的连接')
  }

  function joined(value: unknown): string {
    const { relation, joins: others } = partsOf(value, 'relation joins')
    return deeper(
      () =>
        source(relation) +
        listOf(others)
          .map((one) => {
            const parts = partsOf(one, 'relation join_operator')
            const [kind, condition] = variantOf(parts.join_operator)
            const word = joins[kind]
            if (!word) throw no(`不能使用 ${kind} 连接`)
            // `NATURAL` stands before the word.
            if (condition === 'Natural') return ` NATURAL ${word} ${source(parts.relation)}`
            return ` ${word} ${source(parts.relation)}${constraint(condition)}`
          })
          .join(''),
    )
  }

  function item(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'UnnamedExpr') return expression(content)
    if (kind === 'ExprWithAlias') {
      const parts = partsOf(content, 'expr alias')
      return `${expression(parts.expr)} AS ${quotedName(parts.alias)}`
    }
    if (kind === 'Wildcard') {
      partsOf(content, '')
      return '*'
    }
    if (kind === 'QualifiedWildcard' && Array.isArray(content)) {
      partsOf(content[1], '')
      const [what, names] = variantOf(content[0])
      if (what === 'ObjectName') return `${namesIn(names).map(quotedName).join('.')}.*`
    }
    throw no('中有不支持的列')
  }

  function namedWindow(value: unknown): string {
    const [name, content] = listOf(value)
    return `${quotedName(name)} AS ${window(content)}`
  }

  function grouped(value: unknown): string {
    const [kind, content] = variantOf(value)
    const [columns, modifiers] = listOf(content)
    if (kind !== 'Expressions' || !isNothing(modifiers)) throw no('中有不支持的 GROUP BY')
    return isNothing(columns) ? '' : ` GROUP BY ${expressionsIn(columns)}`
  }

  function select(value: unknown): string {
    const parts = partsOf(
      value,
      'distinct projection from selection group_by having named_window window_before_qualify flavor',
    )
    if (parts.flavor !== 'Standard') throw no('只能是一条 SELECT 查询')
    if (!isNothing(parts.distinct) && parts.distinct !== 'Distinct') throw no('中有不支持的 DISTINCT')
    return [
      `SELECT ${parts.distinct === 'Distinct' ? 'DISTINCT ' : ''}${list(parts.projection, item)}`,
      isNothing(parts.from) ? '' : ` FROM ${list(parts.from, joined)}`,
      isNothing(parts.selection) ? '' : ` WHERE ${expression(parts.selection)}`,
      grouped(parts.group_by),
      isNothing(parts.having) ? '' : ` HAVING ${expression(parts.having)}`,
      isNothing(parts.named_window) ? '' : ` WINDOW ${list(parts.named_window, namedWindow)}`,
    ].join('')
  }

  function body(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'Select') return select(content)
    if (kind === 'Query') return `(${query(content)})`
    if (kind !== 'SetOperation') throw no('只能是一条 SELECT 查询')
    const parts = partsOf(content, 'left op set_quantifier right')
    const operator = { Union: 'UNION', Intersect: 'INTERSECT', Except: 'EXCEPT' }[String(parts.op)]
    const quantifier = { All: ' ALL', Distinct: ' DISTINCT', None: '' }[String(parts.set_quantifier)]
    if (!operator || quantifier === undefined) throw no('中有不支持的 UNION')
    return deeper(() => `${body(parts.left)} ${operator}${quantifier} ${body(parts.right)}`)
  }

  function limit(value: unknown): string {
    const [kind, content] = variantOf(value)
    if (kind === 'OffsetCommaLimit') {
      const parts = partsOf(content, 'offset limit')
      return ` LIMIT ${expression(parts.offset)}, ${expression(parts.limit)}`
    }
    const parts = partsOf(content, 'limit offset')
    if (kind !== 'LimitOffset' || isNothing(parts.limit)) throw no('中有不支持的 LIMIT')
    const offset = isNothing(parts.offset) ? undefined : partsOf(parts.offset, 'value').value
    return ` LIMIT ${expression(parts.limit)}${offset === undefined ? '' : ` OFFSET ${expression(offset)}`}`
  }

  function common(value: unknown): string {
    const { cte_tables: tables } = partsOf(value, 'cte_tables')
    const written = list(tables, (one) => {
      const parts = partsOf(one, 'alias query')
      const given = partsOf(parts.alias, 'explicit name columns')
      found.own.add(identifier(given.name))
      const columns = listOf(given.columns).map((column) => quotedName(partsOf(column, 'name').name))
      return `${quotedName(given.name)}${columns.length ? ` (${columns.join(', ')})` : ''} AS (${query(parts.query)})`
    })
    return `WITH ${written} `
  }

  /** Each query counts for itself; the arms of a UNION together. */
  function query(value: unknown): string {
    return deeper(() => {
      const outside = found.joins
      found.joins = 0
      const parts = partsOf(value, 'with body order_by limit_clause')
      const before = isNothing(parts.with) ? '' : common(parts.with)
      const main = body(parts.body)
      const [kind, columns] = isNothing(parts.order_by)
        ? ['Expressions', []]
        : variantOf(partsOf(parts.order_by, 'kind').kind)
      if (kind !== 'Expressions') throw no('中有不支持的 ORDER BY')
      const sorted = isNothing(columns) ? '' : ` ORDER BY ${orders(columns)}`
      const ended = isNothing(parts.limit_clause) ? '' : limit(parts.limit_clause)
      found.copies *= 1 + found.joins
      found.joins = outside
      if (found.copies > MOST_COPIES) throw no('中拼接文字（concat）过多，结果可能过长，请减少拼接')
      return `${before}${main}${sorted}${ended}`
    })
  }

  return { query, expression }
}
