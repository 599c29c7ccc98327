import type { ToolProps } from '../tools.tsx'
import { MembersDrawer } from '../members/MembersDrawer.tsx'

export default function RoleUsers({ row, onClose }: ToolProps) {
  return <MembersDrawer group={{ kind: 'role', id: row.id }} name={String(row.roleName ?? '')} onClose={onClose} />
}
