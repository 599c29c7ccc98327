/** How a message leaves: as an announcement to one person, or through the chat its receiver is bound to. */
import { and, eq, or, sql } from 'drizzle-orm'
import { chatEntry, chatNamed } from '#model/chatNames.ts'
import type { Wire } from '#model/resource.ts'
import { wordsOf } from '#model/richText.ts'
import { resources } from '#resources/index.ts'
import { messageCategories } from '#resources/system/announcement.ts'
import { messageStates } from '#resources/system/message.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'
import { ChatError, type Chat } from '../../kernel/ports/chat.ts'
import { job } from '../../kernel/ports/queue.ts'
import type { Services } from '../../kernel/services.ts'
import { activeOf, bindingsOf } from '../../notify/routing.ts'
import { perform, workOf, writingOf } from '../../resource/action.ts'
import { put } from '../../resource/hooks.ts'
import { wireRow } from '../../resource/wire.ts'
import { addRow, localTime, type Writing } from '../../resource/write.ts'

const { sysAnnouncement, sysMessage } = resources
const messages = tableOf(sysMessage)
const users = tableOf(resources.sysUser)

export type Message = Wire<typeof sysMessage>

/** One message to its chat. */
export const messageJob = job<{ id: string }>('message-send')

const SYSTEM = 'system'
const EMAIL = 'email'
const MOST_TRIES = 5
const QUEUED = '等待发送'
/** Each try was cut off before the chat's answer could be kept. */
const LOST = `${MOST_TRIES} 次都没有得到发送结果，接收人可能没有收到，可以重新发送`
/** A chat has been asked, or will be. */
export const isUnderWay = ({ esSendStatus, esResult }: Pick<Message, 'esSendStatus' | 'esResult'>): boolean =>
  esSendStatus === messageStates.waiting && (esResult === QUEUED || Boolean(esResult?.startsWith('第 ')))
/** Where a message opens, from a chat too. */
const PATH = '/isps/userAnnouncement'
const SUMMARY_LENGTH = 160
const TITLE_LENGTH = 100

const failed = (row: Message, services: Services, reason: string) =>
  put(row, { esSendStatus: messageStates.failed, esSendTime: localTime(services), esResult: reason.slice(0, 255) })
const sent = (row: Message, services: Services) =>
  put(row, { esSendStatus: messageStates.sent, esSendTime: localTime(services), esResult: '已送达' })

/** Who gets it, and in which chat; a text is why it cannot get there. */
async function targetOf(
  tx: Tx,
  services: Services,
  { esType, esReceiver, tenantId }: Message,
): Promise<{ userId: string; chat?: Chat; chatUserId?: string } | string> {
  const [person] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, esReceiver), live(users)))
  const [userId] = person ? await activeOf(tx, [person.id], tenantId) : []
  if (!userId) return '接收人不存在、已冻结或不属于本租户'
  if (esType === SYSTEM) return { userId }
  if (esType === EMAIL) return '系统没有配置邮件服务'
  const name = chatNamed(esType)
  const chat = name && services.chats.get(name)
  if (!chat) return `系统没有配置${name ? chatEntry(name).label : '该发送方式'}`
  const bindings = await bindingsOf({ db: tx, services }, [userId])
  const address = bindings.find(({ channel }) => channel === name)
  return address ? { userId, chat, chatUserId: address.chatUserId } : `接收人没有绑定${chat.label}`
}

/** Sends it at once, or queues the call to a chat; what came of it is set on the row, which the caller writes. */
export async function deliver(writing: Writing, row: Message): Promise<void> {
  const { tx, services } = writing
  const target = await targetOf(tx, services, row)
  if (typeof target === 'string') return void failed(row, services, target)
  put(row, { esSendNum: row.esType === SYSTEM ? (row.esSendNum ?? 0) + 1 : 0 })
  if (row.esType === SYSTEM) {
    await announce(writing, row, target.userId)
    return void sent(row, services)
  }
  put(row, { esSendStatus: messageStates.waiting, esResult: QUEUED })
  await services.jobs.send(tx, messageJob, { id: row.id })
}

/** As the contract says: a released announcement of the system to one person. */
async function announce(writing: Writing, row: Message, userId: string): Promise<void> {
  const release = workOf(sysAnnouncement, 'release')
  if (!release) throw new Error('Announcements cannot be released')
  const { id } = await addRow(writing, sysAnnouncement, {
    titile: row.esTitle.slice(0, TITLE_LENGTH),
    msgCategory: messageCategories.system,
    priority: 'M',
    msgType: 'USER',
    userIds: `${userId},`,
    msgContent: row.esContent,
  })
  await perform(writing, sysAnnouncement, 'release', release.run, { id, input: {} })
}

const backOffSeconds = (tries: number) => 10 * 2 ** tries

/** Counted before anything else is done, so that whatever ends a try, the tries end. */
const claimed = (services: Services, id: string): Promise<Message | undefined> =>
  services.db.transaction(async (tx) => {
    const row = await waiting(tx, id)
    if (!row) return undefined
    const isOver = (row.esSendNum ?? 0) >= MOST_TRIES
    if (isOver) failed(row, services, LOST)
    else put(row, { esSendNum: (row.esSendNum ?? 0) + 1 })
    await keep(tx, row)
    return isOver ? undefined : row
  })

/** The call to the chat. The number of the message is its key there: a second try is the same message. */
export async function sendToChat(services: Services, { id }: { id: string }): Promise<void> {
  const row = await claimed(services, id)
  if (!row) return
  const target = await services.db.transaction((tx) => targetOf(tx, services, row))
  if (typeof target === 'string') return settle(services, id, (now) => void failed(now, services, target))
  if (!target.chat || !target.chatUserId) return
  const { esTitle: title, esContent } = row
  const error = await target.chat
    .send([target.chatUserId], {
      key: id,
      title,
      summary: wordsOf(esContent).slice(0, SUMMARY_LENGTH) || title,
      facts: [],
      // Of two messages that read the same the chat shows only the first, unless they lead elsewhere.
      path: `${PATH}?message=${id}`,
    })
    .then(({ refused }) => refused[0] && new ChatError(refused[0].reason, 'refused', false))
    .catch((thrown: unknown) => thrown)
  if (error && !(error instanceof ChatError)) services.log.warn({ err: error, message: id }, '发送消息时出错')
  await settle(services, id, async (now, tx) => {
    // The last try may be given up by another node while it was under way. That it arrived is true all the same.
    if (now.esSendStatus === messageStates.failed) return error ? undefined : void sent(now, services)
    const tries = now.esSendNum ?? 1
    if (!error) sent(now, services)
    else {
      const reason = error instanceof ChatError ? error.message : `${target.chat?.label ?? ''}暂时无法使用`
      const again = (!(error instanceof ChatError) || error.retry) && tries < MOST_TRIES
      if (again) {
        put(now, { esResult: `第 ${tries} 次未成功：${reason}`.slice(0, 255) })
        await services.jobs.send(tx, messageJob, { id }, { afterSeconds: backOffSeconds(tries) })
      } else failed(now, services, reason)
    }
  })
}

/** What came of a try, on the record as it is by then. */
const settle = (
  services: Services,
  id: string,
  change: (now: Message, tx: Tx) => void | Promise<void>,
): Promise<void> =>
  services.db.transaction(async (tx) => {
    const now = await waiting(tx, id, { orLost: true })
    if (!now) return
    await change(now, tx)
    await keep(tx, now)
  })

/**
 * What is under way and in no queue is put back: the queue has given up, or a backup was restored that knew more messages than
 * jobs. Each try counts, so that in the end every message was sent or says why it was not.
 */
export async function takeUpMessages(services: Services): Promise<string> {
  const queued = sql`exists (select 1 from pgboss.job where name = ${messageJob.name}
    and state in ('created', 'retry', 'active') and data->>'id' = ${messages.id})`
  const open = await services.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.esSendStatus, messageStates.waiting),
        sql`(${messages.esResult} = ${QUEUED} or ${messages.esResult} like '第 %')`,
        sql`not ${queued}`,
        live(messages),
      ),
    )
  for (const { id } of open) await services.db.transaction((tx) => services.jobs.send(tx, messageJob, { id }))
  return open.length ? `${open.length} 条消息已重新排队发送` : '没有中断的消息'
}

async function waiting(tx: Tx, id: string, { orLost = false } = {}): Promise<Message | undefined> {
  const isLost = and(eq(messages.esSendStatus, messageStates.failed), eq(messages.esResult, LOST))
  const is = or(eq(messages.esSendStatus, messageStates.waiting), orLost ? isLost : undefined)
  const [record] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), is, live(messages)))
    .for('update')
  return record && wireRow(sysMessage, record)
}

/** What came of sending is no change that a person made: the data log has none of it. */
const keep = (tx: Tx, { id, esSendStatus, esSendTime, esSendNum, esResult }: Message) =>
  tx
    .update(messages)
    .set({ esSendStatus, esSendTime, esSendNum, esResult, version: sql`${messages.version} + 1` })
    .where(eq(messages.id, id))

/** Of an action: the transaction without the record it acts on. */
export const sendNow = (work: Writing & { row: Message }): Promise<void> => deliver(writingOf(work), work.row)
