import type { ComponentType } from 'react'
import { LOGIN } from '#headless/session/guard.ts'
import { alterationSteps, useAlteration, type Alteration, type Step } from '#headless/records/useAlteration.ts'
import { Card, Said, Submit } from '../login/Card.tsx'
import { CodeButton } from '../login/CodeButton.tsx'
import { Field } from '../login/Field.tsx'
import { Slider } from './Slider.tsx'

/** The forgotten password: phone, code, new password, done. */
export default function ForgottenPassword() {
  const form = useAlteration()
  const Part = parts[form.step]
  return (
    <Card title="忘记密码">
      <h2>忘记密码</h2>
      <ol className="login-steps">
        {alterationSteps.map(({ step, title }) => (
          <li key={step} aria-current={step === form.step ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.next()
        }}
      >
        <Said {...form.said} />
        <Part form={form} />
      </form>
      {form.step !== 'done' && (
        <nav className="login-else" aria-label="其他">
          <a href={LOGIN}>返回登录</a>
          {form.step !== 'phone' && (
            <button type="button" onClick={form.restart}>
              重新开始
            </button>
          )}
        </nav>
      )}
    </Card>
  )
}

interface PartProps {
  form: Alteration
}

const Phone = ({ form }: PartProps) => (
  <>
    <Field
      label="手机号"
      name="phone"
      type="tel"
      autoComplete="tel"
      maxLength={11}
      autoFocus
      value={form.values.phone}
      error={form.faults.phone}
      onChange={({ target }) => form.set('phone', target.value)}
    />
    <Slider error={form.faults.slide} onPass={form.slid} />
    <Submit busy={form.sending}>获取验证码</Submit>
  </>
)

const Code = ({ form }: PartProps) => (
  <>
    <Field
      label="短信验证码"
      name="smscode"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      autoFocus
      value={form.values.smscode}
      error={form.faults.smscode}
      onChange={({ target }) => form.set('smscode', target.value)}
      beside={<CodeButton {...form.code} />}
    />
    <Submit busy={form.sending}>下一步</Submit>
  </>
)

const passwords = [
  ['password', '新密码'],
  ['confirm', '确认新密码'],
] as const

const Password = ({ form }: PartProps) => (
  <>
    {passwords.map(([name, label], index) => (
      <Field
        key={name}
        label={label}
        name={name}
        type="password"
        autoComplete="new-password"
        autoFocus={!index}
        value={form.values[name]}
        error={form.faults[name]}
        onChange={({ target }) => form.set(name, target.value)}
      />
    ))}
    <Submit busy={form.sending}>提交</Submit>
  </>
)

const Done = () => (
  <>
    <p role="status">密码重置完成！请用新密码登录。</p>
    <a className="login-submit" href={LOGIN}>
      去登录
    </a>
  </>
)

const parts: Record<Step, ComponentType<PartProps>> = { phone: Phone, code: Code, password: Password, done: Done }
