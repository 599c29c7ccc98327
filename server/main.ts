import { makeLog } from './kernel/log.ts'
import { readSettings } from './settings.ts'
import { startProduct } from './start.ts'
import { welcome } from './welcome.ts'

const STOP_MS = 10_000

const fail = (message: string): never => {
  process.stderr.write(`\n启动失败：${message}\n\n`)
  process.exit(1)
}
/** The innermost reason: what wraps it says which statement, and that helps nobody who starts a server. */
function explain(error: unknown): never {
  let at = error as Error
  while (at.cause instanceof Error && /^Failed query/.test(at.message)) at = at.cause
  return fail(at.message)
}

const settings = (() => {
  try {
    return readSettings(process.env)
  } catch (error) {
    return explain(error)
  }
})()
// Everything that asks for a local time means the platform's.
process.env.TZ = settings.timeZone
const log = makeLog(settings)

const running = await startProduct(settings, { log }).catch((error: NodeJS.ErrnoException) =>
  error.code === 'EADDRINUSE'
    ? fail(`端口 ${settings.port} 已被占用。换一个端口：PORT=${settings.port + 1} npm start`)
    : explain(error),
)
process.stdout.write(welcome(settings, running.port, running.accounts))

let stopping = false
async function stop(code: number) {
  if (stopping) return
  stopping = true
  log.info('正在停止，等待进行中的请求')
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await running.stop()
  process.exit(code)
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
process.on('unhandledRejection', (error) => log.error({ err: error }, '未处理的异步错误'))
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, '未处理的错误，正在停止')
  void stop(1)
})
