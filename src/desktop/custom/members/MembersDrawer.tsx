import { App, Button, Drawer, Input as AntInput, Table } from 'antd'
import { useState, type ReactNode } from 'react'
import { useMay } from '#headless/session/access.ts'
import { addMembers, removalOfMember, useMembers, wordsOfGroup, type Group } from '#headless/forms/members.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import { useLastPage } from '#headless/lists/useLastPage.ts'
import { NAME_OR_ACCOUNT, NOBODY_FOUND } from '#headless/records/people.ts'
import type { Row } from '#headless/records/rows.ts'
import { user } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import { Cell } from '../../fields/Cell.tsx'
import { Input } from '../../fields/Input.tsx'
import { useRemoval } from '../../layout/removal.ts'

interface Props {
  group: Group
  /** Of the role, department or position. */
  name: string
  onClose: () => void
  /** What else may be done about one of them. */
  further?: (row: Row) => ReactNode
}

const people = user('用户', { multiple: true })
const { status } = resources.sysUser.fields

/** Who has a role, belongs to a department, holds a position. */
export function MembersDrawer({ group, name, onClose, further }: Props) {
  const { message } = App.useApp()
  const askRemoval = useRemoval()
  const may = useMay()
  const [query, setQuery] = useState({ page: 1, size: 10, words: '' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const users = useMembers(group, query)
  const beyond = useLastPage(users, query, (page) => setQuery((now) => ({ ...now, page })))
  const { title, empty, mayAdd, mayRemove } = wordsOfGroup(group)

  async function add() {
    if (!chosen) return void message.warning('请选择用户')
    const added = chosen.split(',')
    setBusy(true)
    try {
      void message.success(await addMembers(group, added))
      // Whoever was chosen while that was on its way is still to be added.
      setChosen((now) => {
        const left = now?.split(',').filter((id) => !added.includes(id)) ?? []
        return left.length ? left.join(',') : null
      })
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer open title={`${title}：${name}`} size={760} onClose={onClose}>
      <div className="toolbar">
        {may(mayAdd) && (
          <>
            <div style={{ width: 280 }}>
              <label className="unseen" htmlFor="members-people">
                {people.label}
              </label>
              <Input
                field={people}
                name="people"
                id="members-people"
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
          aria-label={`按${NAME_OR_ACCOUNT}查找`}
          placeholder={NAME_OR_ACCOUNT}
          onSearch={(text) => setQuery({ ...query, page: 1, words: text.trim() })}
        />
      </div>
      <Table<Row>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={users.isFetching || beyond}
        dataSource={users.data?.rows ?? []}
        locale={{ emptyText: users.error?.message ?? (query.words ? NOBODY_FOUND : empty) }}
        pagination={{
          current: query.page,
          pageSize: query.size,
          total: users.data?.total ?? 0,
          pageSizeOptions: [...PAGE_SIZES],
          showSizeChanger: true,
          showTotal: (total) => `共 ${total} 人`,
          onChange: (page, size) => setQuery({ ...query, page, size }),
        }}
        columns={[
          { title: '用户名', dataIndex: 'username' },
          { title: '姓名', dataIndex: 'realname' },
          { title: '部门', dataIndex: 'orgCodeTxt' },
          { title: '状态', key: 'status', render: (_, row) => <Cell field={status} row={row} name="status" /> },
          ...(may(mayRemove) || further
            ? [
                {
                  title: '操作',
                  key: 'buttons',
                  render: (_: unknown, row: Row) => (
                    <span className="row-buttons">
                      {further?.(row)}
                      {may(mayRemove) && (
                        <Button type="link" danger onClick={() => void askRemoval(removalOfMember(group, row))}>
                          移除
                        </Button>
                      )}
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
