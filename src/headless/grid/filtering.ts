import { Arranging } from './arranging.ts'
import type { Place } from './cursor.ts'
import { meets, type Condition } from './filters.ts'

export const REVEALED = '已清除筛选，以显示有问题的行'

/** Rows that a person hides from themselves for a while: they are judged, summed up and saved as ever. */
export class Filtering extends Arranging {
  readonly #conditions = new Map<string, Condition>()

  conditionOf = (field: string): Condition | undefined => this.#conditions.get(field)
  get isFiltered(): boolean {
    return this.#conditions.size > 0
  }

  /** Shows the rows that meet this and what is asked of other columns. What is changed afterwards stays in sight. */
  filter(field: string, condition: Condition | undefined): void {
    this.commit()
    if (condition) this.#conditions.set(field, condition)
    else this.#conditions.delete(field)
    this.refilter()
  }
  clearFilters(): void {
    if (!this.isFiltered) return
    this.commit()
    this.#conditions.clear()
    this.refilter()
  }

  /** Asks every row once more. */
  protected refilter(): void {
    const asked = [...this.#conditions].flatMap(([field, condition]) => {
      const column = this.byField.get(field)
      return column ? [{ column, condition }] : []
    })
    const fits = (row: (typeof this.rows.list)[number]) =>
      asked.every(({ column, condition }) => meets(this, row, column, condition))
    this.visible.hide(asked.length ? this.rows.list.filter((row) => !fits(row)).map(({ id }) => id) : [])
    // What one does not see is not deleted with what one does.
    this.selection.refresh(this.visible.hidden)
    this.sightChanged()
  }

  /** Goes to a cell that must be seen, whatever is filtered. */
  lead({ id, field }: Place): void {
    if (this.visible.hides(id)) {
      this.clearFilters()
      this.say('info', REVEALED)
    }
    this.cursor.go({ id, field })
  }

  /** Rows that something happened to are in sight, filtered or not. */
  protected reveal(ids: readonly string[]): void {
    if (!ids.some(this.visible.hides)) return
    this.visible.reveal(ids)
    this.sightChanged()
  }

  protected sightChanged(): void {
    this.selection.refresh()
    this.cursor.refresh()
    this.signals.tell('rows')
    this.signals.tell('looks')
    this.signals.tell('filter')
  }
}
