import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons'
import { Alert, App, Button, Dropdown, Empty, Table } from 'antd'
import { useState } from 'react'
import { EXPORT_FORMATS } from '#headless/lists/exchange.ts'
import { PAGE_SIZES } from '#headless/lists/listQuery.ts'
import {
  cellText,
  REPORT,
  useReport,
  type Report as ReportState,
  type ReportFilters,
  type ReportRow,
} from '#headless/reports/useReport.ts'
import { reportUrl } from '#resources/system/onlineReport.ts'
import { handedOver } from '#headless/session/handOver.ts'
import { Cell } from '../../fields/Cell.tsx'
import { FilterLine } from '../../fields/FilterLine.tsx'
import { useHost } from '../../HostContext.ts'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { ChartCard } from '../dashboard/ChartCard.tsx'
import '../dashboard/dashboard.css'
import './report.css'

/** A report that an administrator wrote, opened from the menu. */
export default function Report({ code }: { code: string }) {
  const report = useReport(code)
  const { chart, columns, error } = report
  const why = <WhyNotButton about={{ path: reportUrl(code) }} />
  if (error && !columns.length) return <Alert type="warning" showIcon title={error.message} action={why} />
  return (
    <>
      {Object.keys(report.fields).length > 0 && <Search report={report} />}
      {chart && chart.lines.length > 0 && (
        <div className="dashboard report-chart">
          <ChartCard {...chart} />
        </div>
      )}
      <section className="card" aria-label={report.title}>
        <Head report={report} />
        {error && <Alert type="warning" showIcon title={error.message} action={why} />}
        {(!error || report.rows.length > 0) && <Rows report={report} />}
      </section>
    </>
  )
}

function Search({ report: { fields, defaults, filters, setFilters, title } }: { report: ReportState }) {
  const [typed, setTyped] = useState<ReportFilters>(filters)
  return (
    <form
      className="card filters"
      role="search"
      aria-label={`查询${title}`}
      onSubmit={(event) => {
        event.preventDefault()
        setTyped(setFilters(typed) ?? typed)
      }}
    >
      {Object.entries(fields).map(([name, field]) => (
        <FilterLine
          key={name}
          field={field}
          name={name}
          filters={typed}
          placeholder={defaults[name]}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
      ))}
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          {REPORT.search}
        </Button>
        <Button
          onClick={() => {
            setTyped({})
            setFilters({})
          }}
        >
          重置
        </Button>
      </div>
    </form>
  )
}

function Head({ report }: { report: ReportState }) {
  const { message } = App.useApp()
  const host = useHost()
  const [exporting, setExporting] = useState(false)
  async function save(format: string) {
    setExporting(true)
    try {
      await host.saveFile(handedOver(await report.file(format)))
    } catch (error) {
      void message.error((error as Error).message)
    } finally {
      setExporting(false)
    }
  }
  return (
    <header className="report-head">
      <div>
        <h2>{report.title}</h2>
        {report.content && <p>{report.content}</p>}
      </div>
      <div>
        <Button icon={<ReloadOutlined />} loading={report.fetching} onClick={() => void report.again()}>
          {REPORT.refresh}
        </Button>
        <Dropdown
          trigger={['click']}
          menu={{
            items: EXPORT_FORMATS.map(({ format, label }) => ({
              key: format,
              label,
              onClick: () => void save(format),
            })),
          }}
        >
          <Button icon={<DownloadOutlined />} loading={exporting}>
            {REPORT.export}
          </Button>
        </Dropdown>
      </div>
    </header>
  )
}

function Rows({ report }: { report: ReportState }) {
  const { columns, rows, sums, sort } = report
  return (
    <>
      {sums.length > 0 && (
        <dl className="totals" aria-label={REPORT.total}>
          {sums.map(({ name, title, text }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <Table<ReportRow>
        rowKey="key"
        size="middle"
        loading={report.loading}
        dataSource={[...rows]}
        scroll={{ x: 'max-content' }}
        locale={{
          emptyText: (
            <Empty description={report.empty}>
              <WhyNotButton about={{ path: reportUrl(report.code) }} filtered={report.narrowed > 0} />
            </Empty>
          ),
        }}
        pagination={{
          current: report.page,
          pageSize: report.size,
          total: report.total,
          pageSizeOptions: [...PAGE_SIZES],
          showSizeChanger: true,
          showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
        }}
        onChange={({ current = 1, pageSize = report.size }, _, sorter, { action }) => {
          if (action === 'paginate') return report.turn(current, pageSize)
          const { columnKey, order } = Array.isArray(sorter) ? {} : sorter
          report.setSort(order ? { column: String(columnKey), order: order === 'ascend' ? 'asc' : 'desc' } : undefined)
        }}
        columns={columns.map((column) => ({
          key: column.name,
          title: column.title,
          ...(column.width && { width: column.width }),
          ...(column.isNumber && { align: 'right' as const }),
          ...(column.sorter && {
            sorter: true,
            sortOrder: sort?.column === column.name ? (sort.order === 'asc' ? 'ascend' : 'descend') : null,
          }),
          render: (_: unknown, row: ReportRow) =>
            column.field.kind === 'dict' ? (
              <Cell field={column.field} row={row} name={column.name} />
            ) : (
              cellText(column, row)
            ),
        }))}
      />
    </>
  )
}
