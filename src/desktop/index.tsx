import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
import { HostContext } from './HostContext.ts'
import { useSettings } from '#headless/session/settings.ts'
import { firstPage, Root } from './Root.tsx'
import './desktop.css'

/** The antd shell. */
export async function start(element: HTMLElement, host: Host): Promise<void> {
  // The styles of the frame come before it is drawn.
  document.documentElement.dataset.theme = useSettings.getState().theme
  await firstPage(host)
  createRoot(element).render(
    <StrictMode>
      <HostContext value={host}>
        <Root />
      </HostContext>
    </StrictMode>,
  )
}
