import { lazy, Suspense, useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import type { RowAction } from '../../screens/list/RowButtons.tsx'
import type { ListProps } from '../index.ts'

const GrantDrawer = lazy(() => importWithTimeout(import('./GrantDrawer.tsx')))
const RoleUsersDrawer = lazy(() => importWithTimeout(import('./RoleUsersDrawer.tsx')))

/** 角色管理: what a role may do, and who has it. */
export default function RoleList({ resource }: ListProps) {
  const may = useMay()
  const [open, setOpen] = useState<{ what: 'grants' | 'users'; role: Row }>()
  const close = () => setOpen(undefined)
  const actions = (role: Row): RowAction[] => [
    ...(may('system:permission:saveRole')
      ? [{ key: 'grants', label: '授权', onClick: () => setOpen({ what: 'grants', role }) }]
      : []),
    // Who sees the roles may see who has them.
    { key: 'users', label: '角色用户', onClick: () => setOpen({ what: 'users', role }) },
  ]
  return (
    <>
      <List resource={resource} rowActions={actions} />
      <Suspense fallback={null}>
        {open?.what === 'grants' && <GrantDrawer role={open.role} onClose={close} />}
        {open?.what === 'users' && <RoleUsersDrawer role={open.role} onClose={close} />}
      </Suspense>
    </>
  )
}
