/** Windows of the chat clients. Each stays open for the tests of its worker: what it has loaded once is not loaded again. */
import { openClient, type Client } from '../hosts/bridges/open.ts'
import type { Variant } from '../hosts/bridges/variants.ts'
import { test as plain } from './browser.ts'

interface Clients {
  /** The window of this client as if it were new, with this person before it. */
  client: (variant: Variant, userId: string) => Promise<Client>
}

export const test = plain.extend<object, Clients>({
  client: [
    async ({ browser }, use) => {
      const windows = new Map<Variant, Client>()
      await use(async (variant, userId) => {
        const known = windows.get(variant)
        if (known) await known.forget(userId)
        const client = known ?? (await openClient(browser, variant, userId))
        windows.set(variant, client)
        return client
      })
      await Promise.all([...windows.values()].map(({ context }) => context.close()))
    },
    { scope: 'worker' },
  ],
})
