import type { ToolProps } from '../tools.tsx'
import { GrantDrawer } from '../grants/GrantDrawer.tsx'

export default function PackGrants({ row, onClose }: ToolProps) {
  return (
    <GrantDrawer
      holder={{ kind: 'pack', id: row.id }}
      title={`套餐权限：${String(row.packName ?? '')}`}
      onClose={onClose}
    />
  )
}
