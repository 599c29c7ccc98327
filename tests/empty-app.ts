/** The real app on an empty database, with a clock to turn and people made to measure. `product.ts` has one with content. */
import type { ValueIn } from '#model/choices.ts'
import { menuTypes, permissionEffects, validStates } from '#resources/system/permission.ts'
import { deletionFlags, departStates } from '#resources/system/department.ts'
import { tenantStates } from '#resources/system/tenant.ts'
import { userStates } from '#resources/system/userStates.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { resources } from '#resources/index.ts'
import { newId } from '../server/kernel/id.ts'
import { EVERYWHERE, rolePermission, userDepart, userRole } from '../server/db/tables.ts'
import { diskStore } from '../server/files/disk.ts'
import { pretendSms, type PretendSms } from '../server/notify/sms.ts'
import type { OwnLimits } from '../server/kernel/lanes.ts'
import type { Route } from '../server/kernel/route.ts'
import { buildProduct, servicesOf } from '../server/product.ts'
import { tableOf } from '../server/db/table.ts'
import type { Services } from '../server/kernel/services.ts'
import { readSettings } from '../server/settings.ts'
import type { Settings } from '../server/kernel/settings.ts'
import { hashPassword, setPassword } from '../server/people/password.ts'
import { clockFrom, type TurnedClock } from './clock.ts'
import { oneKind, type Kind } from './databases.ts'
import { REMOVING, type FreshDatabase } from './postgres.ts'
import { databaseWith } from './template.ts'

export interface EmptyApp {
  app: FastifyInstance
  services: Services
  sms: PretendSms
  clock: TurnedClock
  database: FreshDatabase
  /** A request below /jeecg-boot. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Reply>
  close(): Promise<void>
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  ip?: string
}

export interface Reply {
  status: number
  headers: LightMyRequestResponse['headers']
  success: boolean
  message: string
  code: number
  // Tests look into results of every shape.
  result: any
  text: string
}

export interface EmptyAppOptions {
  /** Absent: the one that is sooner there. */
  kind?: Kind
  routes?: readonly Route[]
  settings?: Partial<Settings>
  /** Settings as the environment gives them. */
  env?: Readonly<Record<string, string>>
  clientFolder?: string
  lanes?: OwnLimits
}

export async function emptyApp(options: EmptyAppOptions = {}): Promise<EmptyApp> {
  const folder = mkdtempSync(join(tmpdir(), 'voltdesk-files-'))
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const sms = pretendSms(log, false)
  const clock = clockFrom()
  const settings: Settings = {
    ...readSettings({
      DEMO: '0',
      DATA_DIR: folder,
      REQUESTS_PER_MINUTE: '0',
      PATIENCE_MS: '0',
      PROOF_ROUNDS: '100',
      ...options.env,
    }),
    ...options.settings,
  }
  const database = await databaseWith('tables', options.kind ?? (await oneKind()), settings)
  const services = servicesOf(database, settings, { log, clock, sms, files: diskStore(folder) })
  const { app, stop } = await buildProduct(services, {
    moreRoutes: options.routes ?? [],
    clientFolder: options.clientFolder ?? join(folder, 'no-client'),
    lanes: options.lanes,
  })
  await app.ready()
  return {
    app,
    services,
    sms,
    clock,
    database,
    call: (method, path, callOptions) => call(app, method, path, callOptions),
    async close() {
      await stop()
      await database.drop()
      rmSync(folder, REMOVING)
    },
  }
}

async function call(app: FastifyInstance, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { token, body, headers, ip } = options
  const response = await app.inject({
    method: method as 'GET',
    url: `/jeecg-boot${path}`,
    headers: { ...(token && { 'x-access-token': token }), ...headers },
    ...(body !== undefined && { payload: body as InjectOptions['payload'] }),
    ...(ip && { remoteAddress: ip }),
  })
  const json = response.headers['content-type']?.toString().includes('json') ? response.json<Partial<Reply>>() : {}
  return {
    success: json.success ?? false,
    message: json.message ?? '',
    code: json.code ?? 0,
    result: json.result,
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
  }
}

export const PASSWORD = 'Volt#2026'

export interface PersonToMake {
  username?: string
  phone?: string
  status?: ValueIn<typeof userStates>
  /** Role code → permission codes it grants, in each of the person's tenants. */
  roles?: Record<string, readonly string[]>
  /** Codes of departments in the first tenant. */
  departs?: readonly string[]
  tenants?: readonly number[]
}

/** Makes a person, with what they belong to and may do. Roles, departments and tenants are made when they are new. */
export async function makePerson({ services: { db } }: Pick<EmptyApp, 'services'>, person: PersonToMake = {}) {
  const id = newId()
  const username = person.username ?? `u${randomUUID().slice(0, 8)}`
  const { sysUser, sysRole, sysDepart, sysTenant, sysPermission } = resources
  const passwordHash = await hashPassword(PASSWORD)
  await db.transaction(async (tx) => {
    await tx.insert(tableOf(sysUser)).values({
      id,
      username,
      realname: username,
      phone: person.phone,
      status: person.status ?? userStates.normal,
      delFlag: 0,
      relTenantIds: person.tenants?.join(',') ?? null,
    })
    await setPassword(tx, id, passwordHash, 'owner')
    for (const tenantId of person.tenants ?? [])
      await tx
        .insert(tableOf(sysTenant))
        .values({ id: String(tenantId), name: `租户${tenantId}`, status: tenantStates.normal })
        .onConflictDoNothing()
    for (const orgCode of person.departs ?? []) {
      const tenantId = person.tenants?.[0] ?? 0
      const depId = `d-${tenantId}-${orgCode}`
      await tx
        .insert(tableOf(sysDepart))
        .values({
          id: depId,
          departName: `部门${orgCode}`,
          orgCode,
          tenantId,
          delFlag: deletionFlags.kept,
          status: departStates.on,
        })
        .onConflictDoNothing()
      await tx.insert(userDepart).values({ userId: id, depId })
    }
    for (const [roleCode, codes] of Object.entries(person.roles ?? {})) {
      const roleId = `r-${roleCode}`
      await tx.insert(tableOf(sysRole)).values({ id: roleId, roleCode, roleName: roleCode }).onConflictDoNothing()
      const where = roleCode === 'admin' || !person.tenants?.length ? [EVERYWHERE] : person.tenants
      await tx.insert(userRole).values(where.map((tenantId) => ({ userId: id, roleId, tenantId })))
      for (const perms of codes) {
        const permissionId = `p-${perms}`
        await tx
          .insert(tableOf(sysPermission))
          .values({
            id: permissionId,
            name: perms,
            perms,
            menuType: menuTypes.button,
            status: validStates.valid,
            delFlag: 0,
            permsType: permissionEffects.visible,
          })
          .onConflictDoNothing()
        await tx.insert(rolePermission).values({ roleId, permissionId }).onConflictDoNothing()
      }
    }
  })
  return { id, username, password: PASSWORD }
}

/** A token of that person, by the login everybody uses. */
export async function signIn(test: Pick<EmptyApp, 'call'>, username: string, password = PASSWORD): Promise<string> {
  const reply = await test.call('POST', '/sys/mLogin', { body: { username, password } })
  if (!reply.success) throw new Error(`login of ${username}: ${reply.message}`)
  return (reply.result as { token: string }).token
}
