import { cellTypes, isEmptyCell } from './cellTypes.ts'
import type { GridStore } from './store.ts'

/** A key as the browser tells it. */
export interface Key {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Rows that Page Up and Page Down skip. */
const PAGE = 6

/** True: the key meant something here and nothing else may happen. */
type Answer = (store: GridStore, key: Key) => boolean

const go =
  (down: number, right: number): Answer =>
  (store, { shiftKey }) => {
    store.cursor.move(down, right, shiftKey)
    return true
  }
const edge = (store: GridStore, right: boolean, all: boolean, extend: boolean) => {
  const { place } = store.cursor
  if (!place && !all) return go(0, 0)(store, NO_MODIFIER)
  const row = all ? (right ? store.visible.count - 1 : 0) : store.visible.indexOf(place?.id ?? '')
  store.cursor.goTo(Math.max(row, 0), right ? store.shown.length - 1 : 0, extend)
  return true
}

/** As spreadsheets do it: to the end of a run of filled cells, else over empty ones to the next filled one or the edge. */
const goFar =
  (down: number, right: number): Answer =>
  ({ cursor, visible: rows, shown }, { shiftKey }) => {
    const { place } = cursor
    const row = rows.indexOf(place?.id ?? '')
    const at = shown.findIndex(({ field }) => field === place?.field)
    /** Undefined outside. */
    const filled = (steps: number) => {
      const [there, column] = [rows.at(row + down * steps), shown[at + right * steps]]
      return there && column && !isEmptyCell(there[column.field])
    }
    const inRun = filled(0) === true && filled(1) === true
    let steps = 1
    while (inRun ? filled(steps + 1) === true : filled(steps) === false && filled(steps + 1) !== undefined) steps++
    cursor.move(down * steps, right * steps, shiftKey)
    return true
  }

/** Tab at the end of the grid leads out of it. */
const tab: Answer = (store, { shiftKey }) => {
  const step = shiftKey ? -1 : 1
  store.commit()
  if (store.cursor.move(0, step)) return true
  const row = store.visible.indexOf(store.cursor.place?.id ?? '') + step
  return row < store.visible.count && row >= 0 && store.cursor.goTo(row, shiftKey ? store.shown.length - 1 : 0)
}

const open: Answer = (store) => {
  const { place } = store.cursor
  if (place) store.edit(place)
  return true
}
const enter: Answer = (store) => {
  const { place } = store.cursor
  const column = place && store.byField.get(place.field)
  if (!column || cellTypes[column.type].enters === 'never') return go(1, 0)(store, NO_MODIFIER)
  return open(store, NO_MODIFIER)
}
const NO_MODIFIER: Key = { key: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

const empty: Answer = (store) => {
  store.clearMarked()
  return true
}
const space: Answer = (store, { shiftKey }) => {
  const { place } = store.cursor
  if (!place) return false
  if (shiftKey) store.selection.toggle(place.id)
  else if (cellTypes[store.byField.get(place.field)!.type].enters === 'switched') store.toggle(place)
  // In a text cell a space is typed.
  else return false
  return true
}

const moving: Readonly<Record<string, Answer>> = {
  ArrowUp: go(-1, 0),
  ArrowDown: go(1, 0),
  ArrowLeft: go(0, -1),
  ArrowRight: go(0, 1),
  PageUp: go(-PAGE, 0),
  PageDown: go(PAGE, 0),
  Home: (store, { ctrlKey, metaKey, shiftKey }) => edge(store, false, ctrlKey || metaKey, shiftKey),
  End: (store, { ctrlKey, metaKey, shiftKey }) => edge(store, true, ctrlKey || metaKey, shiftKey),
  Tab: tab,
  Enter: enter,
  F2: open,
  Delete: empty,
  Backspace: empty,
  ' ': space,
  Escape(store) {
    const { place, range } = store.cursor
    const marked = range && (range.top !== range.bottom || range.left !== range.right)
    store.cursor.go(place)
    // What is filled in here is not thrown away by a key that people press to be sure: a dialog around it hears nothing.
    return Boolean(marked) || !store.options.readOnly
  },
}

const withCtrl: Readonly<Record<string, Answer>> = {
  z: (store, { shiftKey }) => {
    if (shiftKey) store.redo()
    else store.undo()
    return true
  },
  y: (store) => {
    store.redo()
    return true
  },
  a: (store) => {
    store.cursor.markAll()
    return true
  },
  arrowup: goFar(-1, 0),
  arrowdown: goFar(1, 0),
  arrowleft: goFar(0, -1),
  arrowright: goFar(0, 1),
}

const withAlt: Readonly<Record<string, Answer>> = {
  ArrowUp: (store) => moved(store, -1),
  ArrowDown: (store) => moved(store, 1),
}
const moved = (store: GridStore, down: number) => {
  const { place } = store.cursor
  if (!place || !store.orderField || store.options.readOnly) return false
  if (down < 0) store.moveUp(place.id)
  else store.moveDown(place.id)
  return true
}

const typing: Readonly<Record<string, Answer>> = {
  Enter(store, { shiftKey }) {
    store.commit()
    store.cursor.move(shiftKey ? -1 : 1, 0)
    return true
  },
  Tab: tab,
  Escape(store) {
    store.cancel()
    return true
  },
}

/** What a key does in the grid, while something is typed and otherwise. */
export function pressed(store: GridStore, key: Key): boolean {
  if (store.draft) return typing[key.key]?.(store, key) ?? false
  if (key.altKey) return withAlt[key.key]?.(store, key) ?? false
  const answer = (key.ctrlKey || key.metaKey ? withCtrl[key.key.toLowerCase()] : undefined) ?? moving[key.key]
  return answer?.(store, key) ?? false
}
