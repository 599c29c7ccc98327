import { lazy, Suspense, useEffect, useState } from 'react'
import type { Host } from '#adaptive/index.ts'
import { documentTitle } from '#headless/session/title.ts'
import { usePassword as goByPassword } from './byPassword.ts'
import { copied, diagnosis } from './diagnosis.ts'
import { words, type Problem } from './problems.ts'
import { signIn, signInAgain, useSigningIn } from './signIn.ts'
import { sourceOf } from './sources.ts'
import './hostLogin.css'

// Few need it, and only once.
const BindAccount = lazy(() => import('./BindAccount.tsx'))

/** /oauth2-app/login: waits for the chat, or says why nobody could be signed in. Needs no user interface kit. */
export function HostLogin({ host }: { host: Host }) {
  const { problem, wanted } = useSigningIn()
  useEffect(() => host.setTitle(documentTitle('登录')), [host])
  useEffect(() => {
    // Also the way here from inside, when a session has ended.
    const { phase, problem } = useSigningIn.getState()
    if (phase === 'resting' && !problem) void signIn(host)
  }, [host])
  if (!problem)
    return (
      <main className="host-login" role="status">
        <i className="host-login-wheel" aria-hidden="true" />
        <p>正在登录…</p>
      </main>
    )
  return <Sorry host={host} problem={problem} wanted={wanted} />
}

interface SorryProps {
  host: Host
  problem: Problem
  wanted: string | undefined
}

function Sorry({ host, problem, wanted }: SorryProps) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<'' | 'copied' | 'text'>('')
  const { title, advice } = words[problem.name]
  const text = diagnosis(host, problem, wanted)
  const source = sourceOf(host)?.source
  const { name, account } = problem
  const selfBinding = name === 'unbound' && account && source ? { source, account } : undefined
  const again = () => {
    setBusy(true)
    void signInAgain(host).finally(() => setBusy(false))
  }
  const copy = async () => setShown((await copied(text)) ? 'copied' : 'text')
  return (
    <main className="host-login">
      <div role="alert">
        <h1>{title}</h1>
        <p>{advice}</p>
        {problem.detail && problem.detail !== title && <p className="host-login-detail">{problem.detail}</p>}
      </div>
      <dl>
        {problem.account && (
          <div>
            <dt>您的账号</dt>
            <dd>{problem.account}</dd>
          </div>
        )}
        {problem.ref && (
          <div>
            <dt>编号</dt>
            <dd>{problem.ref}</dd>
          </div>
        )}
      </dl>
      {selfBinding && (
        <Suspense fallback={null}>
          <BindAccount {...selfBinding} wanted={wanted} />
        </Suspense>
      )}
      <button type="button" className={selfBinding ? undefined : 'host-login-main'} disabled={busy} onClick={again}>
        重新登录
      </button>
      {problem.name === 'setup' && (
        <button type="button" onClick={() => goByPassword(wanted)}>
          使用账号密码登录
        </button>
      )}
      <button type="button" onClick={() => void copy()}>
        复制诊断信息
      </button>
      <button type="button" onClick={() => host.close()}>
        关闭页面
      </button>
      {shown === 'copied' && <p role="status">已复制</p>}
      {shown === 'text' && <pre>{text}</pre>}
    </main>
  )
}
