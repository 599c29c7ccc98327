import { lazy } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import List from '../../screens/list/List.tsx'
import type { ListProps } from '../index.ts'

const ReportFormModal = lazy(() => importWithTimeout(import('./ReportFormModal.tsx')))

/** 在线报表: what the SQL answers with is seen in the form. */
export default function ReportList({ resource }: ListProps) {
  return <List resource={resource} Form={ReportFormModal} />
}
