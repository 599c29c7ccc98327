import { DownlandOutline, FilterOutline, HistogramOutline } from 'antd-mobile-icons'
import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { say } from '#headless/connection/notices.ts'
import { EXPORT_FORMATS } from '#headless/lists/exchange.ts'
import {
  cellText,
  REPORT,
  useReport,
  type Report as ReportState,
  type ReportColumn,
  type ReportRow,
} from '#headless/reports/useReport.ts'
import { reportUrl } from '#resources/system/onlineReport.ts'
import { handedOver } from '#headless/session/handOver.ts'
import { Cell } from '../../fields/Cell.tsx'
import { useHost } from '../../HostContext.ts'
import { choose } from '../../layout/ask.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { ChartCard } from '../dashboard/ChartCard.tsx'
import '../dashboard/dashboard.css'
import '../detail/detail.css'
import '../list/list.css'
import './report.css'

const SearchSheet = lazy(() => importWithTimeout(import('./ReportSearch.tsx')))

/** A report that an administrator wrote, opened from the menu. */
export default function Report({ code, title }: { code: string; title: string }) {
  const report = useReport(code)
  const { chart, error, rows, columns } = report
  const again = () => report.again()
  const why = <WhyNotButton about={{ path: reportUrl(code) }} filtered={report.narrowed > 0} />
  const last = Math.max(1, Math.ceil(report.total / report.size))
  return (
    <Page title={report.title || title} head={columns.length > 0 && <Head report={report} />}>
      <Refresh again={again}>
        <div className="vd-list">
          {report.content && <p className="vd-counted">{report.content}</p>}
          {report.loading ? (
            <Blocks count={5} />
          ) : error && !rows.length ? (
            <>
              <Failed error={error} onRetry={() => void again()} />
              {why}
            </>
          ) : rows.length ? (
            <>
              {chart && chart.lines.length > 0 && <ChartCard {...chart} />}
              <p className="vd-sums" role="status">
                <span>共 {report.total} 条</span>
                {report.sums.map(({ name, title: label, text }) => (
                  <span key={name}>
                    {label} {text}
                  </span>
                ))}
              </p>
              {rows.map((row) => (
                <Card key={row.key} columns={columns} row={row} />
              ))}
            </>
          ) : report.narrowed ? (
            <>
              <Nothing action="清除条件" onAction={() => report.setFilters({})}>
                {report.empty}
              </Nothing>
              {why}
            </>
          ) : (
            <>
              <Nothing>{report.empty}</Nothing>
              {why}
            </>
          )}
          {last > 1 && (
            <p className="vd-pages">
              <button
                type="button"
                disabled={report.page === 1}
                onClick={() => report.turn(report.page - 1, report.size)}
              >
                上一页
              </button>
              <span>
                {report.page} / {last}
              </span>
              <button
                type="button"
                disabled={report.page >= last}
                onClick={() => report.turn(report.page + 1, report.size)}
              >
                下一页
              </button>
            </p>
          )}
        </div>
      </Refresh>
    </Page>
  )
}

/** The first column names the row, the others say what it is. */
function Card({ columns: [first, ...others], row }: { columns: readonly ReportColumn[]; row: ReportRow }) {
  const cell = (column: ReportColumn) =>
    column.field.kind === 'dict' ? (
      <Cell brief field={column.field} name={column.name} row={row} />
    ) : (
      cellText(column, row)
    )
  return (
    <section className="vd-card vd-report-row">
      <b>{first && cell(first)}</b>
      <dl>
        {others.map((column) => (
          <div key={column.name}>
            <dt>{column.title}</dt>
            <dd>{cell(column)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Head({ report }: { report: ReportState }) {
  const host = useHost()
  // Undefined until it is asked for.
  const [searching, setSearching] = useState<boolean>()
  const { narrowed, sort, columns } = report
  const sortable = columns.filter(({ sorter }) => sorter)

  async function save() {
    const choices = EXPORT_FORMATS.map(({ format: key, label: text }) => ({ key, text }))
    const format = await choose({ choices })
    if (!format) return
    try {
      await host.saveFile(handedOver(await report.file(format)))
    } catch (error) {
      say('error', (error as Error).message)
    }
  }
  async function arrange() {
    const choices = [
      { key: '', text: '默认顺序' },
      ...sortable.flatMap(({ name, title }) => [
        { key: `${name} desc`, text: `${title}，从大到小` },
        { key: `${name} asc`, text: `${title}，从小到大` },
      ]),
    ]
    const key = await choose({ choices })
    if (key === null) return
    const [column, order] = key.split(' ')
    report.setSort(column ? { column, order: order === 'asc' ? 'asc' : 'desc' } : undefined)
  }
  return (
    <div className="vd-list-head">
      <span className="vd-grow" />
      {sortable.length > 0 && (
        <button type="button" className="vd-icon-button" aria-label="排序" onClick={() => void arrange()}>
          <HistogramOutline />
          <span>{sort ? '已排序' : '排序'}</span>
        </button>
      )}
      {Object.keys(report.fields).length > 0 && (
        <button
          type="button"
          className={narrowed ? 'vd-icon-button vd-active' : 'vd-icon-button'}
          aria-label={narrowed ? `筛选，已有 ${narrowed} 个条件` : '筛选'}
          onClick={() => setSearching(true)}
        >
          <FilterOutline />
          <span>筛选</span>
        </button>
      )}
      <button type="button" className="vd-icon-button" aria-label={REPORT.export} onClick={() => void save()}>
        <DownlandOutline />
        <span>{REPORT.export}</span>
      </button>
      <Suspense fallback={null}>
        {searching !== undefined && (
          <SearchSheet
            visible={searching}
            fields={report.fields}
            defaults={report.defaults}
            filters={report.filters}
            onClose={() => setSearching(false)}
            onSearch={(next) => {
              if (report.setFilters(next)) setSearching(false)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
