import { FilterOutline } from 'antd-mobile-icons'
import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { DATA_LOG, DATA_LOG_RIGHT, gistOf, useDataLogs, type LoggedChange } from '#headless/monitoring/dataLogs.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import '../detail/detail.css'
import '../list/list.css'
import './dataLog.css'

const Comparison = lazy(() => importWithTimeout(import('./Comparison.tsx')))
const SearchSheet = lazy(() => importWithTimeout(import('./SearchSheet.tsx')))

/** 数据日志: every write of every record the reader may see, and two versions of one beside each other. */
export default function DataLog() {
  const { filters, setFilters, page, size, turn, changes, total, error, loading, again } = useDataLogs()
  const [open, setOpen] = useState<LoggedChange>()
  // Undefined until it is asked for.
  const [searching, setSearching] = useState<boolean>()
  const last = Math.max(1, Math.ceil(total / size))
  const narrowed = Object.keys(filters).length
  return (
    <Page
      title={DATA_LOG.title}
      right={
        <button
          type="button"
          className={narrowed ? 'vd-icon-button vd-active' : 'vd-icon-button'}
          aria-label={narrowed ? `筛选，已有 ${narrowed} 个条件` : '筛选'}
          onClick={() => setSearching(true)}
        >
          <FilterOutline />
        </button>
      }
    >
      <Refresh again={again}>
        <div className="vd-list">
          {loading ? (
            <Blocks count={5} />
          ) : error && !changes.length ? (
            <Failed error={error} onRetry={() => void again().catch(() => undefined)} />
          ) : changes.length ? (
            changes.map((change) => (
              <button
                key={change.id}
                type="button"
                className="vd-card vd-logged"
                disabled={!change.comparable}
                onClick={() => setOpen(change)}
              >
                <span className="vd-card-head">
                  <b>
                    {change.resource.label} {change.recordName}
                  </b>
                  <span>{change.what}</span>
                </span>
                <span>
                  {change.who} {change.when}
                </span>
                <span>{gistOf(change)}</span>
              </button>
            ))
          ) : (
            <>
              <Nothing {...(narrowed && { action: '清除条件', onAction: () => setFilters({}) })}>
                {DATA_LOG.none}
              </Nothing>
              <WhyNotButton about={{ permission: DATA_LOG_RIGHT }} filtered={narrowed > 0} />
            </>
          )}
          {last > 1 && (
            <p className="vd-pages">
              <button type="button" disabled={page === 1} onClick={() => turn(page - 1)}>
                更新的
              </button>
              <button type="button" disabled={page === last} onClick={() => turn(page + 1)}>
                更早的
              </button>
            </p>
          )}
        </div>
      </Refresh>
      <Suspense fallback={null}>
        {open && <Comparison key={open.id} change={open} onClose={() => setOpen(undefined)} />}
        {searching !== undefined && (
          <SearchSheet
            visible={searching}
            filters={filters}
            onClose={() => setSearching(false)}
            onSearch={(next) => {
              if (setFilters(next)) setSearching(false)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
