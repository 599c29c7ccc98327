import type { ComponentType } from 'react'
import { LOGIN } from '#headless/session/guard.ts'
import { alterationSteps, useAlteration, type Alteration, type Step } from '#headless/records/useAlteration.ts'
import { Button, Input } from '../frame/plain.tsx'
import { CodeButton, Hint, Line, Outside, Submit } from './Outside.tsx'
import { Slider } from './Slider.tsx'

/** The forgotten password: phone, code, new password, done. */
export default function ForgottenPassword() {
  const form = useAlteration()
  const Part = parts[form.step]
  return (
    <Outside title="忘记密码">
      <h2>忘记密码</h2>
      <ol className="vd-steps-line">
        {alterationSteps.map(({ step, title }) => (
          <li key={step} aria-current={step === form.step ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <form
        className="vd-wide-labels"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.next()
        }}
      >
        <Part form={form} />
      </form>
      {form.step !== 'done' && (
        <nav className="vd-else" aria-label="其他">
          <a href={LOGIN}>返回登录</a>
          {form.step !== 'phone' && (
            <button type="button" onClick={form.restart}>
              重新开始
            </button>
          )}
        </nav>
      )}
    </Outside>
  )
}

interface PartProps {
  form: Alteration
}

const Next = ({ form, text }: PartProps & { text: string }) => (
  <>
    {!form.said.bad && <Hint text={form.said.text} />}
    <Submit sending={form.sending} problem={form.said.bad ? form.said.text : ''}>
      {text}
    </Submit>
  </>
)

const Phone = ({ form }: PartProps) => (
  <>
    <Line label="手机号" fault={form.faults.phone}>
      <Input
        value={form.values.phone}
        onChange={(value) => form.set('phone', value)}
        placeholder="请输入手机号"
        inputMode="tel"
        autoComplete="tel"
        maxLength={11}
        clearable
      />
    </Line>
    <Slider fault={form.faults.slide} onPass={form.slid} />
    <Next form={form} text="获取验证码" />
  </>
)

const Code = ({ form }: PartProps) => (
  <>
    <Line label="短信验证码" fault={form.faults.smscode} extra={<CodeButton {...form.code} />}>
      <Input
        value={form.values.smscode}
        onChange={(value) => form.set('smscode', value)}
        placeholder="请输入验证码"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
    </Line>
    <Next form={form} text="下一步" />
  </>
)

const passwords = [
  ['password', '新密码', '请输入新密码'],
  ['confirm', '确认新密码', '请确认新密码'],
] as const

const Password = ({ form }: PartProps) => (
  <>
    {passwords.map(([name, label, hint]) => (
      <Line key={name} label={label} fault={form.faults[name]}>
        <Input
          type="password"
          value={form.values[name]}
          onChange={(value) => form.set(name, value)}
          placeholder={hint}
          autoComplete="new-password"
        />
      </Line>
    ))}
    <Next form={form} text="提交" />
  </>
)

const Done = () => (
  <>
    <p role="status">密码重置完成！请用新密码登录。</p>
    <Button block color="primary" size="large" onClick={() => location.assign(LOGIN)}>
      去登录
    </Button>
  </>
)

const parts: Record<Step, ComponentType<PartProps>> = { phone: Phone, code: Code, password: Password, done: Done }
