import { Component, type ReactNode } from 'react'
import { pageDrawn } from '#headless/connection/firstPage.ts'
import { LoadError } from '#headless/connection/importWithTimeout.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

interface Props {
  children: ReactNode
}
interface State {
  error: Error | null
}

/** Catches what broke while drawing: a part that could not be loaded, or a fault of ours. Offers a reload. */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  /** What was waiting for this page comes all the same. */
  override componentDidCatch(): void {
    pageDrawn()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    const text = error instanceof LoadError ? '页面加载失败，请检查网络后重新加载' : '页面出错了，请重新加载'
    return (
      <div role="alert" className="load-failed">
        <p>{text}</p>
        <button type="button" onClick={beginAnew}>
          重新加载
        </button>
      </div>
    )
  }
}
