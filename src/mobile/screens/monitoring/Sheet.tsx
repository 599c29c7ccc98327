import type { ReactNode } from 'react'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import '../detail/detail.css'
import './monitoring.css'

interface SheetProps {
  title: string
  /** What the figures are about, and what they stand for. */
  about: string
  loading: boolean
  error?: Error | null
  tools?: ReactNode
  onAgain: () => Promise<unknown>
  children: ReactNode
}

/** The frame of every page of 系统监控. */
export const Sheet = ({ title, about, loading, error, tools, onAgain, children }: SheetProps) => (
  <Page title={title}>
    <Refresh again={onAgain}>
      <div className="vd-detail vd-monitoring">
        <p>{about}</p>
        {tools}
        {loading ? (
          <Blocks count={4} />
        ) : error ? (
          <Failed error={error} onRetry={() => void onAgain().catch(() => undefined)} />
        ) : (
          children
        )}
      </div>
    </Refresh>
  </Page>
)
