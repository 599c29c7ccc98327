import { useId, useState, type FormEvent } from 'react'
import { chooseDepartment, chooseTenant, enter, logout } from '#headless/session/account.ts'
import { tenantChosen } from '#headless/session/addressedTenant.ts'
import type { Choosing } from '#headless/session/session.ts'
import { Said, Submit, useTold } from './Card.tsx'

/** Tenant and department of somebody who has several; entering waits for both. */
export default function Choices({ tenants, departments }: Choosing) {
  const [tenant, setTenant] = useState(() => tenantChosen(tenants))
  const [department, setDepartment] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)

  // Departments are those of one tenant, as soon as it is chosen.
  const offered = departments.filter(({ tenantId }) => !tenant || !tenantId || String(tenantId) === tenant)
  const shown = tenants.length && !tenant ? [] : offered

  async function choose(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if ((tenants.length && !tenant) || (shown.length && !department)) return
    setBusy(true)
    try {
      if (tenant) chooseTenant(Number(tenant))
      if (department) await chooseDepartment(department)
      enter()
    } catch {
      // Said above the form; the choice can be made again.
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void choose(event)} noValidate>
      <Said text={useTold()} />
      {tenants.length > 0 && (
        <Choice
          label="租户"
          value={tenant}
          options={tenants.map(({ id, name }) => [String(id), name])}
          error={tried && !tenant ? '请选择登录租户' : undefined}
          onChange={(value) => {
            setTenant(value)
            setDepartment('')
          }}
        />
      )}
      {shown.length > 0 && (
        <Choice
          label="部门"
          value={department}
          options={shown.map(({ orgCode, departName }) => [orgCode, departName])}
          error={tried && !department ? '请选择登录部门' : undefined}
          onChange={setDepartment}
        />
      )}
      <Submit busy={busy}>进入</Submit>
      <button type="button" className="login-back" onClick={() => void logout()}>
        返回登录
      </button>
    </form>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  error: string | undefined
  onChange: (value: string) => void
}

function Choice({ label, value, options, error, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">请选择登录{label}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <div id={`${id}-error`} className="login-error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}
