/** Databases with tables, start or demo in them: made once a run, copied for every test file. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { watchAccess } from '../server/db/access-triggers.ts'
import { watchChanges } from '../server/db/change-triggers.ts'
import { watchFiles } from '../server/db/file-triggers.ts'
import { watchFigures } from '../server/figures/watch.ts'
import { migrate } from '../server/db/migrate.ts'
import { seed } from '../server/seed/index.ts'
import { diskStore } from '../server/files/disk.ts'
import { servicesOf } from '../server/product.ts'
import type { Settings } from '../server/kernel/settings.ts'
import { databasesFolder, freshDatabase, onServer, postgresUrl, type FreshDatabase } from './postgres.ts'

/** Tables only, what every new installation gets, or that with the demo. */
export type Content = 'tables' | 'start' | 'demo'
const CONTENTS: readonly Content[] = ['tables', 'start', 'demo']
const RUN = 'VOLTDESK_TEST_RUN'

/** Before all tests; answers how to throw the templates away. */
export async function beginRun(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(databasesFolder(), 'voltdesk-run-'))
  process.env[RUN] = folder
  return async () => {
    for (const content of CONTENTS) {
      const made = join(folder, `postgres-${content}`, 'made')
      if (existsSync(made)) await onServer((await postgresUrl())!, `drop database ${readFileSync(made, 'utf8')}`)
      const embedded = join(folder, `embedded-${content}`, 'made')
      if (existsSync(embedded)) rmSync(dirname(readFileSync(embedded, 'utf8')), { recursive: true, force: true })
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A copy of its own; the files of its demo go into `settings.dataDir`. Starting the product on it finds nothing to do. */
export async function databaseWith(
  content: Content,
  kind: FreshDatabase['kind'],
  settings: Settings,
): Promise<FreshDatabase> {
  const run = (process.env[RUN] ??= mkdtempSync(join(databasesFolder(), 'voltdesk-run-')))
  const home = join(run, `${kind}-${content}`)
  const made = join(home, 'made')
  const files = join(home, 'files')
  if (claimed(home))
    try {
      writeFileSync(`${made}.part`, await make(content, kind, settings, files))
      renameSync(`${made}.part`, made)
    } catch (error) {
      rmSync(home, { recursive: true })
      throw error
    }
  // Another worker makes it.
  while (!existsSync(made)) {
    if (!existsSync(home)) throw new Error(`the ${kind} database with ${content} could not be made`)
    await sleep(50)
  }
  if (existsSync(files)) cpSync(files, join(settings.dataDir, 'files'), { recursive: true })
  return freshDatabase(kind, {}, { template: readFileSync(made, 'utf8') })
}

function claimed(home: string): boolean {
  try {
    mkdirSync(home)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Answers what copies it: the name of a database or the folder of an embedded one. */
async function make(content: Content, kind: FreshDatabase['kind'], settings: Settings, files: string): Promise<string> {
  const database = await freshDatabase(kind)
  await migrate(database.pool)
  if (content !== 'tables')
    await seed(
      { db: database.db, settings, clock: { now: () => new Date() }, files: diskStore(files) },
      () => import('../demo/index.ts'),
    )
  // Tests run at any hour of the day; those of the quiet hours set their own.
  await database.pool.query(`update rental_app_config set config_value = '无' where config_key = 'notice.quietHours'`)
  // Every start would put them in otherwise.
  for (const watch of [watchAccess, watchChanges, watchFiles, watchFigures]) await watch(database.pool)
  // And every start of its jobs a queue for each, which is twenty tables.
  if (content !== 'tables') {
    const { jobs } = servicesOf(database, settings, { log: pino({ level: 'silent' }) })
    await jobs.start()
    await jobs.stop()
  }
  return database.keep()
}
