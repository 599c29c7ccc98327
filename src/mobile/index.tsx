import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
// The kit's colours and sizes, also where none of its parts is loaded.
import 'antd-mobile/es/global'
import './mobile.css'
import { unlessLong } from '#headless/connection/later.ts'
import { fetchLinked, firstPage, Root } from './Root.tsx'

fetchLinked()

export async function start(element: HTMLElement, host: Host): Promise<void> {
  await unlessLong(firstPage(host))
  createRoot(element).render(
    <StrictMode>
      <Root host={host} />
    </StrictMode>,
  )
}
