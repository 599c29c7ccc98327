/**
 * The one way out to foreign servers: named origins only, no redirects, a time limit, a size limit. What comes back is
 * text until proven JSON: behind a limit or a proxy the chats answer with HTML.
 */
export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
  timeoutMs?: number
}

export interface Answer {
  status: number
  text: string
  /** When the text is a JSON object. */
  json?: Readonly<Record<string, unknown>>
  /** Seconds, when the server said so. */
  retryAfter?: number
}

/** There is no answer: refused, cut off, too late, too large, or sent elsewhere. */
export class NoAnswer extends Error {
  constructor(
    /** In Chinese. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'NoAnswer'
  }
}

const TIMEOUT_MS = 10_000
const MOST_BYTES = 1024 * 1024

export type Ask = (address: string, question?: Question) => Promise<Answer>

/** `bases`: addresses whose origins may be asked. */
export function outgoing(bases: readonly string[]): Ask {
  const origins = new Set(bases.map((base) => new URL(base).origin))
  return async (address, { method = 'GET', headers, body, timeoutMs = TIMEOUT_MS } = {}) => {
    const url = new URL(address)
    if (!origins.has(url.origin)) throw new Error(`${url.origin} is not among the allowed origins`)
    try {
      const response = await fetch(url, {
        method,
        headers: { accept: 'application/json', ...headers },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        throw new NoAnswer(`${url.host} 要求跳转到别处，已拒绝`)
      }
      const text = await limited(response, url.host)
      const retryAfter = Number(response.headers.get('retry-after'))
      return {
        status: response.status,
        text,
        json: objectIn(text),
        ...(retryAfter > 0 && { retryAfter }),
      }
    } catch (error) {
      if (error instanceof NoAnswer) throw error
      const late = (error as Error).name === 'TimeoutError'
      throw new NoAnswer(late ? `${url.host} 在 ${timeoutMs / 1000} 秒内没有应答` : `无法连接 ${url.host}`, {
        cause: error,
      })
    }
  }
}

async function limited(response: Response, host: string): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > MOST_BYTES) {
      await reader.cancel()
      throw new NoAnswer(`${host} 的应答过大`)
    }
    parts.push(value)
  }
  return Buffer.concat(parts).toString('utf8')
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A form with one file, as both chats take it. The name goes in as UTF-8, without what would end the header. */
export function fileForm(file: { name: string; type: string; content: Buffer }): Pick<Question, 'headers' | 'body'> {
  const boundary = `voltdesk-${crypto.randomUUID()}`
  const name = file.name.replace(/[\r\n"\\/]/g, '_')
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="${name}"; filelength=${file.content.length}\r\nContent-Type: ${file.type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(Buffer.concat([Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)])),
  }
}
