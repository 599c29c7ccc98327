import { LOGIN, REGISTER_RESULT } from '#model/addresses.ts'
import { registrationFields, useRegistration } from '#headless/session/useRegistration.ts'
import { Card, Said, Submit } from '../login/Card.tsx'
import { CodeButton } from '../login/CodeButton.tsx'
import { Field } from '../login/Field.tsx'
import { leaveFor } from '#headless/connection/leaving.ts'

export default function Register() {
  const form = useRegistration(() => leaveFor(REGISTER_RESULT))
  return (
    <Card title="注册账户">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <h2>注册账户</h2>
        <p>注册后由管理员分配角色和部门，才能使用业务功能。</p>
        <Said {...form.said} />
        {registrationFields.map(({ name, label, type, autoComplete }, index) => (
          <Field
            key={name}
            label={label}
            name={name}
            type={type}
            autoComplete={autoComplete}
            autoFocus={!index}
            inputMode={name === 'smscode' ? 'numeric' : undefined}
            value={form.values[name]}
            error={form.faults[name]}
            onChange={({ target }) => form.set(name, target.value)}
            onBlur={() => form.check(name)}
            beside={name === 'smscode' && <CodeButton {...form.code} />}
          />
        ))}
        <Submit busy={form.sending}>{form.sending ? '注册中…' : '注册'}</Submit>
      </form>
      <nav className="login-else" aria-label="其他">
        <a href={LOGIN}>使用已有账户登录</a>
      </nav>
    </Card>
  )
}
