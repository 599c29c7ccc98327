/** Tables of the notices that no resource describes. The delivery log is the resource `notifyDelivery`. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Choice } from '../kernel/ports/chat.ts'

const time = (name: string) => timestamp(name, { mode: 'string', withTimezone: true, precision: 3 })
const now = (name: string) => time(name).notNull().defaultNow()

/** What people were told, once per notice. */
export const notice = pgTable(
  'sys_notice',
  {
    id: text('id').primaryKey(),
    /** What makes it new; a second one with the same key is not written. */
    key: text('key').notNull(),
    kind: text('kind').notNull(),
    tenantId: integer('tenant_id').notNull().default(0),
    resource: text('resource'),
    recordId: text('record_id'),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    facts: jsonb('facts').$type<readonly { label: string; text: string }[]>().notNull(),
    path: text('path').notNull(),
    choices: jsonb('choices').$type<readonly Choice[]>(),
    due: time('due'),
    /** What is not sent by then is not sent any more. */
    until: time('until_time'),
    /** open: something is still to be decided; told: nothing is; settled: decided, and `outcome` says how. */
    state: text('state').notNull(),
    /** Goes out in quiet hours too. */
    urgent: boolean('urgent').notNull().default(false),
    outcome: text('outcome'),
    good: boolean('good'),
    createTime: now('create_time'),
    settleTime: time('settle_time'),
  },
  (t) => [uniqueIndex('sys_notice_key').on(t.key), index('sys_notice_record').on(t.resource, t.recordId)],
)

/**
 * One call to a chat: a notice for as many people as the chat takes at once. Batches never change after they are made,
 * so that a try after an unknown outcome carries the same key to the same people.
 */
export const noticeBatch = pgTable(
  'sys_notice_batch',
  {
    /** Grows with time: the order in which a person gets what is queued. */
    id: text('id').primaryKey(),
    noticeId: text('notice_id').notNull(),
    tenantId: integer('tenant_id').notNull().default(0),
    channel: text('channel').notNull(),
    /** Staff and their names in the chat, in the same order. */
    userIds: text('user_ids').array().notNull(),
    chatUserIds: text('chat_user_ids').array().notNull(),
    /** Waits for no quiet hours, nor for what does. */
    urgent: boolean('urgent').notNull().default(false),
    /**
     * waiting, sending, sent, failed or cancelled (decided before it was sent); stuck: not sent for long, tried again from
     * time to time, and nothing waits behind it.
     */
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not before. */
    nextTime: now('next_time'),
    /** A sender that has not answered by then is taken for dead. */
    claimUntil: time('claim_until'),
    receipt: jsonb('receipt').$type<Record<string, unknown>>(),
    sentTime: time('sent_time'),
    /** When its card was brought to the outcome, or why it could not be. */
    settledTime: time('settled_time'),
    settleError: text('settle_error'),
  },
  (t) => [
    index('sys_notice_batch_open').on(t.channel, t.state, t.id),
    index('sys_notice_batch_notice').on(t.noticeId),
    // Who has something older that is not done yet.
    index('sys_notice_batch_people')
      .using('gin', t.userIds)
      .where(sql`state in ('waiting', 'sending')`),
  ],
)

/** Chats a person wants for a kind of notice, the first first, comma-joined; without a row those of the kind. */
export const notifyPreference = pgTable(
  'sys_notify_preference',
  {
    userId: text('user_id').notNull(),
    kind: text('kind').notNull(),
    chats: text('chats').notNull(),
    updateTime: now('update_time'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
)

/** When a person's chats stay silent, as `HH:mm` of the platform; both null: never. Without a row the platform's hours. */
export const notifyQuiet = pgTable('sys_notify_quiet', {
  userId: text('user_id').primaryKey(),
  beginTime: text('begin_time'),
  endTime: text('end_time'),
  updateTime: now('update_time'),
})

/** Who decides for whom, when, and in which tenant. */
export const deputy = pgTable(
  'sys_deputy',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id').notNull(),
    userId: text('user_id').notNull(),
    deputyId: text('deputy_id').notNull(),
    beginTime: time('begin_time').notNull(),
    endTime: time('end_time').notNull(),
    reason: text('reason'),
    createTime: now('create_time'),
  },
  (t) => [index('sys_deputy_user').on(t.userId, t.endTime), index('sys_deputy_deputy').on(t.deputyId, t.endTime)],
)
