import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import type { ListProps } from '../index.ts'

const DataSourceFormModal = lazy(() => importWithTimeout(import('./DataSourceFormModal.tsx')))

/** 数据源: the password and the test of the connection in the form. */
export default function DataSourceList({ resource }: ListProps) {
  return <List resource={resource} Form={DataSourceFormModal} />
}
