import type { HookAPI, ModalFuncWithPromise } from 'antd/es/modal/useModal'
import { useLate, type Run } from './useLate.tsx'

const load = () => import('antd/es/modal/useModal')
type Kind = keyof HookAPI

/** Can be changed, waited for and taken away before it was opened. */
const opening =
  (run: Run<HookAPI>, kind: Kind): ModalFuncWithPromise =>
  (config) => {
    let gone = false
    let shown: ReturnType<ModalFuncWithPromise> | undefined
    run((api) => {
      if (!gone) shown = api[kind](config)
    })
    return {
      destroy() {
        gone = true
        shown?.destroy()
      },
      update: (next) => run(() => shown?.update(next)),
      then: (resolve, reject) =>
        new Promise((done, failed) => run(() => void shown?.then(resolve, reject).then(done, failed))),
    }
  }

const make = (run: Run<HookAPI>): HookAPI => ({
  info: opening(run, 'info'),
  success: opening(run, 'success'),
  error: opening(run, 'error'),
  warning: opening(run, 'warning'),
  confirm: opening(run, 'confirm'),
})

/** Questions and refusals that must be answered. */
export default function useModal() {
  return useLate(load, make)
}
