import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import type { ListProps } from '../index.ts'

const UserFormModal = lazy(() => importWithTimeout(import('./UserFormModal.tsx')))

/** 用户管理: roles, departments and the first password in the form. */
export default function UserList({ resource }: ListProps) {
  return <List resource={resource} Form={UserFormModal} />
}
