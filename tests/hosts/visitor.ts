/** A browser without a window: keeps cookies, walks from the product to the simulator and back. */
import type { FastifyInstance } from 'fastify'

const ORIGIN = 'http://localhost:80'

export interface Page {
  status: number
  /** Where it was sent, as written. */
  location?: string
  /** Of a page that came in answer to another address: the one that stands in the browser. */
  at?: string
  /** Of a page that is opened in a chat: where that one says who sits here. */
  leave?: string
  body: string
  json: any
  headers: Record<string, unknown>
}

export const WECOM_PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.86 Mobile Safari/537.36 wxwork/4.1.36 MicroMessenger/7.0.1 NetType/4G Language/zh'
export const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'

const told = (html: string, name: string) =>
  new RegExp(` data-${name}="([^"]+)"`).exec(html)?.[1]?.replaceAll('&#38;', '&')

export class Visitor {
  cookies = new Map<string, string>()

  constructor(
    private readonly app: FastifyInstance,
    readonly userAgent = WECOM_PHONE,
  ) {}

  /** A request to the product; `path` below its origin. */
  async open(path: string, options: { method?: 'GET' | 'POST'; body?: object; headers?: Record<string, string> } = {}) {
    const answer = await this.app.inject({
      method: options.method ?? 'GET',
      url: path,
      headers: {
        'user-agent': this.userAgent,
        ...(this.cookies.size && { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...options.headers,
      },
      ...(options.body && { payload: options.body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      this.cookies.set(name!, value!)
    }
    const page: Page = {
      status: answer.statusCode,
      location: answer.headers.location,
      at: told(answer.body, 'at'),
      leave: told(answer.body, 'leave'),
      body: answer.body,
      json: String(answer.headers['content-type']).includes('json') ? answer.json() : undefined,
      headers: answer.headers,
    }
    return page
  }

  api(path: string, body?: object, headers?: Record<string, string>) {
    return this.open(`/jeecg-boot${path}`, { ...(body && { method: 'POST', body }), headers })
  }

  /** Follows the way through the chat's login page; the address at which the chat sends the browser back. */
  async throughChat(location: string): Promise<string> {
    const answer = await fetch(location, { redirect: 'manual', headers: { 'user-agent': this.userAgent } })
    const back = answer.headers.get('location')
    if (!back) throw new Error(`the chat did not send us back: ${(await answer.text()).slice(0, 300)}`)
    return back.startsWith(ORIGIN) ? back.slice(ORIGIN.length) : back.replace(/^https?:\/\/[^/]+/, '')
  }

  /** From the login address to the page that takes the one-time code: its query. */
  async signIn(source: string, query: Record<string, string> = {}): Promise<URLSearchParams> {
    const start = await this.api(`/sys/thirdLogin/oauth2/${source}/login?${new URLSearchParams(query).toString()}`)
    const back = await this.throughChat(start.location!)
    const done = await this.open(back)
    return new URL(done.location!, ORIGIN).searchParams
  }

  /** The whole way to a session. */
  async session(source: string, query: Record<string, string> = {}) {
    const page = await this.signIn(source, query)
    const code = page.get('oauth2LoginToken')
    if (!code) throw new Error(`no session: ${page.toString()}`)
    return (await this.api(`/sys/thirdLogin/getLoginUser/${code}/${page.get('thirdType')}`)).json
  }
}
