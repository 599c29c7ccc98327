import type { FastifyInstance } from 'fastify'
import { onlyRow } from '../db/only-row.ts'
import type { Services } from '../kernel/services.ts'
import { standingOfBackups } from '../system/backups.ts'
import type { Lanes } from '../kernel/lanes.ts'

const SLOW_MS = 1000
const GIVE_UP_MS = 2500

type State = 'ok' | 'starting' | 'degraded' | 'readonly' | 'down'

/**
 * `GET /health`: 200 while requests can be answered, 503 while the database cannot be reached or nothing can be decided yet.
 * The age of the backups is told beside it and changes nothing about that.
 */
export function serveHealth(app: FastifyInstance, services: Services, lanes: Lanes): void {
  app.get('/health', { logLevel: 'silent', exposeHeadRoute: true }, async (_, reply) => {
    const started = Date.now()
    const answered = await databaseAnswers(services)
    const databaseMs = Date.now() - started
    const status: State = !answered
      ? 'down'
      : services.readOnly() || answered === 'on'
        ? 'readonly'
        : !services.jobs.ready()
          ? 'starting'
          : databaseMs > SLOW_MS || lanes.light.crowded
            ? 'degraded'
            : 'ok'
    const backup = answered ? await inTime(backupOf(services)) : undefined
    return reply
      .code(answered && status !== 'starting' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, databaseMs, uptimeSeconds: Math.round(process.uptime()), ...(backup && { backup }) })
  })
}

/** Undefined where it cannot be read, as on a full disk with an older structure. */
const backupOf = (services: Services) =>
  standingOfBackups(services).then(
    ({ lastGood, stale }) => ({ lastGood: lastGood?.toISOString() ?? null, stale }),
    () => undefined,
  )

/** Whether it is read-only: `on` or `off`; undefined where it does not answer. */
const databaseAnswers = (services: Services): Promise<string | undefined> =>
  inTime(
    services.pool.query<{ readOnly: string }>(`select current_setting('transaction_read_only') as "readOnly"`).then(
      ({ rows }) => onlyRow(rows).readOnly,
      () => undefined,
    ),
  )

async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), GIVE_UP_MS)))
  const answer = await Promise.race([asked, tooLong])
  clearTimeout(timer)
  return answer
}
