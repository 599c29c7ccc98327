import { logout } from '#headless/session/account.ts'
import { passwordFields, usePasswordChange } from '#headless/session/usePasswordChange.ts'
import { Button, Input } from '../../layout/plain.tsx'
import { Line, Submit } from './Card.tsx'

const entered = () => undefined

/** A password that an administrator knows is replaced before anything else. */
export default function PasswordForm() {
  // The session says that it is settled, and the page goes on.
  const form = usePasswordChange(entered)
  return (
    <form
      className="vd-wide-labels"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <h2>请先修改密码</h2>
      <p>当前密码是初始密码或由管理员重置，修改后才能进入系统。</p>
      {passwordFields.map(({ name, label, missing, autoComplete }) => (
        <Line key={name} label={label} fault={form.faults[name]}>
          <Input
            type="password"
            value={form.values[name]}
            onChange={(value) => form.set(name, value)}
            placeholder={missing.replace('!', '')}
            autoComplete={autoComplete}
          />
        </Line>
      ))}
      <Submit sending={form.sending} problem={form.problem}>
        修改并进入
      </Submit>
      <Button block fill="none" onClick={() => void logout()}>
        换一个账号
      </Button>
    </form>
  )
}
