/**
 * What a data rule compares with is a value its field can have. The word that people read matches no row: as 不等于 such a rule
 * keeps nothing from anybody, and nobody is told.
 */
import { inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { listed } from '#model/listed.ts'
import type { Field } from '#model/fields.ts'
import { kindOf } from '#model/kinds/index.ts'
import type { Rule } from '#model/kinds/rules.ts'
import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { isMultiple } from '#model/query.ts'
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { allOf } from '../db/all-of.ts'
import { live } from '../db/live.ts'
import { tableOf } from '../db/table.ts'
import { givenUsername } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database.ts'
import { badInput } from '../kernel/errors.ts'
import { list, type Column } from '../resource/conditions.ts'
import { checkReferences } from '../resource/references.ts'
import { dictionaries, targetNames, type Dictionary } from '../resource/words.ts'

const PARTS: readonly Rule[] = ['like', 'left_like', 'right_like']
const WHOLE: readonly Rule[] = ['eq', 'ne']

/** Throws with a sentence for people when no row could ever hold the value. Variables are the reader's, and not judged. */
export async function refuseForeign(
  tx: Tx,
  caller: Caller,
  resource: Resource,
  { name, field }: Column,
  rule: { condition: Rule; says: string; value: string },
): Promise<void> {
  const { condition, says, value } = rule
  const chosen = kindOf(field).pick === true
  if (PARTS.includes(condition)) {
    // A part of a code says nothing, unless the code is of a tree or one of several.
    if (chosen && !isMultiple(field) && !kindOf(field).rules.includes(condition))
      throw badInput(`${field.label}不能按“${says}”比较，请改用“等于”或“包含”`)
    return
  }
  if (chosen && WHOLE.includes(condition) && !isMultiple(field) && value.includes(','))
    throw badInput(`${field.label}：“等于”和“不等于”只比较一个值，多个值请选择条件“包含”`)
  const problem =
    (await pointsNowhere(tx, caller, resource, name, field, value)) ?? (await isNoCode(tx, name, field, value))
  if (problem) throw badInput(problem)
}

/** Of areas, and whatever names a record: as a draft of the record would be judged. */
async function pointsNowhere(
  tx: Tx,
  caller: Caller,
  resource: Resource,
  name: string,
  field: Field,
  value: string,
): Promise<string | undefined> {
  if (field.kind === 'switch' && !field.boolean) {
    const both = [onValue(field), offValue(field)].map(String)
    const words = new Map(both.map((code) => [code, switchText(field, code)]))
    return isNoItem(field, words, list(value), `应为 ${both.join(' 或 ')}`)
  }
  if (field.kind === 'dict') {
    const words = (await dictionaries(tx)).get(field.dict) ?? new Map<string, string>()
    return isNoItem(field, words, list(value), '请填写代码')
  }
  // What another field decides may be any of them.
  const drafts =
    field.kind === 'refByType'
      ? Object.keys(field.to).map((type) => ({ [field.by]: type, [name]: value }))
      : [{ [name]: value }]
  const problems = await checkReferences(tx, caller, resource.fields, drafts, { only: (one) => one === name })
  const found = drafts.map((draft) => problems(draft)[name])
  if (!found.every(Boolean)) return undefined
  return targetNames(field).length ? `${found[0]}，请填写记录的编号` : found[0]
}

/** Who writes the word of an item reads its code. */
function isNoItem(field: Field, words: Dictionary, given: readonly string[], expected: string): string | undefined {
  const foreign = given.filter((one) => !words.has(one))
  if (!foreign.length) return undefined
  const codeOf = (word: string) => [...words].find(([, text]) => text === word)?.[0]
  const unknown = foreign.filter((one) => codeOf(one) === undefined)
  return unknown.length
    ? `${field.label}没有“${listed(unknown)}”这一项，${expected}`
    : `${field.label}应填写代码 ${listed(foreign.map((word) => `${codeOf(word)}（${word}）`))}`
}

const departs = tableOf(resources.sysDepart)

interface Codes {
  expected: string
  column: AnyPgColumn
  find(tx: Tx, matching: SQL): Promise<{ code: unknown }[]>
}
const usernames: Codes = {
  expected: '请填写登录账号',
  column: givenUsername.username,
  find: (tx, matching) => tx.select({ code: givenUsername.username }).from(givenUsername).where(matching),
}
const orgCodes: Codes = {
  expected: '请填写编码',
  column: departs.orgCode,
  find: (tx, matching) =>
    tx
      .select({ code: departs.orgCode })
      .from(departs)
      .where(allOf(live(departs), matching)),
}

const codesOf = (name: string, field: Field): Codes | undefined => {
  if (name === 'sysOrgCode') return orgCodes
  const isPerson = name === 'createBy' || name === 'updateBy' || (field.kind === 'text' && field.person)
  return isPerson ? usernames : undefined
}

/** Texts that name somebody or a department without pointing there. */
async function isNoCode(tx: Tx, name: string, field: Field, value: string): Promise<string | undefined> {
  const codes = codesOf(name, field)
  if (!codes) return undefined
  const given = list(value)
  const known = await codes.find(tx, inArray(codes.column, given))
  const unknown = given.filter((one) => !known.some(({ code }) => code === one))
  return unknown.length ? `${field.label}没有“${listed(unknown)}”，${codes.expected}` : undefined
}
