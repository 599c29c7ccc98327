import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Host } from '#adaptive/index.ts'
// The kit's colours and sizes, also where none of its parts is loaded.
import 'antd-mobile/es/global'
import './mobile.css'
import { fetchLinked, Root } from './Root.tsx'

fetchLinked()

export function start(element: HTMLElement, host: Host): void {
  createRoot(element).render(
    <StrictMode>
      <Root host={host} />
    </StrictMode>,
  )
}
