/** What happens to a notice after the change that caused it was committed. */
import { job } from '../kernel/ports/queue.ts'
import type { ChatName } from '../kernel/ports/chat.ts'

/** Who stands in for whom. */
export interface Standing {
  tenantId: number
  principalId: string
  deputyId: string
}

/** Whatever waits to be sent by that chat. */
export const sendJob = job<{ channel: ChatName }>('notify-send')
/** Whom a chat that answers before it delivers did not reach after all. */
export const missedJob = job<{ batch: string }>('notify-missed')
/** Everybody's copy now says what came of it. */
export const settleJob = job<{ notice: string }>('notify-settle')
/** Whoever has not opened it is reached another way. */
export const unopenedJob = job<{ notice: string }>('notify-unopened')
export const tellDeputyJob = job<Standing>('notify-deputy')
/** Of an entry in the list of deputies. */
export const leaveBeginsJob = job<{ id: string }>('leave-begins')
/** The start of an announcement that was released before it has come. */
export const announcementBeginsJob = job<{ id: string }>('announcement-begins')
