import { MembersPage } from '../members/MembersPage.tsx'
import type { ToolProps } from '../tools.ts'

export default function PositionUsers({ row, title }: ToolProps) {
  return <MembersPage group={{ kind: 'position', id: row.id }} title={`${title}：${String(row.name ?? '')}`} />
}
