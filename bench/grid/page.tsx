import { App, Button } from 'antd'
import { createRoot } from 'react-dom/client'
import { Bare, validateBare } from './bare.tsx'
import { makeOurs } from './ours.tsx'
import { benchRows, type BenchRow } from './rows.ts'

/** What the benchmark calls in the page. */
interface Measured {
  /** Makes the rows and draws what a page of the product has before any grid: antd's App and a button. */
  prepare(count: number): void
  /** ms from the wish to have the grid until a frame shows rows and the page listens again. */
  mount(kind: string): Promise<number>
  /** Like a wheel that never stops: some rows further with every frame. */
  scroll(duration: number): Promise<{ frames: number; longTasks: number }>
  validate(): number | Promise<number>
}
declare global {
  interface Window {
    measured: Measured
  }
}

/** px each frame */
const STEP = 150

const kinds: Record<string, (rows: BenchRow[]) => { element: React.ReactNode; validate: () => number }> = {
  bare: (rows) => ({ element: <Bare rows={rows} />, validate: () => validateBare(rows) }),
  ours: makeOurs,
}

let rows: BenchRow[] = []
let validate: () => number

const measured: Measured = {
  prepare(count) {
    rows = benchRows(count)
    createRoot(document.getElementById('shell')!).render(
      <App>
        <Button>首页</Button>
      </App>,
    )
  },
  mount(kind) {
    return new Promise((resolve) => {
      const started = performance.now()
      const made = kinds[kind]!(rows)
      validate = made.validate
      createRoot(document.getElementById('root')!).render(made.element)
      // A frame, and then the thread was free for a turn.
      const look = () =>
        document.querySelector('[data-row]')
          ? setTimeout(() => resolve(performance.now() - started))
          : requestAnimationFrame(look)
      requestAnimationFrame(look)
    })
  },
  validate() {
    const started = performance.now()
    if (validate() !== 0) throw new Error('the rows must fit')
    return performance.now() - started
  },
  scroll(duration) {
    return new Promise((resolve) => {
      const box = document.querySelector('.grid-scroll, [data-scrolls]')!
      let longTasks = 0
      let frames = 0
      const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
      observer.observe({ type: 'longtask' })
      const started = performance.now()
      const step = () => {
        const passed = performance.now() - started
        if (passed >= duration) {
          observer.disconnect()
          return resolve({ frames: (frames / passed) * 1000, longTasks })
        }
        frames++
        box.scrollTop += STEP
        requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
  },
}
window.measured = measured
