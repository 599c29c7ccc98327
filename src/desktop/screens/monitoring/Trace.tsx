import { Segmented, Table, Tag } from 'antd'
import { afterNoTraces, TRACE, TRACE_KINDS, useTrace, type Traced } from '#headless/monitoring/metrics.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Sheet } from './Sheet.tsx'
import './trace.css'

/** The last requests of this node. */
export default function Trace() {
  const { kind, setKind, traces, error, fetching, again } = useTrace()
  return (
    <Sheet
      title={TRACE.title}
      about={TRACE.about}
      loading={fetching}
      error={error}
      tools={<Segmented aria-label={TRACE.status} options={[...TRACE_KINDS]} value={kind} onChange={setKind} />}
      onAgain={again}
    >
      <Table<Traced>
        rowKey="key"
        size="small"
        dataSource={traces}
        pagination={false}
        locale={{ emptyText: <Nothing {...afterNoTraces({ kind, setKind, again })}>{TRACE.none}</Nothing> }}
        columns={[
          { title: TRACE.time, dataIndex: 'time', width: 170 },
          { title: TRACE.method, dataIndex: 'method' },
          { title: TRACE.path, dataIndex: 'path', className: 'trace-path' },
          { title: TRACE.status, render: (_, { status, color }) => <Tag color={color}>{status}</Tag> },
          { title: TRACE.took, dataIndex: 'took', align: 'right', width: 110 },
        ]}
      />
    </Sheet>
  )
}
