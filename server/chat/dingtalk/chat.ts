import {
  ChatError,
  isWorthAnotherTry,
  PartlySettled,
  withoutNumber,
  type Chat,
  type ChatMessage,
  type ChatPerson,
  type ChatReceipt,
  type Proven,
} from '../../kernel/ports/chat.ts'
import { examineDingtalk } from './doctor.ts'
import { noticeOf, statusColours, todoOf } from './message.ts'
import { dingtalkWire, LABEL, type DingtalkWire } from './wire.ts'
import { cut } from '../fitting.ts'
import { fileForm } from '../outgoing.ts'
import type { Outside } from '../outside.ts'
import { addressOf } from '../page-address.ts'
import { signPage } from '../page-signature.ts'
import { strangers } from '../refusals.ts'
import type { DingtalkSettings } from './settings.ts'
import { unionIdsOf } from './union-ids.ts'

/** The status bar of a notice can be changed for seven days. */
const STATUS_MS = 7 * 86_400_000
const MOST_WITH_STATUS = 5
const MOST_RECEIVERS = 100

/** Lists of `getsendresult`: who is in one of them got nothing. */
const MISSED = {
  invalid_user_id_list: '不在企业通讯录或应用的可见范围内',
  forbidden_user_id_list: `已达到${LABEL}对该成员的发送上限`,
  failed_user_id_list: `${LABEL}未能送达`,
} as const

export interface DingtalkReceipt extends ChatReceipt {
  taskId: string
  at: number
  hasStatus: boolean
  /** The todo, and whose it is. */
  todo?: { id: string; unionId: string }
  /** Why there is no todo although one was wanted, or why it stays open. */
  todoProblem?: string
}

export function dingtalkChat(settings: DingtalkSettings, outside: Outside): Chat {
  const { corpId, clientId, agentId, sign, loginBase } = settings
  const { clock, publicUrl, log, db } = outside
  const wire = dingtalkWire(settings, outside)
  const agent_id = Number(agentId)

  const notify = async (userIds: readonly string[], msg: object) => {
    const path = '/topapi/message/corpconversation/asyncsend_v2'
    const { task_id } = await wire.old(path, { agent_id, userid_list: userIds.join(','), msg })
    return String(task_id)
  }

  const changeStatus = async ({ taskId, at }: DingtalkReceipt, text: string, good: boolean) => {
    if (clock.now().getTime() - at > STATUS_MS)
      throw new ChatError(`${LABEL}：通知已超过 7 天，不能再更新`, 'notice-too-old', false)
    await wire.old('/topapi/message/corpconversation/status_bar/update', {
      agent_id,
      task_id: Number(taskId),
      status_value: cut(text, 60),
      status_bg: good ? statusColours.good : statusColours.bad,
    })
  }

  return {
    name: 'dingtalk',
    label: LABEL,
    corpId,
    publicIds: { corpId, clientId, agentId },
    mostReceivers: ({ choices }) => (choices?.length ? MOST_WITH_STATUS : MOST_RECEIVERS),
    personLimits: [
      { seconds: 60, most: 30 },
      { seconds: 86_400, most: 500 },
    ],

    authorizeUrl({ redirectUri, state }) {
      const query = {
        redirect_uri: redirectUri,
        response_type: 'code',
        client_id: clientId,
        scope: 'openid corpid',
        state,
        prompt: 'consent',
        corpId,
        org_type: 'management',
      }
      // A blank is %20 there.
      return `${loginBase}/oauth2/auth?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`
    },

    exchange: (code, kind) => (kind === 'inside' ? exchangeInside(wire, code) : exchangeOutside(wire, settings, code)),
    signPage: async (url) => signPage(sign, await wire.ticket(), url, clock.now()),

    async send(userIds, message) {
      const url = addressOf(publicUrl, message)
      const taskId = await notify(userIds, noticeOf(message, url))
      const hasStatus = (message.choices?.length ?? 0) > 0
      const receipt: DingtalkReceipt = { taskId, at: clock.now().getTime(), hasStatus }
      if (!message.todo) return { receipt, refused: [] }
      try {
        const todo = await openTodo(wire, message, url, await unionIdsOf(db, wire, corpId, userIds))
        return {
          receipt: { ...receipt, ...(todo ? { todo } : { todoProblem: `${LABEL}：成员不在企业通讯录中` }) },
          refused: [],
        }
      } catch (error) {
        // The notice has arrived: failing now would send it again.
        if (!(error instanceof ChatError)) throw error
        log.warn({ chat: 'dingtalk', code: error.code, message: message.key }, `钉钉待办未建立：${error.message}`)
        return { receipt: { ...receipt, todoProblem: error.message }, refused: [] }
      }
    },

    async missed(given) {
      const { taskId } = given as DingtalkReceipt
      const path = '/topapi/message/corpconversation/getsendresult'
      const { send_result } = await wire.old(path, { agent_id, task_id: Number(taskId) })
      const result = (send_result ?? {}) as Result
      return Object.entries(MISSED).flatMap(([list, reason]) =>
        ((result[list] ?? []) as unknown[]).map((userId) => ({ userId: String(userId), reason })),
      )
    },

    async settle(given, { text, good }) {
      const receipt = given as DingtalkReceipt
      const { hasStatus, todo } = receipt
      // Two calls under two rights: who may not close the todo may change the notice all the same.
      const ofTodo = todo && (await refusalOf(closeTodo(wire, todo)))
      const ofStatus = hasStatus ? await refusalOf(changeStatus(receipt, text, good)) : undefined
      const refusals = [ofTodo, ofStatus].filter((error) => error !== undefined)
      const again = refusals.find(isWorthAnotherTry)
      if (!again) {
        if (refusals[0]) throw refusals[0]
        return
      }
      const { todo: _closed, ...withoutTodo } = receipt
      const rest = ofTodo && isWorthAnotherTry(ofTodo) ? receipt : withoutTodo
      throw new PartlySettled(again, {
        ...rest,
        hasStatus: ofStatus !== undefined && isWorthAnotherTry(ofStatus),
        ...(rest !== receipt && ofTodo && { todoProblem: ofTodo.message }),
      })
    },

    async sendFile(userIds, file) {
      const uploaded = await wire.upload('/media/upload', { type: 'file' }, fileForm(file))
      const msg = { msgtype: 'file', file: { media_id: String(uploaded.media_id) } }
      const receipt: DingtalkReceipt = {
        taskId: await notify(userIds, msg),
        at: clock.now().getTime(),
        hasStatus: false,
      }
      return { receipt, refused: [] }
    },

    async standingOf(userid) {
      const found = await wire.old('/topapi/v2/user/get', { userid, language: 'zh_CN' }).catch(strangers)
      return found ? 'member' : 'left'
    },
    examine: () => examineDingtalk(settings, outside, wire),
  }
}

/** Why the chat did not do it; undefined when it did. */
async function refusalOf(work: Promise<unknown>): Promise<ChatError | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ChatError) return error
    throw error
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
type Result = Readonly<Record<string, unknown>>

/** A code of `requestAuthCode`. */
async function exchangeInside(wire: DingtalkWire, code: string): Promise<Proven> {
  const { result } = await wire.old('/topapi/v2/user/getuserinfo', { code })
  const { userid, unionid, name } = (result ?? {}) as Result
  if (!text(userid)) throw stranger()
  const userId = String(userid)
  return { userId, unionId: text(unionid), name: text(name), profile: () => profileOf(wire, userId) }
}

/** A code of the login page belongs to a person; who that is in the corporation is asked with the app's own token. */
async function exchangeOutside(wire: DingtalkWire, settings: DingtalkSettings, code: string): Promise<Proven> {
  const { clientId, clientSecret, corpId } = settings
  const given = await wire.fresh(
    'POST',
    '/v1.0/oauth2/userAccessToken',
    { clientId, clientSecret, code, grantType: 'authorization_code' },
    null,
  )
  // A person of several corporations may have chosen another one.
  if (text(given.corpId) && given.corpId !== corpId) throw stranger()
  const me = await wire.fresh('GET', '/v1.0/contact/users/me', undefined, String(given.accessToken))
  const unionId = text(me.unionId)
  if (!unionId) throw stranger()
  const { result } = await wire.old('/topapi/user/getbyunionid', { unionid: unionId })
  const userId = text((result as Result | undefined)?.userid)
  if (!userId) throw stranger()
  const mobile = text(me.mobile)
  return {
    userId,
    unionId,
    name: text(me.nick),
    ...(mobile && { mobile }),
    profile: () => profileOf(wire, userId),
  }
}

const stranger = () => new ChatError(`${LABEL}：不是本企业的成员`, 'not-a-member', false, undefined, 'stranger')

/** Name, mobile and avatar, as far as the app was given the right to read them. */
async function profileOf(wire: DingtalkWire, userid: string): Promise<Partial<ChatPerson>> {
  try {
    const { result } = await wire.old('/topapi/v2/user/get', { userid, language: 'zh_CN' })
    const { name, mobile, avatar, unionid } = (result ?? {}) as Result
    return Object.fromEntries(
      Object.entries({ name, mobile, avatar, unionId: unionid }).filter(([, value]) => text(value)),
    )
  } catch (error) {
    if (error instanceof ChatError) return withoutNumber(error)
    throw error
  }
}

async function openTodo(wire: DingtalkWire, message: ChatMessage, url: string, unionIds: readonly string[]) {
  const [unionId] = unionIds
  if (!unionId) return undefined
  const tasks = `/v1.0/todo/users/${encodeURIComponent(unionId)}/tasks`
  try {
    const made = await wire.fresh(
      'POST',
      `${tasks}?operatorId=${encodeURIComponent(unionId)}`,
      todoOf(message, url, unionIds),
    )
    return { id: String(made.id), unionId }
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    // The answer to an earlier try may have been lost: then it is there under our own number.
    const known = await wire.fresh('GET', `${tasks}/sources/${encodeURIComponent(message.key)}`).catch(() => undefined)
    if (known?.id === undefined) throw error
    return { id: String(known.id), unionId }
  }
}

async function closeTodo(wire: DingtalkWire, { id, unionId }: { id: string; unionId: string }): Promise<void> {
  const owner = encodeURIComponent(unionId)
  await wire.fresh('PUT', `/v1.0/todo/users/${owner}/tasks/${encodeURIComponent(id)}?operatorId=${owner}`, {
    done: true,
  })
}
