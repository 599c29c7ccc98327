/** Facts that no field of a record holds, by names the compiler knows: shown among the others on its page. */
import { lazy, type ComponentType } from 'react'
import type { Row } from '#headless/rows.ts'
import { within } from '#headless/within.ts'
import type { ResourceName } from '#resources/index.ts'

export const furtherFacts: { readonly [N in ResourceName]?: ComponentType<{ row: Row }> } = {
  complaint: lazy(() => within(import('./ComplaintOrder.tsx'))),
  orderMessage: lazy(() => within(import('./OrderMoney.tsx'))),
}
