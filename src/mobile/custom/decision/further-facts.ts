/** Facts that no field of a record holds, by names the compiler knows: shown among the others on its page. */
import { lazy, type ComponentType } from 'react'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { ResourceName } from '#resources/index.ts'

export const furtherFacts: { readonly [N in ResourceName]?: ComponentType<{ row: Row }> } = {
  complaint: lazy(() => importWithTimeout(import('./ComplaintOrder.tsx'))),
  sysTenant: lazy(() => importWithTimeout(import('../sysTenant/Members.tsx'))),
  sysFile: lazy(() => importWithTimeout(import('../sysFile/FileUses.tsx'))),
  permissionRequest: lazy(() => importWithTimeout(import('./AskerRoles.tsx'))),
  orderMessage: lazy(() => importWithTimeout(import('./OrderMoney.tsx'))),
}
