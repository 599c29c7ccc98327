import type { ToolProps } from '../tools.tsx'
import { GrantDrawer } from '../grants/GrantDrawer.tsx'

export default function RoleGrants({ row, onClose }: ToolProps) {
  return (
    <GrantDrawer
      holder={{ kind: 'role', id: row.id }}
      title={`授权：${String(row.roleName ?? '')}`}
      onClose={onClose}
    />
  )
}
