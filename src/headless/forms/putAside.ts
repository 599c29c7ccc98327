import { applies, isBlank } from '#model/checks.ts'
import type { Fields } from '#model/fields.ts'
import type { Values } from '#model/typed.ts'

/** What a choice made pointless, until it is saved so: who chose by mistake and chooses again has it back. */
export class PutAside {
  #values: Record<string, unknown> = {}

  /** Of these fields, as the record changes from `now` to `after`: what applies again, with what stood there. */
  moved(fields: Fields, names: readonly string[], now: Values, after: Values): Record<string, unknown> {
    const back: Record<string, unknown> = {}
    for (const name of names) {
      const field = fields[name]!
      if (!field.onlyThen) continue
      if (!applies(field, after)) {
        if (!isBlank(now[name])) this.#values[name] = now[name]
      } else if (isBlank(now[name]) && name in this.#values) back[name] = this.#values[name]
    }
    return back
  }

  forget(): void {
    this.#values = {}
  }
}
