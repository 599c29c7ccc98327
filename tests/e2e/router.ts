import type { Page } from '@playwright/test'

/**
 * Moves inside the program, as its own links do, without loading it anew. The page that was shown is gone when this
 * returns: it stays alive behind the new one, so that something found in it would be waited for in vain.
 */
export async function moveTo(page: Page, address: string): Promise<void> {
  const shown = await page.evaluateHandle((to) => {
    const before = [...document.querySelectorAll('.vd-page, main > :not(nav)')].filter((part) => part.checkVisibility())
    if (location.pathname + location.search === to) return []
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }
    const state = { usr: null, key: crypto.randomUUID(), idx: idx + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
    return before
  }, address)
  await page.waitForFunction((before) => before.every((part) => !part.checkVisibility()), shown)
  await shown.dispose()
}
