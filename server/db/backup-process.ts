import { constants, setPriority } from 'node:os'
import { nightlyBackup, type Night, type Nightly } from './nightly-backup.ts'
import { commandLog } from './cli-database.ts'
import { isNoRoom } from './room-on-disk.ts'
import { removeOwnWork } from './take-backup.ts'

/** Started by run-nightly.ts: hours of work on every row, so none of it on the server's own thread or in its memory. */
export type FromBackup = { done: Night } | { failed: string; noRoom: boolean }

// Behind the server, and the databases it opens inherit that; but not last of all: beside a busy server it would never end.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Ctrl-C and systemd signal the whole group; only the parent, by ending, decides when this ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
process.on('SIGHUP', () => undefined)
process.on('disconnect', () => {
  try {
    removeOwnWork()
  } finally {
    process.exit(1)
  }
})
process.once('message', (order: Nightly) => {
  const answer = (message: FromBackup) => process.send?.(message, () => process.exit(0))
  nightlyBackup(order, commandLog).then(
    (done) => answer({ done }),
    (error: Error) => answer({ failed: error.message, noRoom: isNoRoom(error) }),
  )
})
