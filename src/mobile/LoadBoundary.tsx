import { TODO } from '#model/addresses.ts'
import { Component, type ReactNode } from 'react'
import { LoadError } from '#headless/connection/importWithTimeout.ts'
import { Button } from './layout/plain.tsx'
import { beginAnew, leaveFor } from '#headless/connection/leaving.ts'

interface Props {
  children: ReactNode
}

/** Around the shell, and around each page, whose neighbours stay: says what happened and offers 重新加载, or to go back to what waits. */
export class LoadBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(error: unknown): void {
    console.error(error)
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const text = error instanceof LoadError ? '页面加载失败，请检查网络后重新加载' : '页面出错了，请重新加载'
    return (
      <div className="vd-sorry" role="alert">
        <p>{text}</p>
        <Button color="primary" onClick={beginAnew}>
          重新加载
        </Button>
        {/* In a chat's window nothing else leads out of a page that cannot be drawn. */}
        {location.pathname !== TODO && <Button onClick={() => leaveFor(TODO)}>返回待办</Button>}
      </div>
    )
  }
}
