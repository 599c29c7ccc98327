/** Everything a request can fail with. Thrown by name, turned into a reply in one place (`envelope.ts`). */
export class Refusal extends Error {
  constructor(
    /** HTTP status of the reply; `code` in the envelope repeats it unless `code` says otherwise. */
    readonly status: number,
    message: string,
    readonly extra: { code?: number; result?: unknown; retryAfterSeconds?: number } = {},
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
export const forbidden = (message = '没有权限，请联系管理员授权') => new Refusal(403, message)
export const notFound = (what: string) => new Refusal(404, `${what}不存在或已被删除`)
/** A session opened with a password that somebody else knows. Clients that know `mustChangePassword` ask for a new one. */
export const passwordDue = () =>
  new Refusal(403, '当前密码是初始密码或由管理员重置，请先修改密码', { result: { mustChangePassword: true } })
/** Somebody was first: the message says who and when. */
export const conflict = (message: string, result?: unknown) => new Refusal(409, message, { result })
export const tooLarge = (message: string) => new Refusal(413, message)
export const wrongType = (message: string) => new Refusal(415, message)
export const tooMany = (message: string, retryAfterSeconds: number) => new Refusal(429, message, { retryAfterSeconds })
export const unavailable = (message: string, retryAfterSeconds = 5) => new Refusal(503, message, { retryAfterSeconds })
