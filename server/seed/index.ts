/** What an empty database gets, and what a newer version adds to an old one. Never touches what staff changed. */
import { eq, sql } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { areGiven } from '../db/given-usernames.ts'
import { seedRecord } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { FileStore } from '../kernel/ports/files.ts'
import { passwordFits } from '../people/password.ts'
import { closeDemo, closedWords } from './after-demo.ts'
import { appConfigs, seedAppConfigs } from './app-config.ts'
import { categoriesPart, seedCategories } from './categories.ts'
import { dictionariesPart, seedDictionaries } from './dictionaries.ts'
import { menusPart, seedMenus } from './menus.ts'
import { ADMIN, seedAdmin, seedOrganisation, TENANT, tenantIds } from './organisation.ts'
import { changedParts, writeNew, type Part } from './part.ts'
import { quartzJobsPart, seedQuartzJobs } from './quartz-jobs.ts'
import { rolesPart, seedRoles } from './roles.ts'
import { rulesPart, seedRules } from './rules.ts'

export interface Account {
  role: string
  username: string
  password: string
}

/** A believable platform, read only when it is asked for. */
export interface Demo {
  /** Of its people. */
  usernames: readonly string[]
  seedDemo(tx: Tx, options: { now: Date; timeZone: string; password: string; files: FileStore }): Promise<unknown>
  /** Those whose passwords nobody changed. */
  demoAccounts(db: Database, password: string, adminPassword: string | undefined): Promise<Account[]>
}

const DEMO_PASSWORD = 'Volt#2026'
// Any number, the same on every node.
const LOCK = 7_268_202

const organisationPart: Part = { name: 'organisation', declared: { organisation: 1, admin: 1 } }
/** Of a version that gave new settings to the first tenant only; the others get what they lack once. */
const EVERY_TENANT = 'every tenant'
const appConfigPart: Part = {
  name: 'appConfig',
  declared: Object.fromEntries([...Object.keys(appConfigs), EVERY_TENANT].map((key) => [key, ''])),
}
const demoPart: Part = { name: 'demo', declared: { demo: 1 } }

/**
 * Idempotent; one query when there is nothing to do. Nodes that start together wait for each other. Returns the accounts
 * whose passwords are known: the administrator's when it was made just now, the demo's as long as nobody changed them; and
 * what whoever started it should read.
 */
export async function seed(
  { db, settings, clock, files }: Pick<Services, 'db' | 'settings' | 'clock' | 'files'>,
  loadDemo: () => Promise<Demo>,
): Promise<{ accounts: Account[]; notices: string[] }> {
  const parts = [
    dictionariesPart,
    menusPart(),
    rolesPart(),
    organisationPart,
    appConfigPart,
    quartzJobsPart,
    categoriesPart,
    rulesPart,
  ]
  if (settings.demo) parts.push(demoPart)
  const needed = await changedParts(db, parts)
  const accounts: Account[] = []
  if (needed.size)
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      const changed = await changedParts(tx, parts)
      const write = async (part: Part, work: (isNew: (key: string) => boolean) => Promise<unknown>) => {
        if (changed.has(part.name)) await writeNew(tx, part, async (isNew) => void (await work(isNew)))
      }
      const [dictionaries, menus, roles] = parts as [Part, Part, Part]
      await write(dictionaries, (isNew) => seedDictionaries(tx, isNew))
      await write(menus, (isNew) => seedMenus(tx, isNew))
      await write(roles, (isNew) => seedRoles(tx, clock.now(), isNew))
      await write(organisationPart, async () => {
        await seedOrganisation(tx, settings.demo ? '伏特租赁' : settings.platformName)
        const given = settings.adminPassword ?? (settings.demo ? DEMO_PASSWORD : undefined)
        const password = await seedAdmin(tx, clock.now(), given)
        if (password && !settings.demo) accounts.push({ role: '管理员', username: 'admin', password })
      })
      await write(appConfigPart, async (isNew) => {
        for (const tenantId of await tenantIds(tx))
          await seedAppConfigs(tx, tenantId, (key) => isNew(key) || (tenantId !== TENANT && isNew(EVERY_TENANT)))
      })
      await write(quartzJobsPart, (isNew) => seedQuartzJobs(tx, clock.now(), isNew))
      await write(rulesPart, (isNew) => seedRules(tx, isNew))
      await write(categoriesPart, async (isNew) => {
        for (const tenantId of await tenantIds(tx)) await seedCategories(tx, tenantId, isNew)
      })
      // A platform with business of its own gets no invented one, nor do its people share their names.
      if (settings.demo && changed.has('demo') && !(await hasBusiness(tx)))
        await write(demoPart, async () => {
          const { seedDemo, usernames } = await loadDemo()
          if (await areGiven(tx, usernames)) return
          await seedDemo(tx, { now: clock.now(), timeZone: settings.timeZone, password: DEMO_PASSWORD, files })
          // Until autovacuum has come by, the planner would take every table for a small one.
          await tx.execute(sql`analyze`)
        })
    })
  if (settings.demo) {
    const { demoAccounts } = await loadDemo()
    accounts.push(...(await demoAccounts(db, DEMO_PASSWORD, settings.adminPassword)))
  }
  const given = settings.adminPassword
  const notices: string[] = []
  if (!settings.demo && (await wasDemo(db))) {
    const { usernames } = await loadDemo()
    const closed = await closeDemo(db, { usernames, password: DEMO_PASSWORD, given })
    notices.push(...closedWords(closed, given))
    if (closed.adminPassword !== undefined && given === undefined)
      accounts.push({ role: '管理员', username: 'admin', password: closed.adminPassword })
  }
  if (given !== undefined && (await passwordFits(db, ADMIN, given)) === undefined)
    notices.push(
      'ADMIN_PASSWORD 只在首次启动时使用：admin 已有别的密码，没有改动；忘记了请运行 npm run rescue -- admin',
    )
  return { accounts, notices }
}

async function wasDemo(db: Database): Promise<boolean> {
  const found = await db.select({ part: seedRecord.part }).from(seedRecord).where(eq(seedRecord.part, demoPart.name))
  return found.length > 0
}

async function hasBusiness(db: Pick<Database, 'select'>): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(tableOf(resources.serviceProvider))
    .limit(1)
  return found.length > 0
}
