import List, { type ListProps } from '../../screens/list/List.tsx'
import { VisitStatistics } from './VisitStatistics.tsx'

/** 日志管理: how many people come, above what they did. */
export default function LogList(given: ListProps) {
  return <List {...given} above={<VisitStatistics />} />
}
