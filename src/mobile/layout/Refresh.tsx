import { PullToRefresh } from 'antd-mobile'
import { useState, type ReactNode } from 'react'

interface RefreshProps {
  /** Rejects when nothing newer came. */
  again(): Promise<unknown>
  children: ReactNode
}

/** Pulled down, it asks again; what stands there stays when that fails, and it is said. */
export function Refresh({ again, children }: RefreshProps) {
  const [failed, setFailed] = useState(false)
  return (
    <PullToRefresh
      {...(failed && { completeText: '刷新失败，显示的是之前的内容' })}
      onRefresh={async () => {
        try {
          await again()
          setFailed(false)
        } catch {
          setFailed(true)
        }
      }}
    >
      {children}
    </PullToRefresh>
  )
}
