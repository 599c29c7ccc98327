import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
import { HostContext } from './HostContext.ts'
import { firstPage, Root } from './Root.tsx'
import './desktop.css'

/** The antd shell. */
export async function start(element: HTMLElement, host: Host): Promise<void> {
  // What did not come is said by whoever draws it.
  await firstPage(host).catch(() => undefined)
  createRoot(element).render(
    <StrictMode>
      <HostContext value={host}>
        <Root />
      </HostContext>
    </StrictMode>,
  )
}
