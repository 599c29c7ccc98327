import type { z } from 'zod'
import type { Fields } from '#model/fields.ts'
import { sentences } from '#model/checks.ts'
import { listed, summed } from '#model/listed.ts'
import { badInput } from './errors.ts'
import { chinese } from './chinese-issues.ts'

/** Inputs of a form that a reply names; whoever sends a longer list has no form. */
export const MOST_INPUTS = 100

/**
 * What came in, as the schema makes it. Throws a 400 whose message names each field: `参数 pageNo：应为整数`, or, with
 * `fields`, by the label a person knows: `联系电话：请输入正确手机号`.
 */
export async function checked<S extends z.ZodType>(schema: S, value: unknown, fields?: Fields): Promise<z.output<S>> {
  const parsed = await schema.safeParseAsync(value, { error: chinese })
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const words = fields ? sentences(fields, issues) : issues.map(sentence)
  throw badInput(summed(words), { fields: messagesByField(issues.slice(0, MOST_INPUTS)) })
}

const sentence = ({ path, message }: z.core.$ZodIssue) =>
  path.length ? `参数 ${listed([path.map(String).join('.')])}：${message}` : message

/** For forms: which input shows which sentence. */
const messagesByField = (issues: readonly z.core.$ZodIssue[]) =>
  Object.fromEntries(
    issues.filter(({ path }) => path.length).map(({ path, message }) => [path.map(String).join('.'), message]),
  )
