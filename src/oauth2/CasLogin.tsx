import { useEffect, useState } from 'react'
import { ApiError } from '#headless/session/api.ts'
import { goToCas, redeemTicket, signedOutThere } from './cas.ts'
import { takeRound } from './rounds.ts'
import './hostLogin.css'

let running: Promise<void> | undefined

/** Sends to CAS and takes what comes back. A ticket is good once, so an effect that runs twice shares one try. */
async function pass(): Promise<void> {
  if (await redeemTicket()) return
  // Else the session that is about to end there would open another one here.
  await signedOutThere()
  if (!takeRound()) throw new Error('已多次尝试，单点登录没有成功')
  goToCas()
}

/** /user/sso */
export function CasLogin() {
  const [problem, setProblem] = useState('')
  useEffect(() => {
    running ??= pass().finally(() => {
      running = undefined
    })
    running.catch((error: unknown) =>
      setProblem(error instanceof ApiError || error instanceof Error ? error.message : '单点登录失败'),
    )
  }, [])
  if (!problem)
    return (
      <main className="host-login" role="status">
        <i className="host-login-wheel" aria-hidden="true" />
        <p>正在登录…</p>
      </main>
    )
  return (
    <main className="host-login">
      <div role="alert">
        <h1>单点登录没有成功</h1>
        <p>{problem}</p>
      </div>
      <button type="button" className="host-login-main" onClick={goToCas}>
        重新登录
      </button>
    </main>
  )
}
