import { Drawer } from 'antd'
import Report from '../../screens/report/Report.tsx'
import type { ToolProps } from '../tools.tsx'

/** The report as its readers see it, before a menu leads to it. */
export default function OpenReport({ row, onClose }: ToolProps) {
  return (
    <Drawer open title={String(row.name)} size={1100} onClose={onClose}>
      <Report code={String(row.id)} />
    </Drawer>
  )
}
