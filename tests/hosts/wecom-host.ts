/** WeCom's wire as hosts.md §2 describes it. Everything answers 200 with `errcode`. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorPage, goBack, hostTrusted } from './pages.ts'
import {
  bytes,
  called,
  currentToken,
  now,
  personById,
  RESPONSE_CODE_MS,
  secretText,
  takeCode,
  TOKEN_MS,
  tokenFits,
  type SimMessage,
  type World,
} from './world.ts'

type Query = Record<string, string>
const query = (request: FastifyRequest) => request.query as Query
const body = (request: FastifyRequest) => (request.body ?? {}) as Record<string, any>
const no = (errcode: number, errmsg: string) => ({ errcode, errmsg })
const yes = (more: object = {}) => ({ errcode: 0, errmsg: 'ok', ...more })

const HOUR = 3600_000
const TICKETS_AN_HOUR = { corp: 400, agent: 100 }

export function serveWecom(app: FastifyInstance, world: World): void {
  const { wecom } = world
  /** Token and address are looked at before everything else. */
  const guarded = (work: (request: FastifyRequest) => object) => async (request: FastifyRequest) => {
    if (!tokenFits(world, 'wecom', query(request).access_token)) return no(40014, 'invalid access_token')
    if (!world.ipAllowed) return no(60020, 'not allow to access from your ip, hint: [1], from ip: 203.0.113.7')
    return work(request)
  }

  app.get('/connect/oauth2/authorize', (request, reply) => {
    const { appid, redirect_uri = '', response_type, scope = '', state = '', agentid } = query(request)
    if (appid !== wecom.corpId) return errorPage(reply, 40013, 'invalid corpid')
    if (response_type !== 'code') return errorPage(reply, 40035, 'response_type')
    if (!['snsapi_base', 'snsapi_privateinfo'].includes(scope)) return errorPage(reply, 40035, 'scope')
    if (scope === 'snsapi_privateinfo' && agentid !== wecom.agentId) return errorPage(reply, 40056, 'invalid agentid')
    if (!/^[a-zA-Z0-9]{0,128}$/.test(state)) return errorPage(reply, 40035, 'state')
    if (!hostTrusted(world, redirect_uri)) return errorPage(reply, 50001, 'redirect_url未登记可信域名')
    const privateInfo = scope === 'snsapi_privateinfo'
    return goBack(world, request, reply, {
      chat: 'wecom',
      kind: 'inside',
      privateInfo,
      redirectUri: redirect_uri,
      state,
      parameter: 'code',
      refusal: {},
    })
  })
  app.get('/wwlogin/sso/login', (request, reply) => {
    const { login_type, appid, agentid, redirect_uri = '', state = '' } = query(request)
    if (login_type !== 'CorpApp' || appid !== wecom.corpId || agentid !== wecom.agentId)
      return errorPage(reply, 40013, 'invalid appid')
    if (!hostTrusted(world, redirect_uri)) return errorPage(reply, 50001, 'redirect_url未登记可信域名')
    return goBack(world, request, reply, {
      chat: 'wecom',
      kind: 'outside',
      privateInfo: false,
      redirectUri: redirect_uri,
      state,
      parameter: 'code',
      refusal: {},
    })
  })

  app.get('/cgi-bin/gettoken', async (request) => {
    const { corpid, corpsecret } = query(request)
    if (corpid !== wecom.corpId) return no(40013, 'invalid corpid')
    if (corpsecret !== wecom.secret) return no(40001, 'invalid credential')
    const { value, expires } = currentToken(world, 'wecom')
    return yes({ access_token: value, expires_in: Math.floor((expires - now(world)) / 1000) })
  })
  app.get(
    '/cgi-bin/auth/getuserinfo',
    guarded((request) => {
      const code = takeCode(world, 'wecom', query(request).code)
      if (!code) return no(40029, 'invalid code')
      const person = personById(world, code.userId)!
      if (person.outsider) return yes({ openid: `openid-${person.userId}` })
      if (!code.privateInfo) return yes({ userid: person.userId })
      const ticket = secretText()
      world.userTickets.set(ticket, { userId: person.userId, expires: now(world) + 1800_000 })
      return yes({ userid: person.userId, user_ticket: ticket, expires_in: 1800 })
    }),
  )
  app.post(
    '/cgi-bin/auth/getuserdetail',
    guarded((request) => {
      const ticket = world.userTickets.get(String(body(request).user_ticket))
      if (!ticket || ticket.expires < now(world)) return no(40029, 'invalid user_ticket')
      const person = personById(world, ticket.userId)!
      return yes({ userid: person.userId, gender: '0', avatar: '', qr_code: '', mobile: person.mobile, address: '' })
    }),
  )
  app.get(
    '/cgi-bin/user/get',
    guarded((request) => {
      const person = personById(world, query(request).userid)
      if (!person || person.outsider) return no(60111, 'userid not found')
      if (person.inRange === false) return no(60011, 'no privilege to access/modify contact/party/agent')
      // Apps made after 2022-06-20 are not given mobile, avatar or mail.
      return yes({
        userid: person.userId,
        name: person.name,
        department: [1],
        position: '',
        status: person.status ?? 1,
      })
    }),
  )
  app.get(
    '/cgi-bin/agent/get',
    guarded((request) => {
      if (query(request).agentid !== wecom.agentId) return no(40056, 'invalid agentid')
      const seen = world.people.filter((person) => !person.outsider && person.inRange !== false)
      return yes({
        agentid: Number(wecom.agentId),
        name: '伏特租赁',
        close: world.agentClosed ? 1 : 0,
        redirect_domain: world.trustedHosts?.[0] ?? (world.product ? new URL(world.product).host : ''),
        home_url: world.product ?? '',
        allow_userinfos: { user: seen.map(({ userId }) => ({ userid: userId })) },
        allow_partys: { partyid: [] },
        allow_tags: { tagid: [] },
      })
    }),
  )

  const ticket = (kind: 'corp' | 'agent', path: string) => {
    if (called(world, path, HOUR) > TICKETS_AN_HOUR[kind]) return no(45009, 'reach max api daily quota limit')
    const key = `wecom:${kind}`
    const known = world.tickets.get(key)
    const current =
      known && known.expires > now(world) ? known : { value: secretText(40), expires: now(world) + TOKEN_MS }
    world.tickets.set(key, current)
    return yes({ ticket: current.value, expires_in: Math.floor((current.expires - now(world)) / 1000) })
  }
  app.get(
    '/cgi-bin/get_jsapi_ticket',
    guarded(() => ticket('corp', '/cgi-bin/get_jsapi_ticket')),
  )
  app.get(
    '/cgi-bin/ticket/get',
    guarded((request) =>
      query(request).type === 'agent_config' ? ticket('agent', '/cgi-bin/ticket/get') : no(40035, 'type'),
    ),
  )

  app.post(
    '/cgi-bin/message/send',
    guarded((request) => send(world, body(request))),
  )
  app.post(
    '/cgi-bin/message/recall',
    guarded((request) => {
      const found = world.messages.find(({ chat, id }) => chat === 'wecom' && id === body(request).msgid)
      if (!found || found.at < now(world) - 24 * HOUR) return no(40058, 'invalid msgid')
      found.recalled = true
      return yes()
    }),
  )
  app.post(
    '/cgi-bin/message/update_template_card',
    guarded((request) => update(world, body(request))),
  )
  app.post(
    '/cgi-bin/media/upload',
    guarded((request) => {
      const file = fileIn(request)
      if (query(request).type !== 'file' || !file) return no(40004, 'invalid media type')
      if (file.size <= 5 || file.size > 20 * 1024 * 1024) return no(40006, 'invalid media size')
      const id = secretText()
      world.media.set(id, file)
      return yes({ type: 'file', media_id: id, created_at: String(Math.floor(now(world) / 1000)) })
    }),
  )
}

/** The one file of a multipart body, kept as a buffer by the simulator's parser. */
export function fileIn(request: FastifyRequest): { name: string; size: number; content: Buffer } | undefined {
  const boundary = /boundary=("?)([^";]+)\1/.exec(String(request.headers['content-type']))?.[2]
  if (!boundary || !Buffer.isBuffer(request.body)) return undefined
  const text = request.body.toString('latin1')
  const head = /Content-Disposition: form-data; name="media"; ?filename="([^"]*)"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n/i.exec(
    text,
  )
  if (!head) return undefined
  const from = head.index + head[0].length
  const until = text.indexOf(`\r\n--${boundary}`, from)
  if (until < 0) return undefined
  const content = request.body.subarray(from, until)
  return { name: Buffer.from(head[1]!, 'latin1').toString(), size: content.length, content }
}

const PER_MINUTE = 30
const PER_HOUR = 1000

const shownSince = (world: World, userId: string, ms: number) =>
  world.messages.filter(
    (message) =>
      message.chat === 'wecom' &&
      message.at > now(world) - ms &&
      message.to.includes(userId) &&
      !message.dropped.includes(userId),
  )

function send(world: World, message: Record<string, any>) {
  const wrong = problemOf(world, message)
  if (wrong) return wrong
  const asked = String(message.touser).split('|')
  const known = (userId: string) => {
    const person = personById(world, userId)
    return person && !person.outsider && person.inRange !== false && !world.invalid.has(person.userId)
  }
  const to = asked.filter(known).map((userId) => userId.toLowerCase())
  const invaliduser = asked
    .filter((userId) => !known(userId))
    .map((userId) => userId.toLowerCase())
    .join('|')
  if (!to.length) return { ...no(81013, 'user & party & tag all invalid'), invaliduser }
  const content = JSON.stringify(message[message.msgtype as string])
  const dropped = to.filter(
    (userId) =>
      world.silentDrop ||
      shownSince(world, userId, 60_000).length >= PER_MINUTE ||
      shownSince(world, userId, HOUR).length >= PER_HOUR ||
      (message.enable_duplicate_check === 1 &&
        shownSince(world, userId, (message.duplicate_check_interval ?? 1800) * 1000).some(
          (earlier) => JSON.stringify(earlier.body[earlier.body.msgtype as string]) === content,
        )),
  )
  const made: SimMessage = {
    chat: 'wecom',
    id: secretText(),
    taskId: message.template_card?.task_id,
    to,
    dropped,
    body: message,
    at: now(world),
    state: {},
    read: [],
  }
  world.messages.push(made)
  const isCard = message.msgtype === 'template_card'
  return yes({
    invaliduser,
    invalidparty: '',
    invalidtag: '',
    unlicenseduser: '',
    msgid: made.id,
    ...(isCard && { response_code: responseCode(world, made) }),
  })
}

export function responseCode(world: World, message: SimMessage): string {
  const code = secretText()
  world.responseCodes.set(code, { message, expires: now(world) + RESPONSE_CODE_MS, used: false })
  return code
}

const tooLong = (text: unknown, most: number) => bytes(text) > most

function problemOf(world: World, message: Record<string, any>) {
  const { touser, agentid, msgtype } = message
  if (agentid !== Number(world.wecom.agentId)) return no(40056, 'invalid agentid')
  if (typeof touser !== 'string' || !touser) return no(40035, 'touser')
  if (touser.split('|').length > 1000) return no(45024, 'too many users')
  const content = message[msgtype as string] as Record<string, any> | undefined
  if (!content) return no(40008, 'invalid message type')
  const kinds: Record<string, () => object | undefined> = {
    text: () => (tooLong(content.content, 2048) ? no(45002, 'content size out of limit') : undefined),
    markdown: () => (tooLong(content.content, 2048) ? no(45002, 'content size out of limit') : undefined),
    textcard: () => {
      if (!content.title || !content.description || !URL.canParse(String(content.url))) return no(40035, 'textcard')
      if (tooLong(content.title, 128) || tooLong(content.description, 512)) return no(45002, 'size out of limit')
      return content.btntxt && [...String(content.btntxt)].length > 4 ? no(45002, 'btntxt') : undefined
    },
    file: () => (world.media.has(String(content.media_id)) ? undefined : no(40007, 'invalid media_id')),
    template_card: () => cardProblem(world, content),
  }
  return kinds[msgtype as string] ? kinds[msgtype as string]!() : no(40008, 'invalid message type')
}

function cardProblem(world: World, card: Record<string, any>) {
  if (card.card_type !== 'button_interaction') return no(40058, 'card_type')
  if (!world.wecom.token) return no(48002, 'api forbidden: no callback url')
  if (!/^[0-9A-Za-z_\-@]{1,128}$/.test(String(card.task_id))) return no(40058, 'task_id')
  if (!card.main_title?.title) return no(40058, 'main_title')
  const buttons = card.button_list as { text: string; type: number; key?: string; url?: string }[]
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 6) return no(40058, 'button_list')
  const good = ({ text, type, key, url }: (typeof buttons)[number]) =>
    text && (type === 1 ? URL.canParse(String(url)) : key && !tooLong(key, 1024))
  if (!buttons.every(good)) return no(40058, 'button_list')
  if ((card.horizontal_content_list ?? []).length > 6) return no(40058, 'horizontal_content_list')
  if (card.card_action?.type === 1 && !URL.canParse(String(card.card_action.url))) return no(40058, 'card_action')
  return undefined
}

function update(world: World, asked: Record<string, any>) {
  if (asked.agentid !== Number(world.wecom.agentId)) return no(40056, 'invalid agentid')
  const known = world.responseCodes.get(String(asked.response_code))
  if (!known || known.used || known.expires < now(world)) return no(40058, 'invalid response_code')
  const text = asked.button?.replace_name as string | undefined
  if (!text) return no(40058, 'button')
  known.used = true
  const { message } = known
  const to = asked.atall === 1 ? message.to : ((asked.userids as string[] | undefined) ?? [])
  const invaliduser = to.filter((userId) => !message.to.includes(userId.toLowerCase()))
  for (const userId of to) if (message.to.includes(userId.toLowerCase())) message.state[userId.toLowerCase()] = text
  return yes({ invaliduser })
}
