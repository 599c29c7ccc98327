/** Whether all of a page can be seen: nothing is wider than the screen, nor than the frame it stands in. */
import { expect, type Page } from './browser.ts'

/** Frames with more in them than they are wide: all of it, or only what stands beside the rest. */
const MEANT: readonly { frame: string; beside?: string; why: string }[] = [
  { frame: '.ant-table-content', why: 'a table may have more columns than a screen, and is moved sideways' },
  { frame: '.grid-scroll', why: 'the same of a grid' },
  { frame: '.tab-bar', why: 'pages that are open stand in one row, which is moved' },
  { frame: '.vd-groups', why: 'the same of the groups of a list on the phone' },
  { frame: '.ant-switch-inner', why: 'antd keeps both words of a switch side by side and shows one' },
  { frame: '.vd-swipe', beside: '.adm-swipe-action-actions', why: 'buttons wait beside a card until it is moved' },
]

/** One line for each place where something is cut off, or seen only by moving it sideways. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ width, meant }) => {
      // Half a pixel is rounded up on one side and down on the other.
      const ROUNDING = 1
      const seen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const cuts = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
      const named = (element: Element) => [element.tagName.toLowerCase(), ...element.classList].join('.')
      /** Whether something between cuts it off before the frame, or the screen, does. */
      const isInside = (element: Element, frame: Element): boolean => {
        const { parentElement: parent } = element
        return parent !== null && parent !== frame && (cuts(parent) || isInside(parent, frame))
      }
      const all = [...document.body.querySelectorAll('*')]

      // The screen: what hangs in the window makes no page wider, and a phone makes its window as wide as its page.
      const beyond = all.filter((element) => {
        const { left, right } = element.getBoundingClientRect()
        const isOut = left < right && (left < -ROUNDING || right > width + ROUNDING)
        return isOut && seen(element) && !isInside(element, document.body)
      })
      const faults = beyond.slice(-1).map((element) => {
        const { left, right } = element.getBoundingClientRect()
        return `${named(element)} from ${Math.round(left)} to ${Math.round(right)} of ${width} px`
      })
      const whole = document.scrollingElement!.scrollWidth
      if (whole > width) faults.push(`a page of ${whole} px on ${width} px`)

      // The frames on it.
      for (const frame of all) {
        const { scrollWidth, clientWidth, clientLeft } = frame
        // One pixel is for who listens.
        if (clientWidth <= 1 || scrollWidth <= clientWidth + ROUNDING || !cuts(frame)) continue
        if (getComputedStyle(frame).textOverflow === 'ellipsis' || !seen(frame)) continue
        const edge = frame.getBoundingClientRect().left + clientLeft + clientWidth
        const meantHere = meant.find((one) => frame.matches(one.frame))
        if (meantHere && !meantHere.beside) continue
        const out = [...frame.querySelectorAll('*')].filter(
          (element) =>
            element.getBoundingClientRect().right > edge + ROUNDING &&
            !(meantHere?.beside && element.closest(meantHere.beside)) &&
            !isInside(element, frame),
        )
        if (meantHere && !out.length) continue
        const what = out.length ? `${named(out.at(-1)!)} in ` : ''
        faults.push(`${what}${named(frame)}: ${scrollWidth} px in ${clientWidth} px`)
      }
      return [...new Set(faults)]
    },
    { width: page.viewportSize()!.width, meant: MEANT },
  )

export async function expectFits(page: Page, where: string): Promise<void> {
  expect.soft(await cutOff(page), `${where}: cut off`).toEqual([])
}
