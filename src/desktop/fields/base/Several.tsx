import { Fragment, type ReactNode } from 'react'

interface SeveralProps {
  texts: readonly string[]
  /** Everything is drawn, however much that is. */
  whole: boolean
  /** Characters there is room for otherwise. */
  room: number
  between?: string
  draw: (index: number) => ReactNode
}

/** As many as there is room for and one at least; the rest on hover. */
export function Several({ texts, whole, room, between, draw }: SeveralProps) {
  let length = 0
  const fitting = texts.filter((text) => (length += text.length) <= room).length
  const shown = whole ? texts.length : Math.max(1, fitting)
  const drawn = texts.slice(0, shown).map((_, index) => (
    <Fragment key={index}>
      {index > 0 && between}
      {draw(index)}
    </Fragment>
  ))
  return shown < texts.length ? (
    <span title={texts.join('、')}>
      {drawn}
      {between}…
    </span>
  ) : (
    drawn
  )
}
