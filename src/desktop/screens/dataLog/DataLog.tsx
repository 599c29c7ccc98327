import { Alert, Button, Empty, Select, Table } from 'antd'
import { lazy, Suspense, useId, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import {
  DATA_LOG,
  DATA_LOG_RIGHT,
  dataLogFields,
  gistOf,
  useDataLogs,
  useLoggedResources,
  type DataLogFilters,
  type LoggedChange,
} from '#headless/monitoring/dataLogs.ts'
import { Filter } from '../../fields/Filter.tsx'
import { Ellipsis } from '../../fields/base/Ellipsis.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

const Comparison = lazy(() => importWithTimeout(import('./Comparison.tsx')))

/** 数据日志: every write of every record the reader may see, and two versions of one beside each other. */
export default function DataLog() {
  const { filters, setFilters, page, size, turn, changes, total, error, fetching } = useDataLogs()
  const [open, setOpen] = useState<LoggedChange>()
  return (
    <>
      <Search filters={filters} onSearch={setFilters} />
      <section className="card" aria-label={DATA_LOG.title}>
        {error && <Alert type="warning" showIcon title={error.message} action={<WhyRefused error={error} />} />}
        <Table<LoggedChange>
          rowKey="id"
          size="middle"
          loading={fetching}
          dataSource={changes}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: (
              <Empty description={DATA_LOG.none}>
                <WhyNotButton about={{ permission: DATA_LOG_RIGHT }} />
              </Empty>
            ),
          }}
          pagination={{
            current: page,
            pageSize: size,
            total,
            pageSizeOptions: [...PAGE_SIZES],
            showSizeChanger: true,
            showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
            onChange: turn,
          }}
          columns={[
            { title: DATA_LOG.time, dataIndex: 'when' },
            { title: DATA_LOG.resource, render: (_, { resource }) => resource.label },
            { title: DATA_LOG.record, render: (_, { recordName }) => <Ellipsis text={recordName} /> },
            { title: DATA_LOG.what, dataIndex: 'what' },
            { title: DATA_LOG.person, dataIndex: 'who' },
            { title: DATA_LOG.changes, render: (_, change) => <Ellipsis text={gistOf(change)} /> },
            {
              title: '操作',
              fixed: 'right',
              render: (_, change) =>
                change.comparable && (
                  <Button type="link" size="small" onClick={() => setOpen(change)}>
                    {DATA_LOG.compare}
                  </Button>
                ),
            },
          ]}
        />
      </section>
      <Suspense fallback={null}>
        {open && <Comparison key={open.id} change={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

interface SearchProps {
  filters: DataLogFilters
  onSearch: (filters: DataLogFilters) => DataLogFilters | undefined
}

function Search({ filters, onSearch }: SearchProps) {
  const id = useId()
  const resources = useLoggedResources()
  const [typed, setTyped] = useState(filters)
  const change = (some: DataLogFilters) => setTyped((before) => ({ ...before, ...some }))
  return (
    <form
      className="card filters"
      role="search"
      aria-label={`查询${DATA_LOG.title}`}
      onSubmit={(event) => {
        event.preventDefault()
        setTyped(onSearch(typed) ?? typed)
      }}
    >
      <div className="filter">
        <label htmlFor={`${id}-table`}>{DATA_LOG.resource}</label>
        <Select
          id={`${id}-table`}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={DATA_LOG.anyResource}
          value={typed.dataTable || null}
          options={resources.map(({ value, text }) => ({ value, label: text }))}
          onChange={(table: string | null | undefined) => change({ dataTable: table ?? '' })}
        />
      </div>
      {Object.entries(dataLogFields).map(([name, field]) => (
        <div className={field.kind === 'dateTime' ? 'filter filter-wide' : 'filter'} key={name}>
          <label htmlFor={`${id}-${name}`}>{field.label}</label>
          <Filter field={field} name={name} id={`${id}-${name}`} filters={typed} onChange={change} />
        </div>
      ))}
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button
          onClick={() => {
            setTyped({})
            onSearch({})
          }}
        >
          重置
        </Button>
      </div>
    </form>
  )
}
