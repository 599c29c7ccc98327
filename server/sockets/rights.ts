/** Who wants to hear that what they may open has changed: their page asks for its menu again. */
import { accessVersionNow } from '../db/access-version.ts'
import { markKey, rightMarks } from '../people/right-marks.ts'
import type { Services } from '../kernel/services.ts'
import { say, type Line } from './hub.ts'

const AT_ONCE = 1000
/** Each of them asks for a menu; a role may be everybody's. */
const TOLD_AT_ONCE = 50
const PAUSE_MS = 250

/** `{"cmd":"rights"}`, as a client says it that wants to hear of them. */
export function asksForRights(said: string): boolean {
  if (!said.startsWith('{')) return false
  try {
    return (JSON.parse(said) as { cmd?: unknown }).cmd === 'rights'
  } catch {
    return false
  }
}

/** The mark says nothing of the rights themselves: a page that was told the same one before has missed nothing. */
const told = (mark: string) => JSON.stringify({ cmd: 'rights', mark })

export class Rights {
  /** What each was told last; undefined: nothing yet. */
  readonly #lines = new Map<Line, string | undefined>()

  /** The number of the rights (`access-version.ts`) that everybody was looked at under last. */
  #seen: number | undefined

  add(line: Line): void {
    if (!this.#lines.has(line)) this.#lines.set(line, undefined)
  }

  remove(line: Line): void {
    this.#lines.delete(line)
  }

  /** Whatever the number says: the next look is at everybody. */
  mayHaveChanged(): void {
    this.#seen = undefined
  }

  /**
   * Tells those whose rights are others than they were told. While no right has changed, and where `onlyNew` is wanted, it is
   * about those alone that were told nothing yet.
   */
  async look({ db, log }: Pick<Services, 'db' | 'log'>, onlyNew = false): Promise<void> {
    let count = 0
    try {
      // Before the lines: who comes after it reads rights that are no older.
      const ofNew = onlyNew || !(await this.#hasChanged(db))
      const lines = [...this.#lines].flatMap(([line, mark]) => (ofNew && mark !== undefined ? [] : [line]))
      for (let from = 0; from < lines.length; from += AT_ONCE) {
        const part = lines.slice(from, from + AT_ONCE)
        const { marks } = await rightMarks(db, part)
        for (const line of part) {
          const mark = marks.get(markKey(line))
          if (mark === undefined || !this.#lines.has(line)) continue
          const before = this.#lines.get(line)
          // Told something meanwhile, and newer than this.
          if (mark === before || (ofNew && before !== undefined)) continue
          this.#lines.set(line, mark)
          say(line, told(mark))
          // The first one is only remembered.
          if (before !== undefined && ++count % TOLD_AT_ONCE === 0)
            await new Promise((go) => setTimeout(go, PAUSE_MS).unref())
        }
      }
    } catch (error) {
      if (!onlyNew) this.mayHaveChanged()
      log.warn({ err: error }, '暂时无法核对权限的变化')
    }
  }

  async #hasChanged(db: Services['db']): Promise<boolean> {
    if (!this.#lines.size) return false
    const now = await accessVersionNow(db)
    if (now === this.#seen) return false
    this.#seen = now
    return true
  }
}
