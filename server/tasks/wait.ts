import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnderWay, type Task } from '#model/tasks.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Services } from '../kernel/services.ts'
import { ownTask, shownTask } from './task.ts'

/** What another node has ended is only seen by looking. */
const LOOK_MS = 150

const steps = new EventEmitter().setMaxListeners(0)

/** This node has ended a step of the task: whoever waits for it here looks at once. */
export const stepEnded = (id: string): void => void steps.emit(id)

/** The task once it stands still, or as it is after so long: who asked looks again later. */
export async function endOf(services: Services, caller: Caller, id: string, waitMs: number): Promise<Task> {
  for (const end = performance.now() + waitMs; ;) {
    const nap = new AbortController()
    const wake = () => nap.abort()
    // Before the look: the step may end meanwhile.
    steps.once(id, wake)
    try {
      const shown = shownTask(await ownTask(services.db, caller, id), services)
      if (!isUnderWay(shown) || performance.now() > end) return shown
      await sleep(LOOK_MS, undefined, { signal: nap.signal }).catch(() => undefined)
    } finally {
      steps.off(id, wake)
    }
  }
}
