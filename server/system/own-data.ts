/** What people change of themselves (contract.md §2.6). A closed list: whatever else an account has is given by others. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { draftSchema, sentences } from '#model/checks.ts'
import { summed } from '#model/listed.ts'
import { knownField } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { live } from '../db/live.ts'
import { permissionDataRule, storedFile, userRole } from '../db/tables.ts'
import { tableOf } from '../db/table.ts'
import type { Database, Tx } from '../kernel/database.ts'
import type { Caller } from '../kernel/caller.ts'
import { badInput, forbidden, refused, tokenInvalid } from '../kernel/errors.ts'
import { route, said, type Route } from '../kernel/route.ts'
import { csv, departsOf, heldIn, openTenantsOf } from '../people/access.ts'
import { findUser } from '../people/entering.ts'
import type { Row } from '../resource/hooks.ts'
import { localTime, naming } from '../resource/write.ts'
import { toColumn, wireRow } from '../resource/wire.ts'
import { traceLink } from './links.ts'

const tag = '我的账号'
const { sysUser } = resources
const users = tableOf(sysUser)
const roles = tableOf(resources.sysRole)
const positions = tableOf(resources.sysPosition)

const { realname, avatar, sex, birthday, email } = sysUser.fields
const own = { fields: { realname, avatar, sex, birthday, email } }
const OWN = Object.keys(own.fields)

/** Shown to their owner beside those: what others decided of them. */
const SHOWN = ['id', 'username', 'phone', 'workNo', 'telephone', 'orgCode', 'createTime', ...OWN]

/** Names of what a person has been given, in the tenant they work in. */
async function given(db: Database, caller: Caller, person: { post?: unknown; relTenantIds: string | null }) {
  const held = await db
    .selectDistinct({ name: roles.roleName })
    .from(userRole)
    .innerJoin(roles, eq(roles.id, userRole.roleId))
    .where(and(eq(userRole.userId, caller.userId), heldIn(caller.tenantId), live(roles)))
  const posts = csv(String(person.post ?? ''))
  const named = posts.length
    ? await db
        .select({ name: positions.name })
        .from(positions)
        .where(and(inArray(positions.id, posts), eq(positions.tenantId, caller.tenantId), live(positions)))
    : []
  const departs = await departsOf(db, caller.userId, caller.tenantId)
  const tenants = await openTenantsOf(db, person)
  return {
    roleNames: held.map(({ name }) => String(name)),
    departNames: departs.map(({ departName }) => departName),
    postNames: named.map(({ name }) => String(name)),
    tenantNames: tenants.map(({ name }) => name),
  }
}

/** Does a data rule say by people's names who sees what? Then nobody gives themselves another name. */
async function decidesOnRows(tx: Tx): Promise<boolean> {
  const found = await tx
    .select({ id: permissionDataRule.id })
    .from(permissionDataRule)
    .where(sql`${permissionDataRule.ruleValue} ~* '#\{sys_?user_?name\}'`)
    .limit(1)
  return found.length > 0
}

/** A picture of one's own: whoever names another address has everybody's browser ask there. */
async function refuseForeignPicture(tx: Tx, caller: Caller, path: unknown): Promise<void> {
  if (!path) return
  const [file] = await tx
    .select({ contentType: storedFile.contentType })
    .from(storedFile)
    .where(and(eq(storedFile.path, String(path)), eq(storedFile.createBy, caller.username)))
  if (!file?.contentType.startsWith('image/')) throw badInput('头像：请上传图片', { fields: { avatar: '请上传图片' } })
}

function drafted(body: Row): Row {
  const result = draftSchema(own, 'edit').safeParse(body)
  if (result.success) return result.data
  const { issues } = result.error
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  throw badInput(summed(sentences(own.fields, issues)), { fields })
}

export const ownDataRoutes: Route[] = [
  route({
    method: ['GET', 'POST'],
    path: '/sys/user/login/setting/getUserData',
    permission: 'session',
    summary: '我的资料',
    tag,
    handler: async ({ services: { db }, caller }) => {
      const person = await findUser(db, { id: caller.userId })
      if (!person) throw tokenInvalid()
      const row = wireRow(sysUser, person)
      const shown = Object.fromEntries(SHOWN.map((name) => [name, row[name as keyof typeof row] ?? null]))
      return { ...shown, ...(await given(db, caller, person)) }
    },
  }),
  route({
    method: ['POST', 'PUT'],
    path: '/sys/user/login/setting/userEdit',
    permission: 'session',
    summary: '修改自己的姓名、头像、性别、生日、邮箱；其他内容由管理员维护',
    tag,
    body: z.looseObject({
      id: z.string().max(64).nullish(),
      username: z.string().max(64).nullish(),
      // The newer client's form for the e-mail address has a place for a code that nobody sends.
      smscode: z.literal('', { error: '此处不需要验证码' }).nullish(),
    }),
    handler: async ({ services, caller, body: { id, username, smscode: _, ...rest } }) => {
      if ((id && id !== caller.userId) || (username && username !== caller.username))
        throw forbidden('只允许修改自己的资料！')
      const draft = drafted(rest)
      const changed = Object.keys(draft).filter((name) => draft[name] !== undefined)
      await services.db.transaction(async (tx) => {
        const [record] = await tx.select().from(users).where(eq(users.id, caller.userId)).for('update')
        if (!record) throw tokenInvalid()
        const before: Row = wireRow(sysUser, record)
        const differing = changed.filter((name) => (before[name] ?? null) !== (draft[name] ?? null))
        if (!differing.length) return
        if (differing.includes('realname') && (await decidesOnRows(tx)))
          throw refused('数据权限按姓名区分，姓名请联系管理员修改')
        if (differing.includes('avatar')) await refuseForeignPicture(tx, caller, draft.avatar)
        const values: Record<string, unknown> = Object.fromEntries(
          differing.map((name) => [name, toColumn(knownField(sysUser, name), draft[name] ?? null)]),
        )
        await naming(tx, sysUser, [{ ...before, ...draft }], () =>
          tx
            .update(users)
            .set({
              ...values,
              version: Number(record.version) + 1,
              updateBy: caller.username,
              updateTime: localTime(services),
            })
            .where(eq(users.id, caller.userId)),
        )
        const only = (row: Row) => Object.fromEntries(differing.map((name) => [name, row[name] ?? null]))
        await traceLink(tx, caller, sysUser, caller.userId, '修改个人资料', only(before), only(draft))
      })
      return said('保存成功!')
    },
  }),
]
