import List from '../../screens/list/List.tsx'
import type { ListProps } from '../index.ts'
import { VisitStatistics } from './VisitStatistics.tsx'

/** 日志管理: how many people come, above what they did. */
export default function LogList({ resource }: ListProps) {
  return (
    <>
      <VisitStatistics />
      <List resource={resource} />
    </>
  )
}
