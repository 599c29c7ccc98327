import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Row } from '#headless/records/rows.ts'
import type { Resource } from '#model/resource.ts'

export interface RowAction {
  key: string
  label: string
  onClick: () => void
}

interface Props {
  resource: Resource
  row: Row
  listPath: string
  may: readonly string[]
  onEdit: () => void
  onDelete: () => void
  onAction: (name: string) => void
  /** Trees: a record below this one. */
  onAddBelow?: (() => void) | undefined
  /** Besides what the definition says. */
  further?: readonly RowAction[] | undefined
}

/** What may be done with one record: the first decision stands open, the rest under 更多. */
export function RowButtons({ resource, row, listPath, may, onEdit, onDelete, onAction, onAddBelow, further }: Props) {
  const actions = Object.entries(resource.actions).filter(([name]) => may.includes(name))
  const more = [
    ...(onAddBelow ? [{ key: 'below', label: '添加下级', danger: false, onClick: onAddBelow }] : []),
    ...(further ?? []).map((action) => ({ ...action, danger: false })),
    ...actions.map(([key, { label, danger }]) => ({
      key,
      label,
      danger: Boolean(danger),
      onClick: () => onAction(key),
    })),
    ...(may.includes('delete') ? [{ key: 'delete', label: '删除', danger: true, onClick: onDelete }] : []),
  ]
  const [only] = more.length === 1 ? more : []
  // What an entry opens gives the focus back to where it stood, and the menu is gone by then.
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <span className="row-buttons">
      <Link to={`${listPath}/${encodeURIComponent(row.id)}`}>详情</Link>
      {may.includes('edit') && (
        <Button type="link" onClick={onEdit}>
          编辑
        </Button>
      )}
      {only ? (
        <Button type="link" danger={only.danger} onClick={only.onClick}>
          {only.label}
        </Button>
      ) : more.length > 0 ? (
        <Dropdown menu={{ items: more, onClick: () => opener.current?.focus() }} trigger={['click']}>
          <Button ref={opener} type="link">
            更多 <DownOutlined />
          </Button>
        </Dropdown>
      ) : null}
    </span>
  )
}
