/** What a phone screen of its own replaces, by names the compiler knows. */
import { lazy, type ComponentType } from 'react'
import { within } from '#headless/within.ts'
import type { ResourceName } from '#resources/index.ts'

export interface DetailProps {
  id: string
}

interface Replaced {
  /** Starts loading before the page is drawn. */
  load: () => Promise<unknown>
  Detail: ComponentType<DetailProps>
}

const detail = (load: () => Promise<{ default: ComponentType<DetailProps> }>): Replaced => ({
  load,
  Detail: lazy(() => within(load())),
})

export const custom: { readonly [N in ResourceName]?: Replaced } = {
  userWithdrawal: detail(() => import('./WithdrawalDecision.tsx')),
}
