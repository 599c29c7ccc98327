import type { Pool } from 'pg'

/** An answer that does not come holds the next question back no longer than this. */
const PATIENCE_MS = 100

/**
 * Questions of many requests in one statement: who asks while an answer is on its way shares the next question, which is
 * asked when that answer has come. So each is answered by what was read after they asked, alone when nobody else asks, and
 * the busier the server, the more of them share a statement. When that fails, it has failed for all of them.
 */
export function askedTogether<Source extends { pool: Pool }, Value>(
  ask: (source: Source, keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (source: Source, key: string) => Promise<Value | undefined> {
  const next = new WeakMap<Pool, { keys: Set<string>; answer: Promise<ReadonlyMap<string, Value>> }>()
  const onTheWay = new WeakMap<Pool, Promise<unknown>>()
  return async (source, key) => {
    const { pool } = source
    let question = next.get(pool)
    if (!question) {
      const keys = new Set<string>()
      const answer = (async () => {
        await patiently(onTheWay.get(pool))
        next.delete(pool)
        const asked = ask(source, [...keys])
        onTheWay.set(pool, asked)
        return asked
      })()
      question = { keys, answer }
      next.set(pool, question)
    }
    question.keys.add(key)
    return (await question.answer).get(key)
  }
}

async function patiently(before: Promise<unknown> | undefined): Promise<void> {
  if (!before) return
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS)
    const go = () => {
      clearTimeout(late)
      resolve()
    }
    before.then(go, go)
  })
}
