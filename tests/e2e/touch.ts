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

/** One finger that stays until `then` has been seen. */
export async function holdOn(page: Page, at: Point, then: () => Promise<unknown>): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  await then()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await finger.detach()
}

/**
 * The back key: history goes one step back, and nobody waits for a page to load. What has just opened takes its place in
 * the history a moment after it is drawn, sooner than any finger. A window that draws all the time is never idle.
 */
export const back = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))
    history.back()
  })

/** Of what stands still: something on its way is waited for. */
export async function middleOf(locator: Locator): Promise<Point> {
  await locator.hover({ trial: true })
  const box = await locator.boundingBox()
  expect(box).not.toBeNull()
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
}

/** Wholly inside the screen, without scrolling. */
export async function expectOnScreen(page: Page, locator: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!
  // What stands above may still be on its way.
  await expect(async () => {
    const box = (await locator.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
  }).toPass({ timeout: 30_000 })
}

/** The page of the phone that lies on top. */
export const top = (page: Page): Locator => page.locator('.vd-page:visible')
/** Cards of the list that is shown. */
export const cards = (page: Page): Locator => page.locator('.vd-card:visible')
/** The card with this text, however far down the list it is: more is loaded by scrolling there. */
export async function cardBelow(page: Page, text: string): Promise<Locator> {
  const card = cards(page).filter({ hasText: text })
  await expect(async () => {
    if (!(await card.count())) await cards(page).last().scrollIntoViewIfNeeded()
    await expect(card).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  return card
}
/** What the phone says in passing. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.adm-toast-main').filter({ hasText: text })
