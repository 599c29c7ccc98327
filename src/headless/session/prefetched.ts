import { session } from './session.ts'

interface Early {
  /** Whose session it was asked with; empty for nobody's. */
  token: string
  answers: Record<string, Promise<Response> | undefined>
}
declare global {
  interface Window {
    voltdeskEarly?: Early
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
export async function earlyAnswer<T>(url: string): Promise<T | undefined> {
  const early = window.voltdeskEarly
  const answer = early?.answers[url]
  if (!answer) return undefined
  delete early.answers[url]
  if (early.token !== session().token) return undefined
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
    const reply = await Promise.race([answer.then((sent) => sent.json() as Promise<Reply<T>>), late])
    return reply?.success ? reply.result : undefined
  } catch {
    return undefined
  }
}
