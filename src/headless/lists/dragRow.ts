interface Drag {
  /** The place among its neighbours over which the pointer is. */
  over(place: number): void
  drop(): void
  cancel(): void
}

/**
 * Follows the pointer from where a row was taken until it is let go. The row and its neighbours lie below each other in one
 * parent and carry `data-row-key`; they may change places while it goes on.
 */
export function dragRow(row: HTMLElement, { over, drop, cancel }: Drag): void {
  const parent = row.parentElement!
  const top = () => parent.getBoundingClientRect().top
  const start = top()
  const key = row.dataset.rowKey
  // Where they stood at the beginning: measured again, rows of different heights would change places for ever.
  const middles = [...parent.querySelectorAll<HTMLElement>(':scope > [data-row-key]')]
    .filter((other) => other.dataset.rowKey !== key)
    .map((other) => {
      const { top: from, height } = other.getBoundingClientRect()
      return from - start + height / 2
    })
  let place: number | undefined
  const move = ({ clientY }: PointerEvent) => {
    const y = clientY - top()
    const next = middles.filter((middle) => middle < y).length
    if (next === place) return
    place = next
    over(next)
    row.scrollIntoView({ block: 'nearest' })
  }
  const end = (work: () => void) => () => {
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', lost)
    removeEventListener('keydown', escape)
    work()
  }
  const up = end(drop)
  const lost = end(cancel)
  const escape = ({ key: pressed }: KeyboardEvent) => {
    if (pressed === 'Escape') lost()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', lost)
  addEventListener('keydown', escape)
}
