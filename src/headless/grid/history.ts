import type { GridRow, Values } from './column.ts'

/** The fields of a row that changed, before and after. */
export interface Change {
  id: string
  before: Values
  after: Values
}
/** One thing a person did. */
export interface Command {
  changes: readonly Change[]
  /** Rows came, went or moved. */
  order?: { before: readonly GridRow[]; after: readonly GridRow[] }
}

const MOST_COMMANDS = 200
/** Orders of many rows are large: two million places are 16 MB. */
const MOST_PLACES = 2_000_000

const weight = ({ changes, order }: Command) => changes.length + (order ? order.before.length + order.after.length : 0)

/** What can be undone and done again. */
export class History {
  #done: Command[] = []
  #undone: Command[] = []

  get canUndo(): boolean {
    return this.#done.length > 0
  }
  get canRedo(): boolean {
    return this.#undone.length > 0
  }
  did(command: Command): void {
    this.#undone = []
    this.#done.push(command)
    let sum = 0
    let from = this.#done.length
    while (
      from > 0 &&
      (sum += weight(this.#done[from - 1]!)) <= MOST_PLACES &&
      this.#done.length - from < MOST_COMMANDS
    )
      from--
    // The newest stays, however large.
    this.#done.splice(0, Math.min(from, this.#done.length - 1))
  }
  undo(): Command | undefined {
    const command = this.#done.pop()
    if (command) this.#undone.push(command)
    return command
  }
  redo(): Command | undefined {
    const command = this.#undone.pop()
    if (command) this.#done.push(command)
    return command
  }
  clear(): void {
    this.#done = []
    this.#undone = []
  }
}
