import { isReadOnly, openDatabase, type OpenDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { seed } from './db/seed/index.ts'
import { buildApp } from './app.ts'
import { makeChats } from './chat/set-up.ts'
import { PretendDevices } from './device/pretend-devices.ts'
import { resumeCommands } from './device/send-command.ts'
import { openFiles } from './files/open.ts'
import { bossQueue } from './jobs/boss.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { startSchedule } from './jobs/schedule.ts'
import { makeLog } from './log.ts'
import { resumeApprovals } from './actions/approval/asking.ts'
import { resumeCardRefunds } from './money/card-refund.ts'
import { resumeDepositRefunds } from './money/deposit-refund.ts'
import { resumeOrderRefunds } from './money/order-refund.ts'
import { resumePayOuts } from './money/pay-out.ts'
import { PretendPay } from './money/pretend-pay.ts'
import { paidByBooks } from './money/statement.ts'
import { resumeNotices } from './notify/send.ts'
import { pretendSms } from './notify/sms.ts'
import { productRoutes } from './routes.ts'
import { resumeTasks, stopTasks } from './tasks/run.ts'
import type { Services } from './services.ts'
import { readSettings, type Settings } from './settings.ts'
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

/** On a full disk the database is read-only: then the server starts with the structure and content it has. */
async function unlessFull<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isReadOnly(error)) throw error
    log.error('磁盘空间不足，以只读方式启动')
    return otherwise
  }
}

function outside({ db, pool, readOnly }: OpenDatabase, { production }: Settings): Services {
  const clock = { now: () => new Date() }
  const services: Services = {
    db,
    pool,
    readOnly,
    settings,
    log,
    clock,
    files: openFiles(settings),
    pay: new PretendPay(undefined, undefined, undefined, paidByBooks(db)),
    device: new PretendDevices(),
    sms: pretendSms(log, !production),
    chats: makeChats(settings, { db, clock, log }),
    jobs: bossQueue({ pool, log, handlers: () => jobHandlers(services) }),
  }
  return services
}

const database = await openDatabase({
  databaseUrl: settings.databaseUrl,
  dataDir: settings.dataDir,
  timeZone: settings.timeZone,
  poolSize: settings.databasePool,
  log,
}).catch(explain)
const services = outside(database, settings)

async function start() {
  await unlessFull(() => migrate(database.pool, { log }), [])
  const { accounts } = await unlessFull(() => seed(services), { accounts: [] })
  const app = await buildApp(services, { routes: productRoutes() })
  await services.jobs.start()
  await resumePayOuts(services).catch((error: Error) => log.warn({ err: error }, '暂时无法继续未完成的打款'))
  for (const resume of [resumeOrderRefunds, resumeDepositRefunds, resumeCardRefunds, resumeCommands, resumeApprovals])
    await resume(services).catch((error: Error) => log.warn({ err: error }, '暂时无法继续未完成的退款与审批'))
  await resumeNotices(services).catch((error: Error) => log.warn({ err: error }, '暂时无法继续未完成的通知'))
  await resumeTasks(services).catch((error: Error) => log.warn({ err: error }, '暂时无法继续未完成的后台任务'))
  await app.listen({ port: settings.port, host: settings.host, listenTextResolver: () => '已开始监听' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  process.stdout.write(welcome(settings, port, accounts))
  return app
}

const app = await start().catch(async (error: NodeJS.ErrnoException) => {
  log.debug({ err: error }, '启动失败')
  await database.close().catch(() => undefined)
  return error.code === 'EADDRINUSE'
    ? fail(`端口 ${settings.port} 已被占用。换一个端口：PORT=${settings.port + 1} npm start`)
    : explain(error)
})

const schedule = startSchedule(services)

let stopping = false
async function stop(code: number) {
  if (stopping) return
  stopping = true
  log.info('正在停止，等待进行中的请求')
  setTimeout(() => process.exit(1), STOP_MS).unref()
  await schedule.stop()
  await app.close().catch((error: Error) => log.warn({ err: error }, '关闭服务时出错'))
  await stopTasks(services)
  await services.jobs.stop().catch((error: Error) => log.warn({ err: error }, '停止任务队列时出错'))
  await database.close()
  process.exit(code)
}

process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
process.on('unhandledRejection', (error) => log.error({ err: error }, '未处理的异步错误'))
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, '未处理的错误，正在停止')
  void stop(1)
})
