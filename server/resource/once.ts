import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/connect.ts'
import { idempotency } from '../db/tables.ts'
import type { Caller } from '../http/caller.ts'
import { badInput } from '../http/errors.ts'
import type { Services } from '../services.ts'

const KEY = /^[A-Za-z0-9._-]{8,80}$/

/**
 * One transaction for one intent. With the header `X-Idempotency-Key` the answer is kept beside the change that caused
 * it, and whoever sends the key again (double click, lost reply, replay after a restart) gets that answer and no effect.
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
  return onceFor(
    services,
    `${caller.userId}|${request.method} ${request.routeOptions.url ?? request.url}|${given}`,
    work,
  )
}

/** The same for a key that is ours: the work is done and committed once; whoever comes later gets the answer it had. */
export const onceFor = <T>(services: Services, key: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  services.db.transaction(async (tx) => {
    // A second request with the key waits here until the first has committed or gone.
    const [fresh] = await tx
      .insert(idempotency)
      .values({ key, answer: null })
      .onConflictDoNothing()
      .returning({ key: idempotency.key })
    if (!fresh) {
      const [known] = await tx.select({ answer: idempotency.answer }).from(idempotency).where(eq(idempotency.key, key))
      return known?.answer as T
    }
    const answer = await work(tx)
    await tx
      .update(idempotency)
      .set({ answer: answer ?? null })
      .where(eq(idempotency.key, key))
    return answer
  })
