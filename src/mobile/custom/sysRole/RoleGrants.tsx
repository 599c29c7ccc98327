import { GrantPage } from '../grants/GrantPage.tsx'
import type { ToolProps } from '../tools.ts'

export default function RoleGrants({ row }: ToolProps) {
  return <GrantPage holder={{ kind: 'role', id: row.id }} title={`授权：${String(row.roleName ?? '')}`} />
}
