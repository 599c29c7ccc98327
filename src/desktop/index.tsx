import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
import { HostContext } from './HostContext.ts'
import { Root } from './Root.tsx'
import './desktop.css'

/** The antd shell. */
export function start(element: HTMLElement, host: Host): void {
  createRoot(element).render(
    <StrictMode>
      <HostContext value={host}>
        <Root />
      </HostContext>
    </StrictMode>,
  )
}
