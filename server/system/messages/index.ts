/** Message templates, and the messages made of them (contract.md §6.11). */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { sameValue } from '#model/emptiness.ts'
import type { Wire } from '#model/resource.ts'
import { dictionaries } from '#resources/dictionaries.ts'
import { resources } from '#resources/index.ts'
import { dataIn, messageStates, templateTypes } from '#resources/system/message.ts'
import { live } from '../../db/live.ts'
import { oneOf } from '../../db/one-of.ts'
import { tableOf } from '../../db/table.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/database.ts'
import { badInput, notFound, refused } from '../../kernel/errors.ts'
import { handles, type JobHandler } from '../../kernel/job-handler.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { noParameter, timed } from '../../kernel/timed-work.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, type SaveHook } from '../../resource/hooks.ts'
import { once } from '../../resource/once.ts'
import { idText, notKept, someIds } from '../../resource/parameters.ts'
import { scopeOf } from '../../resource/scope.ts'
import { wireRow } from '../../resource/wire.ts'
import { insertRow, newRow, type Writing } from '../../resource/write.ts'
import { messageOf } from './fill.ts'
import { deliver, isUnderWay, messageJob, sendNow, sendToChat, takeUpMessages, type Message } from './send.ts'

const { sysMessage, sysMessageTemplate } = resources
const templates = tableOf(sysMessageTemplate)
const users = tableOf(resources.sysUser)

type Template = Wire<typeof sysMessageTemplate>

const APPLIED = '1'
const IN_USE = '模板已应用，请先停用再修改或删除'
const MOST_RECEIVERS = 50

const templateRules = hookOf(sysMessageTemplate, {
  check({ mode, before, after }) {
    // Clients of the contract take it out of use by saving it.
    const stays = mode === 'edit' && before?.useStatus === APPLIED
    const changed = stays && WRITTEN.find((name) => !sameValue(before[name], after[name]))
    return Promise.resolve(changed ? { [changed]: IN_USE } : undefined)
  },
  beforeDelete({ row }) {
    if (row.useStatus === APPLIED) throw refused(IN_USE)
    return Promise.resolve()
  },
  forbids: (row, _, action) =>
    row.useStatus === APPLIED && (action === 'edit' || action === 'delete') ? IN_USE : undefined,
})

const WRITTEN = ['templateName', 'templateCode', 'templateType', 'templateContent', 'templateTestJson'] as const

/**
 * The user name that is meant; who is in another tenant is nobody here. A sheet, as an export writes it, has the person's
 * name, which has to be nobody else's.
 */
async function receiverOf(tx: Tx, caller: Caller, named: string, inSheet: boolean): Promise<string | undefined> {
  const belongs = sql`(',' || ${users.relTenantIds} || ',') like ${`%,${caller.tenantId},%`}`
  const found = (which: SQL) =>
    tx
      .select({ username: users.username })
      .from(users)
      .where(and(which, belongs, live(users)))
      .limit(2)
  const [byUsername] = await found(eq(users.username, named))
  if (byUsername || !inSheet) return byUsername?.username
  const [one, another] = await found(eq(users.realname, named))
  return another ? undefined : one?.username
}

const messageRules = hookOf(sysMessage, {
  async check({ tx, caller, mode, before, after }) {
    if (before?.esReceiver === after.esReceiver) return
    if (!(await receiverOf(tx, caller, after.esReceiver, mode === 'import')))
      return { esReceiver: `没有用户名为“${after.esReceiver}”的用户` }
  },
  async beforeSave({ tx, caller, mode, after }) {
    if (mode === 'import') after.esReceiver = (await receiverOf(tx, caller, after.esReceiver, true)) ?? after.esReceiver
  },
  // What is on its way stays as it was sent.
  forbids: (row, _, action) =>
    isUnderWay(row) && (action === 'edit' || action === 'send') ? '消息正在发送，请等待结果' : undefined,
})

interface Sending {
  template: Template
  data: string | null | undefined
  /** User names. */
  receivers: readonly string[]
  msgType: string
}

/** A message for each, made of the template. The records of those that cannot go stay: they say why. */
async function sendTemplate(writing: Writing, { template, data, receivers, msgType }: Sending): Promise<Message[]> {
  const given = dataIn(data)
  if (!given) throw badInput('测试数据：应为 JSON 对象，例如 {"name":"张三"}')
  const content = messageOf(template.templateContent, template.templateType === templateTypes.rich, given)
  const made: Message[] = []
  for (const esReceiver of receivers) {
    const row = newRow(writing, sysMessage, {
      esTitle: template.templateName,
      esType: msgType,
      esReceiver,
      esContent: content,
      esParam: data,
    })
    await deliver(writing, row)
    await insertRow({ ...writing, mode: 'add', after: row, extras: {} }, sysMessage)
    made.push(row)
  }
  return made
}

type Fate = Pick<Message, 'esReceiver' | 'esSendStatus' | 'esResult'>
const fateOf = ({ esReceiver, esSendStatus, esResult }: Message): Fate => ({ esReceiver, esSendStatus, esResult })

/** What whoever sent them hears; said once everything is kept. */
function answered(fates: readonly Fate[]) {
  const [first, ...others] = fates.filter(({ esSendStatus }) => esSendStatus === messageStates.failed)
  if (!first) return said('消息发送成功！', { fates })
  const reason = `${first.esReceiver}：${first.esResult ?? ''}${others.length ? ` 等 ${others.length + 1} 人` : ''}`
  throw refused(`发送消息出错！${reason}，详见消息管理`, 500, { fates })
}

/** Of people this caller sees. */
async function namesOf({ tx, caller }: Pick<Writing, 'tx' | 'caller'>, ids: readonly string[]): Promise<string[]> {
  const people = await tx
    .select({ username: users.username })
    .from(users)
    .where(and(oneOf(users.id, [...ids]), scopeOf(caller, resources.sysUser)))
  if (people.length !== ids.length) throw badInput('接收人：所选用户不存在或无权使用')
  return people.map(({ username }) => username)
}

const channels: readonly string[] = dictionaries.messageType.items.map(([value]) => value)
const receivers = someIds('receiver').refine(
  ({ length }) => length <= MOST_RECEIVERS,
  `接收人：一次最多 ${MOST_RECEIVERS} 人`,
)
const msgType = z
  .string({ error: '请选择发送方式' })
  .refine((value) => channels.includes(value), '发送方式：请选择列出的值')
const testData = z.string({ error: '测试数据应为 JSON 文字' }).max(2000, '测试数据：最大长度2000位字符').nullish()

async function templateWhere({ tx, caller }: Pick<Writing, 'tx' | 'caller'>, where: SQL): Promise<Template> {
  const [record] = await tx
    .select()
    .from(templates)
    .where(and(where, scopeOf(caller, sysMessageTemplate)))
  if (!record) throw notFound(sysMessageTemplate.label)
  return wireRow(sysMessageTemplate, record)
}

export const messageWorks: readonly ActionWork[] = [
  actionOf(sysMessageTemplate, 'apply', async ({ row }) => {
    row.useStatus = APPLIED
  }),
  actionOf(sysMessageTemplate, 'stop', async ({ row }) => {
    row.useStatus = '0'
  }),
  actionOf(sysMessage, 'send', sendNow),
]

export const messageHooks: readonly SaveHook[] = [templateRules, messageRules]

export const messageJobs: readonly JobHandler[] = [handles(messageJob, sendToChat)]

/** On the clock, and when a server starts. */
export const messageCare = { 'resume-messages': timed(noParameter, takeUpMessages) }

const common = { method: 'POST', permission: 'system:sysMessageTemplate:send', tag: sysMessageTemplate.label } as const

export const messageRoutes: Route[] = [
  route({
    ...common,
    path: `${sysMessageTemplate.path}/sendMsg`,
    summary: '按模板编码发送；receiver 为逗号分隔的用户名',
    body: z.strictObject({
      templateCode: idText('templateCode'),
      testData,
      receiver: receivers,
      msgType,
      // What the form shows of the template; what is sent is the template itself.
      ...notKept('templateName templateContent'),
    }),
    handler: async ({ services, caller, request, body }) => {
      const fates = await once(services, caller, request, async (tx) => {
        const writing = { tx, caller, services }
        const template = await templateWhere(writing, eq(templates.templateCode, body.templateCode))
        const { testData: data, receiver, msgType: channel } = body
        return (await sendTemplate(writing, { template, data, receivers: receiver, msgType: channel })).map(fateOf)
      })
      return answered(fates)
    },
  }),
  // The action of the definition. What became of each is said after it is kept, which an action cannot.
  route({
    ...common,
    path: `${sysMessageTemplate.path}/sendTest`,
    summary: '按模板发送测试；receivers 为逗号分隔的用户编号',
    body: z.strictObject({
      id: idText(),
      version: z.number().int().optional(),
      msgType,
      receivers,
      templateTestJson: testData,
    }),
    handler: async ({ services, caller, request, body }) => {
      const fates = await once(services, caller, request, async (tx) => {
        const writing = { tx, caller, services }
        const template = await templateWhere(writing, eq(templates.id, body.id))
        const { templateTestJson: data, msgType: channel } = body
        const to = await namesOf(writing, body.receivers)
        return (await sendTemplate(writing, { template, data, receivers: to, msgType: channel })).map(fateOf)
      })
      return answered(fates)
    },
  }),
]
