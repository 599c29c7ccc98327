import { useEffect } from 'react'
import { endView, useView, viewText } from '#headless/session/viewAs.ts'
import { Button } from './plain.tsx'
import './viewBanner.css'

/** In sight as long as the page is somebody else's. */
export function ViewBanner() {
  const view = useView()
  const shown = view !== undefined
  useEffect(() => {
    document.documentElement.classList.toggle('vd-viewing', shown)
  }, [shown])
  if (!view) return null
  return (
    <div className="vd-view-banner" role="status">
      <span>{viewText(view)}</span>
      <Button size="small" onClick={() => void endView()}>
        结束
      </Button>
    </div>
  )
}
