import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tooLargeText } from '#model/uploads.ts'
import { FILE_GONE } from '../db/file-triggers.ts'
import { USERNAME_GIVEN } from '../db/given-usernames.ts'
import { LOCKED_OUT } from '../db/lock-out.ts'
import {
  isConnectionLost,
  isForeignKeyViolation,
  isQueryLimit,
  isSerializationFailure,
  isUniqueViolation,
  sqlState,
  whyReadOnly,
} from '../db/sql-state.ts'
import { failure } from './envelope.ts'
import {
  badInput,
  conflict,
  isDiskFull,
  noRoom,
  refused,
  Refusal,
  tooLarge,
  tooMany,
  unavailable,
  wrongType,
} from '../kernel/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was not done, as it was said. */
    refusedBecause?: string
  }
}

/** Fastify's own errors, by code. */
const byCode: Record<string, () => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge('提交的内容过大'),
  FST_REQ_FILE_TOO_LARGE: () => tooLarge(tooLargeText()),
  FST_FILES_LIMIT: () => badInput('一次只能上传一个文件'),
  FST_FIELDS_LIMIT: () => badInput('提交的字段过多'),
  FST_PARTS_LIMIT: () => badInput('提交的内容过多'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => wrongType('请用 multipart/form-data 上传文件'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => wrongType('不支持的内容类型，请使用 application/json'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badInput('提交的内容不是正确的 JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => badInput('提交的内容为空'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badInput('请求长度与内容不符'),
  FST_ERR_BAD_URL: () => badInput('请求路径不正确'),
  // A path that climbs out of its folder leads nowhere.
  FST_STATIC_FORBIDDEN_PATH: () => new Refusal(404, '路径不存在，请检查路径是否正确'),
  FST_ERR_MAX_PARAM_LENGTH: () => badInput('请求路径过长'),
}

function ofDatabase(error: unknown): Refusal | undefined {
  const state = sqlState(error)
  if (!state) return undefined
  if (state.code === LOCKED_OUT || state.code === USERNAME_GIVEN) return refused(state.message)
  if (state.code === FILE_GONE) return conflict(state.message)
  if (isUniqueViolation(error)) return refused('数据库中已存在该记录')
  if (isForeignKeyViolation(error)) return refused('该记录正在被使用，不能这样修改')
  const readOnly = whyReadOnly(error)
  if (readOnly) return unavailable(`${readOnly}，系统暂时只读，请稍后再试`, 30)
  if (isSerializationFailure(error)) return unavailable('系统繁忙，请重试', 1)
  if (isQueryLimit(error)) return unavailable('查询时间过长，请缩小范围后重试', 10)
  if (isConnectionLost(error)) return unavailable('数据库暂时不可用，请稍后重试', 5)
  // A value that PostgreSQL cannot read: too long, not a number, NUL in a text.
  if (/^22/.test(state.code)) return badInput('提交的值超出范围或格式不正确')
  return undefined
}

/** The failure a thrown thing stands for; undefined when nobody foresaw it. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return badInput(error.issues[0]?.message ?? '参数不正确')
  const code = (error as FastifyError | undefined)?.code
  const known = code ? byCode[code]?.() : undefined
  if (known) return known
  // The reader of forms throws plain errors.
  if (error instanceof Error && /multipart data|^Multipart: /.test(error.message))
    return badInput('上传的内容不完整或格式不正确')
  if (isDiskFull(error)) return noRoom()
  const database = ofDatabase(error)
  if (database) return database
  const status = (error as FastifyError | undefined)?.statusCode
  // JSON with `__proto__` in it comes as a plain SyntaxError.
  if (status === 400) return badInput('提交的内容不正确')
  if (status === 413) return tooLarge('提交的内容过大')
  if (status === 415) return wrongType('不支持的内容类型')
  if (status !== undefined && status >= 400 && status < 500 && status !== 429) return new Refusal(status, '请求不正确')
  if (status === 429) return tooMany('请求过于频繁，请稍后再试', 60)
  return undefined
}

/** Time for the reply to reach a client that is still sending. */
const LINGER_MS = 1000

/** What is left of an upload nobody wants any more is not read: the connection ends with the reply. */
function stopReading({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || !headers['content-type']?.startsWith('multipart/')) return
  raw.unpipe()
  raw.pause()
  void reply.header('connection', 'close')
  reply.raw.once('finish', () => setTimeout(() => raw.destroy(), LINGER_MS).unref())
}

/** The one place where a failure becomes a reply. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  stopReading(request, reply)
  const refusal = refusalOf(error)
  if (!refusal) {
    request.refusedBecause = '系统故障'
    request.log.error({ err: error, path: request.url.split('?')[0] }, '请求处理失败')
    return reply.code(500).send(failure(500, `操作失败，请稍后重试（编号 ${request.id}）`))
  }
  const { status, message, extra } = refusal
  request.refusedBecause = message
  if (status >= 500 && !extra.unlogged) request.log.warn({ err: error, path: request.url.split('?')[0] }, message)
  if (extra.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(extra.retryAfterSeconds)))
  return reply.code(status).send(failure(extra.code ?? status, message, extra.result))
}
