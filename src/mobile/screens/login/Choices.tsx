import { useState } from 'react'
import { chooseDepartment, chooseTenant, enter, logout } from '#headless/session/account.ts'
import { tenantChosen } from '#headless/session/addressedTenant.ts'
import type { Choosing } from '#headless/session/session.ts'
import { Button } from '../../layout/plain.tsx'
import './choices.css'

interface Step {
  label: string
  options: readonly { value: string; text: string }[]
}

/** A person of several tenants or departments says where to work before entering. */
export default function Choices({ choosing: { tenants, departments } }: { choosing: Choosing }) {
  const [tenant, setTenant] = useState(() => tenantChosen(tenants))
  const [orgCode, setOrgCode] = useState('')
  const [tried, setTried] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const ofTenant = departments.filter(
    (department) =>
      !tenant || !('tenantId' in department) || String(department.tenantId) === tenant || department.tenantId === 0,
  )
  const done = (tenants.length === 0 || tenant) && (ofTenant.length === 0 || orgCode)
  const go = async () => {
    setTried(true)
    if (!done || sending) return
    setSending(true)
    setProblem('')
    try {
      if (tenant) chooseTenant(Number(tenant))
      if (orgCode) await chooseDepartment(orgCode)
      enter()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '登录失败')
      setSending(false)
    }
  }
  return (
    <div className="vd-entrance">
      {tenants.length > 0 && (
        <Options
          label="请选择租户"
          options={tenants.map(({ id, name }) => ({ value: String(id), text: name }))}
          value={tenant}
          wrong={tried && !tenant}
          onChange={(value) => {
            setTenant(value)
            setOrgCode('')
          }}
        />
      )}
      {(tenants.length === 0 || tenant) && ofTenant.length > 0 && (
        <Options
          label="请选择部门"
          options={ofTenant.map((department) => ({ value: department.orgCode, text: department.departName }))}
          value={orgCode}
          wrong={tried && !orgCode}
          onChange={setOrgCode}
        />
      )}
      <p role="alert" className="vd-error vd-problem">
        {problem}
      </p>
      <Button block color="primary" size="large" loading={sending} loadingText="进入" onClick={() => void go()}>
        进入
      </Button>
      <Button block fill="none" onClick={() => void logout()}>
        换一个账号
      </Button>
    </div>
  )
}

interface OptionsProps extends Step {
  value: string
  wrong: boolean
  onChange(value: string): void
}

const Options = ({ label, options, value, wrong, onChange }: OptionsProps) => (
  <fieldset className={wrong ? 'vd-options vd-wrong' : 'vd-options'} aria-invalid={wrong}>
    <legend>{label}</legend>
    {options.map((option) => (
      <label key={option.value}>
        <input type="radio" name={label} checked={value === option.value} onChange={() => onChange(option.value)} />
        <span>{option.text}</span>
      </label>
    ))}
    {wrong && (
      <p role="alert" className="vd-error">
        {label}
      </p>
    )}
  </fieldset>
)
