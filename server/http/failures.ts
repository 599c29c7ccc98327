import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tooLargeText } from '#model/uploads.ts'
import {
  isConnectionLost,
  isForeignKeyViolation,
  isQueryLimit,
  isReadOnly,
  isSerializationFailure,
  isUniqueViolation,
  sqlState,
} from '../db/sql-state.ts'
import { failure } from './envelope.ts'
import { badInput, refused, Refusal, tooLarge, tooMany, unavailable, wrongType } from './errors.ts'

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
  FST_ERR_MAX_PARAM_LENGTH: () => badInput('请求路径过长'),
}

function ofDatabase(error: unknown): Refusal | undefined {
  if (!sqlState(error)) return undefined
  if (isUniqueViolation(error)) return refused('数据库中已存在该记录')
  if (isForeignKeyViolation(error)) return refused('该记录正在被使用，不能这样修改')
  if (isReadOnly(error)) return unavailable('存储空间不足，系统暂时只读，请稍后再试', 30)
  if (isSerializationFailure(error)) return unavailable('系统繁忙，请重试', 1)
  if (isQueryLimit(error)) return unavailable('查询时间过长，请缩小范围后重试', 10)
  if (isConnectionLost(error)) return unavailable('数据库暂时不可用，请稍后重试', 5)
  // A value that PostgreSQL cannot read: too long, not a number, NUL in a text.
  if (/^22/.test(sqlState(error)!.code)) return badInput('提交的值超出范围或格式不正确')
  return undefined
}

/** The failure a thrown thing stands for; undefined when nobody foresaw it. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return badInput(error.issues[0]?.message ?? '参数不正确')
  const code = (error as FastifyError | undefined)?.code
  const known = code ? byCode[code]?.() : undefined
  if (known) return known
  const database = ofDatabase(error)
  if (database) return database
  const status = (error as FastifyError | undefined)?.statusCode
  // JSON with `__proto__` in it comes as a plain SyntaxError.
  if (status === 400) return badInput('提交的内容不正确')
  if (status === 413) return tooLarge('提交的内容过大')
  if (status === 415) return wrongType('不支持的内容类型')
  if (status === 429) return tooMany('请求过于频繁，请稍后再试', 60)
  return undefined
}

/** The one place where a failure becomes a reply. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (!refusal) {
    request.log.error({ err: error, path: request.url.split('?')[0] }, '请求处理失败')
    return reply.code(500).send(failure(500, `操作失败，请稍后重试（编号 ${request.id}）`))
  }
  const { status, message, extra } = refusal
  if (status >= 500) request.log.warn({ err: error, path: request.url.split('?')[0] }, message)
  if (extra.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(extra.retryAfterSeconds)))
  return reply.code(status).send(failure(extra.code ?? status, message, extra.result))
}
