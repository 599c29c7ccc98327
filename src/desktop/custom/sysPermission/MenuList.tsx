import { lazy, Suspense, useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import type { ListProps } from '../index.ts'

const RulesDrawer = lazy(() => importWithTimeout(import('./RulesDrawer.tsx')))

const BUTTON = '2'
const CODES = ['addRule', 'editRule', 'deleteRule'].map((name) => `system:permission:${name}`)

/** 菜单管理: each menu, but no button, has data rules. */
export default function MenuList({ resource }: ListProps) {
  const may = useMay()
  const [menu, setMenu] = useState<Row>()
  const actions = (row: Row) =>
    String(row.menuType) !== BUTTON && CODES.some(may)
      ? [{ key: 'rules', label: '数据规则', onClick: () => setMenu(row) }]
      : []
  return (
    <>
      <List resource={resource} rowActions={actions} />
      <Suspense fallback={null}>{menu && <RulesDrawer menu={menu} onClose={() => setMenu(undefined)} />}</Suspense>
    </>
  )
}
