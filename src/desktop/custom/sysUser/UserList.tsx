import { lazy, Suspense, useState } from 'react'
import { useMay } from '#headless/session/access.ts'
import type { Row } from '#headless/records/rows.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import { RecycleBinButton } from '../RecycleBinButton.tsx'
import type { ListProps } from '../index.ts'

const UserFormModal = lazy(() => importWithTimeout(import('./UserFormModal.tsx')))
const PasswordModal = lazy(() => importWithTimeout(import('./PasswordModal.tsx')))

/** 用户管理: roles, departments and the first password in the form, 修改密码 for each person. */
export default function UserList({ resource }: ListProps) {
  const may = useMay()
  const [whose, setWhose] = useState<Row>()
  const actions = (row: Row) =>
    may('system:user:changepwd') ? [{ key: 'password', label: '修改密码', onClick: () => setWhose(row) }] : []
  return (
    <>
      <List resource={resource} Form={UserFormModal} rowActions={actions} tools={<RecycleBinButton of="sysUser" />} />
      <Suspense fallback={null}>
        {whose && <PasswordModal person={whose} onClose={() => setWhose(undefined)} />}
      </Suspense>
    </>
  )
}
