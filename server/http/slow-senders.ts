/** Bodies that come slowly are cut off: small ones after a minute, uploads when they come slower than any line that is of use. */
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface SenderLimits {
  /** So long every body may take. */
  bodyMs: number
  /** An upload that takes longer must have come so fast from then on, in the middle. */
  uploadBytesPerSecond: number
  everyMs: number
}

const USUAL: SenderLimits = { bodyMs: 60_000, uploadBytesPerSecond: 16 * 1024, everyMs: 2000 }
/** Node's own limit, which knows no rate: the largest upload at the slowest rate takes eleven minutes. */
export const LONGEST_REQUEST_MS = 15 * 60_000

const isUpload = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') ?? false
const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Before every route, so that it holds for what no route reads as well. */
export function cutSlowSenders(app: FastifyInstance, own: Partial<SenderLimits> = {}): void {
  const { bodyMs, uploadBytesPerSecond, everyMs } = { ...USUAL, ...own }
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    const { socket } = raw
    // A request of the server to itself comes whole.
    if (hasBody(request) && socket instanceof Socket) {
      const [began, before] = [performance.now(), socket.bytesRead]
      const timer = setInterval(() => {
        if (raw.complete || socket.destroyed) return clearInterval(timer)
        const late = performance.now() - began - bodyMs
        if (late < 0) return
        if (isUpload(request) && socket.bytesRead - before >= (late / 1000) * uploadBytesPerSecond) return
        clearInterval(timer)
        // As Node says it of a head that never ends.
        const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        app.server.emit('clientError', error, socket)
      }, everyMs).unref()
      raw.once('close', () => clearInterval(timer))
    }
    done()
  })
}
