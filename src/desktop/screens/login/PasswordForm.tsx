import { logout } from '#headless/session/account.ts'
import { passwordFields, usePasswordChange } from '#headless/session/usePasswordChange.ts'
import { Said, Submit } from './Card.tsx'
import { Field } from './Field.tsx'

const entered = () => undefined

/** A password that an administrator knows is replaced before anything else. */
export default function PasswordForm() {
  // The session says that it is settled, and the page goes on.
  const form = usePasswordChange(entered)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <h2>请先修改密码</h2>
      <p>当前密码是初始密码或由管理员重置，修改后才能进入系统。</p>
      <Said text={form.problem} />
      {passwordFields.map(({ name, label, autoComplete }, index) => (
        <Field
          key={name}
          label={label}
          name={name}
          type="password"
          autoComplete={autoComplete}
          autoFocus={!index}
          value={form.values[name]}
          error={form.faults[name]}
          onChange={({ target }) => form.set(name, target.value)}
        />
      ))}
      <Submit busy={form.sending}>修改并进入</Submit>
      <button type="button" className="login-back" onClick={() => void logout()}>
        返回登录
      </button>
    </form>
  )
}
