import { Button } from 'antd'
import { useEffect } from 'react'
import { endView, useView, viewText } from '#headless/session/viewAs.ts'

/** In sight as long as the page is somebody else's. */
export function ViewBanner() {
  const view = useView()
  const shown = view !== undefined
  useEffect(() => {
    document.documentElement.classList.toggle('viewing', shown)
  }, [shown])
  if (!view) return null
  return (
    <div className="view-banner" role="status">
      {viewText(view)}
      <Button size="small" onClick={() => void endView()}>
        结束查看
      </Button>
    </div>
  )
}
