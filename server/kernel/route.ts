import type {} from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Fields } from '#model/fields.ts'
import type { Services } from './services.ts'
import type { Caller } from './caller.ts'
import type { LaneName } from './lanes.ts'

export const PREFIX = '/jeecg-boot'

type Out<S> = S extends z.ZodType ? z.output<S> : undefined

export interface Call<Q = undefined, B = undefined, P = undefined> {
  caller: Caller
  query: Q
  body: B
  params: P
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * One endpoint. `permission` is a permission code, `session` (anybody signed in) or `public`; without it the server
 * does not start. What the handler returns becomes `result` of the envelope unless `raw`.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[]
  path: string
  permission: string
  summary: string
  tag: string
  query?: z.ZodType
  body?: z.ZodType
  params?: z.ZodType
  /** The body's fields, so that a message says 联系电话 and not `contactPhone`. */
  fields?: Fields
  /** X-Sign is verified (contract.md §1.4). */
  signed?: boolean
  /** Open to a session that has to change its password before anything else. */
  beforePasswordChange?: boolean
  /** A deputy may call it with the rights of whom they stand in for; the handler says as whom (`stand-ins.ts`). */
  deputy?: boolean
  /** Whether it is an operation of 操作日志; absent: whatever is not asked for by GET. What a page does by itself is none. */
  logged?: boolean
  /**
   * Whether an administrator who looks at the product as somebody else may call it; absent: what is asked for by GET and is no
   * operation. Closed are readings that leave a mark, and what is a person's own: messages, half-typed forms, files.
   */
  viewable?: boolean
  /** A picture or a file: a page asks for dozens of them, so they are counted apart from what an address asks otherwise. */
  picture?: boolean
  /** The reply has no envelope. */
  raw?: boolean
  /** The body is text of at most so many bytes, whatever its type says, and reaches the handler as it came (`request.body`). */
  textBody?: number
  /** Multipart upload: the body is read by the handler. */
  upload?: boolean
  /**
   * What it waits behind when the server is busy; it may depend on what is asked for (the query as it came). Absent: `light`,
   * or `upload` for an upload.
   */
  lane?: LaneName | ((query: unknown) => LaneName)
  handler: (call: never) => unknown
}

type Handler<Q, B, P> = (call: Call<Out<Q>, Out<B>, Out<P>>) => unknown

/** Gives the handler the types of its schemas. */
export const route = <
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  P extends z.ZodType | undefined = undefined,
>(
  spec: Omit<Route, 'handler' | 'query' | 'body' | 'params'> & {
    query?: Q
    body?: B
    params?: P
    handler: Handler<Q, B, P>
  },
): Route => spec

/** A success whose message the contract prescribes: `said('添加成功！', row)`. */
export class Said {
  constructor(
    readonly message: string,
    readonly result: unknown = null,
    readonly code = 200,
  ) {}
}
export const said = (message: string, result: unknown = null, code = 200) => new Said(message, result, code)
