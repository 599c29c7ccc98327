import { useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useSignal } from '#headless/grid/useGrid.ts'
import { cellId, type View } from './types.ts'

interface Tip {
  message: string
  left: number
  top: number
}

/** Says what is wrong with the failing cell under the pointer, or with the one the person is on. */
export function ProblemTip({ view, box }: { view: View; box: RefObject<HTMLDivElement | null> }) {
  const { store, id } = view
  const [hovered, hover] = useState<{ row: string; field: string; cell: HTMLElement }>()
  const [tip, setTip] = useState<Tip>()
  const cursor = useSignal(store, 'cursor')
  const problems = useSignal(store, 'problems')
  const rows = useSignal(store, 'rows')

  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const over = ({ target }: Event) => {
      const cell = (target as HTMLElement).closest<HTMLElement>('.grid-cell-wrong')
      const row = cell?.closest<HTMLElement>('[data-row]')?.dataset.row
      const field = store.shown[Number(cell?.dataset.place)]?.field
      hover(cell && row !== undefined && field !== undefined ? { row, field, cell } : undefined)
    }
    const away = () => hover(undefined)
    element.addEventListener('mouseover', over)
    element.addEventListener('mouseleave', away)
    element.addEventListener('scroll', away, { passive: true })
    return () => {
      element.removeEventListener('mouseover', over)
      element.removeEventListener('mouseleave', away)
      element.removeEventListener('scroll', away)
    }
  }, [box, store])

  useLayoutEffect(() => {
    const { place } = store.cursor
    const inside = box.current?.contains(document.activeElement)
    const here = inside ? place : undefined
    const cell = here && document.getElementById(cellId({ id }, here.id, here.field))
    const at = hovered ?? (here && { row: here.id, field: here.field, cell })
    const row = at && store.rows.get(at.row)
    const message = row && store.problems.of(row)[at.field]
    const edge = at?.cell?.isConnected ? at.cell.getBoundingClientRect() : undefined
    setTip(message && edge ? { message, left: edge.left, top: edge.bottom } : undefined)
  }, [store, id, box, hovered, cursor, problems, rows])

  if (!tip) return null
  const { message, left, top } = tip
  return createPortal(
    <div role="tooltip" className="grid-tip" style={{ left, top }}>
      {message}
    </div>,
    document.body,
  )
}
