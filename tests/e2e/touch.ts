/** Fingers: what Playwright's tap cannot do. */
import { expect, type Locator, type Page } from '@playwright/test'

interface Point {
  x: number
  y: number
}

/** One finger, put down, moved in steps and lifted. */
export async function drag(page: Page, from: Point, by: Partial<Point>): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const steps = 12
  const at = (step: number) => ({
    x: from.x + ((by.x ?? 0) * step) / steps,
    y: from.y + ((by.y ?? 0) * step) / steps,
  })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (let step = 1; step <= steps; step += 1)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step)] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

/** The back key: history goes one step back, and nobody waits for a page to load. */
export const back = (page: Page): Promise<void> => page.evaluate(() => history.back())

export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  expect(box).not.toBeNull()
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
}

/** Wholly inside the screen, without scrolling. */
export async function expectOnScreen(page: Page, locator: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!
  const box = (await locator.boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
}

/** The page of the phone that lies on top. */
export const top = (page: Page): Locator => page.locator('.vd-page:visible')
/** Cards of the list that is shown. */
export const cards = (page: Page): Locator => page.locator('.vd-card:visible')
/** What the phone says in passing. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.adm-toast-main').filter({ hasText: text })
