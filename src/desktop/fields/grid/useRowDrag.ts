import { useCallback, useState, type PointerEvent, type RefObject } from 'react'
import type { GridStore } from '#headless/grid/store.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './measures.ts'

/** px from the edge within which the box scrolls along, and how far each time. */
const EDGE = 40
const STEP = 12

/** A row taken by its number and let go elsewhere. `line`: the row above which it would come. */
export function useRowDrag(store: GridStore, box: RefObject<HTMLDivElement | null>) {
  const [line, setLine] = useState<number>()
  const startDrag = useCallback(
    (rowId: string, { clientY }: PointerEvent) => {
      let y = clientY
      let frame = 0
      const target = (element: HTMLElement) => {
        const { top } = element.getBoundingClientRect()
        const place = Math.round((y - top - HEAD_HEIGHT + element.scrollTop) / ROW_HEIGHT)
        return Math.min(Math.max(place, 0), store.visible.count)
      }
      const follow = () => {
        const element = box.current
        if (!element) return
        const { top, bottom } = element.getBoundingClientRect()
        if (y < top + HEAD_HEIGHT + EDGE) element.scrollTop -= STEP
        else if (y > bottom - EDGE) element.scrollTop += STEP
        setLine(target(element))
        frame = requestAnimationFrame(follow)
      }
      const move = (event: globalThis.PointerEvent) => (y = event.clientY)
      const stop = () => {
        cancelAnimationFrame(frame)
        removeEventListener('pointermove', move)
        removeEventListener('pointerup', drop)
        removeEventListener('pointercancel', stop)
        removeEventListener('keydown', escape)
        setLine(undefined)
      }
      const drop = (event: globalThis.PointerEvent) => {
        stop()
        const element = box.current
        if (!element) return
        // Where it is let go, which the last picture may not have shown yet.
        y = event.clientY
        store.moveAbove(rowId, target(element))
        // The click that ends the drag is no click.
        addEventListener('click', swallow, { capture: true, once: true })
        setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      }
      const swallow = (event: Event) => event.stopPropagation()
      const escape = ({ key }: KeyboardEvent) => {
        if (key === 'Escape') stop()
      }
      addEventListener('pointermove', move)
      addEventListener('pointerup', drop)
      addEventListener('pointercancel', stop)
      addEventListener('keydown', escape)
      follow()
    },
    [store, box],
  )
  return { startDrag, line }
}
