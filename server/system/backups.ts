/** 备份: the nightly backup, what came of it, and a word to administrators when there has been no good one for too long. */
import { setTimeout as wait } from 'node:timers/promises'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { hostname } from 'node:os'
import { menuUrl } from '#resources/menu.ts'
import { resources } from '#resources/index.ts'
import { oneOf } from '../db/one-of.ts'
import { onlyRow } from '../db/only-row.ts'
import { backupNight } from '../db/backup-table.ts'
import { MEGABYTE } from '../db/embedded-space.ts'
import { newId } from '../kernel/id.ts'
import type { Night, Retention } from '../db/nightly-backup.ts'
import { runNightly } from '../db/run-nightly.ts'
import { isNoRoom } from '../db/room-on-disk.ts'
import { diskFolder } from '../files/open.ts'
import { refused } from '../kernel/errors.ts'
import { tell } from '../notify/notify.ts'
import { tableOf } from '../db/table.ts'
import { storedFile } from '../db/tables.ts'
import type { Services } from '../kernel/services.ts'
import { administrators } from '../people/administrators.ts'

/** Two at a time would only be in each other's way, on whichever nodes. */
const LEASE = 'backup'
/** After the half one is gone it takes the embedded database some seconds to see that there is room again. */
const ROOM_AGAIN_MS = 10_000
/** Nights are remembered so long. */
const REMEMBERED_MS = 400 * 86_400_000
const STALE_DAYS = 2
const RUNNING = eq(backupNight.state, 'running')

/** One night, on this node. Throws a Refusal that says why there is no backup; the result is for the record of the job. */
export async function backUp(services: Services, wanted: Retention & { trial: boolean }): Promise<string> {
  const release = await services.leases.take(LEASE)
  if (!release) throw refused(`${await whoRuns(services)}正在备份`)
  try {
    return await backUpAlone(services, wanted)
  } finally {
    await release()
  }
}

async function whoRuns({ db }: Services): Promise<string> {
  const [other] = await db.select({ node: backupNight.node }).from(backupNight).where(RUNNING)
  return other ? `节点 ${other.node} ` : ''
}

async function backUpAlone(services: Services, wanted: Retention & { trial: boolean }): Promise<string> {
  const { db, settings, clock, log } = services
  const { databaseUrl, dataDir, timeZone, backupDir, filesMinFree } = settings
  const id = await begin(services)
  const end = (state: string, values: Partial<typeof backupNight.$inferInsert>) =>
    db
      .update(backupNight)
      .set({ state, endTime: clock.now().toISOString(), ...values })
      .where(eq(backupNight.id, id))
  try {
    const at = clock.now().toISOString()
    const source = { databaseUrl, dataDir, timeZone, uploads: diskFolder(settings), leaveFree: filesMinFree }
    const night = await runNightly({ ...source, ...wanted, folder: backupDir, at })
    const { file, tables, rows, uploads, notRemoved } = night
    if (notRemoved) log.warn({ reason: notRemoved }, '备份成功，但旧的备份内容未能清理')
    const lost = (await stillMissing(services, night.missing)).length
    const message = wordsOf(night, lost, wanted)
    await end('good', { file, tables, rows, uploads: uploads?.files, uploadBytes: uploads?.bytes, message })
    if (lost)
      await tellAdministrators(services, 'lost', `备份成功，但${wordsOfLost(lost)}`).catch((error: unknown) =>
        // The night was good all the same.
        log.error({ err: error }, '未能通知管理员'),
      )
    return message
  } catch (error) {
    const message = `备份失败：${(error as Error).message}`.slice(0, 500)
    log.error({ err: error }, '备份失败')
    for (let left = ROOM_AGAIN_MS; services.readOnly() && left > 0; left -= 500) await wait(500)
    await end('failed', { message })
    // By itself it does not get better, so nobody waits for it to get old.
    if (isNoRoom(error)) await tellAdministrators(services, 'room', '磁盘空间不足，备份失败')
    throw refused(message)
  }
}

/** Under the lease, so whatever else is said to run does not any more. */
const begin = ({ db, clock }: Services): Promise<string> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    await tx
      .update(backupNight)
      .set({ state: 'failed', endTime: now.toISOString(), message: '备份中断：所在节点已停止' })
      .where(RUNNING)
    const forgotten = new Date(now.getTime() - REMEMBERED_MS).toISOString()
    await tx.delete(backupNight).where(lt(backupNight.beginTime, forgotten))
    const id = newId()
    await tx.insert(backupNight).values({ id, state: 'running', node: hostname(), beginTime: now.toISOString() })
    return id
  })

const AT_ONCE = 1000

/**
 * Of the files without content those that should have one. What was swept or removed while the night was written is none of
 * them, nor what was still on its way into the store then: its content is looked for first, since it goes after its mark.
 */
async function stillMissing({ db, files }: Services, paths: readonly string[]): Promise<string[]> {
  const wanted: string[] = []
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    const absent: string[] = []
    for (const path of paths.slice(from, from + AT_ONCE)) {
      const found = await files.read(path)
      found?.stream.destroy()
      if (!found) absent.push(path)
    }
    const rows = await db
      .select({ path: storedFile.path })
      .from(storedFile)
      .where(and(oneOf(storedFile.path, absent), isNull(storedFile.goingTime)))
    wanted.push(...rows.map(({ path }) => path))
  }
  return wanted
}

const wordsOfLost = (lost: number) => `数据库中有 ${lost} 个文件没有内容`

function wordsOf(night: Night, lost: number, { trial }: { trial: boolean }) {
  const { tables, rows, uploads, file, kept, notRemoved } = night
  const files = uploads
    ? `上传文件 ${uploads.files} 个（${(uploads.bytes / MEGABYTE).toFixed(1)} MB）`
    : '上传文件在对象存储中，不在本备份内'
  return [
    `已备份 ${tables} 张表 ${rows} 行，${files}`,
    trial ? '试恢复后逐行核对一致' : '未试恢复',
    ...(lost ? [wordsOfLost(lost)] : []),
    `现存 ${kept} 份，最新的是 ${file}`,
    ...(notRemoved ? [`旧的备份内容未能清理：${notRemoved}`] : []),
  ].join('；')
}

export interface BackupStanding {
  /** When the last good one was finished. */
  lastGood?: Date
  /** There has been none for two days, though this runs for longer. */
  stale: boolean
}

export async function standingOfBackups({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<BackupStanding> {
  const jobs = tableOf(resources.quartzJob)
  // An installation that is younger than its first night is not late.
  // One that ended in days to come was told by a clock that was ahead: it would say for as long that all is well.
  const { rows } = await db.execute<{ good: number | null; begun: number | null }>(sql`
    select extract(epoch from (select max(${backupNight.endTime}) from ${backupNight}
        where ${backupNight.state} = 'good' and ${backupNight.endTime} <= ${clock.now().toISOString()}::timestamptz))::float8 * 1000 as good,
      extract(epoch from (select min(${jobs.createTime}) from ${jobs} where ${jobs.jobClassName} = 'watch-backup'))::float8 * 1000 as begun`)
  const { good, begun } = onlyRow(rows)
  const now = clock.now().getTime()
  return {
    ...(good !== null && { lastGood: new Date(good) }),
    stale: now - (good ?? begun ?? now) > STALE_DAYS * 86_400_000,
  }
}

/** Says how long ago the last good one was, and tells every administrator once a day when that is too long. */
export async function watchBackups(services: Services): Promise<string> {
  const { lastGood, stale } = await standingOfBackups(services)
  const last = lastGood ? `最近一次成功的备份：${local(services, lastGood)}` : '还没有成功的备份'
  if (!stale) return last
  const people = await tellAdministrators(services, 'stale', `已超过 ${STALE_DAYS} 天没有成功的备份`)
  return `${last}；已超过 ${STALE_DAYS} 天，已通知管理员 ${people} 人`
}

const local = ({ settings }: Services, at: Date) => at.toLocaleString('sv-SE', { timeZone: settings.timeZone })

/** Each of these at most once a day; one keeps nobody from hearing another. */
type Word = 'lost' | 'room' | 'stale'

/** Answers how many people. */
async function tellAdministrators(services: Services, word: Word, title: string): Promise<number> {
  const { lastGood } = await standingOfBackups(services)
  const day = local(services, services.clock.now()).slice(0, 10)
  return services.db.transaction(async (tx) => {
    const byTenant = await administrators(tx)
    const [failed] = await tx
      .select({ message: backupNight.message })
      .from(backupNight)
      .where(eq(backupNight.state, 'failed'))
      .orderBy(desc(backupNight.beginTime))
      .limit(1)
    for (const [tenantId, to] of byTenant)
      await tell(
        { tx, services },
        {
          key: `backup:${tenantId}:${day}:${word}`,
          kind: 'result',
          tenantId,
          title,
          summary: '请在“定时任务”中查看“备份”的执行情况。数据若另有备份，可停止“检查备份”。',
          facts: [
            { label: '最近成功', text: lastGood ? local(services, lastGood) : '从未' },
            ...(failed?.message ? [{ label: '最近失败', text: failed.message.slice(0, 100) }] : []),
          ],
          path: menuUrl(resources.quartzJob),
          to,
        },
      )
    return [...byTenant.values()].flat().length
  })
}
