import { HANDED, type Handed } from '#model/handed.ts'
import { during } from '../connection/ready.ts'
import { session } from './session.ts'

/** What the page did before its scripts came (`src/ahead.ts`). */
export interface Prefetched {
  /** Whose session it was asked with, and in which tenant; empty for nobody's. */
  token: string
  tenant: string
  answers: Record<string, Promise<Response> | undefined>
  /** It is on its way to a chat, which says who sits here. */
  leaving?: boolean
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
/** Later nobody is waiting for the page any more, and what it asked may have changed. */
const FRESH_MS = 60_000

/** What was asked before something changed says how it was then. */
export function forgetPrefetched(): void {
  if (window.voltdeskPrefetched) window.voltdeskPrefetched.answers = {}
}

/** The page asked this by itself and nobody has taken the answer up. */
export const wasAsked = (url: string): boolean => Boolean(window.voltdeskPrefetched?.answers[url])

/**
 * The answer to what the page asked by itself (`src/ahead.ts`), once; undefined when it did not ask this, asked it long ago or
 * for somebody else, was refused or got no answer: then it is asked in the ordinary way, which knows what to do.
 */
export async function prefetchedAnswer<T>(url: string): Promise<T | undefined> {
  const asked = window.voltdeskPrefetched
  const answer = asked?.answers[url]
  if (!answer) return undefined
  delete asked.answers[url]
  const { token, tenantid } = session()
  const isMine = asked.token === token && (!token || asked.tenant === String(tenantid))
  if (!isMine || performance.now() > FRESH_MS) return undefined
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
    const reply = await during(Promise.race([answer.then((sent) => sent.json() as Promise<Reply<T>>), late]))
    return reply?.success ? reply.result : undefined
  } catch {
    return undefined
  }
}

/**
 * The session that came with the page for the code in its address, once; undefined when none did. What its person asks
 * first has come with it.
 */
export function handedSession<T>(code: string): T | undefined {
  const block = document.getElementById(HANDED)
  if (!block?.textContent) return undefined
  block.remove()
  const handed = JSON.parse(block.textContent) as Handed
  if (handed.code !== code) return undefined
  answersCame(handed)
  return handed.login as T
}

/** What the person of a session asks first has come together with it. */
export function answersCame({ token, tenant, answers }: Pick<Handed, 'token' | 'tenant' | 'answers'>): void {
  const come = Object.entries(answers).map(
    ([url, answer]) => [url, Promise.resolve(new Response(JSON.stringify(answer)))] as const,
  )
  window.voltdeskPrefetched = { token, tenant, answers: Object.fromEntries(come) }
}
