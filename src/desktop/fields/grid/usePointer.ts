import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react'
import { cellTypes } from '#headless/grid/cellTypes.ts'
import type { Place } from '#headless/grid/cursor.ts'
import type { View } from './types.ts'

/** px the pointer may tremble before a press becomes a drag. */
const TREMBLE = 4

/** One set of handlers for all cells: which one is meant is read from the element. */
export function usePointer(view: View) {
  const pressedOn = useRef<Place | undefined>(undefined)
  const selectedLast = useRef<string | undefined>(undefined)
  return useMemo(() => {
    const { store } = view
    const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row
    /** Undefined beside the cells, and in what a cell opened elsewhere on the page. */
    const placeOf = (event: MouseEvent): Place | undefined => {
      const cell = (event.target as Element).closest<HTMLElement>('[data-place]')
      if (!cell || !event.currentTarget.contains(cell)) return undefined
      const id = rowOf(cell)
      const field = store.shown[Number(cell.dataset.place)]?.field
      return id === undefined || field === undefined ? undefined : { id, field }
    }
    const isOwn = (target: EventTarget) =>
      (target as Element).closest('button, a, input, textarea, .grid-editor') !== null

    return {
      onMouseOver({ target }: MouseEvent) {
        const cell = (target as Element).closest<HTMLElement>('.grid-cell')
        // Where a text is cut off, the pointer tells the whole of it.
        if (cell && !store.options.readOnly)
          cell.title =
            cell.scrollWidth > cell.clientWidth && !cell.querySelector('.grid-editor') ? cell.textContent : ''
      },
      onMouseDown(event: MouseEvent) {
        const place = placeOf(event)
        if (event.button !== 0 || !place) return
        const { draft } = store
        if (draft?.id === place.id && draft.field === place.field) return
        store.commit()
        store.cursor.go(place, event.shiftKey)
        if (isOwn(event.target)) return
        pressedOn.current = place
        // The focus stays with the input that hears the keys.
        event.preventDefault()
        view.focus()
      },
      onMouseMove(event: MouseEvent) {
        if (!pressedOn.current || !(event.buttons & 1)) return
        const place = placeOf(event)
        const { place: here } = store.cursor
        if (place && (place.id !== here?.id || place.field !== here.field)) store.cursor.go(place, true)
      },
      onClick(event: MouseEvent) {
        const does = (event.target as Element).closest<HTMLElement>('[data-does]')
        const row = rowOf(event.target)
        if (does && row !== undefined && event.currentTarget.contains(does)) {
          if (does.dataset.does === 'select') {
            if (event.shiftKey && selectedLast.current) store.selection.extend(selectedLast.current, row)
            else store.selection.toggle(row)
            selectedLast.current = row
            view.focus()
          }
          if (does.dataset.does === 'menu') view.openMenu(row, does)
          if (does.dataset.does === 'sub') view.openSubTable(row, does)
          return
        }
        const place = placeOf(event)
        const began = pressedOn.current
        pressedOn.current = undefined
        if (!place || event.shiftKey) return
        const { enters, prose } = cellTypes[store.byField.get(place.field)!.type]
        if (enters === 'switched') {
          if ((event.target as Element).closest('.grid-box')) store.toggle(place)
          view.focus()
        } else if (enters === 'opened' && !prose && began?.id === place.id && began.field === place.field) {
          // A list opens at once. A text by a double click or a key: what is pasted after a click is meant for the cells.
          store.edit(place)
        }
      },
      onDoubleClick(event: MouseEvent) {
        const place = placeOf(event)
        if (place && !isOwn(event.target)) store.edit(place)
      },
      onPointerDown(event: PointerEvent) {
        const handle = (event.target as Element).closest('.grid-number')
        const row = rowOf(event.target)
        if (!handle || row === undefined || event.button !== 0 || !store.orderField || store.options.readOnly) return
        const { clientX, clientY } = event
        const move = (moved: globalThis.PointerEvent) => {
          if (Math.abs(moved.clientY - clientY) + Math.abs(moved.clientX - clientX) < TREMBLE) return
          stop()
          view.startDrag(row, event)
        }
        const stop = () => {
          removeEventListener('pointermove', move)
          removeEventListener('pointerup', stop)
        }
        addEventListener('pointermove', move)
        addEventListener('pointerup', stop)
      },
    }
  }, [view])
}
