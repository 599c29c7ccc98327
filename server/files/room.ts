/** How much may be kept: by the disk, by a person, by a tenant. */
import { and, eq, or } from 'drizzle-orm'
import { sizeText } from '#model/storedFiles.ts'
import type { Tx } from '../kernel/database.ts'
import { freeBytesOf } from '../db/embedded-space.ts'
import { fileBytes } from '../db/tables.ts'
import { noRoom, tooLarge } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'

export interface Owner {
  username: string
  tenantId: number
}

/** Throws 503 where so many bytes more would bring the store below `FILES_MIN_FREE_MB`. */
export async function needRoom({ files, settings, log }: Services, bytes = 0): Promise<void> {
  const free = await files.freeBytes()
  if (free - bytes >= settings.filesMinFree) return
  log.warn({ freeBytes: free }, '磁盘空间不足，不再保存文件')
  throw noRoom()
}

/** The same for what is unrolled on this machine before it is kept: the disk of the embedded database counts too. */
export async function needRoomHere(services: Services, bytes = 0): Promise<void> {
  await needRoom(services, bytes)
  const { databaseUrl, bucket, dataDir, filesMinFree } = services.settings
  if (!databaseUrl && bucket && (await freeBytesOf(dataDir)) - bytes < filesMinFree) throw noRoom()
}

/** Throws 413 when the owner or the tenant keeps too much, `bytes` of this file included, as this transaction sees it. */
export async function refuseOverQuota(
  tx: Tx,
  { filesPerPerson, filesPerTenant }: Services['settings'],
  { username, tenantId }: Owner,
  bytes: number,
): Promise<void> {
  const kept = await tx
    .select()
    .from(fileBytes)
    .where(
      or(
        and(eq(fileBytes.holder, 'person'), eq(fileBytes.name, username)),
        and(eq(fileBytes.holder, 'tenant'), eq(fileBytes.name, String(tenantId))),
      ),
    )
  const limits = { person: filesPerPerson, tenant: filesPerTenant }
  const over = kept.find(({ holder, bytes: all }) => limits[holder] > 0 && all > limits[holder])
  if (!over) return
  const sizes = `已用 ${sizeText(over.bytes - bytes)}，上限 ${sizeText(limits[over.holder])}，本文件 ${sizeText(bytes)}`
  throw tooLarge(
    over.holder === 'person'
      ? `您的文件空间不足：${sizes}。没有用在任何记录中的文件一天后自动清理，后台任务的文件可在任务中心删除`
      : `本租户的文件空间不足：${sizes}，请联系管理员`,
  )
}
