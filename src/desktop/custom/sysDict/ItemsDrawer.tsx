import { PlusOutlined } from '@ant-design/icons'
import { App, Button, Drawer, Input, Switch, Table, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import { removalOfItem, switchItem, useDictItems } from '#headless/records/dictItems.ts'
import { useLastPage } from '#headless/lists/useLastPage.ts'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { permissionOf } from '#model/resource.ts'
import { resourceHere } from '#headless/session/resourceHere.ts'
import { useRemoval } from '../../layout/removal.ts'
import type { ToolProps } from '../tools.tsx'

const FormModal = lazy(() => importWithTimeout(import('../../screens/form/FormModal.tsx')))

/** The items of a dictionary. Every change is seen at once wherever the dictionary is used. */
export default function ItemsDrawer({ row: dictionary, onClose }: ToolProps) {
  const resource = resourceHere('sysDictItem')!
  const { message } = App.useApp()
  const askRemoval = useRemoval()
  const mayUse = useMay()
  const may = (verb: string) => mayUse(permissionOf(resource, verb))
  const [query, setQuery] = useState({ page: 1, size: 10, itemText: '' })
  const [form, setForm] = useState<{ id?: string }>()
  const [switching, setSwitching] = useState<string>()
  const [start] = useState(() => ({ dictId: dictionary.id }))
  const items = useDictItems(dictionary.id, query)
  const beyond = useLastPage(items, query, (page) => setQuery((now) => ({ ...now, page })))

  async function turn(row: Row, on: boolean) {
    setSwitching(row.id)
    try {
      void message.success(await switchItem(row, on))
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      setSwitching(undefined)
    }
  }

  return (
    <Drawer
      open
      title={`字典项：${String(dictionary.dictName)}（${String(dictionary.dictCode)}）`}
      size={760}
      onClose={onClose}
    >
      <div className="toolbar">
        {may('add') && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({})}>
            新增字典项
          </Button>
        )}
        <Input.Search
          className="toolbar-end"
          style={{ width: 200 }}
          allowClear
          aria-label="按名称查找"
          placeholder="名称"
          onSearch={(itemText) => setQuery({ ...query, page: 1, itemText: itemText.trim() })}
        />
      </div>
      <Table<Row>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={items.isFetching || beyond}
        dataSource={items.data?.rows ?? []}
        locale={{ emptyText: items.error?.message ?? '还没有字典项' }}
        pagination={{
          current: query.page,
          pageSize: query.size,
          total: items.data?.total ?? 0,
          showTotal: (total) => `共 ${total} 项`,
          onChange: (page, size) => setQuery({ ...query, page, size }),
        }}
        columns={[
          {
            title: '名称',
            dataIndex: 'itemText',
            render: (text: string, { itemColor }) => (itemColor ? <Tag color={String(itemColor)}>{text}</Tag> : text),
          },
          { title: '数据值', dataIndex: 'itemValue' },
          { title: '排序', dataIndex: 'sortOrder', align: 'right' },
          {
            title: '启用',
            key: 'status',
            render: (_, row) => (
              <Switch
                size="small"
                aria-label={`启用 ${String(row.itemText)}`}
                checked={Number(row.status) === 1}
                disabled={!may('edit')}
                loading={switching === row.id}
                onChange={(on) => void turn(row, on)}
              />
            ),
          },
          {
            title: '操作',
            key: 'buttons',
            render: (_, row) => (
              <span className="row-buttons">
                {may('edit') && (
                  <Button type="link" onClick={() => setForm({ id: row.id })}>
                    编辑
                  </Button>
                )}
                {may('delete') && (
                  <Button type="link" danger onClick={() => void askRemoval(removalOfItem(row))}>
                    删除
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      <Suspense fallback={null}>
        {form && <FormModal resource={resource} id={form.id} start={start} onClose={() => setForm(undefined)} />}
      </Suspense>
    </Drawer>
  )
}
