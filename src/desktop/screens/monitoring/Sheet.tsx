import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { MONITOR } from '#headless/monitoring/metrics.ts'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

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
  <section className="card" aria-label={title}>
    <div className="toolbar">
      <h2>{title}</h2>
      {tools}
      <Button className="toolbar-end" loading={loading} onClick={() => void onAgain().catch(() => undefined)}>
        {MONITOR.again}
      </Button>
    </div>
    <p>{about}</p>
    {error && <Alert type="warning" showIcon title={error.message} action={<WhyRefused error={error} />} />}
    {children}
  </section>
)
