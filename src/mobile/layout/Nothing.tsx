import { ExclamationCircleOutline } from 'antd-mobile-icons'
import type { ReactNode } from 'react'
import { usualWords } from '#headless/session/api.ts'
import { WhyRefused } from '../screens/whyNot/WhyRefused.tsx'
import { Button } from './plain.tsx'

/** Nothing to show, in a sentence, and what can be done about it. */
export const Nothing = ({
  children,
  drawing = 'nothing',
  action,
  onAction,
}: {
  children: ReactNode
  /** `done`: there is nothing left to do. */
  drawing?: 'nothing' | 'done'
  action?: string
  onAction?(): void
}) => (
  <div className="vd-nothing">
    <img src={`/drawings/${drawing}.svg`} alt="" width={120} height={84} />
    <p>{children}</p>
    {action && (
      <Button size="small" fill="outline" color="primary" onClick={onAction}>
        {action}
      </Button>
    )}
  </div>
)

export function Failed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const usual = usualWords(error)
  return (
    <div className="vd-nothing" role="alert">
      <ExclamationCircleOutline aria-hidden="true" />
      <p>{usual ?? error.message}</p>
      {usual && usual !== error.message && <p className="vd-weak">{error.message}</p>}
      <Button size="small" fill="outline" color="primary" onClick={onRetry}>
        重试
      </Button>
      <WhyRefused error={error} />
    </div>
  )
}
