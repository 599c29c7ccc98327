import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../kernel/database.ts'
import { idempotency } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, keyUsed, withdrawn } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'

const KEY = /^[A-Za-z0-9._-]{8,80}$/

/**
 * One transaction for one intent. With the header `X-Idempotency-Key` the answer is kept beside the change that caused
 * it, and whoever sends the key again (double click, lost reply, replay after a restart) gets that answer and no effect.
 * The key with another request is a 422: its sender would believe in something that was never done.
 *
 * With `X-Idempotency-Withdraw` beside it nothing is begun: who never heard an answer and wants something else by now gets
 * the answer of what was done under the key, or a 410, after which it cannot be done any more however late it arrives.
 */
export async function once<T>(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const given = request.headers['x-idempotency-key']
  if (given === undefined) return services.db.transaction(work)
  if (typeof given !== 'string' || !KEY.test(given))
    throw badInput('请求头 X-Idempotency-Key：应为 8 到 80 位字母、数字、. _ -')
  const key = `${caller.userId}|${request.method} ${request.routeOptions.url ?? request.url}|${given}`
  if (request.headers['x-idempotency-withdraw'] === undefined) return onceFor(services, key, work, hashOf(request))
  const known = await services.db.transaction(async (tx) =>
    (await isFirst(tx, key, WITHDRAWN)) ? undefined : answerUnder(tx, key),
  )
  if (!known || known.requestHash === WITHDRAWN) throw withdrawn()
  if (known.requestHash !== hashOf(request)) throw keyUsed()
  return known.answer as T
}

/** No hash of any request. */
const WITHDRAWN = 'withdrawn'

/** Of the query without what only defeats caches, and of the body. */
function hashOf(request: FastifyRequest): string {
  const { _t, ...query } = request.query as Record<string, unknown>
  return createHash('sha256')
    .update(JSON.stringify([query, request.body ?? null]))
    .digest('hex')
}

/** The same for a key that is ours: the work is done and committed once; whoever comes later gets the answer it had. */
export const onceFor = <T>(
  services: Services,
  key: string,
  work: (tx: Tx) => Promise<T>,
  requestHash?: string,
): Promise<T> =>
  services.db.transaction(async (tx) => {
    if (!(await isFirst(tx, key, requestHash))) {
      const known = await answerUnder(tx, key)
      if (known?.requestHash === WITHDRAWN) throw withdrawn()
      if (known?.requestHash && known.requestHash !== requestHash) throw keyUsed()
      return known?.answer as T
    }
    const answer = await work(tx)
    await tx
      .update(idempotency)
      .set({ answer: answer ?? null })
      .where(eq(idempotency.key, key))
    return answer
  })

async function answerUnder(tx: Tx, key: string) {
  const [known] = await tx
    .select({ answer: idempotency.answer, requestHash: idempotency.requestHash })
    .from(idempotency)
    .where(eq(idempotency.key, key))
  return known
}

/** Whether this transaction is the first with the key. A second one waits here until the first has committed or gone. */
export async function isFirst(tx: Tx, key: string, requestHash?: string): Promise<boolean> {
  const [fresh] = await tx
    .insert(idempotency)
    .values({ key, requestHash, answer: null })
    .onConflictDoNothing()
    .returning({ key: idempotency.key })
  return Boolean(fresh)
}
