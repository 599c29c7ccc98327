import type { Arrangement, TakenBack } from '#model/arrangement.ts'
import { sameValue } from '#model/emptiness.ts'
import { isMoved, placed } from './arrangement.ts'
import type { GridRow, Values } from './column.ts'

interface SharedValue {
  /** Before this person first changed it. */
  before: unknown
  /** As the others heard it last. */
  after: unknown
}

/** What this person told others of rows that nobody has saved since, so that it can be taken back; and what the others told. */
export class SharedEdits {
  /** By row and field. */
  readonly #values = new Map<string, Map<string, SharedValue>>()
  readonly #added = new Set<string>()
  readonly #gone = new Map<string, GridRow>()
  /** Ids as they stood before this person moved or deleted some; undefined when others have moved them since. */
  #order: readonly string[] | undefined
  readonly #theirs = new Map<string, Values>()
  /** Rows that others deleted since they were loaded. */
  readonly #heardGone = new Set<string>()

  /** Other rows were loaded: what was told before is saved, or taken back. */
  clear(): void {
    for (const one of [this.#values, this.#added, this.#gone, this.#theirs, this.#heardGone]) one.clear()
    this.#order = undefined
  }

  /** Has this person changed something in this row? */
  has = (id: string): boolean => this.#values.has(id) || this.#added.has(id)

  /** Did somebody delete it here? What was saved without it since has forgotten that. */
  heardGone = (id: string): boolean => this.#heardGone.has(id)

  changed(id: string, before: Values, after: Values): void {
    const row = this.#values.get(id) ?? new Map<string, SharedValue>()
    for (const field of Object.keys(after)) {
      const first = row.has(field) ? row.get(field)!.before : before[field]
      if (sameValue(first, after[field])) row.delete(field)
      else row.set(field, { before: first, after: after[field] })
    }
    if (row.size) this.#values.set(id, row)
    else this.#values.delete(id)
    const theirs = this.#theirs.get(id)
    if (theirs) this.#theirs.set(id, without(theirs, Object.keys(after)))
  }

  /** `ids`: all rows as they stood before. `left`: those that are gone, as they were. */
  arranged({ added, gone, order }: Arrangement, ids: readonly string[], left: readonly GridRow[]): void {
    if (gone.some((id) => !this.#added.has(id)) || isMoved(ids, order)) this.#order ??= ids
    for (const { id } of added) if (!this.#gone.delete(id)) this.#added.add(id)
    for (const row of left) {
      const { id } = row
      if (this.#added.delete(id)) this.#values.delete(id)
      else this.#gone.set(id, { ...row, ...this.#theirs.get(id), ...this.#before(id), id })
    }
  }
  #before = (id: string): Values =>
    Object.fromEntries([...(this.#values.get(id) ?? [])].map(([field, { before }]) => [field, before]))

  /** Somebody else's values stand from now on, and so does a row that they have filled in. */
  heard({ id, ...values }: Values): void {
    const key = String(id)
    this.#added.delete(key)
    const own = this.#values.get(key)
    for (const field of Object.keys(values)) own?.delete(field)
    if (own && !own.size) this.#values.delete(key)
    this.#theirs.set(key, { ...this.#theirs.get(key), ...values })
  }

  heardArranged({ added, gone }: Arrangement, before: readonly string[], now: readonly string[]): void {
    for (const id of gone) {
      this.#added.delete(id)
      this.#values.delete(id)
      this.#heardGone.add(id)
    }
    for (const { id } of added) {
      this.#gone.delete(id)
      this.#heardGone.delete(id)
    }
    if (isMoved(before, now)) this.#order = undefined
  }

  /** What must be told so that nothing of this person's is left with the others. `now`: ids as they stand. */
  takenBack(now: readonly string[]): Arrangement | undefined {
    const back = [...this.#values]
      .filter(([id]) => !this.#added.has(id) && !this.#gone.has(id))
      .map(([id, fields]): TakenBack => {
        const each = [...fields]
        return {
          id,
          was: Object.fromEntries(each.map(([field, { after }]) => [field, after ?? null])),
          is: Object.fromEntries(each.map(([field, { before }]) => [field, before ?? null])),
        }
      })
    const left = now.filter((id) => !this.#added.has(id))
    const added = [...this.#gone.values()]
    const fresh = added.map(({ id }) => id)
    const order = placed(left, this.#order ?? [...left, ...fresh], new Set(fresh))
    const arrangement = { added, gone: [...this.#added], order, back }
    const isNothing = !back.length && order.length === now.length && order.every((id, at) => id === now[at])
    this.clear()
    return isNothing ? undefined : arrangement
  }

  /** The part of what somebody else takes back that still stands here as they told it. `held`: the row as it is here. */
  stillTheirs({ id, was, is }: TakenBack, held: Values): Values | undefined {
    const theirs = this.#theirs.get(id)
    const fields = Object.keys(is).filter((field) => theirs && field in theirs && sameValue(held[field], was[field]))
    return fields.length ? { ...Object.fromEntries(fields.map((field) => [field, is[field]])), id } : undefined
  }
}

const without = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))
