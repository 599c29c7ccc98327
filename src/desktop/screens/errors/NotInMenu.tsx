import { Skeleton } from 'antd'
import { Navigate } from 'react-router-dom'
import { useStandingOf } from '#headless/session/whyNot.ts'
import ErrorPage from './ErrorPage.tsx'

/** An address that is not in this person's menu: a page that is not for them, or nobody's. */
export default function NotInMenu({ path }: { path: string }) {
  const standing = useStandingOf(path)
  if (standing === 'asking') return <Skeleton active className="card" />
  if (standing === 'none') return <Navigate to="/404" replace />
  return <ErrorPage code={standing === 'kept' ? '403' : '404'} about={{ path }} />
}
