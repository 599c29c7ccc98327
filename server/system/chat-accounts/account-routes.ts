/**
 * One's own chat accounts (contract.md §3.6, §3.7). Nobody binds what they only know the number of: this browser must have
 * been through the chat's login page as that account within the last minutes.
 */
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { chatNamed } from '#model/chatNames.ts'
import { resources } from '#resources/index.ts'
import { thirdTypes } from '#resources/system/thirdAccount.ts'
import { refused } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { findUser, type UserInfo } from '../../people/entering.ts'
import { passwordLogin, personByPassword } from '../login.ts'
import { mobile, smsCodeFits, smsErrands } from '../phone-login.ts'
import type { Services } from '../../kernel/services.ts'
import { bind } from '../../chat/accounts.ts'
import { browserOf } from '../../chat/browser-mark.ts'
import type { Chat } from '../../kernel/ports/chat.ts'
import { goOnAs, handOver, provenHere } from '../../chat/sign-in.ts'

const tag = '我的账号'
const accounts = tableOf(resources.sysThirdAccount)
const text = z.string().max(128).nullish()
const bound = '该聊天账号或该用户已有绑定，请联系管理员'

interface Mine {
  id: string
  thirdType: string
  thirdUserId: string
}

const existing = (...conditions: (SQL | undefined)[]) => and(live(accounts), ...conditions)

/** The unbound account of that number which this browser has proven to be. */
async function provenAccount(
  services: Services,
  request: Parameters<typeof browserOf>[0],
  uuid: string,
  thirdType?: string | null,
): Promise<{ accountId: string; signInId: string; chat: Chat }> {
  const rows = (await services.db
    .select({ id: accounts.id, thirdType: accounts.thirdType, thirdUserId: accounts.thirdUserId })
    .from(accounts)
    .where(
      existing(
        or(eq(accounts.thirdUserUuid, uuid), eq(accounts.thirdUserId, uuid)),
        isNull(accounts.sysUserId),
        eq(accounts.status, 1),
      ),
    )) as Mine[]
  for (const row of rows) {
    const chat = services.chats.get(chatNamed(row.thirdType)!)
    if (!chat || (thirdType && chatNamed(thirdType) !== chat.name)) continue
    const proof = { chat: chat.name, chatUserId: row.thirdUserId, browser: browserOf(request) }
    const signInId = await provenHere(services, proof)
    if (signInId) return { accountId: row.id, signInId, chat }
  }
  throw refused('请先用该聊天账号登录一次，再进行绑定')
}

/** The sign-in that stopped there goes on: a one-time code for the page. */
async function bindAndGoOn(
  services: Services,
  { accountId, signInId }: Awaited<ReturnType<typeof provenAccount>>,
  person: UserInfo,
): Promise<string> {
  if (!(await bind(services, accountId, person))) throw refused(bound)
  await goOnAs(services, signInId, person.id)
  return handOver(services, signInId)
}

/** What somebody sees of a chat account that is theirs. */
const ownAccount = {
  id: accounts.id,
  sysUserId: accounts.sysUserId,
  thirdType: accounts.thirdType,
  thirdUserUuid: accounts.thirdUserUuid,
  thirdUserId: accounts.thirdUserId,
  realname: accounts.realname,
  avatar: accounts.avatar,
  status: accounts.status,
}

export const accountRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/sys/thirdApp/getThirdAccountByUserId',
    permission: 'session',
    summary: '我绑定的聊天账号',
    tag,
    query: z.object({ thirdType: z.string().max(200).optional() }),
    handler: async ({ services: { db }, caller, query }) => {
      const types = (query.thirdType ?? '')
        .split(',')
        .map((type) => chatNamed(type.trim()))
        .flatMap((name) => (name ? [thirdTypes[name]] : []))
      return db
        .select(ownAccount)
        .from(accounts)
        .where(
          existing(
            eq(accounts.sysUserId, caller.userId),
            query.thirdType === undefined ? undefined : inArray(accounts.thirdType, types),
          ),
        )
    },
  }),
  route({
    method: 'POST',
    path: '/sys/thirdApp/bindThirdAppAccount',
    permission: 'session',
    summary: '绑定刚刚登录过的聊天账号到自己',
    tag,
    body: z.object({ thirdUserUuid: z.string({ error: '缺少 thirdUserUuid' }).min(1).max(128), thirdType: text }),
    handler: async ({ services, request, caller, body }) => {
      const proven = await provenAccount(services, request, body.thirdUserUuid, body.thirdType)
      if (!(await bind(services, proven.accountId, { id: caller.userId, realname: caller.realname })))
        throw refused(bound)
      const [account] = await services.db.select(ownAccount).from(accounts).where(eq(accounts.id, proven.accountId))
      return said('绑定成功', account)
    },
  }),
  route({
    method: 'DELETE',
    path: '/sys/thirdApp/deleteThirdAccount',
    permission: 'session',
    summary: '解除自己的聊天账号绑定',
    tag,
    query: z.object({ id: text, thirdType: text, sysUserId: text }),
    body: z.object({ id: text, thirdType: text }),
    handler: async ({ services, caller, query, body }) => {
      const id = body.id ?? query.id
      const type = chatNamed(body.thirdType ?? query.thirdType ?? '')
      if (!id && !type) throw refused('请选择要解除的聊天账号')
      const freed = await services.db
        .update(accounts)
        .set({ sysUserId: null, unbound: 1 })
        .where(
          existing(
            eq(accounts.sysUserId, caller.userId),
            id ? eq(accounts.id, id) : eq(accounts.thirdType, thirdTypes[type!]),
          ),
        )
        .returning({ id: accounts.id })
      if (!freed.length) throw refused('没有绑定该聊天账号')
      return said('解绑成功')
    },
  }),
  route({
    method: 'POST',
    path: '/sys/thirdLogin/bindingThirdPhone',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '还没有绑定的聊天账号：用手机验证码证明自己是谁，绑定并继续登录',
    tag: '聊天登录',
    body: z.strictObject({
      mobile,
      captcha: z.string({ error: '请输入验证码' }).trim().min(1, '请输入验证码').max(16),
      thirdUserUuid: z.string({ error: '缺少 thirdUserUuid' }).min(1).max(128),
    }),
    handler: async ({ services, request, body }) => {
      const proven = await provenAccount(services, request, body.thirdUserUuid)
      const person = (await smsCodeFits(services, smsErrands.signIn, body.mobile, body.captcha))
        ? await findUser(services.db, { phone: body.mobile })
        : undefined
      if (!person) throw refused('手机验证码错误')
      return bindAndGoOn(services, proven, person)
    },
  }),
  route({
    method: 'POST',
    path: '/sys/thirdLogin/bindingThirdUser',
    lane: 'chatSignIn',
    permission: 'public',
    summary: '还没有绑定的聊天账号：用账号密码证明自己是谁，绑定并继续登录；多次失败后须带安全验证，同 /sys/login',
    tag: '聊天登录',
    body: z.strictObject({
      ...passwordLogin,
      thirdUserUuid: z.string({ error: '缺少 thirdUserUuid' }).min(1).max(128),
    }),
    handler: async (call) => {
      const { thirdUserUuid, ...given } = call.body
      // First: nobody may try passwords here who has not come from the chat.
      const proven = await provenAccount(call.services, call.request, thirdUserUuid)
      const { person } = await personByPassword(call, given, true)
      if (person.status !== 1) throw refused('该用户已冻结')
      // Somebody else knows it too.
      if (person.mustChangePassword === 'Y') throw refused('请先用该账号登录一次并修改初始密码，再进行绑定')
      return bindAndGoOn(call.services, proven, person)
    },
  }),
]
