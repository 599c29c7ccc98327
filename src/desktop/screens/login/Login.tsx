import { ALTERATION, REGISTER } from '#model/addresses.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#adaptive/whenIdle.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { useSession } from '#headless/session/session.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { ChatEntrances } from '#oauth2/ChatEntrances.tsx'
import type { OutsideProps } from '../../outside.ts'
import { AccountForm } from './AccountForm.tsx'
import type { Attempt } from './attempt.ts'
import { Card, Said, useTold } from './Card.tsx'

// After signing in, and for few.
const Choices = lazy(() => importWithTimeout(import('./Choices.tsx')))
const PasswordForm = lazy(() => importWithTimeout(import('./PasswordForm.tsx')))
const loadPhoneForm = () => importWithTimeout(import('./PhoneForm.tsx'))
const PhoneForm = lazy(loadPhoneForm)

type Way = 'account' | 'phone'
const ways: readonly { key: Way; label: string }[] = [
  { key: 'account', label: '账号密码登录' },
  { key: 'phone', label: '手机号登录' },
]

/** Signing in, and what must be settled before entering: a password that is due, then tenant and department. */
export default function Login({ onLikelyToEnter }: OutsideProps) {
  const choosing = useSession((state) => state.choosing)
  const passwordDue = useSession((state) => state.mustChangePassword)
  return (
    <Card title="登录" onInput={onLikelyToEnter}>
      <Suspense fallback={null}>
        {passwordDue ? <PasswordForm /> : choosing ? <Choices {...choosing} /> : <Ways />}
      </Suspense>
    </Card>
  )
}

function Ways() {
  const told = useTold()
  const [way, setWay] = useState<Way>('account')
  const [problem, setProblem] = useState('')
  useEffect(() => whenIdle(() => void loadPhoneForm().catch(() => undefined)), [])

  const attempt: Attempt = async (work) => {
    setProblem('')
    useNoticeStore.setState({ queue: [], expired: false, farewell: undefined })
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      throw error
    }
  }

  return (
    <>
      <div role="tablist" aria-label="登录方式" className="login-ways">
        {ways.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`login-${key}`}
            aria-selected={way === key}
            aria-controls="login-form"
            onClick={() => {
              setWay(key)
              setProblem('')
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <Said text={problem || told} />
      <div role="tabpanel" id="login-form" aria-labelledby={`login-${way}`}>
        <Suspense>
          {way === 'account' ? <AccountForm attempt={attempt} /> : <PhoneForm attempt={attempt} say={setProblem} />}
        </Suspense>
      </div>
      <ChatEntrances className="login-chats" />
      <nav className="login-else" aria-label="其他">
        <a href={ALTERATION}>忘记密码</a>
        <a href={REGISTER}>注册账户</a>
      </nav>
    </>
  )
}
