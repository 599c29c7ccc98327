import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
import { HostContext } from './HostContext.ts'
import { unlessLong } from '#headless/connection/later.ts'
import { firstPage, Root } from './Root.tsx'
import './desktop.css'

/** The antd shell. */
export async function start(element: HTMLElement, host: Host): Promise<void> {
  await unlessLong(firstPage(host))
  createRoot(element).render(
    <StrictMode>
      <HostContext value={host}>
        <Root />
      </HostContext>
    </StrictMode>,
  )
}
