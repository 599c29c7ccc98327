import { GrantPage } from '../grants/GrantPage.tsx'
import type { ToolProps } from '../tools.ts'

export default function DepartGrants({ row, title }: ToolProps) {
  return <GrantPage holder={{ kind: 'depart', id: row.id }} title={`${title}：${String(row.departName ?? '')}`} />
}
