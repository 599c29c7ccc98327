/** One request and its answer. `fetch` cannot say how much of an upload has gone. */

export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  params: Readonly<Record<string, string | number | boolean>>
  headers: Readonly<Record<string, string>>
  /** A form or a file goes as it is, anything else as JSON. */
  body?: unknown
  /** The answer is wanted as a Blob instead of as JSON. */
  binary?: boolean
  /** 0: however long it takes. */
  timeoutMs: number
  signal?: AbortSignal
  onUpload?: (percent: number) => void
}

export interface Answer {
  status: number
  /** What the JSON says; the text itself when it is none. */
  data: unknown
  header(name: string): string | undefined
}

/** No answer came. */
export class NoAnswer extends Error {
  constructor(readonly why: 'timeout' | 'unreachable') {
    super(why)
    this.name = 'NoAnswer'
  }
}

/** Nobody wants the answer any more. */
export class Withdrawn extends Error {
  constructor() {
    super('canceled')
    this.name = 'AbortError'
  }
}

/** As people read it in the address bar: these signs need no escape in a query. */
const escaped = (value: string | number | boolean) =>
  encodeURIComponent(value)
    .replace(/%(?:3A|24|2C)/g, decodeURIComponent)
    .replace(/%20/g, '+')

function withParams(url: string, params: Outgoing['params']): string {
  const query = Object.entries(params)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join('&')
  return query ? `${url}${url.includes('?') ? '&' : '?'}${query}` : url
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const asItIs = (body: unknown): body is FormData | Blob => body instanceof FormData || body instanceof Blob

/** Every status is an answer; rejects with NoAnswer or Withdrawn. */
export function request({ method, url, params, headers, body, binary, timeoutMs, signal, onUpload }: Outgoing) {
  return new Promise<Answer>((resolve, reject) => {
    if (signal?.aborted) return reject(new Withdrawn())
    const asked = new XMLHttpRequest()
    asked.open(method, withParams(url, params))
    asked.timeout = timeoutMs
    if (binary) asked.responseType = 'blob'
    asked.setRequestHeader('Accept', 'application/json, text/plain, */*')
    if (body !== undefined && !asItIs(body)) asked.setRequestHeader('Content-Type', 'application/json')
    Object.entries(headers).forEach(([name, value]) => asked.setRequestHeader(name, value))
    if (onUpload)
      asked.upload.onprogress = ({ loaded, total }) => onUpload(Math.round((total ? loaded / total : 0) * 100))
    const withdraw = () => asked.abort()
    signal?.addEventListener('abort', withdraw, { once: true })
    asked.ontimeout = () => reject(new NoAnswer('timeout'))
    asked.onerror = () => reject(new NoAnswer('unreachable'))
    asked.onabort = () => reject(new Withdrawn())
    // The last of all events, after whichever says that nothing came.
    asked.onloadend = () => {
      signal?.removeEventListener('abort', withdraw)
      const { status } = asked
      if (!status) return reject(new NoAnswer('unreachable'))
      const all = asked.getAllResponseHeaders()
      resolve({
        status,
        data: binary ? (asked.response as Blob) : parsed(asked.responseText),
        header: (name) => new RegExp(`^${name}:(.*)$`, 'im').exec(all)?.[1]?.trim(),
      })
    }
    asked.send(body === undefined ? null : asItIs(body) ? body : JSON.stringify(body))
  })
}
