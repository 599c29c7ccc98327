import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { decoration } from '#headless/connection/decoration.ts'
import { documentTitle, usePlatform } from '#headless/session/title.ts'
import { useHost } from '../../HostContext.ts'
import { Button } from '../../layout/plain.tsx'
import './login.css'

const Face = lazy(decoration(() => import('./Face.tsx')))

/** A page that opens without a session: the platform's name and what is below it. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  useEffect(() => host.setTitle(documentTitle(title, platform)), [host, title, platform])
  return (
    <main className="vd-login">
      <div className="vd-brand">
        <span aria-hidden="true">
          <svg width="26" height="26" viewBox="0 0 24 24" fill="currentColor">
            <path d="M13 2 4 14h6l-1 8 9-12h-6z" />
          </svg>
        </span>
        <h1>{platform}</h1>
      </div>
      {children}
      <Suspense fallback={null}>
        <Face />
      </Suspense>
    </main>
  )
}

interface LineProps {
  label: string
  fault: string | undefined
  extra?: ReactNode
  children: ReactNode
}

export const Line = ({ label, fault, extra, children }: LineProps) => (
  <div className={fault ? 'vd-line vd-wrong' : 'vd-line'}>
    <label>
      <span>{label}</span>
      {children}
    </label>
    {extra}
    {fault && (
      <p role="alert" className="vd-error">
        {fault}
      </p>
    )}
  </div>
)

export const CodeButton = ({ left, send }: { left: number; send: () => Promise<void> }) => (
  <Button fill="none" color="primary" size="small" disabled={left > 0} onClick={() => void send()}>
    {left ? `${left} 秒后重发` : '获取验证码'}
  </Button>
)

interface SubmitProps {
  sending: boolean
  problem: string
  children: ReactNode
}

export const Submit = ({ sending, problem, children }: SubmitProps) => (
  <>
    <p role="alert" className="vd-error vd-problem">
      {problem}
    </p>
    <Button block type="submit" color="primary" size="large" loading={sending} loadingText="请稍候">
      {children}
    </Button>
  </>
)

/** Below a form: what the server said that is no fault. */
export const Hint = ({ text }: { text: string }) =>
  text ? (
    <p role="status" className="vd-hint">
      {text}
    </p>
  ) : null
