/**
 * What PostgreSQL does in processes of its own, which PGlite has not: without checkpoints the log grows until the disk is full
 * and is replayed whole after a kill, without autovacuum what was deleted keeps its room and the planner knows no table.
 * There is one session, so each of these keeps everybody waiting for a moment: small ones are done when they are due, large
 * ones when there is little else to do.
 */

export interface HousekeepingTimes {
  /** How often it is looked whether anything was written, in ms. */
  lookMs: number
  /** A checkpoint follows so many bytes of log: as much is replayed in a second or two. */
  logBytes: number
  /** Or so many ms, when there is little of it. */
  logMs: number
  /** How often tables are looked at, in ms: PostgreSQL's `autovacuum_naptime`. */
  tablesMs: number
}
export const usualTimes: HousekeepingTimes = {
  lookMs: 2000,
  logBytes: 64 * 1024 * 1024,
  logMs: 300_000,
  tablesMs: 60_000,
}

interface House {
  /** Rows of text, asked when no transaction is open. Rejects with what PostgreSQL says. */
  ask(sql: string): Promise<readonly (readonly (string | null)[])[]>
  /** Commits that had to reach the disk so far. */
  writes(): number
  /** ms spent on statements so far. */
  busyMs(): number
  /** Somebody copies the files and would have to begin again if the log did. */
  isCopied(): boolean
  warn(message: string): void
}

/** Less log than this is not worth a checkpoint. */
const LITTLE_LOG = 1024 * 1024
/** While the files are copied the log may grow so many times longer. */
const COPIED_TIMES = 16
/** Larger tables wait until less than a fifth of the time is spent on statements, or until three times as much is due. */
const LARGE_BYTES = 128 * 1024 * 1024
const QUIET = 0.2
const OVERDUE = 3
/** Of the time at most a tenth. */
const REST = 9

const LOG = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text from pg_control_checkpoint()`

/** What is due, as autovacuum reckons it with its usual settings: 1 is due. The most urgent first. */
const TABLES = `
  with counted as (
    select s.relid, format('%I.%I', s.schemaname, s.relname) as name,
      greatest(
        s.n_dead_tup / (50 + 0.2 * greatest(c.reltuples, 0)),
        s.n_ins_since_vacuum / (1000 + 0.2 * greatest(c.reltuples, 0)),
        age(c.relfrozenxid) / 200e6) as sweep,
      s.n_mod_since_analyze / (50 + 0.1 * greatest(c.reltuples, 0)) as look
    from pg_stat_all_tables s join pg_class c on c.oid = s.relid
    where c.relkind in ('r', 'm') and c.relpersistence = 'p' and s.schemaname <> 'pg_toast')
  select name, sweep::text, look::text, pg_total_relation_size(relid)::text
  from counted where sweep >= 1 or look >= 1 order by greatest(sweep, look) desc limit 20`

/** Returns how to stop. */
export function keepHouse({ ask, writes, busyMs, isCopied, warn }: House, times: HousekeepingTimes): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let seen = writes()
  let logBytes = 0
  let logBegan = performance.now()
  let tablesFrom = performance.now() + times.tablesMs
  let load = { at: performance.now(), busyMs: busyMs(), share: 0 }

  function lookAtLoad() {
    const at = performance.now()
    load = { at, busyMs: busyMs(), share: (busyMs() - load.busyMs) / Math.max(1, at - load.at) }
  }

  async function shortenLog(): Promise<void> {
    if (writes() !== seen) {
      seen = writes()
      logBytes = Number((await ask(LOG))[0]?.[0] ?? 0)
    }
    const isOld = logBytes > LITTLE_LOG && performance.now() - logBegan > times.logMs
    const due = isCopied() ? logBytes >= COPIED_TIMES * times.logBytes : isOld || logBytes >= times.logBytes
    if (!due) return
    await ask('checkpoint')
    logBytes = 0
    logBegan = performance.now()
  }

  /** One table at most; whether there may be more to do. */
  async function sweepTable(): Promise<boolean> {
    const due = (await ask(TABLES)).map(([name, sweep, look, bytes]) => ({
      name: name!,
      sweep: Number(sweep),
      look: Number(look),
      bytes: Number(bytes),
    }))
    const next = due.find(
      ({ sweep, bytes }) => sweep < 1 || bytes < LARGE_BYTES || load.share < QUIET || sweep > OVERDUE,
    )
    if (!next) return false
    const work = next.sweep < 1 ? 'analyze' : next.look < 1 ? 'vacuum' : 'vacuum (analyze)'
    await ask(`${work} ${next.name}`)
    return true
  }

  async function look() {
    const began = performance.now()
    let wait = times.lookMs
    try {
      await shortenLog()
      if (began >= tablesFrom) {
        lookAtLoad()
        const more = await sweepTable()
        tablesFrom = performance.now() + (more ? 0 : times.tablesMs)
        wait = more ? Math.max(wait / 4, REST * (performance.now() - began)) : wait
      }
    } catch (error) {
      warn(`housekeeping: ${(error as Error).message}`)
      tablesFrom = performance.now() + times.tablesMs
    }
    if (!stopped) timer = setTimeout(() => void look(), wait).unref()
  }
  timer = setTimeout(() => void look(), times.lookMs).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
