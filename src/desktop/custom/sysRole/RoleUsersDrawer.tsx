import { App, Button, Drawer, Input as AntInput, Table } from 'antd'
import { useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import { addRoleUsers, removalOfRoleUser, useRoleUsers } from '#headless/forms/grants.ts'
import type { Row } from '#headless/records/rows.ts'
import { user } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Input } from '../../fields/Input.tsx'
import { useRemoval } from '../../layout/removal.ts'

interface Props {
  role: Row
  onClose: () => void
}

const people = user('用户', { multiple: true })
const { status } = resources.sysUser.fields

/** Who has a role. */
export default function RoleUsersDrawer({ role, onClose }: Props) {
  const { message } = App.useApp()
  const askRemoval = useRemoval()
  const may = useMay()
  const [query, setQuery] = useState({ page: 1, size: 10, username: '' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const users = useRoleUsers(role.id, query)

  async function add() {
    if (!chosen) return void message.warning('请选择用户')
    setBusy(true)
    try {
      void message.success(await addRoleUsers(role.id, chosen.split(',')))
      setChosen(null)
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer open title={`角色用户：${String(role.roleName ?? '')}`} size={760} onClose={onClose}>
      <div className="toolbar">
        {may('system:user:addUserRole') && (
          <>
            <div style={{ width: 280 }}>
              <label className="unseen" htmlFor="role-people">
                {people.label}
              </label>
              <Input
                field={people}
                name="people"
                id="role-people"
                value={chosen}
                values={{}}
                onChange={(value) => setChosen(value as string | null)}
              />
            </div>
            <Button type="primary" loading={busy} onClick={() => void add()}>
              添加用户
            </Button>
          </>
        )}
        <AntInput.Search
          className="toolbar-end"
          style={{ width: 200 }}
          allowClear
          aria-label="按用户名查找"
          placeholder="用户名"
          onSearch={(username) => setQuery({ ...query, page: 1, username: username.trim() })}
        />
      </div>
      <Table<Row>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={users.isFetching}
        dataSource={users.data?.rows ?? []}
        locale={{ emptyText: users.error?.message ?? '该角色还没有用户' }}
        pagination={{
          current: query.page,
          pageSize: query.size,
          total: users.data?.total ?? 0,
          showTotal: (total) => `共 ${total} 人`,
          onChange: (page, size) => setQuery({ ...query, page, size }),
        }}
        columns={[
          { title: '用户名', dataIndex: 'username' },
          { title: '姓名', dataIndex: 'realname' },
          { title: '部门', dataIndex: 'orgCodeTxt' },
          { title: '状态', key: 'status', render: (_, row) => <Cell field={status} row={row} name="status" /> },
          ...(may('system:user:deleteRole')
            ? [
                {
                  title: '操作',
                  key: 'buttons',
                  render: (_: unknown, row: Row) => (
                    <span className="row-buttons">
                      <Button type="link" danger onClick={() => void askRemoval(removalOfRoleUser(role.id, row))}>
                        移除
                      </Button>
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Drawer>
  )
}
