/** What stands between the facts and the ledger on the page of one resource, by names the compiler knows. */
import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { Row } from '#headless/rows.ts'
import { within } from '#headless/within.ts'
import type { ResourceName } from '#resources/index.ts'

export const furtherFacts: { readonly [N in ResourceName]?: ComponentType<{ row: Row }> } = {
  complaint: lazy(() => within(import('./ComplaintOrder.tsx'))),
  orderMessage: lazy(() => within(import('./OrderMoney.tsx'))),
  userWithdrawal: lazy(() => within(import('./AccountFigures.tsx'))),
}
