/** Another account for a provider's money: asked for with a reason, checked by another person, one change at a time. */
import { and, eq, gt, isNull } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import type { Tx } from '../db/connect.ts'
import { refused } from '../http/errors.ts'
import { addStep, systemCaller } from '../money/trail.ts'
import { actionOf, beside, type ActionWork } from '../resource/action.ts'
import type { Row } from '../resource/hooks.ts'
import { findRow } from '../resource/list.ts'
import { tableOf } from '../resource/table.ts'
import { insertRow, localTime, newRow, updateRow, type Writing } from '../resource/write.ts'
import { approvalOf } from './approval/work.ts'
import { cancelling, refuseSecond } from './asked-changes.ts'
import { loginsOf } from './payees.ts'

const { accountChange, serviceProviderConfig } = resources
const changes = tableOf(accountChange)
const terms = tableOf(serviceProviderConfig)

/** pb_account_change_status. */
const CHANGE = { waiting: '0', done: '1', cancelled: '3' } as const

/** Field of the terms → where the change keeps what it was before. */
const BEFORE = {
  accountType: 'beforeType',
  bankName: 'beforeBank',
  bankNo: 'beforeNo',
  accountName: 'beforeName',
} as const
const FIELDS = Object.keys(BEFORE) as (keyof typeof BEFORE)[]

const changeAccount = actionOf(serviceProviderConfig, 'changeAccount', async (work) => {
  const { row, input, reason } = work
  if (FIELDS.every((name) => input[name] === row[name])) throw refused('新的账户与现在相同')
  await refuseSecond(work, accountChange, { field: 'providerId', id: row.providerId, open: [CHANGE.waiting] })
  const change = newRow(work, accountChange, {
    providerId: row.providerId,
    ...Object.fromEntries(
      FIELDS.flatMap((name) => [
        [name, input[name]],
        [BEFORE[name], row[name]],
      ]),
    ),
    changeReason: reason,
  })
  // Who sees the provider sees what is to change.
  change.sysOrgCode = row.sysOrgCode
  await insertRow({ ...beside(work), mode: 'add', after: change, extras: {} }, accountChange)
})

/** Writes the account that was agreed to into the terms. */
async function apply(writing: Writing, change: Row): Promise<void> {
  const { tx } = writing
  const [at] = await tx
    .select({ id: terms.id! })
    .from(terms)
    .where(and(eq(terms.providerId!, change.providerId), isNull(terms.deleteTime!)))
  const everywhere = systemCaller(Number(change.tenantId))
  const before = at && (await findRow(tx, everywhere, serviceProviderConfig, String(at.id), true))
  if (!before) throw refused('服务商配置已删除，不能生效')
  const after = { ...structuredClone(before), ...Object.fromEntries(FIELDS.map((name) => [name, change[name]])) }
  await updateRow(
    { ...beside(writing), mode: 'edit', before, after, extras: {} },
    serviceProviderConfig,
    'changeAccount',
  )
}

export const accountApproval = approvalOf(accountChange, {
  async passed(work) {
    work.row.effectTime = localTime(work.services)
    await apply(work, work.row)
    addStep(work.row, work, '生效', '已生效')
  },
  async gains(rows, db) {
    const logins = await loginsOf(
      db,
      rows.map(({ providerId }) => String(providerId)),
    )
    for (const row of rows) row.payeeId = logins.get(String(row.providerId)) ?? null
  },
})

/** Was this provider's account changed after that local time? Money that goes out soon afterwards deserves a second look. */
export async function accountChangedSince(tx: Tx, providerId: string, time: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: changes.id! })
    .from(changes)
    .where(
      and(
        eq(changes.providerId!, providerId),
        eq(changes.status!, CHANGE.done),
        gt(changes.effectTime!, time),
        isNull(changes.deleteTime!),
      ),
    )
    .limit(1)
  return Boolean(found)
}

export const accountWorks: readonly ActionWork[] = [changeAccount, cancelling(accountChange, CHANGE.cancelled)]
