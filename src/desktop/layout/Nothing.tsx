import { Button, Empty } from 'antd'
import type { ReactNode } from 'react'

/** `done`: there is nothing left to do. */
type Drawing = 'nothing' | 'done'

export const Picture = ({ of = 'nothing' }: { of?: Drawing }) => (
  <img src={`/drawings/${of}.svg`} alt="" width={120} height={84} />
)

interface NothingProps {
  drawing?: Drawing
  /** What can be done about it. */
  action?: string
  onAction?: () => void
  children: ReactNode
}

/** Nothing to show, in a sentence, and the next step. */
export const Nothing = ({ drawing = 'nothing', action, onAction, children }: NothingProps) => (
  <Empty image={<Picture of={drawing} />} description={children}>
    {action && (
      <Button type="primary" ghost onClick={onAction}>
        {action}
      </Button>
    )}
  </Empty>
)
