/** DingTalk's wire as hosts.md §3 describes it: oapi answers 200 with `errcode`, api with a status and `{code, message}`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorPage, goBack, hostTrusted } from './pages.ts'
import {
  bytes,
  currentToken,
  now,
  personById,
  secretText,
  takeCode,
  TOKEN_MS,
  tokenFits,
  type SimMessage,
  type World,
} from './world.ts'
import { fileIn } from './wecom-host.ts'

type Query = Record<string, string>
const query = (request: FastifyRequest) => request.query as Query
const body = (request: FastifyRequest) => (request.body ?? {}) as Record<string, any>
const no = (errcode: number, errmsg: string, more: object = {}) => ({ errcode, errmsg, ...more })
const yes = (more: object = {}) => ({ errcode: 0, errmsg: 'ok', request_id: 'sim', ...more })
const DAY = 86_400_000

const fail = (reply: FastifyReply, status: number, code: string, message = code) =>
  reply.code(status).send({ code, message, requestid: 'sim' })

export function serveDingtalk(app: FastifyInstance, world: World): void {
  const { dingtalk } = world
  const old = (work: (request: FastifyRequest) => object) => async (request: FastifyRequest) => {
    if (!tokenFits(world, 'dingtalk', query(request).access_token))
      return no(88, 'ding talk error', { sub_code: '40014', sub_msg: '不合法的access_token' })
    if (!world.ipAllowed) return no(88, 'ding talk error', { sub_code: '60020', sub_msg: '访问ip不在白名单之中' })
    return work(request)
  }
  const fresh =
    (work: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!tokenFits(world, 'dingtalk', request.headers['x-acs-dingtalk-access-token']))
        return fail(reply, 401, 'InvalidAuthentication', '不合法的access_token')
      if (!world.ipAllowed) return fail(reply, 403, 'Forbidden.AccessDenied.IpNotInWhiteList')
      return work(request, reply)
    }
  const member = (userId: string | undefined) => {
    const person = personById(world, userId)
    return person && !person.outsider ? person : undefined
  }

  app.get('/oauth2/auth', (request, reply) => {
    const { redirect_uri = '', response_type, client_id, scope = '', state = '' } = query(request)
    if (client_id !== dingtalk.clientId) return errorPage(reply, 400, 'client_id')
    if (response_type !== 'code' || !['openid', 'openid corpid'].includes(scope)) return errorPage(reply, 400, 'scope')
    if (!hostTrusted(world, redirect_uri)) return errorPage(reply, 400, 'redirect_uri')
    return goBack(world, request, reply, {
      chat: 'dingtalk',
      kind: 'outside',
      privateInfo: true,
      redirectUri: redirect_uri,
      state,
      parameter: 'authCode',
      refusal: { error: 'access_denied' },
    })
  })

  const token = () => {
    const { value, expires } = currentToken(world, 'dingtalk')
    return { value, seconds: Math.floor((expires - now(world)) / 1000) }
  }
  app.post('/v1.0/oauth2/accessToken', async (request, reply) => {
    const { appKey, appSecret } = body(request)
    if (appKey !== dingtalk.clientId || appSecret !== dingtalk.secret)
      return fail(reply, 400, 'invalidClientIdOrSecret', '无效的clientId或者clientSecret')
    const { value, seconds } = token()
    return { accessToken: value, expireIn: seconds }
  })
  app.post('/v1.0/oauth2/:corpId/token', async (request, reply) => {
    const { client_id, client_secret, grant_type } = body(request)
    if ((request.params as { corpId: string }).corpId !== dingtalk.corpId)
      return fail(reply, 400, 'invalidCorpId', '无效的corpId')
    if (client_id !== dingtalk.clientId || client_secret !== dingtalk.secret || grant_type !== 'client_credentials')
      return fail(reply, 400, 'invalidClientIdOrSecret')
    const { value, seconds } = token()
    return { access_token: value, expires_in: seconds }
  })
  app.get('/gettoken', async (request) => {
    const { appkey, appsecret } = query(request)
    if (appkey !== dingtalk.clientId || appsecret !== dingtalk.secret) return no(40089, '不合法的corpid或corpsecret')
    const { value, seconds } = token()
    return yes({ access_token: value, expires_in: seconds })
  })
  app.post('/v1.0/oauth2/userAccessToken', async (request, reply) => {
    const { clientId, clientSecret, code, grantType } = body(request)
    if (clientId !== dingtalk.clientId || clientSecret !== dingtalk.secret)
      return fail(reply, 400, 'invalidClientIdOrSecret')
    const taken = grantType === 'authorization_code' ? takeCode(world, 'dingtalk', code, 'outside') : undefined
    if (!taken) return fail(reply, 400, 'invalidParameter.authCode.notFound', '不存在的authCode')
    const value = secretText(40)
    world.userTokens.set(value, taken.userId)
    return { accessToken: value, refreshToken: secretText(), expireIn: 7200, corpId: dingtalk.corpId }
  })
  app.get('/v1.0/contact/users/me', async (request, reply) => {
    const userId = world.userTokens.get(String(request.headers['x-acs-dingtalk-access-token']))
    const person = personById(world, userId)
    if (!person) return fail(reply, 401, 'InvalidAuthentication')
    const { name, unionId, mobile } = person
    return { nick: name, unionId, openId: `openid-${unionId}`, mobile, stateCode: '86' }
  })

  app.post(
    '/topapi/v2/user/getuserinfo',
    old((request) => {
      const code = takeCode(world, 'dingtalk', body(request).code, 'inside')
      if (!code) return no(40078, '不存在的临时授权码')
      const person = member(code.userId)
      if (!person) return no(60121, '找不到该用户')
      return yes({
        result: { userid: person.userId, unionid: person.unionId, name: person.name, sys: false, sys_level: 0 },
      })
    }),
  )
  app.post(
    '/topapi/v2/user/get',
    old((request) => {
      const person = member(String(body(request).userid))
      if (!person) return no(60121, '找不到该用户')
      if (person.inRange === false) return no(50002, '请求的员工userid不在授权范围内')
      const { userId, unionId, name, mobile } = person
      return yes({ result: { userid: userId, unionid: unionId, name, mobile, active: true, dept_id_list: [1] } })
    }),
  )
  app.post(
    '/topapi/user/getbyunionid',
    old((request) => {
      const person = world.people.find(({ unionId }) => unionId === body(request).unionid)
      if (!person || person.outsider) return no(60121, '找不到该用户')
      return yes({ result: { contact_type: 0, userid: person.userId } })
    }),
  )

  const ticket = () => {
    const known = world.tickets.get('dingtalk')
    const current =
      known && known.expires > now(world) ? known : { value: secretText(40), expires: now(world) + TOKEN_MS }
    world.tickets.set('dingtalk', current)
    return { value: current.value, seconds: Math.floor((current.expires - now(world)) / 1000) }
  }
  app.post(
    '/v1.0/oauth2/jsapiTickets',
    fresh(() => ({ jsapiTicket: ticket().value, expireIn: ticket().seconds })),
  )
  app.get(
    '/get_jsapi_ticket',
    old(() => yes({ ticket: ticket().value, expires_in: ticket().seconds })),
  )

  app.post(
    '/microapp/visible_scopes',
    old((request) => {
      if (body(request).agentId !== Number(dingtalk.agentId)) return no(40056, '不合法的agentid')
      return yes({ isHidden: false, deptVisibleScopes: [1], userVisibleScopes: [] })
    }),
  )
  app.post(
    '/topapi/message/corpconversation/asyncsend_v2',
    old((request) => send(world, body(request))),
  )
  app.post(
    '/topapi/message/corpconversation/status_bar/update',
    old((request) => {
      const found = messageOf(world, body(request))
      if (!found || found.body.msg.msgtype !== 'oa' || found.at < now(world) - 7 * DAY) return no(40035, '不合法的参数')
      for (const userId of found.to) found.state[userId] = String(body(request).status_value)
      return yes()
    }),
  )
  app.post(
    '/topapi/message/corpconversation/getsendprogress',
    old((request) =>
      messageOf(world, body(request))
        ? yes({ progress: { progress_in_percent: 100, status: 2 } })
        : no(40035, 'task_id'),
    ),
  )
  app.post(
    '/topapi/message/corpconversation/getsendresult',
    old((request) => {
      const found = messageOf(world, body(request))
      if (!found) return no(40035, '不合法的参数')
      const all = String(found.body.userid_list).split(',')
      return yes({
        send_result: {
          invalid_user_id_list: all.filter((userId) => !found.to.includes(userId)),
          // Held back by its limits: success was answered, nothing arrives.
          forbidden_user_id_list: found.dropped,
          failed_user_id_list: [],
          read_user_id_list: found.read,
          unread_user_id_list: found.to.filter(
            (userId) => !found.read.includes(userId) && !found.dropped.includes(userId),
          ),
        },
      })
    }),
  )
  app.post(
    '/topapi/message/corpconversation/recall',
    old((request) => {
      const found = messageOf(world, { ...body(request), task_id: body(request).msg_task_id })
      if (!found) return no(40035, '不合法的参数')
      found.recalled = true
      return yes()
    }),
  )
  app.post(
    '/media/upload',
    old((request) => {
      const file = fileIn(request)
      if (query(request).type !== 'file' || !file) return no(40004, '无效的媒体文件类型')
      if (file.size > 20 * 1024 * 1024) return no(40006, '不合法的文件大小')
      const id = `@${secretText()}`
      world.media.set(id, file)
      return yes({ type: 'file', media_id: id, created_at: now(world) })
    }),
  )

  serveTodos(app, world, fresh)
}

const messageOf = (world: World, { agent_id, task_id }: Record<string, any>) =>
  Number(agent_id) === Number(world.dingtalk.agentId)
    ? world.messages.find(({ chat, id }) => chat === 'dingtalk' && id === String(task_id))
    : undefined

const PER_DAY = 500
let lastTask = 100_000_000

function send(world: World, asked: Record<string, any>) {
  const { agent_id, userid_list, msg } = asked
  if (agent_id !== Number(world.dingtalk.agentId)) return no(40056, '不合法的agentid')
  const all = typeof userid_list === 'string' ? userid_list.split(',') : []
  if (!all.length || all.length > 100) return no(40032, '不合法的UserID列表长度')
  const content = msg?.[msg?.msgtype as string] as Record<string, any> | undefined
  if (!content) return no(40008, '不合法的消息类型')
  if (bytes(msg) > 2048) return no(34016, '消息内容长度超过限制')
  if (content.status_bar && all.length > 5) return no(40035, 'status_bar：最多 5 人')
  if (msg.msgtype === 'oa') {
    if (!content.message_url || !content.body?.title) return no(40035, '不合法的参数')
    if ((content.body.form ?? []).length > 6) return no(40035, 'form')
    if (!/^[0-9A-F]{8}$/i.test(String(content.head?.bgcolor))) return no(40035, 'bgcolor')
    if (content.status_bar && !/^0x[0-9A-F]{8}$/i.test(String(content.status_bar.status_bg)))
      return no(40035, 'status_bg')
  }
  if (msg.msgtype === 'file' && !world.media.has(String(content.media_id))) return no(40007, '不合法的媒体文件id')
  const known = (userId: string) => {
    const person = personById(world, userId)
    return person && !person.outsider && person.inRange !== false && !world.invalid.has(userId)
  }
  const to = all.filter(known)
  if (!to.length) return no(40031, '不合法的UserID列表')
  const shown = (userId: string) =>
    world.messages.filter(
      (message) =>
        message.chat === 'dingtalk' &&
        message.at > now(world) - DAY &&
        message.to.includes(userId) &&
        !message.dropped.includes(userId),
    )
  // The same content once a day and 500 a day: success is answered, nothing arrives.
  const dropped = to.filter(
    (userId) =>
      world.silentDrop ||
      shown(userId).length >= PER_DAY ||
      shown(userId).some((message) => JSON.stringify(message.body.msg) === JSON.stringify(msg)),
  )
  const made: SimMessage = {
    chat: 'dingtalk',
    id: String((lastTask += 1)),
    to,
    dropped,
    body: asked,
    at: now(world),
    state: Object.fromEntries(to.map((userId) => [userId, String(content.status_bar?.status_value ?? '')])),
    read: [],
  }
  world.messages.push(made)
  return yes({ task_id: Number(made.id) })
}

type Guard = (
  work: (request: FastifyRequest, reply: FastifyReply) => unknown,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function serveTodos(app: FastifyInstance, world: World, guarded: Guard): void {
  const params = (request: FastifyRequest) => request.params as { unionId: string; taskId: string; sourceId: string }
  const personOf = (unionId: string) => world.people.find((person) => person.unionId === unionId && !person.outsider)
  const find = (request: FastifyRequest) => {
    const { unionId, taskId } = params(request)
    return world.todos.find((todo) => todo.id === taskId && todo.unionId === unionId && !todo.deleted)
  }
  const missing = (reply: FastifyReply) => fail(reply, 400, 'paramError', '待办不存在')

  app.post(
    '/v1.0/todo/users/:unionId/tasks',
    guarded((request, reply) => {
      const { unionId } = params(request)
      const asked = body(request)
      if (!personOf(unionId) || query(request).operatorId !== unionId) return fail(reply, 400, 'paramError', 'unionId')
      if (!asked.subject || [...String(asked.subject)].length > 1024) return fail(reply, 400, 'paramError', 'subject')
      const { appUrl, pcUrl } = (asked.detailUrl ?? {}) as Record<string, string | undefined>
      if (!appUrl || !pcUrl || appUrl.length > 1024 || pcUrl.length > 1024)
        return fail(reply, 400, 'paramError', 'detailUrl')
      const people = (asked.executorIds ?? []) as string[]
      if (!people.length || people.some((id) => !personOf(id))) return fail(reply, 400, 'paramError', 'executorIds')
      const same = world.todos.find((todo) => todo.sourceId === asked.sourceId && !todo.deleted)
      if (same) return fail(reply, 400, 'paramError', 'sourceId重复')
      const todo = {
        id: `task${secretText(12)}`,
        sourceId: String(asked.sourceId ?? secretText()),
        unionId,
        body: asked,
        done: false,
        deleted: false,
      }
      world.todos.push(todo)
      return { id: todo.id, ...asked }
    }),
  )
  app.put(
    '/v1.0/todo/users/:unionId/tasks/:taskId',
    guarded((request, reply) => {
      const todo = find(request)
      if (!todo) return missing(reply)
      if (typeof body(request).done === 'boolean') todo.done = body(request).done as boolean
      return { result: true }
    }),
  )
  app.put(
    '/v1.0/todo/users/:unionId/tasks/:taskId/executorStatus',
    guarded((request, reply) => {
      const todo = find(request)
      if (!todo) return missing(reply)
      todo.done = ((body(request).executorStatusList ?? []) as { isDone: boolean }[]).every(({ isDone }) => isDone)
      return { result: true }
    }),
  )
  app.delete(
    '/v1.0/todo/users/:unionId/tasks/:taskId',
    guarded((request, reply) => {
      const todo = find(request)
      if (!todo) return missing(reply)
      todo.deleted = true
      return { result: true }
    }),
  )
  app.get(
    '/v1.0/todo/users/:unionId/tasks/sources/:sourceId',
    guarded((request, reply) => {
      const todo = world.todos.find(({ sourceId, deleted }) => sourceId === params(request).sourceId && !deleted)
      return todo ? { id: todo.id, done: todo.done, ...todo.body } : missing(reply)
    }),
  )
}
