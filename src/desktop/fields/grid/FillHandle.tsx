import { useLayoutEffect, useState, type PointerEvent, type RefObject } from 'react'
import type { Range } from '#headless/grid/cursor.ts'
import { besideDown, drawnTo, fillOver } from '#headless/grid/filling.ts'
import type { Pasting } from '#headless/grid/paste.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './measures.ts'
import type { View } from './types.ts'
import { useScrolled } from './useScrolled.ts'

/** px from the left of the table. */
interface Edge {
  left: number
  right: number
}
interface Props {
  view: View
  pasting: Pasting
  box: RefObject<HTMLDivElement | null>
}

/** px from the edge within which the box scrolls along, and how far each time. */
const EDGE = 30
const STEP = 12

/** The corner of what is marked: drawn over other cells it fills them, clicked twice it goes as far as the column beside. */
export function FillHandle({ view, pasting, box }: Props) {
  const { store, layout } = view
  const scrolled = useScrolled(box)
  const cursor = useSignal(store, 'cursor')
  const marked = useSignal(store, 'range')
  useSignal(store, 'draft')
  const [over, setOver] = useState<Range>()
  const [heads, setHeads] = useState<Edge[]>([])
  const { range } = store.cursor

  useLayoutEffect(() => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-head]') ?? [])]
    setHeads(all.map(({ offsetLeft, offsetWidth }) => ({ left: offsetLeft, right: offsetLeft + offsetWidth })))
  }, [box, view, cursor, marked])

  if (!range || store.draft || store.options.readOnly) return null
  /** What stays at the left is there wherever the box is scrolled. */
  const edgesAt = (scrollLeft: number): Edge[] =>
    heads.map((edge, at) => {
      const stuck = layout.stuck[at]
      return stuck === undefined
        ? edge
        : { left: stuck + scrollLeft, right: stuck + scrollLeft + edge.right - edge.left }
    })
  const edges = edgesAt(scrolled)
  const [first, last] = [edges[range.left], edges[range.right]]
  if (!first || !last) return null
  const isCovered = range.right >= layout.stuck.length && last.right <= scrolled + layout.stuckWidth

  function draw(event: PointerEvent) {
    const element = box.current
    if (event.button !== 0 || !element || !range) return
    // The focus stays with the input that hears the keys.
    event.preventDefault()
    let { clientX, clientY } = event
    let frame = 0
    const target = (): Range | undefined => {
      const { left, top } = element.getBoundingClientRect()
      const row = Math.floor((clientY - top - HEAD_HEIGHT + element.scrollTop) / ROW_HEIGHT)
      const x = clientX - left + element.scrollLeft
      const now = edgesAt(element.scrollLeft)
      const column = now.findIndex((edge) => x < edge.right)
      return drawnTo(range, Math.min(Math.max(row, 0), store.visible.count - 1), column < 0 ? now.length - 1 : column)
    }
    const follow = () => {
      const { top, bottom } = element.getBoundingClientRect()
      if (clientY < top + HEAD_HEIGHT + EDGE) element.scrollTop -= STEP
      else if (clientY > bottom - EDGE) element.scrollTop += STEP
      setOver(target())
      frame = requestAnimationFrame(follow)
    }
    const move = (moved: globalThis.PointerEvent) => ({ clientX, clientY } = moved)
    const stop = () => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', stop)
      removeEventListener('keydown', escape, true)
      setOver(undefined)
    }
    const drop = (dropped: globalThis.PointerEvent) => {
      move(dropped)
      const filled = target()
      stop()
      if (filled) void fillOver(store, pasting, filled)
    }
    const escape = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return
      pressed.stopPropagation()
      stop()
    }
    addEventListener('pointermove', move)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', stop)
    addEventListener('keydown', escape, true)
    follow()
  }

  const spot = over && placeOf(over, edges)
  return (
    <>
      {spot && <div className="grid-fill-over" style={spot} />}
      {!isCovered && (
        <div
          className="grid-fill"
          title="拖动填充，双击填充到底"
          style={{ left: last.right - 6, top: HEAD_HEIGHT + (range.bottom + 1) * ROW_HEIGHT - 6 }}
          onPointerDown={draw}
          // The press would take the focus, and two of them would mark a text.
          onMouseDown={(event) => event.preventDefault()}
          onDoubleClick={() => {
            const down = besideDown(store)
            if (down) void fillOver(store, pasting, down)
          }}
        />
      )}
    </>
  )
}

function placeOf({ top, bottom, left, right }: Range, edges: readonly Edge[]) {
  const [from, to] = [edges[left], edges[right]]
  return (
    from &&
    to && {
      left: from.left,
      width: to.right - from.left,
      top: HEAD_HEIGHT + top * ROW_HEIGHT,
      height: (bottom - top + 1) * ROW_HEIGHT,
    }
  )
}
