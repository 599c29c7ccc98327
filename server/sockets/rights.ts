/** Who wants to hear that what they may open has changed: their page asks for its menu again. */
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

  add(line: Line): void {
    if (!this.#lines.has(line)) this.#lines.set(line, undefined)
  }

  remove(line: Line): void {
    this.#lines.delete(line)
  }

  /** Tells those whose rights are others than they were told; `onlyNew`: those that were told nothing yet. */
  async look({ db, log }: Pick<Services, 'db' | 'log'>, onlyNew = false): Promise<void> {
    const lines = [...this.#lines].flatMap(([line, mark]) => (onlyNew && mark !== undefined ? [] : [line]))
    let count = 0
    try {
      for (let from = 0; from < lines.length; from += AT_ONCE) {
        const part = lines.slice(from, from + AT_ONCE)
        const marks = await rightMarks(db, part)
        for (const line of part) {
          const mark = marks.get(markKey(line))
          if (mark === undefined || !this.#lines.has(line)) continue
          const before = this.#lines.get(line)
          // Told something meanwhile, and newer than this.
          if (mark === before || (onlyNew && before !== undefined)) continue
          this.#lines.set(line, mark)
          say(line, told(mark))
          // The first one is only remembered.
          if (before !== undefined && ++count % TOLD_AT_ONCE === 0)
            await new Promise((go) => setTimeout(go, PAUSE_MS).unref())
        }
      }
    } catch (error) {
      log.warn({ err: error }, '暂时无法核对权限的变化')
    }
  }
}
