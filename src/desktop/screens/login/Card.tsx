import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { decoration } from '#headless/connection/decoration.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { documentTitle, usePlatform } from '#headless/session/title.ts'
import { useHost } from '../../HostContext.ts'
import './login.css'

const Face = lazy(decoration(() => import('./Face.tsx')))

interface Props {
  title: string
  onInput?: (() => void) | undefined
  children: ReactNode
}

/** Name of the platform and one card: what every page that opens without a session looks like. */
export function Card({ title, onInput, children }: Props) {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  useEffect(() => {
    host.setTitle(documentTitle(title, platform))
  }, [host, title, platform])
  return (
    <main className="login" onInput={onInput}>
      <h1>
        <img src="/favicon.svg" alt="" width={40} height={40} /> {platform}
      </h1>
      <section className="login-card" aria-label={title}>
        {children}
      </section>
      <Suspense fallback={null}>
        <Face />
      </Suspense>
    </main>
  )
}

/** What went wrong before this page was there, or past its own forms. */
export const useTold = () =>
  useNoticeStore(({ farewell, queue }) => farewell ?? queue.find(({ tone }) => tone === 'error')?.text)

/** Above a form: what the server said. */
export const Said = ({ text, bad = true }: { text: string | undefined; bad?: boolean }) => (
  <div role={bad ? 'alert' : 'status'} className={bad ? 'login-problem' : 'login-problem login-good'}>
    {text}
  </div>
)

export const Submit = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <button type="submit" className="login-submit" disabled={busy} aria-busy={busy}>
    {children}
  </button>
)
