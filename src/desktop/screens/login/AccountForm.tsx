import { useRef, useState, type FormEvent } from 'react'
import { login, useLoginCheck } from '#headless/session/login-check.ts'
import { Submit } from './Card.tsx'
import { Field } from './Field.tsx'
import type { Attempt } from './attempt.ts'

/** User name and password; a check comes when the server asks for one. */
export function AccountForm({ attempt }: { attempt: Attempt }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState({ username: '', password: '', captcha: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [seen, setSeen] = useState(false)
  const check = useLoginCheck()
  const { picture } = check
  const set = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  const errors = {
    username: values.username.trim() ? undefined : '请输入用户名',
    password: values.password ? undefined : '请输入密码',
    captcha: !picture || values.captcha.trim() ? undefined : '请输入验证码',
  }
  const error = (name: keyof typeof errors) => (tried ? errors[name] : undefined)

  async function renew() {
    await check.renew()
    setValues((before) => ({ ...before, captcha: '' }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const wrong = Object.entries(errors).find(([, message]) => message)?.[0]
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
    setBusy(true)
    try {
      const { username, password, captcha } = values
      await attempt(async () =>
        login({ username: username.trim(), password, ...(await check.answer(captcha)), remember_me: true }),
      )
    } catch (failure) {
      if (await check.failed(failure)) {
        setValues((before) => ({ ...before, captcha: '' }))
        setTried(false)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="用户名"
        name="username"
        autoComplete="username"
        autoFocus
        error={error('username')}
        {...set('username')}
      />
      <Field
        label="密码"
        name="password"
        type={seen ? 'text' : 'password'}
        autoComplete="current-password"
        error={error('password')}
        beside={
          <button type="button" className="login-see" aria-pressed={seen} onClick={() => setSeen(!seen)}>
            {seen ? '隐藏' : '显示'}
          </button>
        }
        {...set('password')}
      />
      {picture && (
        <Field
          label="验证码"
          name="captcha"
          autoComplete="off"
          maxLength={4}
          error={error('captcha')}
          beside={
            <button type="button" onClick={() => void renew()} aria-label="换一张验证码">
              {picture.image ? <img src={picture.image} alt="验证码图片" /> : '点击获取'}
            </button>
          }
          {...set('captcha')}
        />
      )}
      <Submit busy={busy}>{busy ? '登录中…' : '登录'}</Submit>
    </form>
  )
}
