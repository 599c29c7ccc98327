import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'

const SLOW_MS = 1000
const GIVE_UP_MS = 2500

type State = 'ok' | 'degraded' | 'readonly' | 'down'

/** `GET /health`: 200 while requests can be answered, 503 while the database cannot be reached. */
export function serveHealth(app: FastifyInstance, services: Services): void {
  app.get('/health', { logLevel: 'silent' }, async (_, reply) => {
    const started = Date.now()
    const answered = await databaseAnswers(services)
    const databaseMs = Date.now() - started
    const status: State = !answered
      ? 'down'
      : services.readOnly()
        ? 'readonly'
        : databaseMs > SLOW_MS
          ? 'degraded'
          : 'ok'
    return reply
      .code(answered ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, databaseMs, uptimeSeconds: Math.round(process.uptime()) })
  })
}

async function databaseAnswers(services: Services): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), GIVE_UP_MS)))
  const asked = services.pool.query('select 1').then(
    () => true,
    () => false,
  )
  const answer = await Promise.race([asked, tooLong])
  clearTimeout(timer)
  return answer
}
