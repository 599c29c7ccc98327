import type { ToolProps } from '../tools.tsx'
import { MembersDrawer } from '../members/MembersDrawer.tsx'

export default function PositionUsers({ row, onClose }: ToolProps) {
  return <MembersDrawer group={{ kind: 'position', id: row.id }} name={String(row.name ?? '')} onClose={onClose} />
}
