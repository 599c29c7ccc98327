import { LOGIN, REGISTER_RESULT } from '#model/addresses.ts'
import { registrationFields, useRegistration } from '#headless/session/useRegistration.ts'
import { Input } from '../../layout/plain.tsx'
import { CodeButton, Hint, Line, Card, Submit } from '../login/Card.tsx'
import { leaveFor } from '#headless/connection/leaving.ts'

export default function Register() {
  const form = useRegistration(() => leaveFor(REGISTER_RESULT))
  return (
    <Card title="注册账户">
      <form
        className="vd-wide-labels"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <h2>注册账户</h2>
        <p>注册后由管理员分配角色和部门，才能使用业务功能。</p>
        {registrationFields.map(({ name, label, hint, type, autoComplete }) => (
          <Line
            key={name}
            label={label}
            fault={form.faults[name]}
            extra={name === 'smscode' && <CodeButton {...form.code} />}
          >
            <Input
              {...(type && { type })}
              {...(name === 'smscode' && { inputMode: 'numeric' })}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
              onBlur={() => form.check(name)}
              placeholder={hint ?? `请输入${label}`}
              autoComplete={autoComplete}
            />
          </Line>
        ))}
        {!form.said.bad && <Hint text={form.said.text} />}
        <Submit sending={form.sending} problem={form.said.bad ? form.said.text : ''}>
          注册
        </Submit>
      </form>
      <nav className="vd-else" aria-label="其他">
        <a href={LOGIN}>使用已有账户登录</a>
      </nav>
    </Card>
  )
}
