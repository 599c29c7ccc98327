/** Signing in through a chat (contract.md §3), for our own client and for JeecgBoot's. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { HOST_LOGIN } from '#model/addresses.ts'
import { readAgent } from '#model/agents.ts'
import { chatEntry, chatNamed } from '#model/chatNames.ts'
import { refused } from '../kernel/errors.ts'
import { counted, count, networkOf } from '../people/limits.ts'
import { originOf } from '../kernel/origin.ts'
import { PREFIX } from '../kernel/route.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { knockOf, placeOf, signedIn } from '../people/session.ts'
import type { Services } from '../kernel/services.ts'
import { enter, entranceOf, findUser } from '../people/entering.ts'
import { isStillBound } from './accounts.ts'
import { browserOf, markBrowser } from './browser-mark.ts'
import type { Chat, CodeKind } from '../kernel/ports/chat.ts'
import { ownPath } from './own-path.ts'
import { popupPage } from './popup-page.ts'
import { problems, type Problem } from './problems.ts'
import {
  begin,
  bringCode,
  comeBack,
  handOver,
  takeHandOver,
  whoseHandOver,
  type HandedOver,
  type Outcome,
  type Return,
} from './sign-in.ts'

const tag = '聊天登录'
const UNKNOWN = '不支持的source'
const WELCOME = '登录成功'

const param = z.string().max(64)
const text = z.string().max(2000).optional()
const code = z.string().max(600)

const isSecure = (services: Services, request: FastifyRequest) => originOf(services, request).startsWith('https:')
const chatOf = ({ chats }: Services, source: string): Chat | undefined => {
  const name = chatNamed(source)
  return name && chats.get(name)
}

/** Pages of the login that open beside ours keep their line to the page that opened them. */
const withOpener = (reply: FastifyReply) => reply.header('cross-origin-opener-policy', 'unsafe-none')
const go = (reply: FastifyReply, to: string) => withOpener(reply).header('cache-control', 'no-store').redirect(to, 302)

const page = (query: Record<string, string | undefined>) => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return `${HOST_LOGIN}?${new URLSearchParams(given).toString()}`
}
/** `uuid`: who the person is in the chat, for whoever binds them. */
const problemPage = (request: FastifyRequest, problem: Problem, path?: string, uuid?: string) =>
  page({ problem, ref: request.id, redirect: path, uuid })

/**
 * JeecgBoot's clients put `origin` or `origin?redirect=…` into the state (contract.md §3.4); the path counts only when the
 * origin is ours.
 */
function pathInState(services: Services, request: FastifyRequest, state: string | undefined): string | undefined {
  const [origin, query] = [state?.split('?', 1)[0], state?.slice(state.indexOf('?') + 1)]
  if (!state?.includes('?') || origin !== originOf(services, request)) return undefined
  const wanted = new URLSearchParams(query).get('redirect')
  try {
    return ownPath(wanted) ?? ownPath(wanted && decodeURIComponent(wanted))
  } catch {
    return undefined
  }
}

const insideChat = (request: FastifyRequest) => readAgent(request.headers['user-agent'] ?? '').chat !== undefined

async function goToChat(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  chat: Chat,
  { kind, path, callback, visible = false }: { kind: CodeKind; path?: string; callback: string; visible?: boolean },
) {
  const browser = markBrowser(request, reply, isSecure(services, request))
  const state = await begin(services, { chat: chat.name, kind, browser, path, visible })
  return go(reply, chat.authorizeUrl({ redirectUri: originOf(services, request) + PREFIX + callback, state, kind }))
}

const WINDOW_SECONDS = 600
/** Of one browser, and of an address behind which there may be a whole office. */
const MOST_FAILURES = { browser: 30, address: 3000 }

/** What a chat answers to a code that is made up, or to one of nobody it lets us see. */
const REFUSALS: readonly Problem[] = ['used', 'left', 'range', 'setup']

interface Counter {
  key: string
  most: number
}
const ofAddress = ({ ip }: FastifyRequest): Counter => ({
  key: `chat-login:${networkOf(ip)}`,
  most: MOST_FAILURES.address,
})

/** Guessing codes of a chat costs calls to it: who has failed too often asks nothing more for a while. */
async function counting(
  { db, clock }: Services,
  counters: readonly Counter[],
  work: () => Promise<Outcome>,
  counts: (outcome: Outcome & { problem: Problem }) => boolean,
): Promise<Outcome> {
  for (const { key, most } of counters)
    if ((await counted(db, key, clock.now(), WINDOW_SECONDS)) >= most) return { signInId: '', problem: 'busy' }
  const outcome = await work()
  if ('problem' in outcome && counts(outcome))
    for (const { key } of counters) await count(db, key, WINDOW_SECONDS, clock.now())
  return outcome
}

/** A code that comes without a round of ours. */
function guarded(services: Services, request: FastifyRequest, work: () => Promise<Outcome>): Promise<Outcome> {
  const mark = browserOf(request)
  const ofBrowser = mark ? [{ key: `chat-login:browser:${mark}`, most: MOST_FAILURES.browser }] : []
  return counting(services, [...ofBrowser, ofAddress(request)], work, ({ problem }) => problem === 'used')
}

/**
 * With a round. Anybody may begin one, so the codes that the chat was really asked about are counted, by the address alone:
 * nobody guesses a state, and who asks again for an outcome costs no call.
 */
const comeBackGuarded = (services: Services, request: FastifyRequest, chat: Chat, back: Return): Promise<Outcome> =>
  counting(
    services,
    [ofAddress(request)],
    () => comeBack(services, request, chat, back),
    ({ exchanged, problem }) => exchanged === true && REFUSALS.includes(problem),
  )

/** Is it this person's session that the request brings? */
const isSignedIn = (services: Services, request: FastifyRequest, userId: string): Promise<boolean> =>
  signedIn(services, knockOf(request), true).then(
    ({ caller }) => caller.userId === userId && !caller.viewedBy,
    () => false,
  )

/** The session of a settled sign-in; who was frozen or removed in between is told so. */
async function enterAs(services: Services, request: FastifyRequest, who: HandedOver) {
  const person = await findUser(services.db, { id: who.userId })
  if (!person) throw failed('left')
  if (person.status !== 1) throw failed('frozen')
  const chat = services.chats.get(who.chat)!
  const place = await placeOf(services.db, knockOf(request).token, person.id)
  return enter(services, request, person, undefined, {
    chat: { name: who.chat, corpId: chat.corpId, userId: who.chatUserId },
    ...(place && { place }),
    async lookAgain(tx) {
      if (!(await isStillBound(tx, chat, who))) throw failed('unbound')
    },
  })
}
const open = async (services: Services, request: FastifyRequest, who: HandedOver) =>
  said(WELCOME, await enterAs(services, request, who))
const failed = (problem: Problem, code = 500) => refused(problems[problem], code, { problem })

/** JeecgBoot's in-app login of DingTalk hands a code to the address itself; a foreign page must not do that for somebody. */
const fromElsewhere = (request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const returnQuery = z.object({
  code: code.optional(),
  authCode: code.optional(),
  state: z.string().max(200).optional(),
})

export const signInRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/thirdLogin/oauth2/:source/login',
    lane: 'chatSignIn',
    permission: 'public',
    summary:
      '跳转到聊天软件登录；redirect 为登录后要打开的站内路径；visible=1 为本人点击的登录；page=1：本服务的页面发起的登录，回来时直接得到页面',
    tag,
    raw: true,
    params: z.object({ source: param }),
    query: z.object({
      // However long: one that is too long to be kept is as none, and the page that left still knows it.
      redirect: z.string().optional(),
      kind: z.enum(['inside', 'outside'], { error: '应为 inside 或 outside' }).optional(),
      page: z.literal('1').optional(),
      state: text,
      authCode: code.optional(),
      tenantId: param.optional(),
      visible: z.literal('1').optional(),
    }),
    handler: async ({ services, request, reply, params, query }) => {
      if (!chatNamed(params.source)) return reply.type('text/plain; charset=utf-8').send(UNKNOWN)
      const path = ownPath(query.redirect) ?? pathInState(services, request, query.state)
      const chat = chatOf(services, params.source)
      if (!chat) return go(reply, problemPage(request, 'setup', path))
      if (query.authCode) return takeCodeHere(services, request, reply, chat, query.authCode, path)
      // Behind its address one that answers a call has only its web login, whose codes are exchanged as those from outside.
      const { byAddress } = chatEntry(chat.name)
      const inside = byAddress && (query.kind ? query.kind === 'inside' : insideChat(request))
      const kind = inside ? 'inside' : 'outside'
      // In a browser nobody is sent there without a tap.
      const visible = query.visible === '1' || (query.kind ? query.kind === 'outside' : !insideChat(request))
      // Clients of others have pages of their own to come back to.
      const callback = `/sys/thirdLogin/oauth2/${params.source}/callback${query.page ? '?page=1' : ''}`
      return goToChat(services, request, reply, chat, { kind, path, callback, visible })
    },
  }),
  route({
    method: 'GET',
    path: '/sys/thirdLogin/oauth2/:source/callback',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '聊天软件登录后回到这里，再转到登录页面换取会话；page=1：直接得到页面',
    tag,
    raw: true,
    params: z.object({ source: param }),
    query: returnQuery.extend({ page: z.literal('1').optional() }),
    handler: async ({ services, request, reply, params, query }) => {
      const chat = chatOf(services, params.source)
      if (!chat) return go(reply, problemPage(request, 'setup'))
      const back = { browser: browserOf(request), state: query.state, code: query.code ?? query.authCode }
      const outcome = await comeBackGuarded(services, request, chat, back)
      const to = await pageAfter(services, request, params.source, outcome)
      // Who asks a second time for the same is led to the page, which asks for its session when it is really shown.
      if ('problem' in outcome || !outcome.exchanged || !query.page) return go(reply, to)
      // On a slow line one more way there and back is half a second. What the page brings along waits for other lanes.
      request.turn?.giveBack()
      return request.server.clientPage(request, reply, to)
    },
  }),
  route({
    method: 'GET',
    path: '/sys/thirdLogin/getLoginUser/:code/:thirdType',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '用一次性登录码换取会话；decided=1：登录码已用过，或登录后还要选择租户或部门的，不换取，登录码不受影响',
    tag,
    params: z.object({ code: z.string().max(200), thirdType: param }),
    query: z.object({ decided: z.literal('1').optional() }),
    handler: ({ services, request, reply, params, query }) =>
      fetchSession(services, request, reply, params, query.decided === '1'),
  }),
  route({
    method: 'GET',
    path: '/sys/thirdLogin/getLoginUser/:code/:thirdType/:tenantId',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '用一次性登录码换取会话（带租户）',
    tag,
    params: z.object({ code: z.string().max(200), thirdType: param, tenantId: param }),
    handler: ({ services, request, reply, params }) => fetchSession(services, request, reply, params),
  }),
  route({
    method: 'POST',
    path: '/sys/thirdLogin/exchange',
    lane: 'chatSignIn',
    permission: 'public',
    summary:
      '用聊天软件给页面的免登码换取会话，不离开页面；confirm：仍是本会话的人时沿用原会话，result 为 { same: true }；page：登录后要打开的站内路径，它首先要问的随会话一起答复（result.first.answers，以接口地址为键），打开一条记录时只带它的字段所用的字典（result.dictItems，没有 sysAllDictItems）；失败应答的 result.problem 说明原因',
    tag,
    body: z.strictObject({
      source: param,
      code: z.string({ error: '缺少 code' }).min(1, '缺少 code').max(600),
      kind: z.enum(['inside', 'outside'], { error: '应为 inside 或 outside' }).default('inside'),
      confirm: z.boolean({ error: 'confirm 应为 true 或 false' }).default(false),
      visible: z.boolean({ error: 'visible 应为 true 或 false' }).default(false),
      // However long: an address that is not one of ours, or too long for one, is as none.
      page: z.string({ error: 'page 应为文字' }).optional(),
    }),
    handler: async ({ services, request, reply, body }) => {
      const chat = chatOf(services, body.source)
      if (!chat) throw failed('setup')
      const browser = markBrowser(request, reply, isSecure(services, request))
      const outcome = await guarded(services, request, () =>
        bringCode(services, request, chat, { browser, code: body.code, kind: body.kind, visible: body.visible }),
      )
      if ('problem' in outcome)
        throw refused(problems[outcome.problem], 500, {
          problem: outcome.problem,
          ref: request.id,
          uuid: outcome.chatUserId,
        })
      if (body.confirm && (await isSignedIn(services, request, outcome.userId))) return { same: true }
      const who = { chat: chat.name, ...outcome }
      const path = body.page === '/' ? body.page : ownPath(body.page)
      // Who has to choose first asks nothing before that.
      if (path === undefined || (await mustChoose(services, who))) return open(services, request, who)
      const login = await enterAs(services, request, who)
      // The others wait for other lanes; who signs in next need not wait with them.
      request.turn?.giveBack()
      return said(WELCOME, await request.server.firstAnswers(request, login, path))
    },
  }),
  route({
    method: 'GET',
    path: '/sys/thirdLogin/render/:source',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '在弹出窗口里登录：跳转到聊天软件',
    tag,
    raw: true,
    params: z.object({ source: param }),
    handler: async ({ services, request, reply, params }) => {
      const chat = chatOf(services, params.source)
      if (!chat) return reply.type('text/plain; charset=utf-8').send(UNKNOWN)
      const callback = `/sys/thirdLogin/${params.source}/callback`
      return goToChat(services, request, reply, chat, { kind: 'outside', callback, visible: true })
    },
  }),
  route({
    method: ['GET', 'POST'],
    path: '/sys/thirdLogin/:source/callback',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '弹出窗口登录后回到这里：把一次性登录码交给打开它的页面',
    tag,
    raw: true,
    params: z.object({ source: param }),
    query: returnQuery,
    handler: async ({ services, request, reply, params, query }) => {
      const chat = chatOf(services, params.source)
      const back = { browser: browserOf(request), state: query.state, code: query.code ?? query.authCode }
      const outcome = chat && (await comeBackGuarded(services, request, chat, back))
      const answer =
        outcome && !('problem' in outcome)
          ? { code: await handOver(services, outcome.signInId) }
          : (outcome ?? { problem: 'setup' as const })
      return withOpener(reply)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(popupPage(answer))
    },
  }),
]

async function pageAfter(services: Services, request: FastifyRequest, source: string, outcome: Outcome) {
  if ('problem' in outcome) return problemPage(request, outcome.problem, outcome.path, outcome.chatUserId)
  const oauth2LoginToken = await handOver(services, outcome.signInId)
  return page({ oauth2LoginToken, thirdType: source, redirect: outcome.path })
}

async function takeCodeHere(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  chat: Chat,
  code: string,
  path: string | undefined,
) {
  if (fromElsewhere(request)) return go(reply, problemPage(request, 'state', path))
  const browser = markBrowser(request, reply, isSecure(services, request))
  const outcome = await guarded(services, request, () =>
    bringCode(services, request, chat, { browser, code, kind: 'inside', visible: false }),
  )
  // The contract writes the type of this way in capitals.
  return go(reply, await pageAfter(services, request, chatEntry(chat.name).source.toUpperCase(), { ...outcome, path }))
}

async function fetchSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, thirdType }: { code: string; thirdType: string },
  decided = false,
) {
  // The code is part of the address: nothing on the way may keep the answer under it.
  reply.header('cache-control', 'no-store')
  const taking = { code, chat: chatNamed(thirdType), browser: browserOf(request) }
  // Looked at before it is used up: the page may be long in coming, and asks itself when nothing has come with it.
  if (decided && (await mustChoose(services, await whoseHandOver(services, taking)))) throw failed('state')
  const who = await takeHandOver(services, taking)
  if (!who) throw failed('used', 510)
  return open(services, request, who)
}

/** Where they worked before is known to their page alone, and who goes on there chooses nothing. */
async function mustChoose({ db }: Services, who: HandedOver | undefined): Promise<boolean> {
  const person = who && (await findUser(db, { id: who.userId }))
  if (!person) return true
  const { tenantList, departs } = await entranceOf(db, person)
  return tenantList.length > 1 || departs.length > 1
}
