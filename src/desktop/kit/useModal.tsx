import type { HookAPI, ModalFuncWithPromise } from 'antd/es/modal/useModal'
import { useLate, type Run } from './useLate.tsx'

const load = () => import('antd/es/modal/useModal')
type Kind = keyof HookAPI

/** The question that was asked and is not seen yet. */
interface Unseen {
  withdraw?: () => void
}

/** Can be changed, waited for and taken away before it was opened. */
const opening =
  (run: Run<HookAPI>, kind: Kind, unseen: Unseen): ModalFuncWithPromise =>
  (config) => {
    let gone = false
    let shown: ReturnType<ModalFuncWithPromise> | undefined
    const isQuestion = kind === 'confirm'
    // Whoever sees nothing yet and presses something again means that.
    if (isQuestion) unseen.withdraw?.()
    run((api) => {
      if (gone) return
      if (isQuestion) delete unseen.withdraw
      shown = api[kind](config)
    })
    if (isQuestion && !shown) {
      const withdraw = () => {
        gone = true
      }
      unseen.withdraw = withdraw
      // Nor does it come over what they have gone on to do.
      for (const act of ['keydown', 'pointerdown'])
        window.addEventListener(act, withdraw, { capture: true, once: true })
    }
    return {
      destroy() {
        gone = true
        shown?.destroy()
      },
      update: (next) => run(() => shown?.update(next)),
      // What was taken away before it was seen was answered by nobody, which is no.
      then: (resolve) =>
        new Promise<boolean>((answer) =>
          run(() => (shown ? void shown.then(answer, () => answer(false)) : answer(false))),
        ).then(resolve),
    }
  }

function make(run: Run<HookAPI>): HookAPI {
  const unseen: Unseen = {}
  const of = (kind: Kind) => opening(run, kind, unseen)
  return {
    info: of('info'),
    success: of('success'),
    error: of('error'),
    warning: of('warning'),
    confirm: of('confirm'),
  }
}

/** Questions and refusals that must be answered. */
export default function useModal() {
  return useLate(load, make)
}
