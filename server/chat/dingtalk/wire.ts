/** Calls to DingTalk: oapi answers 200 with `errcode`, api a status with `{code, message}`; one token opens both. */
import { chatEntry } from '#model/chatNames.ts'
import { ChatError } from '../../kernel/ports/chat.ts'
import { outgoing, type Answer, type Question } from '../outgoing.ts'
import type { Outside } from '../outside.ts'
import { refusal, silent, unreadable } from '../refusals.ts'
import type { DingtalkSettings } from './settings.ts'
import { dingtalkRefusals, TOKEN_CODES } from './refusals.ts'
import { sharedTokens, type Fetched } from '../tokens.ts'

export const LABEL = chatEntry('dingtalk').label
export type Reply = Readonly<Record<string, unknown>>

export interface DingtalkWire {
  /** Asks for a token although there may be one. */
  tryCredentials(): Promise<unknown>
  /** oapi.dingtalk.com. */
  old(path: string, body: object): Promise<Reply>
  upload(path: string, query: Record<string, string>, form: Pick<Question, 'headers' | 'body'>): Promise<Reply>
  /** api.dingtalk.com. `token`: a person's instead of the app's, or none. */
  fresh(method: Question['method'], path: string, body?: object, token?: string | null): Promise<Reply>
  ticket(): Promise<string>
}

const UPLOAD_MS = 60_000
const json = (body: object | undefined): Pick<Question, 'headers' | 'body'> =>
  body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}

export function dingtalkWire(settings: DingtalkSettings, { db, clock }: Outside): DingtalkWire {
  const { clientId, clientSecret, apiBase, oapiBase } = settings
  const asking = outgoing([apiBase, oapiBase])
  const tokens = sharedTokens(db, () => clock.now())
  const key = (what: string) => `dingtalk:${clientId}:${what}`

  const ask = (address: string, question: Question): Promise<Answer> =>
    asking(address, question).catch((error: unknown) => {
      throw silent(LABEL, error)
    })

  async function oapi(path: string, query: Record<string, string>, question: Question): Promise<Reply> {
    const answer = await ask(`${oapiBase}${path}?${new URLSearchParams(query).toString()}`, question)
    const reply = answer.json
    // Behind the limit for an address: {"status":1111,"wait":5}.
    if (reply?.status === 1111) throw refusal(LABEL, dingtalkRefusals['1111'], '1111', '')
    if (answer.status !== 200 || typeof reply?.errcode !== 'number') throw unreadable(LABEL, answer)
    if (reply.errcode === 0) return reply
    // 88 is an envelope around the true code.
    const code = String(reply.errcode === 88 ? (reply.sub_code ?? 88) : reply.errcode)
    throw refusal(LABEL, dingtalkRefusals[code], code, reply.sub_msg ?? reply.errmsg)
  }

  async function api(path: string, question: Question): Promise<Reply> {
    const answer = await ask(apiBase + path, question)
    const reply = answer.json
    if (answer.status >= 200 && answer.status < 300 && reply) return reply
    const code = typeof reply?.code === 'string' ? reply.code : undefined
    if (!code || answer.status >= 500 || (answer.status === 429 && !dingtalkRefusals[code]))
      throw unreadable(LABEL, answer)
    throw refusal(LABEL, dingtalkRefusals[code], code, reply?.message)
  }

  async function fetchToken(): Promise<Fetched> {
    const reply = await api('/v1.0/oauth2/accessToken', {
      method: 'POST',
      ...json({ appKey: clientId, appSecret: clientSecret }),
    })
    return { value: String(reply.accessToken), seconds: Number(reply.expireIn) || 7200 }
  }

  /** A token that died early is fetched anew once. */
  async function withToken<T>(work: (token: string) => Promise<T>): Promise<T> {
    const token = await tokens.get(key('token'), fetchToken)
    try {
      return await work(token)
    } catch (error) {
      if (!(error instanceof ChatError) || !TOKEN_CODES.has(error.code)) throw error
    }
    return work(await tokens.get(key('token'), fetchToken, token))
  }

  const withHeader = (token: string, { headers, ...question }: Question): Question => ({
    ...question,
    headers: { ...headers, 'x-acs-dingtalk-access-token': token },
  })

  const fresh: DingtalkWire['fresh'] = (method, path, body, token) => {
    const question: Question = { method, ...json(body) }
    if (token === null) return api(path, question)
    if (token !== undefined) return api(path, withHeader(token, question))
    return withToken((own) => api(path, withHeader(own, question)))
  }

  return {
    tryCredentials: fetchToken,
    fresh,
    old: (path, body) => withToken((access_token) => oapi(path, { access_token }, { method: 'POST', ...json(body) })),
    upload: (path, query, form) =>
      withToken((access_token) =>
        oapi(path, { access_token, ...query }, { method: 'POST', timeoutMs: UPLOAD_MS, ...form }),
      ),
    ticket: () =>
      tokens.get(key('ticket'), async () => {
        const reply = await fresh('POST', '/v1.0/oauth2/jsapiTickets', {})
        return { value: String(reply.jsapiTicket), seconds: Number(reply.expireIn) || 7200 }
      }),
  }
}
