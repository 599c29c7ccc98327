import { MembersPage } from '../members/MembersPage.tsx'
import type { ToolProps } from '../tools.ts'

export default function RoleUsers({ row, title }: ToolProps) {
  return <MembersPage group={{ kind: 'role', id: row.id }} title={`${title}：${String(row.roleName ?? '')}`} />
}
