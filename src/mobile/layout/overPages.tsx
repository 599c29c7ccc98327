import { Component, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { LoadError } from '#headless/connection/importWithTimeout.ts'
import { say } from '#headless/connection/notices.ts'

/**
 * What lies over the pages, or stands beside them, and comes when it is wanted. Where it does not come, or breaks, what it
 * lies over stays: the person is told, and `lost` gives up what was waited for. It is asked for anew the next time, which
 * `lazy` never does.
 */
export function overPages<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  lost?: (props: P) => void,
  meanwhile?: ReactNode,
): ComponentType<P> {
  let come: ComponentType<P> | undefined
  function Part(props: P) {
    const [Draw, setDraw] = useState(() => come)
    const [problem, setProblem] = useState<Error>()
    useEffect(() => {
      let wanted = true
      load().then(
        (module) => {
          come = module.default
          if (wanted) setDraw(() => come)
        },
        (error: Error) => {
          if (wanted) setProblem(error)
        },
      )
      return () => {
        wanted = false
      }
    }, [])
    if (problem) throw problem
    return Draw ? <Draw {...props} /> : meanwhile
  }
  return (props: P) => (
    <Kept onLost={() => lost?.(props)}>
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    </Kept>
  )
}

interface KeptProps {
  onLost(): void
  children: ReactNode
}

/** Around one of them: nobody else goes with it. */
class Kept extends Component<KeptProps, { lost: boolean }> {
  override state = { lost: false }

  static getDerivedStateFromError = () => ({ lost: true })

  override componentDidCatch(error: unknown): void {
    console.error(error)
    say('error', error instanceof LoadError ? '加载失败，请检查网络后重试' : '操作出错了，请重新加载页面')
    this.props.onLost()
  }

  override render(): ReactNode {
    return this.state.lost ? null : this.props.children
  }
}
