import { session } from './session.ts'

interface Prefetched {
  /** Whose session it was asked with; empty for nobody's. */
  token: string
  answers: Record<string, Promise<Response> | undefined>
}
declare global {
  interface Window {
    voltdeskPrefetched?: Prefetched
  }
}

interface Reply<T> {
  success: boolean
  result: T
}

/** Then it is asked in the ordinary way, which knows when to give up. */
const PATIENCE_MS = 10_000

/**
 * The answer to what the page asked by itself (index.html), once; undefined when it did not ask this, asked it for
 * somebody else, was refused or got no answer: then it is asked in the ordinary way, which knows what to do.
 */
export async function prefetchedAnswer<T>(url: string): Promise<T | undefined> {
  const asked = window.voltdeskPrefetched
  const answer = asked?.answers[url]
  if (!answer) return undefined
  delete asked.answers[url]
  if (asked.token !== session().token) return undefined
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
    const reply = await Promise.race([answer.then((sent) => sent.json() as Promise<Reply<T>>), late])
    return reply?.success ? reply.result : undefined
  } catch {
    return undefined
  }
}
