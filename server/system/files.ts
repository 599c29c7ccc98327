import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_BYTES, tooLargeText } from '#model/uploads.ts'
import { newId } from '../db/id.ts'
import { storedFile } from '../db/tables.ts'
import { signatureFits } from '../files/address.ts'
import { fileTypeOf } from '../files/file-type.ts'
import type { Caller } from '../http/caller.ts'
import { badInput, refused, tooLarge, wrongType } from '../http/errors.ts'
import { atMost } from '../http/limits.ts'
import { route, said, type Call, type Route } from '../http/route.ts'
import { knockOf, signedIn } from '../http/session.ts'
import type { Services } from '../services.ts'

/** What a form adds around the file: boundaries and the few fields. */
const AROUND_BYTES = 64 * 1024

const FOLDER = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,4}$/

/** 报表_8c1f….xlsx: the name people gave, as far as it is harmless, and 128 random bits nobody can guess. */
export function pathFor(biz: string, fileName: string, extension: string): string {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}-]+/gu, '_')
    .slice(0, 40)
    .replace(/^[_-]+|[_-]+$/g, '')
  return `${biz}/${stem || 'file'}_${randomBytes(16).toString('hex')}.${extension}`
}

export interface Content {
  fileName: string
  content: Buffer
  biz: string
}

/** Refuses by the announced length, before the first byte is read. */
export async function receive({ request, reply }: Pick<Call, 'request' | 'reply'>): Promise<Content> {
  if (Number(request.headers['content-length']) > MOST_BYTES + AROUND_BYTES) {
    // Nobody waits for the rest of two gigabytes.
    void reply.header('connection', 'close')
    throw tooLarge(tooLargeText())
  }
  let file: { fileName: string; content: Buffer } | undefined
  let biz = 'temp'
  for await (const part of request.parts({ limits: { files: 1, fileSize: MOST_BYTES } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer()
      if (part.fieldname === 'file') file = { fileName: part.filename ?? '', content }
    } else if (part.fieldname === 'biz') biz = String(part.value) || biz
    else if (!['isup', 'jeditor', 'bizPath', 'name'].includes(part.fieldname))
      throw badInput(`未知参数：${part.fieldname}`)
  }
  if (!FOLDER.test(biz) || biz.length > 64) throw refused('上传目录bizPath，格式非法！')
  if (!file) throw badInput('上传失败！请选择文件')
  if (!file.content.length) throw badInput('上传失败！文件是空的')
  if (file.content.length > MOST_BYTES) throw tooLarge(tooLargeText())
  return { ...file, biz }
}

/** Puts a file into the store and into sys_file. Used by uploads and by whatever produces files. */
export async function keepFile(
  services: Services,
  owner: Pick<Caller, 'username' | 'tenantId'>,
  file: { path: string; fileName: string; contentType: string; biz: string; isPrivate?: boolean },
  content: Parameters<Services['files']['write']>[1],
): Promise<{ id: string; path: string; fileSize: number }> {
  const fileSize = await services.files.write(file.path, content)
  const id = newId()
  try {
    const { username: createBy, tenantId } = owner
    await services.db.insert(storedFile).values({ id, fileSize, createBy, tenantId, ...file })
  } catch (error) {
    await services.files.remove(file.path).catch(() => undefined)
    throw error
  }
  return { id, path: file.path, fileSize }
}

const missing = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('文件不存在')

async function mayRead(
  { services: { db, clock }, request, services }: Pick<Call, 'services' | 'request'>,
  file: typeof storedFile.$inferSelect,
  query: { expires?: string; signature?: string },
): Promise<boolean> {
  if (!file.isPrivate) return true
  if (await signatureFits(db, file.path, query, clock.now())) return true
  if (!request.headers['x-access-token']) return false
  const { caller } = await signedIn(services, knockOf(request))
  return caller.username === file.createBy
}

export const fileRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/sys/common/upload',
    permission: 'session',
    summary: '上传文件（10MB 以内），message 为路径',
    tag: '文件',
    upload: true,
    handler: async ({ request, reply, services, caller }) => {
      if (!request.isMultipart()) throw wrongType('请用 multipart/form-data 上传文件')
      await atMost(services.db, `upload:${caller.userId}`, 300, 600, services.clock.now())
      const { fileName, content, biz } = await receive({ request, reply })
      const type = fileTypeOf(fileName, content)
      if (!type) throw wrongType('上传失败！不支持该类型的文件，或内容与扩展名不符')
      const path = pathFor(biz, fileName, type.extension)
      await keepFile(
        services,
        caller,
        { path, fileName: fileName.slice(-200), contentType: type.contentType, biz },
        content,
      )
      return said(path)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/common/static/*',
    permission: 'public',
    summary: '读取文件；私有文件需要本人的登录或短期签名',
    tag: '文件',
    raw: true,
    params: z.object({ '*': z.string().max(500) }),
    query: z.strictObject({ expires: z.string().optional(), signature: z.string().optional() }),
    handler: async ({ params, query, services, request, reply }) => {
      const path = params['*']
      if (path.includes('\0')) return missing(reply)
      const [file] = await services.db.select().from(storedFile).where(eq(storedFile.path, path))
      if (!file || !(await mayRead({ services, request }, file, query))) return missing(reply)
      const found = await services.files.read(file.path)
      if (!found) return missing(reply)
      const shown = file.contentType.startsWith('image/')
      return reply
        .header('content-type', file.contentType)
        .header('content-length', String(found.size))
        .header('content-disposition', disposition(shown, file.fileName))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', file.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable')
        .send(found.stream)
    },
  }),
]

/** RFC 6266; Chinese names go into filename*. */
const disposition = (inline: boolean, fileName: string) =>
  `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
