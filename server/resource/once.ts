import { createHash } from 'node:crypto'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../kernel/database.ts'
import { idempotency } from '../db/tables.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, conflict, keyUsed, Refusal, withdrawn } from '../kernel/errors.ts'
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
  const key = keyOf(caller, request)
  if (key === undefined) return services.db.transaction(work)
  return isWithdrawal(request)
    ? withdraw(services, key, hashOf(request))
    : onceFor(services, key, work, hashOf(request))
}

/** What of work in several transactions is done in one of them, under one of its names. */
export type Part = <P>(name: string, work: (tx: Tx) => Promise<P>) => Promise<P>

/**
 * The same for one intent in several transactions, each under one of the `names`; names that are looked for are found once,
 * as what is found again, after some of it is done, is less. Who sends it again while it runs, or after it was cut off, does
 * what is left of it, and once it has an answer gets that. A withdrawal of what has begun is a 409 until there is one. What
 * is refused before any of it was done has not begun: it can be withdrawn, and sent again it is done anew.
 */
export async function onceInParts<T extends object>(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  names: readonly string[] | ((tx: Tx) => Promise<string[]>),
  work: (part: Part, names: readonly string[]) => Promise<T>,
): Promise<T> {
  const key = keyOf(caller, request)
  const namesIn = (inTx: Part) => (typeof names === 'function' ? inTx(FOUND, names) : names)
  if (key === undefined) {
    const part: Part = (_, run) => services.db.transaction(run)
    return work(part, await namesIn(part))
  }
  const hash = hashOf(request)
  if (isWithdrawal(request)) {
    const known = await withdraw<T | null>(services, key, hash)
    if (!known) throw conflict('这些记录仍在处理，请稍后再看')
    return known
  }
  const known = await services.db.transaction(async (tx) =>
    (await isFirst(tx, key, hash)) ? undefined : answerUnder<T | null>(tx, key, hash),
  )
  if (known) return known
  let all: readonly string[] = []
  try {
    all = await namesIn((name, run) => onceFor(services, `${key}|${name}`, run, hash))
    const part: Part = (name, run) =>
      onceFor(
        services,
        `${key}|${name}`,
        async (tx) => {
          await holdBegun(tx, key, hash)
          return run(tx)
        },
        hash,
      )
    const answer = await work(part, all)
    await services.db.update(idempotency).set({ answer }).where(eq(idempotency.key, key))
    return answer
  } catch (error) {
    if (error instanceof Refusal) await letGo(services, key, all)
    throw error
  }
}

/** Names are ids of records; none is this. */
const FOUND = 'found'

/** While a part is done, what it is a part of has begun: it is not let go of, nor withdrawn. */
async function holdBegun(tx: Tx, key: string, hash: string): Promise<void> {
  const [begun] = await tx
    .select({ requestHash: idempotency.requestHash })
    .from(idempotency)
    .where(eq(idempotency.key, key))
    .for('share')
  // Let go of by another one, which was refused.
  if (!begun && (await isFirst(tx, key, hash))) return
  await answerUnder(tx, key, hash)
}

/** Nothing of it was done, under this key or by another one that was sent under it. */
const letGo = ({ db }: Services, key: string, names: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    // Whoever is at a part now is waited for; what they did is seen by the next statement only.
    await tx.select({ key: idempotency.key }).from(idempotency).where(eq(idempotency.key, key)).for('update')
    const parts = names.map((name) => `${key}|${name}`)
    const done = parts.length
      ? await tx.select({ key: idempotency.key }).from(idempotency).where(inArray(idempotency.key, parts)).limit(1)
      : []
    if (done.length) return
    await tx
      .delete(idempotency)
      .where(and(inArray(idempotency.key, [key, `${key}|${FOUND}`]), ne(idempotency.requestHash, WITHDRAWN)))
  })

function keyOf(caller: Caller, request: FastifyRequest): string | undefined {
  const given = request.headers['x-idempotency-key']
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !KEY.test(given))
    throw badInput('请求头 X-Idempotency-Key：应为 8 到 80 位字母、数字、. _ -')
  return `${caller.userId}|${request.method} ${request.routeOptions.url ?? request.url}|${given}`
}

const isWithdrawal = ({ headers }: FastifyRequest): boolean => headers['x-idempotency-withdraw'] !== undefined

/** No hash of any request. */
const WITHDRAWN = 'withdrawn'

async function withdraw<T>(services: Services, key: string, requestHash: string): Promise<T> {
  const done = await services.db.transaction(async (tx) =>
    (await isFirst(tx, key, WITHDRAWN)) ? undefined : { answer: await answerUnder<T>(tx, key, requestHash) },
  )
  if (!done) throw withdrawn()
  return done.answer
}

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
    if (!(await isFirst(tx, key, requestHash))) return answerUnder<T>(tx, key, requestHash)
    const answer = await work(tx)
    await tx
      .update(idempotency)
      .set({ answer: answer ?? null })
      .where(eq(idempotency.key, key))
    return answer
  })

async function answerUnder<T>(tx: Tx, key: string, requestHash?: string): Promise<T> {
  const [known] = await tx
    .select({ answer: idempotency.answer, requestHash: idempotency.requestHash })
    .from(idempotency)
    .where(eq(idempotency.key, key))
  if (known?.requestHash === WITHDRAWN) throw withdrawn()
  if (known?.requestHash && known.requestHash !== requestHash) throw keyUsed()
  return known?.answer as T
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
