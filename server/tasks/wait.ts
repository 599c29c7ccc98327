import { isUnderWay, type Task } from '#model/tasks.ts'
import type { Caller } from '../http/caller.ts'
import type { Services } from '../services.ts'
import { ownTask, shownTask } from './task.ts'

const LOOK_MS = 150

/** The task once it stands still, or as it is after so long: who asked looks again later. */
export async function endOf(services: Services, caller: Caller, id: string, waitMs: number): Promise<Task> {
  for (const end = performance.now() + waitMs; ;) {
    const shown = shownTask(await ownTask(services.db, caller, id), services)
    if (!isUnderWay(shown) || performance.now() > end) return shown
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
