/** Work that goes on in the background for one person: exports, imports and other long runs (`server/tasks`). */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { mode: 'string', withTimezone: true, precision: 3 })

export const task = pgTable(
  'sys_task',
  {
    id: text('id').primaryKey(),
    tenantId: integer('tenant_id').notNull().default(0),
    /** Whose it is, and the department they worked in: the run sees what they would see. */
    userId: text('user_id').notNull(),
    orgCode: text('org_code'),
    ip: text('ip').notNull().default(''),
    host: text('host').notNull().default(''),
    /** A key of `server/tasks/kinds.ts`. */
    kind: text('kind').notNull(),
    resource: text('resource'),
    title: text('title').notNull(),
    /** queued, running, checked (waits for the person), done, failed or cancelled. */
    state: text('state').notNull().default('queued'),
    /** What the next run does: run, check, write or undo. */
    step: text('step').notNull().default('run'),
    done: integer('done').notNull().default(0),
    /** 0 while nobody knows. */
    total: integer('total').notNull().default(0),
    /** What to do, as the kind reads it. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /**
     * What a taken-up run goes on from, as the kind writes it, in the transaction of the work. Of an import that waits for
     * its owner the first of its faults; of one that is taken back how it had ended.
     */
    checkpoint: jsonb('checkpoint').$type<Record<string, unknown>>(),
    /** Counts: total, added, changed, same, wrong, written. */
    counts: jsonb('counts').$type<Record<string, number>>(),
    /** For the person, in Chinese. */
    message: text('message'),
    /** Where the produced file and the list of faults lie in the store, and what they are called. */
    filePath: text('file_path'),
    fileName: text('file_name'),
    faultPath: text('fault_path'),
    faultName: text('fault_name'),
    /** The person asked to stop; the run sees it at its next step. */
    cancelling: boolean('cancelling').notNull().default(false),
    /** Who is at it, and until when they must have said something. */
    run: text('run'),
    claimUntil: time('claim_until'),
    /** How often somebody began it: what ends a server each time is given up. */
    attempts: integer('attempts').notNull().default(0),
    createTime: time('create_time').notNull().defaultNow(),
    startTime: time('start_time'),
    endTime: time('end_time'),
    undoTime: time('undo_time'),
  },
  (t) => [
    index('sys_task_owner').on(t.userId, t.tenantId, t.createTime),
    index('sys_task_open')
      .on(t.id)
      .where(sql`state in ('queued', 'running')`),
  ],
)

export type TaskRow = typeof task.$inferSelect
