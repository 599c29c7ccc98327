/** Everything a request can fail with. Thrown by name, turned into a reply in one place (`envelope.ts`). */
export class Refusal extends Error {
  constructor(
    /** HTTP status of the reply; `code` in the envelope repeats it unless `code` says otherwise. */
    readonly status: number,
    message: string,
    readonly extra: { code?: number; result?: unknown; retryAfterSeconds?: number; unlogged?: boolean } = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

/** A rule of the business says no: HTTP 200, `success: false`, code 500, as the contract's clients expect. */
export const refused = (message: string, code = 500, result?: unknown) => new Refusal(200, message, { code, result })
/** A parameter is unknown or broken. */
export const badInput = (message: string, result?: unknown) => new Refusal(400, message, { result })
export const tokenInvalid = (message = 'Token失效，请重新登录!') => new Refusal(401, message)
const NO_RIGHT = '没有权限，请联系管理员授权'
export const forbidden = (message = NO_RIGHT) => new Refusal(403, message)
/** The same for want of one permission, which the reply names: the person may ask 为什么. */
export const lacksRight = (permission: string, message = NO_RIGHT) =>
  new Refusal(403, message, { result: { permission } })
export const notFound = (what: string) => new Refusal(404, `${what}不存在或已被删除`)
/** A session opened with a password that somebody else knows. Clients that know `mustChangePassword` ask for a new one. */
export const passwordDue = () =>
  new Refusal(403, '当前密码是初始密码或由管理员重置，请先修改密码', { result: { mustChangePassword: true } })
/** Somebody was first: the message says who and when. */
export const conflict = (message: string, result?: unknown) => new Refusal(409, message, { result })
export const tooLarge = (message: string) => new Refusal(413, message)
export const wrongType = (message: string) => new Refusal(415, message)
/** The same X-Idempotency-Key came with another request before. */
export const keyUsed = () => new Refusal(422, '请求头 X-Idempotency-Key 已用于另一个请求，本次没有执行，请换一个重试')
/** Asked by who takes an unanswered request back: it was not done, and will not be. */
export const withdrawn = () => new Refusal(410, '先前的提交没有生效，已撤回')
export const tooMany = (message: string, retryAfterSeconds: number) => new Refusal(429, message, { retryAfterSeconds })
/** Sent away before anything was begun. Thousands may be, so not each is logged. */
export const busy = (message: string, retryAfterSeconds: number) =>
  new Refusal(503, message, { retryAfterSeconds, unlogged: true })
/** Nobody reads this answer. The status is nginx's. */
export const clientLeft = () => new Refusal(499, '客户端已断开')
export const unavailable = (message: string, retryAfterSeconds = 5) => new Refusal(503, message, { retryAfterSeconds })
/** A file of this machine could not be written for want of room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
/** Files stop long before the database does, so that people can go on working. */
export const noRoom = () => unavailable('服务器磁盘空间不足，暂时不能上传、导入或生成文件，请联系管理员清理', 300)
