/** What fills in by itself: a closed list, by the names of `fillRuleKinds`. No name of a class is ever run. */
import { and, eq } from 'drizzle-orm'
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { fillRuleKinds } from '#resources/system/fillRule.ts'
import { tableOf } from '../../db/table.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/services.ts'
import { nextOrgCode } from '../../people/org-code.ts'
import { scopeOf } from '../../resource/scope.ts'
import { dayOf, takeSerial } from '../../resource/serial.ts'
import { nextCategoryCode } from '../category-code.ts'

export interface Asking {
  tx: Tx
  caller: Caller
  services: Services
  /** The rule's own parameters. */
  given: Readonly<Record<string, unknown>>
  /** What stands in the form that asks. */
  form: Readonly<Record<string, unknown>>
}

export interface FillRuleKind {
  fill(asking: Asking): Promise<string>
  /** What a value looks like, without taking one. */
  example(given: Asking['given'], day: string): string
}

const words = (value: unknown): string => (typeof value === 'string' ? value.trim().replaceAll('\0', '') : '')
const FIRST = 1
const DIGITS = 6

const digitsIn = (given: Asking['given']): number => (typeof given.digits === 'number' ? given.digits : DIGITS)
/** Numbers of rules are counted apart from those of records. */
const COUNTED = 'fill:'

/** The record above that the caller sees, by id; undefined for the top. */
async function above(
  { tx, caller }: Asking,
  resource: typeof resources.sysDepart | typeof resources.sysCategory,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  if (!id || id === '0') return undefined
  const table = tableOf<typeof resource>(resource)
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.id, id), scopeOf(caller, resource)))
  if (!row) throw refused(`上级${resource.label}不存在`)
  return row
}

export const kinds: Readonly<Record<ValueIn<typeof fillRuleKinds>, FillRuleKind>> = {
  [fillRuleKinds.orderNumber]: {
    async fill({ tx, services, given }) {
      const day = dayOf(services.clock.now(), services.settings.timeZone)
      const number = await takeSerial(tx, COUNTED + words(given.prefix), day, digitsIn(given))
      return number.slice(COUNTED.length)
    },
    example: (given, day) => `${words(given.prefix)}${day}${String(FIRST).padStart(digitsIn(given), '0')}`,
  },
  [fillRuleKinds.departCode]: {
    async fill(asking) {
      const parent = await above(
        asking,
        resources.sysDepart,
        words(asking.form.parentId) || words(asking.given.parentId),
      )
      const node = parent && { id: String(parent.id), orgCode: String(parent.orgCode) }
      return nextOrgCode(asking.tx, asking.caller.tenantId, node)
    },
    example: () => 'A01A02',
  },
  [fillRuleKinds.categoryCode]: {
    async fill(asking) {
      const parent = await above(asking, resources.sysCategory, words(asking.form.pid) || words(asking.given.pid))
      const node = parent && { id: String(parent.id), code: String(parent.code) }
      return nextCategoryCode(asking.tx, asking.caller.tenantId, node)
    },
    example: () => 'B02A01',
  },
}

export const kindNamed = (name: string): FillRuleKind | undefined =>
  Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined
