import { Button, Form, Input as AntInput, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { chooseOther, type Membership } from '#headless/forms/membership.ts'
import { useSource } from '#headless/forms/pickers/useSource.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { department } from '#model/fields.ts'
import { severalTags } from '../../fields/base/severalTags.tsx'
import { Input } from '../../fields/Input.tsx'
import '../../fields/pickers/picker.css'

const PickerModal = lazy(() => importWithTimeout(import('../../fields/pickers/PickerModal.tsx')))

const DEPARTMENTS = department('部门', { multiple: true })

interface Props {
  form: FormControls
  idPrefix: string
  membership: Membership
}

const ids = (value: unknown) =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)

export function MembershipFields({ form, idPrefix, membership }: Props) {
  const { roles, elsewhere } = membership
  const source = useSource('sysRole')
  const [picking, setPicking] = useState(false)
  const chosenRoles = ids(form.values.selectedroles)
  const giveRoles = (chosen: readonly string[]) => chooseOther(form, membership, 'selectedroles', chosen)
  const { password } = form.errors
  const problem = form.errors.selectedroles ?? form.errors.selecteddeparts
  return (
    <fieldset className="form-section">
      <legend>角色与部门</legend>
      <div className="form-grid">
        <Form.Item label="角色" htmlFor={`${idPrefix}-roles`}>
          <div className="picker-field">
            <Select
              id={`${idPrefix}-roles`}
              mode="multiple"
              {...severalTags}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择角色"
              value={chosenRoles}
              options={roles.map(({ id, roleName }) => ({ value: id, label: roleName }))}
              onChange={giveRoles}
            />
            {source && (
              <Button aria-label="选择角色" onClick={() => setPicking(true)}>
                选择
              </Button>
            )}
          </div>
        </Form.Item>
        {source && picking && (
          <Suspense>
            <PickerModal
              source={source}
              values={chosenRoles}
              multiple
              onClose={() => setPicking(false)}
              onChoose={(chosen) => {
                setPicking(false)
                giveRoles(chosen.map(({ value }) => value))
              }}
            />
          </Suspense>
        )}
        <Form.Item
          label="部门"
          htmlFor={`${idPrefix}-departs`}
          {...(elsewhere.length > 0 && { extra: `另属于您看不到的部门：${elsewhere.join('、')}` })}
          {...(problem && { validateStatus: 'error' as const, help: problem })}
        >
          <Input
            field={DEPARTMENTS}
            name="selecteddeparts"
            id={`${idPrefix}-departs`}
            value={form.values.selecteddeparts}
            values={form.values}
            onChange={(chosen) => chooseOther(form, membership, 'selecteddeparts', ids(chosen))}
          />
        </Form.Item>
        {form.mode === 'add' && (
          <Form.Item
            label="密码"
            htmlFor={`${idPrefix}-password`}
            required
            {...(password && { validateStatus: 'error' as const, help: password })}
          >
            <AntInput.Password
              id={`${idPrefix}-password`}
              value={String(form.values.password ?? '')}
              autoComplete="new-password"
              placeholder="至少8位，含字母、数字和特殊字符"
              onChange={({ target: { value } }) => form.set('password', value)}
              onBlur={() => form.values.password && form.check('password')}
            />
          </Form.Item>
        )}
      </div>
    </fieldset>
  )
}
