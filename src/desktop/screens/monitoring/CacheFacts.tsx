import { Table } from 'antd'
import { CACHE, cacheText, MONITOR, useCacheFacts } from '#headless/monitoring/metrics.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Sheet } from './Sheet.tsx'

/** What stands where JeecgBoot shows Redis: answers kept in the process, and the database. */
export default function CacheFacts() {
  const { data = [], error, isFetching, refetch } = useCacheFacts()
  return (
    <Sheet title={CACHE.title} about={CACHE.about} loading={isFetching} error={error} onAgain={refetch}>
      <Table
        rowKey="key"
        size="middle"
        dataSource={data}
        pagination={false}
        locale={{
          emptyText: (
            <Nothing action={MONITOR.again} onAction={() => void refetch()}>
              {CACHE.none}
            </Nothing>
          ),
        }}
        columns={[
          { title: MONITOR.meaning, dataIndex: 'description' },
          { title: MONITOR.value, width: 260, render: (_, fact) => cacheText(fact) },
        ]}
      />
    </Sheet>
  )
}
