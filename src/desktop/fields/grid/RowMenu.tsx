import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useState } from 'react'
import { removalOfRows } from '#headless/grid/removal.ts'
import { useRemoval } from '../../layout/removal.ts'
import type { View } from './types.ts'

interface Props {
  view: View
  rowId: string
  at: HTMLElement
  onClose: () => void
}

/** What may be done with one row, beside its number. */
export default function RowMenu({ view, rowId, at, onClose }: Props) {
  const { store } = view
  const askRemoval = useRemoval()
  const [edge] = useState(() => at.getBoundingClientRect())
  const index = store.visible.indexOf(rowId)
  const may = (name: Parameters<typeof store.buttons.has>[0]) => store.buttons.has(name)
  const last = index === store.visible.count - 1
  const moves = store.orderField !== undefined
  const works: Record<string, () => void> = {
    insert() {
      const row = store.insertBelow(rowId)
      if (row) store.enter(row)
      view.focus()
    },
    up: () => store.moveUp(rowId),
    down: () => store.moveDown(rowId),
    remove: () => void askRemoval(removalOfRows(store, [rowId])),
    sub: () => view.openSubTable(rowId, at),
  }
  const items: NonNullable<MenuProps['items']> = [
    ...(view.subTable ? [{ key: 'sub', label: '详细信息' }] : []),
    ...(may('insert') && may('add') ? [{ key: 'insert', label: '在下方插入一行' }] : []),
    ...(may('moveUp') && moves ? [{ key: 'up', label: '上移', disabled: index === 0 }] : []),
    ...(may('moveDown') && moves ? [{ key: 'down', label: '下移', disabled: last }] : []),
    ...(may('remove') ? [{ key: 'remove', label: '删除', danger: true }] : []),
  ]
  useEffect(() => {
    if (!items.length) onClose()
  }, [items.length, onClose])
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      menu={{
        items,
        onClick: ({ key }) => {
          onClose()
          works[key]!()
        },
      }}
      onOpenChange={(open) => {
        if (open) return
        onClose()
        view.focus()
      }}
    >
      <span className="grid-anchor" style={{ left: edge.left, top: edge.bottom }} />
    </Dropdown>
  )
}
