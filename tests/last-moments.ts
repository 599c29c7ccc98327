/** What a page planned for its next moment happens while there still is a page: jsdom goes, the timers of Node do not. */
import { afterAll } from 'vitest'

const MOMENTS = 5

afterAll(async () => {
  // Going back over a popup takes three: the plan, the journey, the plan after it.
  for (let moment = 0; moment < MOMENTS; moment++) await new Promise((resolve) => setTimeout(resolve))
})
