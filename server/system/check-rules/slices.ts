/** The slices of a check rule: kept as lines, sent as the contract's `ruleJson`. */
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { Database, Tx } from '../../kernel/database.ts'
import { linesOf } from '../../resource/lines.ts'

const slice = z.object({ digits: z.string(), pattern: z.string(), message: z.string() })
export type Slice = z.output<typeof slice>

/** The slices of these rules, from left to right, by the id of the rule. */
export async function slicesOf(db: Database | Tx, ids: readonly string[]): Promise<Map<string, Slice[]>> {
  const found = await linesOf(db, resources.sysCheckRule, 'slices', ids)
  return new Map([...found].map(([id, rows]) => [id, rows.map((row) => slice.parse(row))]))
}

export const jsonOf = (slices: readonly Slice[]): string =>
  JSON.stringify(slices.map(({ digits, pattern, message }) => ({ digits, pattern, message })))

const text = z.union([z.string(), z.number()]).transform(String)
const given = z.array(z.object({ digits: text, pattern: text, message: text })).max(100)

/** Undefined when it is no list of slices. */
export function slicesIn(ruleJson: string): Slice[] | undefined {
  try {
    return given.safeParse(JSON.parse(ruleJson)).data
  } catch {
    return undefined
  }
}
