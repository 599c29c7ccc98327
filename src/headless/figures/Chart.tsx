import { useEffect, useRef, useState } from 'react'
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import type { ChartContent, ChartLook, Drawn } from './drawing.ts'

interface ChartProps {
  /** What it shows, for who does not see it; the numbers stand in a table beside it. */
  name: string
  content: ChartContent
  /** Asked when it draws: by then the page has the colours of its theme. Another function draws anew. */
  look(): ChartLook
  /** px */
  height: number
  onPoint?(index: number): void
}

/** A chart as wide as its place. The code that draws comes when the first one is shown. */
export function Chart({ name, content, look, height, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn>()
  const [problem, setProblem] = useState(false)
  const chosen = useRef(onPoint)
  useEffect(() => {
    chosen.current = onPoint
  }, [onPoint])
  useEffect(() => {
    const box = place.current
    let made: Drawn | undefined
    let gone = false
    const sized = new ResizeObserver(() => made?.resize())
    importWithTimeout(import('./drawing.ts')).then(
      ({ draw }) => {
        if (gone || !box) return
        made = draw(box, (index) => chosen.current?.(index))
        sized.observe(box)
        setDrawn(made)
      },
      () => setProblem(true),
    )
    return () => {
      gone = true
      sized.disconnect()
      made?.end()
      setDrawn(undefined)
    }
  }, [])
  useEffect(() => drawn?.change(content, look()), [drawn, content, look])
  if (problem) return <p>图表没有加载成功，请看表格。</p>
  return <div ref={place} role="img" aria-label={name} style={{ height }} data-ready={drawn ? '' : undefined} />
}
