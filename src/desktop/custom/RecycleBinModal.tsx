import { App, Button, Modal, Table } from 'antd'
import { useState } from 'react'
import { BIN, useRecycleBin, type Binned } from '#headless/lists/recycleBin.ts'
import type { Row } from '#headless/records/rows.ts'
import { fieldOf } from '#model/resource.ts'
import { Cell } from '../fields/Cell.tsx'
import { Nothing } from '../layout/Nothing.tsx'
import { useRemoval } from '../layout/removal.ts'

/** As many columns as tell one record from another. */
const MOST_COLUMNS = 4

/** 回收站: deleted records, brought back or gone for good. */
export default function RecycleBinModal({ of, onClose }: { of: Binned; onClose: () => void }) {
  const { message } = App.useApp()
  const askRemoval = useRemoval()
  const bin = useRecycleBin(of)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const { resource } = bin

  /** What was ticked meanwhile stays so. */
  const leave = (ids: readonly string[]) => setChosen((now) => now.filter((id) => !ids.includes(id)))
  async function restore(ids: readonly string[]) {
    setBusy(true)
    try {
      void message.success(await bin.restore(ids))
    } catch (error) {
      void message.warning((error as Error).message)
    } finally {
      leave(ids)
      setBusy(false)
    }
  }
  async function remove(ids: readonly string[]) {
    const removal = bin.removal(ids)
    await askRemoval({
      ...removal,
      // Also after a refusal: some may be gone.
      remove: () => removal.remove().finally(() => leave(ids)),
    })
  }

  return (
    <Modal open title={`${resource.label}回收站`} width={860} footer={null} onCancel={onClose}>
      <div className="toolbar">
        {bin.mayRestore && (
          <Button type="primary" disabled={!chosen.length} loading={busy} onClick={() => void restore(chosen)}>
            {BIN.restoreSeveral}
          </Button>
        )}
        {bin.mayRemove && (
          <Button danger disabled={!chosen.length || busy} onClick={() => void remove(chosen)}>
            批量彻底删除
          </Button>
        )}
      </div>
      <Table<Row>
        rowKey="id"
        size="middle"
        scroll={{ x: 'max-content' }}
        loading={bin.loading}
        dataSource={[...bin.rows]}
        locale={{
          emptyText: bin.error ? (
            <Nothing action={BIN.again} onAction={bin.again}>
              {bin.error.message}
            </Nothing>
          ) : (
            <Nothing action={BIN.back} onAction={onClose}>
              {BIN.none}
            </Nothing>
          ),
        }}
        pagination={{ showTotal: (total) => `共 ${total} 条` }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (row) => ({ 'aria-label': `选择 ${String(row[resource.title] ?? row.id)}` }),
        }}
        columns={[
          ...resource.list.columns.slice(0, MOST_COLUMNS).map((name) => {
            const field = fieldOf(resource, name)!
            return {
              title: field.label,
              key: name,
              render: (_: unknown, row: Row) => <Cell field={field} row={row} name={name} />,
            }
          }),
          { title: '删除人', dataIndex: 'updateBy' },
          {
            title: '删除时间',
            key: 'updateTime',
            render: (_, row) => <Cell field={fieldOf(resource, 'updateTime')!} row={row} name="updateTime" />,
          },
          {
            title: '操作',
            key: 'buttons',
            fixed: 'right',
            render: (_, row) => (
              <span className="row-buttons">
                {bin.mayRestore && (
                  <Button type="link" onClick={() => void restore([row.id])}>
                    还原
                  </Button>
                )}
                {bin.mayRemove && (
                  <Button type="link" danger onClick={() => void remove([row.id])}>
                    彻底删除
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </Modal>
  )
}
