import type { ToolProps } from '../tools.tsx'
import { GrantDrawer } from '../grants/GrantDrawer.tsx'

export default function DepartGrants({ row, onClose }: ToolProps) {
  return (
    <GrantDrawer
      holder={{ kind: 'depart', id: row.id }}
      title={`部门权限：${String(row.departName ?? '')}`}
      onClose={onClose}
    />
  )
}
