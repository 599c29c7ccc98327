import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Reader } from '@voltdesk/sheets'
import type { Chats } from './ports/chat.ts'
import type { Database } from './database.ts'
import type { DeviceChannel } from './ports/device.ts'
import type { FileStore } from './ports/files.ts'
import type { Leases } from './ports/leases.ts'
import type { JobQueue } from './ports/queue.ts'
import type { PayChannel } from './ports/pay.ts'
import type { Reach } from './ports/reach.ts'
import type { SmsChannel } from './ports/sms.ts'
import type { Settings } from './settings.ts'
import type { Traffic } from './traffic.ts'

/** The outside world, passed into `buildApp`: whatever is passed in can be a pretend twin. */
export interface Services {
  db: Database
  pool: Pool
  /** The same database by connections that other work cannot use up: for sign-in, decisions and health. */
  kept: Pick<Services, 'db' | 'pool'>
  /** True while the disk is too full to write. */
  readOnly: () => boolean
  settings: Settings
  pay: PayChannel
  /** The way to the devices. */
  device: DeviceChannel
  files: FileStore
  /** Who reads the sheets that people upload. */
  sheetReader: Reader
  jobs: JobQueue
  /** What only one node at a time does. */
  leases: Leases
  sms: SmsChannel
  /** Where databases of others stand, and which addresses are nobody's to ask. */
  reach: Reach
  /** The chat applications that are set up. */
  chats: Chats
  /** From where on lists are read in other ways. */
  lists: ListLimits
  /** What this node was asked. */
  traffic: Traffic
  clock: Clock
  log: FastifyBaseLogger
}

/** In rows: how far down, and how many found, before a list is read in a way that does not look at all of it. */
export interface ListLimits {
  /** Further down, the index is walked alone and whole rows are fetched only for the page itself. */
  near: number
  /** Further down in a large result, pages start at remembered places. Above, they are exact at any moment. */
  deep: number
  /** From here on the count and the sums may lag behind a table that changes all the time; see `LAG_MS`. */
  large: number
  /** Rows to a statement of the walk, some 30 ms: nobody waits long behind it on the embedded database, nor it behind others. */
  stride: number
}

/** ms: so far the clocks of nodes, and of whoever tells us when something was, may be apart. */
export const CLOCKS_APART_MS = 60_000

export interface Clock {
  now(): Date
}
