import Report from '../../screens/report/Report.tsx'
import type { ToolProps } from '../tools.ts'

/** The report as its readers see it, before a menu leads to it. */
export default function OpenReport({ row }: ToolProps) {
  return <Report code={String(row.id)} title={String(row.name)} />
}
