import { Table } from 'antd'
import { METRIC_PAGES, MONITOR, useMetrics, type Figure, type MetricPage } from '#headless/monitoring/metrics.ts'
import { Sheet } from './Sheet.tsx'

/** Figures of the process, the machine or the requests, each under the name the contract has for it. */
export default function Metrics({ page }: { page: MetricPage }) {
  const { title, about } = METRIC_PAGES[page]
  const { figures, fetching, again } = useMetrics(page)
  return (
    <Sheet title={title} about={about} loading={fetching} onAgain={again}>
      <Table<Figure>
        rowKey="key"
        size="middle"
        dataSource={figures}
        pagination={false}
        columns={[
          { title: MONITOR.name, dataIndex: 'label', width: 200 },
          { title: MONITOR.value, dataIndex: 'text', width: 220 },
          { title: MONITOR.meaning, dataIndex: 'meaning' },
        ]}
      />
    </Sheet>
  )
}
