import { PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Drawer, Form, Input, Modal, Table } from 'antd'
import { useId, useState } from 'react'
import {
  departRoleFields,
  departRoleRights as rights,
  removalOfDepartRole,
  useDepartRoleForm,
  useDepartRoles,
  type DepartRole,
} from '#headless/forms/departRoles.ts'
import { useMay } from '#headless/session/access.ts'
import { useRemoval } from '../../layout/removal.ts'
import { GrantDrawer } from '../grants/GrantDrawer.tsx'
import type { ToolProps } from '../tools.tsx'

/** 部门角色: roles of this department only, out of what the department may. */
export default function DepartRoles({ row, onClose }: ToolProps) {
  const may = useMay()
  const askRemoval = useRemoval()
  const roles = useDepartRoles(row.id)
  const [form, setForm] = useState<{ role?: DepartRole }>()
  const [granted, setGranted] = useState<DepartRole>()
  return (
    <Drawer open title={`部门角色：${String(row.departName ?? '')}`} size={760} onClose={onClose}>
      <div className="toolbar">
        {may(rights.add) && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
            新增部门角色
          </Button>
        )}
      </div>
      <Table<DepartRole>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={roles.isFetching}
        dataSource={roles.data ?? []}
        pagination={false}
        locale={{ emptyText: roles.error?.message ?? '该部门还没有部门角色' }}
        columns={[
          { title: '角色名称', dataIndex: 'roleName' },
          { title: '角色编码', dataIndex: 'roleCode' },
          { title: '描述', dataIndex: 'description' },
          {
            title: '操作',
            key: 'buttons',
            render: (_, role) => (
              <span className="row-buttons">
                {may(rights.edit) && (
                  <>
                    <Button type="link" onClick={() => setGranted(role)}>
                      授权
                    </Button>
                    <Button type="link" onClick={() => setForm({ role })}>
                      编辑
                    </Button>
                  </>
                )}
                {may(rights.delete) && (
                  <Button type="link" danger onClick={() => void askRemoval(removalOfDepartRole(role))}>
                    删除
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {form && <RoleForm departId={row.id} role={form.role} onClose={() => setForm(undefined)} />}
      {granted && (
        <GrantDrawer
          holder={{ kind: 'departRole', id: granted.id, departId: row.id }}
          title={`授权：${granted.roleName}`}
          onClose={() => setGranted((now) => (now === granted ? undefined : now))}
        />
      )}
    </Drawer>
  )
}

interface FormProps {
  departId: string
  role: DepartRole | undefined
  onClose: () => void
}

function RoleForm({ departId, role, onClose }: FormProps) {
  const { message } = App.useApp()
  const id = useId()
  const form = useDepartRoleForm(departId, role, (said) => {
    void message.success(said)
    onClose()
  })
  return (
    <Modal
      open
      title={role ? '编辑部门角色' : '新增部门角色'}
      okText="保存"
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={form.sending}
      onOk={() => void form.save()}
      onCancel={onClose}
    >
      {form.problem && <Alert role="alert" type="warning" showIcon title={form.problem} />}
      <Form layout="vertical" onFinish={() => void form.save()}>
        {departRoleFields.map(({ name, label, required }) => (
          <Form.Item
            key={name}
            label={label}
            htmlFor={`${id}-${name}`}
            required={required}
            {...(form.faults[name] && { validateStatus: 'error' as const, help: form.faults[name] })}
          >
            <Input
              id={`${id}-${name}`}
              placeholder={`请输入${label}`}
              value={form.values[name]}
              onChange={({ target }) => form.set(name, target.value)}
            />
          </Form.Item>
        ))}
        <button type="submit" className="unseen" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Modal>
  )
}
