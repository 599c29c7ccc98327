import { useLocation } from 'react-router-dom'
import { useAccess } from '#headless/access.ts'
import { routeAt } from '#headless/menu.ts'
import { Page } from '../frame/Page.tsx'
import './apps.css'

/** A page of another server that the menu shows inside. */
export default function Frame({ url }: { url: string }) {
  const { pathname } = useLocation()
  const title = routeAt(useAccess.getState().routes, pathname)?.title ?? ''
  return (
    <Page title={title}>
      <iframe className="vd-frame" src={url} title={title} />
    </Page>
  )
}
