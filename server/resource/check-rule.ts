/**
 * Check rules: their slices, whether a value follows them, and what they say of a record that is saved. The patterns are other
 * people's, so they run in an engine that needs time in proportion to the value, whatever they say (RE2); what it cannot promise
 * that for, it does not take.
 */
import { and } from 'drizzle-orm'
import { RE2JS } from 're2js'
import { z } from 'zod'
import { isBlank } from '#model/checks.ts'
import type { Field, Fields } from '#model/fields.ts'
import { isLines, type Problems, type Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { WHOLE } from '#resources/system/checkRule.ts'
import { live } from '../db/live.ts'
import { oneOf } from '../db/one-of.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import { ask, type Change, type Question, type Row } from './hooks.ts'
import { linesOf } from './lines.ts'

const { sysCheckRule } = resources
const rules = tableOf(sysCheckRule)
const slice = z.object({ digits: z.string(), pattern: z.string(), message: z.string() })
export type Slice = z.output<typeof slice>

/** The slices of these rules, from left to right, by the id of the rule. */
export async function slicesOf(db: Database | Tx, ids: readonly string[]): Promise<Map<string, Slice[]>> {
  const found = await linesOf(db, sysCheckRule, 'slices', ids)
  return new Map([...found].map(([id, rows]) => [id, rows.map((row) => slice.parse(row))]))
}

/** The same by the code of the rule, of those there are. */
export async function slicesByCode(db: Database | Tx, codes: readonly string[]): Promise<Map<string, Slice[]>> {
  const found = await db
    .select({ id: rules.id, code: rules.ruleCode })
    .from(rules)
    .where(and(oneOf(rules.ruleCode, codes), live(rules)))
  const slices = await slicesOf(
    db,
    found.map(({ id }) => id),
  )
  return new Map(found.map(({ id, code }) => [code, slices.get(id) ?? []]))
}

export const LONGEST_VALUE = 500
const LONGEST_PROGRAM = 2000
/** A rule has no more slices. */
export const MOST_SLICES = 20

/** What is wrong with a pattern; undefined when it can be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    // Counted repetitions are unrolled: a short pattern may be a very long program.
    return RE2JS.compile(pattern).programSize() > LONGEST_PROGRAM ? '过于复杂，请减少重复次数' : undefined
  } catch {
    if (/\(\?<?[=!]/.test(pattern)) return '不能使用环视，如 (?=…)、(?!…)'
    if (/\\[1-9]|\\k</.test(pattern)) return '不能使用反向引用，如 \\1'
    return '不是正确的正则表达式'
  }
}

export interface Verdict extends Slice {
  /** Of what was looked at; absent where that is the whole value. */
  beginIndex?: number
  endIndex?: number
  checkValue: string
  passed: false
}

const MOST_COMPILED = 1000
const known = new Map<string, RE2JS>()

/** Compiling takes a hundred times as long as matching, and an import asks for one pattern 100,000 times. */
function compiled(pattern: string): RE2JS {
  const found = known.get(pattern) ?? RE2JS.compile(pattern)
  if (known.size >= MOST_COMPILED) known.clear()
  known.set(pattern, found)
  return found
}

/** The first slice that the value does not follow, in the shape of the contract; undefined when it follows all. */
export function judge(slices: readonly Slice[], value: string): Verdict | undefined {
  let from = 0
  for (const slice of slices) {
    const whole = slice.digits === WHOLE
    const beginIndex = from
    const endIndex = Math.min(from + Number(slice.digits), value.length)
    // What is not typed yet is an empty slice.
    const checkValue = whole ? value : value.slice(beginIndex, Math.max(beginIndex, endIndex))
    if (!whole) from += Number(slice.digits)
    if (!compiled(slice.pattern).testExact(checkValue))
      return { ...slice, ...(!whole && { beginIndex, endIndex }), checkValue, passed: false }
  }
  return undefined
}

/** The rules that fields of an online form name and that are not there, by field. Those that are there stay until the transaction ends. */
export async function missingRules<F extends { checkRule?: string | null }>(
  tx: Tx,
  fields: readonly F[],
): Promise<F[]> {
  const codes = fields.flatMap(({ checkRule }) => checkRule || [])
  if (!codes.length) return []
  const found = await tx
    .select({ code: rules.ruleCode })
    .from(rules)
    .where(and(oneOf(rules.ruleCode, codes), live(rules)))
    .orderBy(rules.id)
    .for('share')
  const there = new Set(found.map(({ code }) => code))
  return fields.filter(({ checkRule }) => checkRule && !there.has(checkRule))
}

interface Asked {
  path: string
  code: string
  value: string
}

/** The values of a row that rules judge: what stands as it stood was judged when it came, or was there before its rule. */
function askedOf(fields: Fields, before: Row | undefined, after: Row, path = ''): Asked[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const value = after[name]
    if (isLines(field)) {
      const old = new Map(((before?.[name] ?? []) as Row[]).map((line) => [line.id, line]))
      return ((value ?? []) as Row[]).flatMap((line, at) => askedOf(field.of, old.get(line.id), line, `${name}.${at}.`))
    }
    if (field.kind !== 'text' || !field.checkRule || isBlank(value) || before?.[name] === value) return []
    return [{ path: path + name, code: field.checkRule, value: String(value) }]
  })
}

const codesOf = (fields: Fields): string[] =>
  Object.values<Field>(fields).flatMap((field) =>
    isLines(field) ? codesOf(field.of) : field.kind === 'text' && field.checkRule ? [field.checkRule] : [],
  )

type Rules = Question<ReadonlyMap<string, Slice[]>>
const questions = new WeakMap<Resource, Rules | null>()

/** Read once for all that are checked together; null where no field names a rule. */
function rulesOf(resource: Resource): Rules | null {
  const asked = questions.get(resource)
  if (asked !== undefined) return asked
  const codes = codesOf(resource.fields)
  const question = async (tx: Tx) => {
    const found = await slicesByCode(tx, codes)
    return () => found
  }
  const made = codes.length ? question : null
  questions.set(resource, made)
  return made
}

/**
 * What the check rules of its fields say of what was typed or stands in a file, by field; inside lines by `lines.0.name`. What
 * is only put back is not asked about: it was there before.
 */
export async function ruleProblems(change: Change, resource: Resource): Promise<Problems> {
  const rules = rulesOf(resource)
  const asked = rules ? askedOf(resource.fields, change.before, change.after) : []
  if (!rules || !asked.length) return {}
  const slicesOfRule = await ask(change, rules)
  return Object.fromEntries(
    asked.flatMap(({ path, code, value }) => {
      const slices = slicesOfRule.get(code)
      if (!slices) return [[path, '按之校验的规则已不存在，请联系管理员']]
      if (value.length > LONGEST_VALUE) return [[path, `最大长度${LONGEST_VALUE}位字符`]]
      const verdict = judge(slices, value)
      return verdict ? [[path, verdict.message]] : []
    }),
  )
}
