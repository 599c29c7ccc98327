/** Calls to WeCom's API: always 200 with `errcode`; a token that died early is fetched anew once. */
import { chatEntry } from '#model/chatNames.ts'
import { ChatError } from '../../kernel/ports/chat.ts'
import { outgoing, type Question } from '../outgoing.ts'
import type { Outside } from '../outside.ts'
import { refusal, silent, unreadable } from '../refusals.ts'
import type { WecomSettings } from './settings.ts'
import { sharedTokens, type Fetched } from '../tokens.ts'
import { TOKEN_CODES, wecomRefusals } from './refusals.ts'

export const LABEL = chatEntry('wecom').label
export type Reply = Readonly<Record<string, unknown>>

export interface WecomWire {
  /** Asks for a token although there may be one. */
  tryCredentials(): Promise<unknown>
  get(path: string, query?: Record<string, string>): Promise<Reply>
  post(path: string, body: object): Promise<Reply>
  upload(path: string, query: Record<string, string>, form: Pick<Question, 'headers' | 'body'>): Promise<Reply>
  /** Ticket of the corporation or of the app, for the SDK in the page. */
  ticket(kind: 'corp' | 'agent'): Promise<string>
}

const TICKETS = {
  corp: { path: '/cgi-bin/get_jsapi_ticket', query: {} },
  agent: { path: '/cgi-bin/ticket/get', query: { type: 'agent_config' } },
} as const
const UPLOAD_MS = 60_000
/** WeCom asks for at most three tries when it is busy. */
const BUSY_PAUSES_MS = [200, 600]

export function wecomWire(settings: WecomSettings, { db, clock }: Outside): WecomWire {
  const { corpId, agentId, secret, apiBase } = settings
  const ask = outgoing([apiBase])
  const tokens = sharedTokens(db, () => clock.now())
  const key = (what: string) => `wecom:${corpId}:${agentId}:${what}`

  async function once(path: string, query: Record<string, string>, question: Question): Promise<Reply> {
    const address = `${apiBase}${path}?${new URLSearchParams(query).toString()}`
    const answer = await ask(address, question).catch((error: unknown) => {
      throw silent(LABEL, error)
    })
    const { json } = answer
    if (answer.status !== 200 || typeof json?.errcode !== 'number') throw unreadable(LABEL, answer)
    if (json.errcode !== 0) throw refusal(LABEL, wecomRefusals[String(json.errcode)], String(json.errcode), json.errmsg)
    return json
  }

  async function patiently(path: string, query: Record<string, string>, question: Question): Promise<Reply> {
    for (const pause of BUSY_PAUSES_MS) {
      try {
        return await once(path, query, question)
      } catch (error) {
        if (!(error instanceof ChatError) || error.code !== '-1') throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    return once(path, query, question)
  }

  async function fetchToken(): Promise<Fetched> {
    const reply = await patiently('/cgi-bin/gettoken', { corpid: corpId, corpsecret: secret }, {})
    return { value: String(reply.access_token), seconds: Number(reply.expires_in) || 7200 }
  }
  const token = (stale?: string) => tokens.get(key('token'), fetchToken, stale)

  async function call(path: string, query: Record<string, string>, question: Question): Promise<Reply> {
    const first = await token()
    try {
      return await patiently(path, { access_token: first, ...query }, question)
    } catch (error) {
      if (!(error instanceof ChatError) || !TOKEN_CODES.has(error.code)) throw error
    }
    return patiently(path, { access_token: await token(first), ...query }, question)
  }

  return {
    tryCredentials: fetchToken,
    get: (path, query = {}) => call(path, query, {}),
    post: (path, body) =>
      call(path, {}, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    upload: (path, query, form) => call(path, query, { method: 'POST', timeoutMs: UPLOAD_MS, ...form }),
    ticket: (kind) =>
      tokens.get(key(`ticket:${kind}`), async () => {
        const reply = await call(TICKETS[kind].path, TICKETS[kind].query, {})
        return { value: String(reply.ticket), seconds: Number(reply.expires_in) || 7200 }
      }),
  }
}
