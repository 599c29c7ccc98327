/** Files that were uploaded, as 文件管理 lists, keeps and deletes them (contract.md §6.19). */
import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { sizeText } from '#model/storedFiles.ts'
import { resources } from '#resources/index.ts'
import { fileUse, storedFile } from '../../db/tables.ts'
import { mayUpload, receive, uploadFile } from '../../files/file-routes.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database.ts'
import { notFound, refused, wrongType } from '../../kernel/errors.ts'
import { handles } from '../../kernel/job-handler.ts'
import { job } from '../../kernel/ports/queue.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { hookOf } from '../../resource/hooks.ts'
import { once } from '../../resource/once.ts'
import { keyOf, countUses, usesOf, type Use } from './uses.ts'

const { sysFile } = resources

/** What is left of a deleted file. */
const forgetJob = job<{ path: string }>('file-forget')
/** Its row stays for a while, as of files that are swept: a form that still names it is refused instead of saving a dead path. */
export const forgetDeleted = handles(forgetJob, async ({ db, files }, { path }) => {
  await files.remove(path)
  await db.update(storedFile).set({ fileSize: 0 }).where(eq(storedFile.path, path))
})

const NAMED = 3
const named = ({ label, title }: Use) => `${label}“${title}”`

function refusal(fileName: string, { uses, hidden }: Awaited<ReturnType<typeof usesOf>>): string {
  const others = uses.length - Math.min(uses.length, NAMED) + hidden
  const places = uses.slice(0, NAMED).map(named).join('、')
  const rest = others ? `${places ? ' 等另外 ' : ''}${others} 处` : ''
  return `文件“${fileName}”正用在${places}${rest}，不能删除`
}

const SORTS: readonly (readonly [test: RegExp, word: string])[] = [
  [/^image\//, '图片'],
  [/^video\//, '视频'],
  [/^audio\//, '音频'],
  [/sheet|excel|csv/, '表格'],
  [/pdf|word|text|presentation|powerpoint/, '文档'],
  [/zip|rar|7z|gzip|tar/, '压缩包'],
]

export const fileRules = hookOf(sysFile, {
  async words(rows, { services }) {
    const counts = await countUses(
      services.db,
      rows.map(({ url }) => url ?? ''),
    )
    for (const row of rows) {
      const type = row.contentType ?? ''
      row.useCount = counts.get(keyOf(row.url ?? '')) ?? 0
      row.picture = type.startsWith('image/') ? row.url : null
      row.size = sizeText(row.fileSize ?? 0)
      Object.assign(row, { contentType_dictText: SORTS.find(([test]) => test.test(type))?.[1] ?? '其他' })
    }
  },
  async detail(row, { services, caller }) {
    Object.assign(row, { usedIn: await usesOf(services.db, caller, row.url ?? '') })
  },
  adds: ['usedIn'],
  async beforeDelete({ tx, caller, services, row }) {
    // Locked by now: who saves a record with it has done so, or waits and is refused.
    const found = await usesOf(tx, caller, row.url ?? '')
    if (found.uses.length + found.hidden) throw refused(refusal(row.fileName ?? '', found))
    await tx.delete(fileUse).where(eq(fileUse.rowId, row.id))
    await tx.update(storedFile).set({ goingTime: services.clock.now().toISOString() }).where(eq(storedFile.id, row.id))
    await services.jobs.send(tx, forgetJob, { path: row.url ?? '' })
  },
})

/** It stays although no record names it, until somebody deletes it here. */
async function keepByHand(tx: Tx, caller: Caller, path: string): Promise<void> {
  const [found] = await tx
    .select({ id: storedFile.id })
    .from(storedFile)
    .where(
      and(
        eq(storedFile.path, path),
        eq(storedFile.createBy, caller.username),
        eq(storedFile.tenantId, caller.tenantId),
        eq(storedFile.isPrivate, false),
        isNull(storedFile.goingTime),
      ),
    )
    .for('update')
  if (!found) throw notFound(sysFile.label)
  await tx
    .insert(fileUse)
    .values({ rowId: found.id, tableName: sysFile.table, fileKey: keyOf(path) })
    .onConflictDoNothing()
  await tx.update(storedFile).set({ looseTime: null }).where(eq(storedFile.id, found.id))
}

const common = { method: 'POST', permission: 'system:ossFile:upload', tag: sysFile.label } as const

export const storedFileRoutes: Route[] = [
  route({
    ...common,
    path: `${sysFile.path}/keep`,
    summary: '长期保留刚上传的文件',
    body: z.strictObject({ url: z.string({ error: '请上传文件' }).trim().min(1, '请上传文件').max(500) }),
    handler: async ({ services, caller, request, body: { url } }) => {
      await once(services, caller, request, async (tx) => {
        await keepByHand(tx, caller, url)
        return null
      })
      return said('上传成功！')
    },
  }),
  // The second is for a bucket in the contract, with the address as its message; where files lie is a setting here.
  ...(
    [
      [`${sysFile.path}/upload`, () => '上传成功！'],
      ['/sys/upload/uploadMinio', (url: string) => url],
    ] as const
  ).map(([path, message]) =>
    route({
      ...common,
      path,
      summary: '上传并长期保留一个文件（10MB 以内）',
      upload: true,
      handler: async ({ request, reply, services, caller }) => {
        if (!request.isMultipart()) throw wrongType('请用 multipart/form-data 上传文件')
        await mayUpload({ services, caller })
        const url = await uploadFile({ services, caller }, await receive({ request, reply }))
        await services.db.transaction((tx) => keepByHand(tx, caller, url))
        return said(message(url), { url })
      },
    }),
  ),
]
