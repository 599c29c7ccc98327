import { session } from './session.ts'

interface Early {
  url: string
  token: string
  answer: Promise<Response>
}
declare global {
  interface Window {
    voltdeskRecord?: Early
  }
}

/**
 * The answer to what the page asked by itself (index.html), once; undefined when it asked nothing of the kind, for
 * somebody else, or was refused: then it is asked in the ordinary way, which knows what to do.
 */
export async function earlyAnswer<T>(url: string): Promise<T | undefined> {
  const early = window.voltdeskRecord
  if (early?.url !== url) return undefined
  delete window.voltdeskRecord
  if (early.token !== session().token) return undefined
  try {
    const reply = (await (await early.answer).json()) as { success: boolean; result: T }
    return reply.success ? reply.result : undefined
  } catch {
    return undefined
  }
}
