import { useEffect, useState, type CSSProperties } from 'react'
import { useNoticeStore } from '#headless/notices.ts'
import { useSession } from '#headless/session.ts'
import { useSettings } from '#headless/settings.ts'
import { documentTitle, usePlatform } from '#headless/title.ts'
import { useHost } from '../../HostContext.ts'
import type { OutsideProps } from '../../outside.ts'
import { AccountForm } from './AccountForm.tsx'
import { Choices } from './Choices.tsx'
import { PhoneForm } from './PhoneForm.tsx'
import './login.css'

/** Tries to sign in; says above the form why it did not work, and rejects. */
export type Attempt = (work: () => Promise<void>) => Promise<void>

type Way = 'account' | 'phone'
const ways: readonly { key: Way; label: string }[] = [
  { key: 'account', label: '账号密码登录' },
  { key: 'phone', label: '手机号登录' },
]

export default function Login({ onLikelyToEnter }: OutsideProps) {
  const host = useHost()
  const platform = usePlatform((state) => state.name)
  const colour = useSettings((state) => state.colour)
  const told = useNoticeStore((state) => state.queue.find(({ tone }) => tone === 'error')?.text)
  const choosing = useSession((state) => state.choosing)
  const [way, setWay] = useState<Way>('account')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    host.setTitle(documentTitle('登录', platform))
  }, [host, platform])

  const attempt: Attempt = async (work) => {
    setProblem('')
    useNoticeStore.setState({ queue: [], expired: false })
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      throw error
    }
  }

  return (
    <main className="login" style={{ '--primary': colour } as CSSProperties} onInput={onLikelyToEnter}>
      <h1>
        <img src="/favicon.svg" alt="" width={40} height={40} /> {platform}
      </h1>
      <section className="login-card" aria-label="登录">
        {!choosing && (
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
        )}
        <div role="alert" className="login-problem">
          {problem || told}
        </div>
        {choosing ? (
          <Choices {...choosing} />
        ) : (
          <div role="tabpanel" id="login-form" aria-labelledby={`login-${way}`}>
            {way === 'account' ? <AccountForm attempt={attempt} /> : <PhoneForm attempt={attempt} say={setProblem} />}
          </div>
        )}
      </section>
    </main>
  )
}
