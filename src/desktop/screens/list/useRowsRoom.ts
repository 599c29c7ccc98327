import { useLayoutEffect, useRef, type RefObject } from 'react'

/** px. In a window that leaves less the page scrolls too. */
const LEAST = 240

/**
 * What the window leaves to the rows of a list, so that the head, the pager and the sums stay in sight: kept as
 * `--rows-room` on the section. What answers another `question` begins at the top. It is measured, because filters unfold, tabs may be off, and bars come and go.
 */
export function useRowsRoom(question: string): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  const watching = useRef<ResizeObserver>(null)
  const left = useRef({ top: 0, left: 0 })

  useLayoutEffect(() => {
    const own = section.current
    if (!own) return
    const measure = () => fit(own)
    // A page that waits behind another loses how far it was scrolled.
    rowsIn(own)?.scrollTo({ ...left.current, behavior: 'instant' })
    const remember = () => {
      const { scrollTop = 0, scrollLeft = 0 } = rowsIn(own) ?? {}
      left.current = { top: scrollTop, left: scrollLeft }
    }
    watching.current = new ResizeObserver(measure)
    addEventListener('resize', measure)
    // Scrolling does not bubble.
    own.addEventListener('scroll', remember, { capture: true, passive: true })
    return () => {
      watching.current?.disconnect()
      removeEventListener('resize', measure)
      own.removeEventListener('scroll', remember, { capture: true })
    }
  }, [])
  const shown = useRef(question)
  useLayoutEffect(() => {
    if (shown.current === question) return
    shown.current = question
    if (section.current) rowsIn(section.current)?.scrollTo({ top: 0, behavior: 'instant' })
  }, [question])
  // With each answer of the server there may be more or less beside the rows.
  useLayoutEffect(() => {
    if (!section.current) return
    fit(section.current)
    for (const one of besides(section.current)) watching.current?.observe(one)
  })
  return section
}

const rowsIn = (section: HTMLElement) => section.querySelector('.ant-table-content')

function fit(section: HTMLElement): void {
  const rows = rowsIn(section)
  const main = section.closest('main')
  if (!rows || !main) return
  const { top, bottom } = rows.getBoundingClientRect()
  const above = top + scrollY
  const below = main.getBoundingClientRect().bottom - bottom
  const room = Math.max(LEAST, Math.floor(document.documentElement.clientHeight - above - below))
  section.style.setProperty('--rows-room', `${room}px`)
}

/** What takes room from the rows; never what holds them, which changes with them. */
function besides(section: HTMLElement): Element[] {
  const found: Element[] = []
  const end = section.closest('main')?.parentElement
  for (let at = rowsIn(section); at?.parentElement && at !== end; at = at.parentElement) {
    const holder = at
    found.push(...[...at.parentElement.children].filter((one) => one !== holder))
  }
  return found
}
