/** The kinds of background tasks, by name. */
import type { KindOfTask } from '../resource/long-work.ts'

const kinds = new Map<string, KindOfTask>()

/** Whoever has long work to do says so before the server starts. */
export function installTaskKinds(given: Readonly<Record<string, KindOfTask>>): void {
  for (const [name, kind] of Object.entries(given)) kinds.set(name, kind)
}

/** Undefined for what an older or newer version ordered. */
export const taskKind = (name: string): KindOfTask | undefined => kinds.get(name)
