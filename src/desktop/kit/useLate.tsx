import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { whenIdle } from '#adaptive/whenIdle.ts'
import { whenDrawn } from '#headless/connection/firstPage.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

/** A hook of the kit's that hands over what is called and what must be drawn for it. */
type Hook<Api, Config> = (config?: Config) => readonly [Api, ReactElement]

/** Does this with the kit's own, at once or when it has come. */
export type Run<Api> = (work: (api: Api) => void) => void

/** Draws for the kit's own and says that it is there. */
function Holder<Api, Config>({ hook, config, onReady }: HolderProps<Api, Config>) {
  const [api, holder] = hook(config)
  useEffect(() => onReady(api), [api, onReady])
  return holder
}
interface HolderProps<Api, Config> {
  hook: Hook<Api, Config>
  config: Config | undefined
  onReady: (api: Api) => void
}

/** After a load that failed, while something waits to be said. */
const AGAIN_MS = 3000

interface Late<Api> {
  api?: Api
  loading?: Promise<void>
  again?: ReturnType<typeof setTimeout>
  waiting: ((api: Api) => void)[]
}

/**
 * Something of the kit's that speaks to people: its code comes when the page has been there for a while, or with the
 * first call. What is asked before is done when it has come, on a dead line as soon as there is one again.
 */
export function useLate<Api, Config>(
  load: () => Promise<{ default: Hook<Api, Config> }>,
  make: (run: Run<Api>) => Api,
  config?: Config,
): readonly [Api, ReactElement | null] {
  const [hook, setHook] = useState<{ hook: Hook<Api, Config> }>()
  const state = useRef<Late<Api>>({ waiting: [] })
  const fetch = useCallback(() => {
    const { current } = state
    current.loading ??= importWithTimeout(load()).then(
      (module) => setHook({ hook: module.default }),
      () => {
        delete current.loading
        if (current.waiting.length) current.again = setTimeout(fetch, AGAIN_MS)
      },
    )
  }, [load])
  useEffect(() => () => clearTimeout(state.current.again), [])
  const api = useMemo(
    () =>
      make((work) => {
        if (state.current.api) return work(state.current.api)
        state.current.waiting.push(work)
        fetch()
      }),
    [make, fetch],
  )
  const onReady = useCallback((ready: Api) => {
    state.current.api = ready
    for (const work of state.current.waiting.splice(0)) work(ready)
  }, [])
  useEffect(() => whenDrawn(() => whenIdle(fetch)), [fetch])
  return [api, hook ? <Holder hook={hook.hook} config={config} onReady={onReady} /> : null]
}
