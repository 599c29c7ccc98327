import type { FastifyReply } from 'fastify'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { MOST_BYTES, tooLargeText } from '#model/uploads.ts'
import { storedFile } from '../db/tables.ts'
import { HANDED_OVER, signatureFits } from './address.ts'
import { fileTypeOf } from './file-type.ts'
import { keepFile, pathFor } from './keep.ts'
import { disposition } from '../kernel/disposition.ts'
import { badInput, forbidden, refused, tooLarge, wrongType } from '../kernel/errors.ts'
import { withinLimit } from '../kernel/part-limit.ts'
import { atMost, count } from '../people/limits.ts'
import { route, said, type Call, type Route } from '../kernel/route.ts'
import { knockOf, signedIn } from '../people/session.ts'

/** What a form adds around the file: boundaries and the few fields. */
const AROUND_BYTES = 64 * 1024

const FOLDER = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+){0,4}$/

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
      const content = await withinLimit(part, part.toBuffer())
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

type Uploading = Pick<Call, 'services' | 'caller'>

export const mayUpload = ({ services, caller }: Uploading): Promise<void> =>
  atMost(services.db, `upload:${caller.userId}`, 300, 600, services.clock.now())

/** Keeps what a person sent and answers its path. */
export async function uploadFile({ services, caller }: Uploading, { fileName, content, biz }: Content) {
  const type = fileTypeOf(fileName, content)
  if (!type) throw wrongType('上传失败！不支持该类型的文件，或内容与扩展名不符')
  const path = pathFor(biz, fileName, type.extension)
  await keepFile(
    services,
    caller,
    { path, fileName: fileName.slice(-200), contentType: type.contentType, biz },
    content,
  )
  return path
}

const missing = (reply: FastifyReply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('文件不存在')

/** The client's own download may ask twice, and once more after a cut; whoever finds the address later gets nothing. */
const MOST_READS = 3
const HOUR_S = 3600

async function mayRead(
  { services: { db, clock }, request, services }: Pick<Call, 'services' | 'request'>,
  file: typeof storedFile.$inferSelect,
  query: { expires?: string; signature?: string },
): Promise<boolean> {
  if (!file.isPrivate) return true
  if (await signatureFits(db, file.path, query, clock.now()))
    return file.biz !== HANDED_OVER || (await count(db, `handed-over:${file.path}`, HOUR_S, clock.now())) <= MOST_READS
  if (!request.headers['x-access-token']) return false
  const { caller } = await signedIn(services, knockOf(request))
  return caller.username === file.createBy && !caller.viewedBy
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
      await mayUpload({ services, caller })
      return said(await uploadFile({ services, caller }, await receive({ request, reply })))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/common/403',
    permission: 'session',
    summary: '契约的“没有权限”：总是这样应答',
    tag: '文件',
    handler: () => {
      throw forbidden()
    },
  }),
  route({
    method: 'GET',
    path: '/sys/common/static/*',
    lane: 'picture',
    permission: 'public',
    summary: '读取文件；私有文件需要本人的登录或短期签名',
    tag: '文件',
    picture: true,
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
        .header('content-disposition', disposition(shown ? 'inline' : 'attachment', file.fileName))
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', file.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable')
        .send(found.stream)
    },
  }),
]
