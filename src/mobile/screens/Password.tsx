import { Button, Input } from 'antd-mobile'
import { useState } from 'react'
import { changePassword } from '#headless/account.ts'
import { say } from '#headless/notices.ts'
import { useGo } from '../frame/go.ts'
import { Page } from '../frame/Page.tsx'
import { wordsOf } from '../frame/useRun.ts'
import './detail.css'
import '../fields/form.css'

const fields = [
  { name: 'oldpassword', label: '旧密码', missing: '请输入旧密码!', autoComplete: 'current-password' },
  { name: 'password', label: '新密码', missing: '请输入新密码!', autoComplete: 'new-password' },
  { name: 'confirmpassword', label: '确认新密码', missing: '请确认新密码!', autoComplete: 'new-password' },
] as const
type Name = (typeof fields)[number]['name']

export default function Password() {
  const go = useGo()
  const [values, setValues] = useState<Record<Name, string>>({ oldpassword: '', password: '', confirmpassword: '' })
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const fault = (name: Name, missing: string) =>
    !values[name]
      ? missing
      : name === 'confirmpassword' && values.password !== values.confirmpassword
        ? '两次输入的密码不一样！'
        : ''
  const save = async () => {
    setTried(true)
    if (sending || fields.some(({ name, missing }) => fault(name, missing))) return
    setSending(true)
    setProblem('')
    try {
      say('success', await changePassword(values))
      go.back()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Page
      title="修改密码"
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" loading={sending} onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      <form
        className="vd-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {problem && (
          <p role="alert" className="vd-conflict">
            {problem}
          </p>
        )}
        <section className="vd-section">
          {fields.map(({ name, label, missing, autoComplete }) => {
            const error = tried ? fault(name, missing) : ''
            return (
              <div key={name} className={error ? 'vd-field vd-wrong' : 'vd-field'}>
                <div className="vd-label">
                  <i aria-hidden="true" className="vd-required">
                    *
                  </i>
                  {label}
                </div>
                <div className="vd-input">
                  <Input
                    type="password"
                    aria-label={label}
                    placeholder={missing.replace('!', '')}
                    autoComplete={autoComplete}
                    value={values[name]}
                    onChange={(value) => setValues({ ...values, [name]: value })}
                  />
                </div>
                {error && (
                  <p role="alert" className="vd-error">
                    {error}
                  </p>
                )}
              </div>
            )
          })}
        </section>
        <button type="submit" hidden />
      </form>
    </Page>
  )
}
