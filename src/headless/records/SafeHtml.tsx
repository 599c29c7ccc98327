import { useMemo } from 'react'
import { cleanHtml } from './cleanHtml.ts'

/** Text of announcements and editors. The one place where HTML from the server becomes part of the page. */
export default function SafeHtml({ html, className }: { html: string; className?: string }) {
  const clean = useMemo(() => cleanHtml(html), [html])
  return <div className={className} dangerouslySetInnerHTML={{ __html: clean }} />
}
