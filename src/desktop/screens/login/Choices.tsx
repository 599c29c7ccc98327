import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { chooseDepartment, chooseTenant, enter, logout } from '#headless/account.ts'
import type { Choosing } from '#headless/session.ts'

/** Tenant and department of somebody who has several; entering waits for both. */
export default function Choices({ tenants, departments }: Choosing) {
  const [busy, setBusy] = useState(false)

  async function choose({ tenant, department }: { tenant?: number; department?: string }) {
    setBusy(true)
    try {
      if (tenant !== undefined) chooseTenant(tenant)
      if (department) await chooseDepartment(department)
      enter()
    } catch {
      // Said under 系统提示; the choice can be made again.
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form layout="vertical" size="large" onFinish={choose} requiredMark={false}>
      {tenants.length > 0 && (
        <Form.Item name="tenant" label="租户" rules={[{ required: true, message: '请选择登录租户' }]}>
          <Select placeholder="请选择登录租户" options={tenants.map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
      )}
      {departments.length > 0 && (
        <Form.Item name="department" label="部门" rules={[{ required: true, message: '请选择登录部门' }]}>
          <Select
            placeholder="请选择登录部门"
            options={departments.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
          />
        </Form.Item>
      )}
      <Button type="primary" htmlType="submit" block loading={busy}>
        进入
      </Button>
      <Button type="link" block onClick={() => void logout()}>
        返回登录
      </Button>
    </Form>
  )
}
