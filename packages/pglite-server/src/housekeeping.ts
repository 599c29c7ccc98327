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
  /** After a sweep tables rest for so many times as long as it took. */
  rest: number
}
export const usualTimes: HousekeepingTimes = {
  lookMs: 2000,
  logBytes: 64 * 1024 * 1024,
  logMs: 300_000,
  tablesMs: 60_000,
  rest: 9,
}

interface House {
  /** Rows of text, asked when no transaction is open. Rejects with what PostgreSQL says. */
  ask(sql: string): Promise<readonly (readonly (string | null)[])[]>
  /** Commits that had to reach the disk so far. */
  writes(): number
  /** ms spent on statements so far: on all, and on those asked from here. */
  spent(): { allMs: number; ownMs: number }
  /** Of the disk. */
  freeBytes(): number
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
/** Sweeping may write as much log as the table is large, and this much more is left for everybody else. */
const LEFT_FREE = 256 * 1024 * 1024
/** Looking what is due costs as much as a few small tables: they are swept together until so many ms have gone. */
const TOGETHER_MS = 100
/** What failed is left alone for so long. */
const FAILED_MS = 3_600_000

const LOG = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::text from pg_control_checkpoint()`

/**
 * What is due, as autovacuum reckons it with its usual settings: 1 is due. Long values lie in a table of their own (toast),
 * which is counted for itself and swept with the one it belongs to. `pg_statistic` is never analysed, whatever is asked.
 * Neither through `pg_stat_all_tables` nor with their sizes: over a few hundred tables that takes a quarter of a second.
 */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname),
    greatest(
      pg_stat_get_dead_tuples(c.oid) / (50 + 0.2 * greatest(c.reltuples, 0)),
      pg_stat_get_ins_since_vacuum(c.oid) / (1000 + 0.2 * greatest(c.reltuples, 0)),
      coalesce(pg_stat_get_dead_tuples(lc.oid) / (50 + 0.2 * greatest(lc.reltuples, 0)), 0),
      coalesce(pg_stat_get_ins_since_vacuum(lc.oid) / (1000 + 0.2 * greatest(lc.reltuples, 0)), 0),
      greatest(age(c.relfrozenxid), coalesce(age(lc.relfrozenxid), 0)) / 200e6)::text,
    case when c.oid = 'pg_statistic'::regclass then 0
      else pg_stat_get_mod_since_analyze(c.oid) / (50 + 0.1 * greatest(c.reltuples, 0)) end::text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_class lc on lc.oid = c.reltoastrelid
  where c.relkind in ('r', 'm') and c.relpersistence = 'p' and n.nspname <> 'pg_toast'`

interface Due {
  name: string
  sweep: number
  look: number
}

/** Returns how to stop. */
export function keepHouse(
  { ask, writes, spent, freeBytes, isCopied, warn }: House,
  times: HousekeepingTimes,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let seen = writes()
  let logBytes = 0
  let logBegan = performance.now()
  let logFrom = 0
  let tablesFrom = performance.now() + times.tablesMs
  let load = { at: performance.now(), allMs: spent().allMs, share: 0 }
  /** Until when each table is left alone, whatever its counts say. */
  const restingUntil = new Map<string, number>()
  /** Counts begin anew with each opening, so every table is swept once after it. */
  const swept = new Set<string>()

  function lookAtLoad() {
    const [at, { allMs }] = [performance.now(), spent()]
    if (at - load.at < times.tablesMs) return
    load = { at, allMs, share: (allMs - load.allMs) / (at - load.at) }
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

  async function sizeOf(name: string): Promise<number> {
    const [row] = await ask(`select pg_total_relation_size(to_regclass('${name.replaceAll("'", "''")}'))::text`)
    // Dropped meanwhile.
    return Number(row?.[0] ?? 0)
  }

  /** What a table needs now; undefined where that must wait. */
  async function workFor({ name, sweep, look }: Due): Promise<string | undefined> {
    if (sweep >= 1 || !swept.has(name)) {
      const bytes = await sizeOf(name)
      const mayWait = bytes > LARGE_BYTES && load.share > QUIET && sweep < OVERDUE
      const isAnalysed = look >= 1 || !swept.has(name)
      if (!mayWait && freeBytes() > bytes + LEFT_FREE) return isAnalysed ? 'vacuum (analyze)' : 'vacuum'
    }
    return look >= 1 ? 'analyze' : undefined
  }

  /** A few small tables or a large one; whether there may be more to do. */
  async function sweepTables(): Promise<boolean> {
    const { ownMs } = spent()
    const now = performance.now()
    const all = (await ask(TABLES)).map(([name, sweep, look]): Due => ({
      name: name!,
      sweep: Number(sweep),
      look: Number(look),
    }))
    const due = all
      .filter(({ name, sweep, look }) => sweep >= 1 || look >= 1 || !swept.has(name))
      .filter(({ name }) => (restingUntil.get(name) ?? 0) <= now)
      .sort((one, other) => Math.max(other.sweep, other.look) - Math.max(one.sweep, one.look))
    for (const table of due) {
      const work = await workFor(table)
      if (stopped) return false
      if (work) await sweep(table.name, work)
      if (spent().ownMs - ownMs > TOGETHER_MS) return true
    }
    return false
  }

  async function sweep(name: string, work: string): Promise<void> {
    restingUntil.set(name, performance.now() + times.tablesMs)
    try {
      await ask(`${work} ${name}`)
      if (work !== 'analyze') swept.add(name)
    } catch (error) {
      swept.add(name)
      restingUntil.set(name, performance.now() + FAILED_MS)
      warn(`${work} ${name}: ${(error as Error).message}`)
    }
  }

  async function look() {
    if (performance.now() >= logFrom)
      await shortenLog().catch((error: Error) => {
        logFrom = performance.now() + times.tablesMs
        warn(`checkpoint: ${error.message}`)
      })
    if (!stopped && performance.now() >= tablesFrom) {
      lookAtLoad()
      const { ownMs } = spent()
      const more = await sweepTables().catch((error: Error) => warn(`housekeeping: ${error.message}`))
      const rest = more ? Math.max(times.lookMs / 4, times.rest * (spent().ownMs - ownMs)) : times.tablesMs
      tablesFrom = performance.now() + rest
    }
    const soon = Math.max(1, Math.min(times.lookMs, tablesFrom - performance.now()))
    if (!stopped) timer = setTimeout(() => void look(), soon).unref()
  }
  timer = setTimeout(() => void look(), times.lookMs).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
