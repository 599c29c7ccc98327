/** What stands between the facts and the ledger on the page of one resource, by names the compiler knows. */
import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { ResourceName } from '#resources/index.ts'

export const furtherFacts: { readonly [N in ResourceName]?: ComponentType<{ row: Row }> } = {
  complaint: lazy(() => importWithTimeout(import('./ComplaintOrder.tsx'))),
  permissionRequest: lazy(() => importWithTimeout(import('./AskerRoles.tsx'))),
  orderMessage: lazy(() => importWithTimeout(import('./OrderMoney.tsx'))),
  userWithdrawal: lazy(() => importWithTimeout(import('./AccountFigures.tsx'))),
}
