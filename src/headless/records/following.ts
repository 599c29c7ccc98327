/** The records that are open on this page. The server is told which, and says when somebody else decided on one of them. */

/** As many as the server takes at once; more are hardly ever open. */
const MOST = 10
/** Who loaded this long before the server knew may have missed something. */
const UNHEARD_MS = 1000

interface Opened {
  since: number
  told: boolean
  hearers: Set<() => void>
}
const opened = new Map<string, Opened>()
let tell = (): void => undefined

/** `hear` is called when the record has perhaps changed. Returns how to stop. */
export function follow(resource: string, id: string, hear: () => void): () => void {
  const key = `${resource}/${id}`
  const one = opened.get(key) ?? { since: Date.now(), told: false, hearers: new Set() }
  one.hearers.add(hear)
  opened.set(key, one)
  tell()
  return () => {
    one.hearers.delete(hear)
    if (one.hearers.size || opened.get(key) !== one) return
    opened.delete(key)
    tell()
  }
}

const heard = (keys: Iterable<string>) => {
  for (const key of keys) opened.get(key)?.hearers.forEach((hear) => hear())
}

/** By resource, how many requests of this page are changing records. */
const ownWork = new Map<string, number>()
/** By resource, how many this page has begun. */
const begun = new Map<string, number>()
/** The same number before and after: nothing between was done by this page. */
export const ownWorkBegun = (resource: string): number => begun.get(resource) ?? 0

/** What this page does itself is no news to it: whoever calls asks for the records again before `work` is over. */
export async function doing<T>(resource: string, work: () => Promise<T>): Promise<T> {
  ownWork.set(resource, (ownWork.get(resource) ?? 0) + 1)
  begun.set(resource, ownWorkBegun(resource) + 1)
  try {
    return await work()
  } finally {
    ownWork.set(resource, ownWork.get(resource)! - 1)
  }
}

/** The server said so. */
export function recordChanged(resource: unknown, id: unknown): void {
  if (!ownWork.get(String(resource))) heard([`${String(resource)}/${String(id)}`])
}

/** The connection was gone for a while, or is new: the server has to be told anew. */
export function nobodyKnows(): void {
  for (const one of opened.values()) one.told = false
}

/** Tells the server what is open now; what it was told too late for is looked at once more. */
export function tellServer(send: (text: string) => void): void {
  const keys = [...opened.keys()].slice(-MOST)
  const late = keys.filter((key) => {
    const { told, since } = opened.get(key)!
    return !told && Date.now() - since > UNHEARD_MS
  })
  for (const key of keys) opened.get(key)!.told = true
  send(JSON.stringify({ cmd: 'follow', records: keys }))
  heard(late)
}

/** One connection at a time tells. Returns how to stop. */
export function tellWith(send: () => void): () => void {
  tell = send
  return () => {
    if (tell === send) tell = () => undefined
  }
}

export const followsAny = (): boolean => opened.size > 0
