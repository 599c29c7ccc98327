import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedError } from './log-errors.ts'
import type { Settings } from './settings.ts'

const SECRET = [
  'password',
  '*.password',
  'oldpassword',
  '*.oldpassword',
  'token',
  '*.token',
  'req.headers["x-access-token"]',
  'req.headers.authorization',
  'req.headers.cookie',
]

/**
 * JSON lines in production, for collectors; readable lines otherwise. Secrets are cut out by name, and of a statement that
 * failed its text and its values.
 */
export function makeLog(
  settings: Pick<Settings, 'logLevel' | 'production'>,
  output: DestinationStream = settings.production ? jsonLines() : readable(),
): Logger {
  const serializers = { err: loggedError, error: loggedError }
  return pino({ level: settings.logLevel, redact: { paths: SECRET, censor: '[已隐藏]' }, serializers }, output)
}

function jsonLines(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false })
  // A full log disk must not fail a request.
  output.on('error', () => undefined)
  return output
}

const LEVELS: Record<number, string> = { 10: '细节', 20: '调试', 30: '信息', 40: '注意', 50: '错误', 60: '严重' }
const HIDDEN = ['level', 'time', 'pid', 'hostname', 'msg', 'reqId']

function readable(): DestinationStream {
  return {
    write(line) {
      const entry = JSON.parse(line) as Record<string, unknown> & {
        level: number
        time: number
        err?: { stack?: string }
      }
      const time = new Date(entry.time).toLocaleTimeString('zh-CN', { hour12: false })
      const details = Object.fromEntries(
        Object.entries(entry).filter(([key]) => !HIDDEN.includes(key) && key !== 'err'),
      )
      const rest = Object.keys(details).length ? ` ${JSON.stringify(details)}` : ''
      const stack = entry.err?.stack ? `\n${entry.err.stack}` : ''
      process.stdout.write(`${time} ${LEVELS[entry.level] ?? ''} ${String(entry.msg ?? '')}${rest}${stack}\n`)
    },
  }
}
