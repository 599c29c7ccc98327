/** 权限申请: who lacks a permission asks those who can give it, and hears what became of it. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { permissionOf, whether, type Wire } from '#model/resource.ts'
import { permissionRequestStates } from '#resources/system/permissionRequest.ts'
import { resources } from '#resources/index.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import type { Tx } from '../../kernel/database.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { refused, tooMany } from '../../kernel/errors.ts'
import { tell } from '../../notify/notify.ts'
import { rolesOf } from '../../people/access.ts'
import { callerFor } from '../../people/caller-for.ts'
import { mayGive } from '../../people/granting.ts'
import type { Work } from '../../resource/action.ts'
import { hookOf, put } from '../../resource/hooks.ts'
import { insertRow, newRow, type Writing } from '../../resource/write.ts'
import { peopleWith } from '../approval/deciders.ts'
import { approvalOf } from '../approval/work.ts'
import { flow } from '../flow.ts'
import { addressOf } from './page.ts'

const { permissionRequest } = resources
const requests = tableOf(permissionRequest)
const roles = tableOf(resources.sysRole)
const is = whether(permissionRequest, 'status')
type Request = Wire<typeof permissionRequest>

/** Those of the caller's tenant who can give this permission; the caller is none of them. */
export async function giversOf(tx: Tx | Writing['services']['db'], caller: Caller): Promise<Caller[]> {
  const found = await peopleWith(tx, caller.tenantId, permissionOf(permissionRequest, 'grant'))
  return found.filter(({ userId }) => userId !== caller.userId)
}

/** What this person has asked for and waits for. */
export async function openRequests(db: Tx | Writing['services']['db'], caller: Caller) {
  return db
    .select({ requestNo: requests.requestNo, wanted: requests.wanted, code: requests.code, dueTime: requests.dueTime })
    .from(requests)
    .where(
      and(
        eq(requests.askerId, caller.userId),
        eq(requests.tenantId, caller.tenantId),
        eq(requests.status, permissionRequestStates.waiting),
        live(requests),
      ),
    )
}

/** Each is a todo of every administrator. */
const MOST_OPEN = 10
const MOST_A_DAY = 20
const DAY_MS = 86_400_000

async function refuseTooMany({ tx, caller, services }: Writing): Promise<void> {
  const mine = and(eq(requests.askerId, caller.userId), live(requests))
  const open = await tx
    .select({ id: requests.id })
    .from(requests)
    .where(and(mine, eq(requests.status, permissionRequestStates.waiting)))
  if (open.length >= MOST_OPEN) throw refused(`您已有 ${open.length} 份权限申请等待处理，请等处理后再申请`)
  const now = services.clock.now().getTime()
  const today = await tx
    .select({ at: sql<string>`extract(epoch from ${requests.createTime})::float8 * 1000` })
    .from(requests)
    .where(
      and(
        eq(requests.askerId, caller.userId),
        sql`${requests.createTime} > ${new Date(now - DAY_MS).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(requests.createTime))
    .limit(MOST_A_DAY)
  if (today.length < MOST_A_DAY) return
  const free = Number(today.at(-1)?.at ?? now) + DAY_MS
  throw tooMany(`24 小时内最多提交 ${MOST_A_DAY} 份权限申请，请稍后再试`, Math.ceil((free - now) / 1000))
}

/** Asked again while the first waits it is still one request: that one is answered with. */
export async function askForPermission(
  writing: Writing,
  asked: Pick<Request, 'wanted' | 'code' | 'askerRoles' | 'note'>,
) {
  const { tx, caller } = writing
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`permission-request ${caller.userId}`}))`)
  // By its code: two reports may have one name.
  const known = (await openRequests(tx, caller)).find(({ code }) => code === asked.code)
  if (known) return { requestNo: known.requestNo, wanted: known.wanted, dueTime: known.dueTime, again: true }
  await refuseTooMany(writing)
  const after = newRow(writing, permissionRequest, { ...asked, askerId: caller.userId })
  await insertRow({ ...writing, mode: 'add', after, extras: {} }, permissionRequest)
  return { requestNo: after.requestNo, wanted: after.wanted, dueTime: after.dueTime, again: false }
}

async function answer(work: Work<Request>, title: string, summary: string, path: string): Promise<void> {
  const { row, caller } = work
  await tell(work, {
    key: `permissionRequest:${row.id}:${row.status}`,
    kind: 'result',
    tenantId: row.tenantId,
    title,
    summary,
    facts: [
      { label: '权限', text: row.wanted },
      { label: '处理人', text: caller.realname },
    ],
    path,
    to: [row.askerId],
  })
}

export const permissionRequests = flow({
  approvals: [
    approvalOf(permissionRequest, {
      async passed(work) {
        const { row, tx } = work
        const asker = await callerFor(tx, row.askerId, row.tenantId)
        if (!asker) throw refused('申请人已冻结、已删除或不属于本租户，请拒绝这份申请')
        if (asker.beyondPacks?.has(row.code))
          throw refused(`本租户的套餐不含“${row.wanted}”，请先在租户管理或租户套餐中调整`)
        // A yes that gives nothing would be a lie.
        if (!may(asker, row.code)) throw refused(`申请人的角色还没有“${row.wanted}”，请先在角色管理中授予`)
        await answer(work, '权限申请已同意', `“${row.wanted}”已经可以使用`, await addressOf(tx, row.code))
      },
      // The asker has no page of requests, nor of what was refused.
      rejected: (work) => answer(work, '权限申请被拒绝', `“${work.row.wanted}”：${work.reason ?? ''}`, '/'),
    }),
  ],
  rules: [
    hookOf(permissionRequest, {
      adds: ['askerNow'],
      async detail(row, { services: { db } }) {
        const asker = is(row, 'waiting') ? await callerFor(db, row.askerId, row.tenantId) : undefined
        if (!asker) return
        const held = await rolesOf(db, asker.userId, asker.tenantId)
        const named = await db
          .select({ id: roles.id, name: roles.roleName })
          .from(roles)
          .where(
            inArray(
              roles.id,
              held.map(({ id }) => id),
            ),
          )
        put(row, { askerNow: { has: may(asker, row.code), roles: named } })
      },
      forbids: (row, caller, action) =>
        action === 'grant' && !mayGive(caller, row.code) ? '您不能授予这项权限' : undefined,
    }),
  ],
})
