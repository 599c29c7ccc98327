import { useEffect, useRef } from 'react'
import { fillFrom, popupProblem } from '#headless/grid/sources.ts'
import type { EditorProps } from './types.ts'

/** Opens the report at once and fills the cells it is meant for. */
export default function PopupEditor({ view, row, column }: EditorProps) {
  const { store, sources } = view
  const opened = useRef(false)
  useEffect(() => {
    // In development effects run twice.
    if (opened.current) return
    opened.current = true
    void choose()
    async function choose() {
      try {
        const problem = popupProblem(column)
        if (problem) store.say('warning', problem)
        const chosen = problem ? null : await sources.popup?.(column, row)
        store.cancel()
        if (chosen) fillFrom(store, row.id, column, chosen)
      } catch (error) {
        store.cancel()
        store.say('error', error instanceof Error ? error.message : String(error))
      }
      view.focus()
    }
  }, [view, store, sources, row, column])
  return <span className="grid-cut">{store.textOf(row, column)}</span>
}
