import { Form, Input, Select, TreeSelect } from 'antd'
import type { Membership } from '#headless/membership.ts'
import type { FormControls } from '#headless/useForm.ts'

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
  const { roles, departments, elsewhere } = membership
  const { password } = form.errors
  const problem = form.errors.selectedroles ?? form.errors.selecteddeparts
  return (
    <fieldset className="form-section">
      <legend>角色与部门</legend>
      <div className="form-grid">
        <Form.Item label="角色" htmlFor={`${idPrefix}-roles`}>
          <Select
            id={`${idPrefix}-roles`}
            mode="multiple"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择角色"
            value={ids(form.values.selectedroles)}
            options={roles.map(({ id, roleName }) => ({ value: id, label: roleName }))}
            onChange={(chosen: string[]) => form.set('selectedroles', chosen.join(','))}
          />
        </Form.Item>
        <Form.Item
          label="部门"
          htmlFor={`${idPrefix}-departs`}
          {...(elsewhere.length > 0 && { extra: `另属于您看不到的部门：${elsewhere.join('、')}` })}
          {...(problem && { validateStatus: 'error' as const, help: problem })}
        >
          <TreeSelect
            id={`${idPrefix}-departs`}
            multiple
            allowClear
            treeDefaultExpandAll
            showSearch={{ treeNodeFilterProp: 'title' }}
            placeholder="请选择部门"
            value={ids(form.values.selecteddeparts)}
            treeData={departments.map(nodeOf)}
            onChange={(chosen: string[]) => form.set('selecteddeparts', chosen.join(','))}
          />
        </Form.Item>
        {form.mode === 'add' && (
          <Form.Item
            label="密码"
            htmlFor={`${idPrefix}-password`}
            required
            {...(password && { validateStatus: 'error' as const, help: password })}
          >
            <Input.Password
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

interface TreeNode {
  value: string
  title: string
  children?: TreeNode[]
}
const nodeOf = ({ value, title, children }: Membership['departments'][number]): TreeNode => ({
  value,
  title,
  ...(children?.length && { children: children.map(nodeOf) }),
})
