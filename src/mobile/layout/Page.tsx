import { LeftOutline } from 'antd-mobile-icons'
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { documentTitle } from '#headless/session/title.ts'
import { useGo } from './go.ts'
import { useHost } from '../HostContext.ts'

interface PageProps {
  title: string
  /** Without a way back: the tabs. */
  root?: boolean
  /** Instead of going back at once. */
  onBack?: () => void
  right?: ReactNode
  /** Stays below the title while the rest scrolls. */
  head?: ReactNode
  /** Fixed at the bottom, above the safe area. */
  footer?: ReactNode
  children: ReactNode
}

/** One screen: title with a way back, what scrolls, what stays below. Remembers how far it was scrolled. */
export function Page({ title, root, onBack, right, head, footer, children }: PageProps) {
  const go = useGo()
  const host = useHost()
  const scroller = useRef<HTMLDivElement>(null)
  const scrolled = useRef(0)
  useEffect(() => host.setTitle(documentTitle(title)), [host, title])
  // Runs again when the page comes back from behind another one.
  useLayoutEffect(() => {
    // A page that has not been scrolled stands right already: setting it makes the browser lay everything out on the spot.
    if (scroller.current && scrolled.current) scroller.current.scrollTop = scrolled.current
  }, [])
  return (
    <div className={root ? 'vd-page vd-page-root' : 'vd-page'}>
      <header className="vd-head">
        <div className="vd-bar">
          {!root && (
            <button type="button" className="vd-icon-button" aria-label="返回" onClick={onBack ?? go.back}>
              <LeftOutline />
            </button>
          )}
          <h1 className="vd-title">{title}</h1>
          {right}
        </div>
        {head}
      </header>
      <div
        className="vd-scroll"
        ref={scroller}
        // The arrow keys scroll it, also where nothing inside takes the focus.
        tabIndex={0}
        onScroll={(event) => {
          scrolled.current = event.currentTarget.scrollTop
        }}
      >
        {children}
      </div>
      {footer && <footer className="vd-foot">{footer}</footer>}
    </div>
  )
}
