import type { Place } from './cursor.ts'
import type { GridStore } from './store.ts'

/** Cells whose text holds what is looked for, whatever the case, row by row. */
export function placesOf({ visible, shown, textOf }: GridStore, text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return []
  return visible.list.flatMap((row) =>
    shown
      .filter((column) => textOf(row, column).toLowerCase().includes(wanted))
      .map(({ field }) => ({ id: row.id, field })),
  )
}

/** Goes to the next one behind the person, or before with -1; from the end on from the beginning. Its number, from 1. */
export function goToNext(store: GridStore, text: string, by: 1 | -1): number {
  const { cursor, visible, shown } = store
  const found = placesOf(store, text)
  const at = ({ id, field }: Place) =>
    visible.indexOf(id) * shown.length + shown.findIndex((one) => one.field === field)
  const here = cursor.place ? at(cursor.place) : -1
  const index =
    by === 1 ? found.findIndex((place) => at(place) > here) : found.findLastIndex((place) => at(place) < here)
  const next = index < 0 ? (by === 1 ? 0 : found.length - 1) : index
  if (found[next]) cursor.go(found[next])
  return next + 1
}
