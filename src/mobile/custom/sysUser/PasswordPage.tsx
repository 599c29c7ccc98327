import { Input } from 'antd-mobile'
import { useState } from 'react'
import { setPasswordOf } from '#headless/forms/membership.ts'
import { say } from '#headless/connection/notices.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import { passwordProblem } from '#model/password.ts'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { useGo } from '../../layout/go.ts'
import { SavePage } from '../../layout/SavePage.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import type { ToolProps } from '../tools.ts'

/** A new password for somebody else; whoever is signed in with the old one is out. */
export default function PasswordPage({ row, title }: ToolProps) {
  const go = useGo()
  const whenShown = useWhenShown()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const faults = {
    password: passwordProblem(password),
    again: !again ? '请确认新密码!' : again === password ? undefined : '两次输入的密码不一样！',
  }
  const fault = (name: keyof typeof faults) => (tried ? faults[name] : undefined)

  async function save() {
    setTried(true)
    if (busy || faults.password || faults.again) return
    setBusy(true)
    setProblem('')
    try {
      say('success', await setPasswordOf(String(row.username), password, again))
      whenShown(go.back)
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SavePage title={`${title}：${String(row.realname ?? row.username)}`} busy={busy} onSave={save} problem={problem}>
      <section className="vd-section">
        <FieldBox
          name="password"
          label="新密码"
          required
          hint="修改后该用户须重新登录，并在登录后改成自己的密码。"
          error={fault('password')}
        >
          <Input
            type="password"
            aria-label="新密码"
            autoComplete="new-password"
            placeholder="至少8位，含字母、数字和特殊字符"
            value={password}
            onChange={setPassword}
          />
        </FieldBox>
        <FieldBox name="again" label="确认新密码" required error={fault('again')}>
          <Input
            type="password"
            aria-label="确认新密码"
            autoComplete="new-password"
            placeholder="请再次输入新密码"
            value={again}
            onChange={setAgain}
          />
        </FieldBox>
      </section>
    </SavePage>
  )
}
