import { useNoticeStore } from '../connection/notices.ts'
import { local } from '../connection/storage.ts'

/** Signs in again without a person; true when there is a fresh token. */
export type Renew = () => Promise<boolean>

let renew: Renew | undefined
let running: Promise<boolean> | undefined

/** A host that can sign in silently (WeCom, DingTalk) says so here. */
export const setRenewal = (how: Renew | undefined): void => {
  renew = how
}

const SIGNING_OUT = 'voltdesk:signing-out'
/**
 * While somebody signs out, and just after, in whichever window: what is still asked for them is refused by then, and must not
 * sign them in again. Over when somebody signs in.
 */
export const isSigningOut = (): boolean => local.get(SIGNING_OUT) !== undefined
export const beginSigningOut = (mostMs: number): void => local.set(SIGNING_OUT, true, mostMs)
export const endSigningOut = (): void => local.remove(SIGNING_OUT)

/** One renewal for all calls that fail at the same time. False when nobody can renew, nobody wants it or it did not work. */
export function renewOnce(): Promise<boolean> {
  if (!renew || isSigningOut()) return Promise.resolve(false)
  useNoticeStore.setState({ renewing: true })
  running ??= renew()
    .catch(() => false)
    .finally(() => {
      running = undefined
      useNoticeStore.setState({ renewing: false })
    })
  return running
}
