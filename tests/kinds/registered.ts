/** The real app with the resource of all samples among its own, on a throw-away database. */
import { userStates } from '#resources/system/userStates.ts'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { deletionFlags } from '#resources/system/department.ts'
import type { CallOptions, EmptyApp, Reply } from '../empty-app.ts'
import { kindSample, pointedAt } from './samples.ts'

export interface KindsApp {
  test: EmptyApp
  token: string
  /** As an administrator of the tenant. */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
  close(): Promise<void>
}

/**
 * Tables and routes are made from the table of contents when they are first read. So what was read before is read anew,
 * with the samples in it: only for a file that has its modules to itself (vitest.config.ts).
 */
async function resourcesWithSamples() {
  vi.resetModules()
  const { resources } = await import('#resources/index.ts')
  Object.assign(resources, { [kindSample.name]: kindSample })
  return resources
}
let registered: ReturnType<typeof resourcesWithSamples> | undefined

export async function kindsApp(kind: 'embedded' | 'postgres'): Promise<KindsApp> {
  const resources = await (registered ??= resourcesWithSamples())
  const { emptyApp, makePerson, signIn } = await import('../empty-app.ts')
  const { schemaDifference } = await import('../../server/db/schema-difference.ts')
  const { seedDictionaries } = await import('../../server/seed/dictionaries.ts')
  const { tableOf } = await import('../../server/db/table.ts')
  const test = await emptyApp({ kind })
  const { db } = test.services
  const { statements } = await schemaDifference()
  for (const statement of statements) await db.execute(sql.raw(statement))
  // An import is a task of the queue.
  await test.services.jobs.start()
  const { username } = await makePerson(test, { tenants: [1], roles: { admin: [] } })
  const records = (named: Readonly<Record<string, string>>, column: string, more: object = {}) =>
    Object.entries(named).map(([id, name]) => ({ id, tenantId: 1, [column]: name, ...more }))
  await db.transaction(async (tx) => {
    await seedDictionaries(tx, () => true)
    await tx.insert(tableOf(resources.cancelReason)).values(records(pointedAt.reasons, 'reason'))
    await tx
      .insert(tableOf(resources.sysDepart))
      .values(records(pointedAt.departments, 'departName', { delFlag: deletionFlags.kept }))
    await tx.insert(tableOf(resources.sysCategory)).values(records(pointedAt.categories, 'name'))
    await tx.insert(tableOf(resources.sysUser)).values(
      Object.entries(pointedAt.people).map(([id, realname]) => ({
        id,
        username: id,
        realname,
        status: userStates.normal,
        delFlag: 0,
        relTenantIds: '1',
      })),
    )
  })
  const token = await signIn(test, username)
  return {
    test,
    token,
    send: (method, path, body, headers) => test.call(method, path, { token, body, headers } satisfies CallOptions),
    close: () => test.close(),
  }
}
