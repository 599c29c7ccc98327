import { useNoticeStore } from '../connection/notices.ts'

/** Signs in again without a person; true when there is a fresh token. */
export type Renew = () => Promise<boolean>

let renew: Renew | undefined
let running: Promise<boolean> | undefined

/** A host that can sign in silently (WeCom, DingTalk) says so here. */
export const setRenewal = (how: Renew | undefined): void => {
  renew = how
}

/** One renewal for all calls that fail at the same time. False when nobody can renew or it did not work. */
export function renewOnce(): Promise<boolean> {
  if (!renew) return Promise.resolve(false)
  useNoticeStore.setState({ renewing: true })
  running ??= renew()
    .catch(() => false)
    .finally(() => {
      running = undefined
      useNoticeStore.setState({ renewing: false })
    })
  return running
}
