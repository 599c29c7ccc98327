import type { JobHandler } from '../kernel/job-handler.ts'
import type { Route } from '../kernel/route.ts'
import type { Services } from '../kernel/services.ts'
import type { TimedWork } from '../kernel/timed-work.ts'
import type { ActionWork } from './action.ts'
import type { SaveHook } from './hooks.ts'
import type { KindOfTask } from './long-work.ts'

/** What a room, or a business flow, does beyond CRUD. `server/flows.ts` collects them; nothing is registered anywhere else. */
export interface Flow {
  /** What definitions cannot say of a record that is saved or read. */
  rules?: readonly SaveHook[]
  /** The actions of definitions. */
  works?: readonly ActionWork[]
  /** Endpoints of their own. One that has the address of a resource's verb takes that verb's place. A function where a
   * list's parameters are among them: those of its rules are known only when all are installed. */
  routes?: readonly Route[] | (() => readonly Route[])
  jobs?: readonly JobHandler[]
  /** By the names of the dictionary quartz_job_class. */
  timed?: Readonly<Record<string, TimedWork>>
  /** Kinds of background tasks, by name. */
  tasks?: Readonly<Record<string, KindOfTask>>
  /** What was under way when the last server ended, by what a person calls it, is taken up again. */
  resumes?: Readonly<Record<string, (services: Services) => Promise<unknown>>>
}
