import { GrantPage } from '../grants/GrantPage.tsx'
import type { ToolProps } from '../tools.ts'

export default function PackGrants({ row }: ToolProps) {
  return <GrantPage holder={{ kind: 'pack', id: row.id }} title={`套餐权限：${String(row.packName ?? '')}`} />
}
