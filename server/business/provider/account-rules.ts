/** Another account for a provider's or a driver's money: asked for with a reason, checked by another person, one change at a time. */
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Resource, Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { accountChangeStates } from '#resources/partner/accountChange.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { type Account } from '../../money/ledger.ts'
import { addStep, systemCaller } from '../../resource/trail.ts'
import { actionOf, writingOf, type ActionWork, type Work } from '../../resource/action.ts'
import type { Row } from '../../resource/hooks.ts'
import { findRow } from '../../resource/list.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { insertRow, localTime, newRow, updateRow, type Writing } from '../../resource/write.ts'
import { approvalOf } from '../approval/work.ts'
import { cancelling, refuseSecond } from './asked-changes.ts'
import { loginsOf } from '../payee/payees.ts'

const { accountChange, driverMessage, serviceProviderConfig } = resources
const changes = tableOf(accountChange)
const terms = tableOf(serviceProviderConfig)

type Asked = Wire<typeof accountChange>

/** Field of the terms → where the change keeps what it was before. */
const BEFORE = {
  accountType: 'beforeType',
  bankName: 'beforeBank',
  bankNo: 'beforeNo',
  accountName: 'beforeName',
} as const
const FIELDS = Object.keys(BEFORE) as (keyof typeof BEFORE)[]

/** Who sees the provider sees what is to change. */
async function askFor(
  work: Work<Wire<typeof serviceProviderConfig> | Wire<typeof driverMessage>>,
  given: Row,
): Promise<void> {
  const change = newRow(work, accountChange, { ...given, changeReason: work.reason })
  change.sysOrgCode = work.row.sysOrgCode
  await insertRow({ ...writingOf(work), mode: 'add', after: change, extras: {} }, accountChange)
}

const SAME = '新的账户与现在相同'

const changeAccount = actionOf(serviceProviderConfig, 'changeAccount', async (work) => {
  const { row, input } = work
  if (FIELDS.every((name) => input[name] === row[name])) throw refused(SAME)
  // A driver's change names his provider too, and is no reason to wait.
  const of = { field: 'providerId', id: row.providerId, open: [accountChangeStates.waiting] }
  await refuseSecond(work, accountChange, of, isNull(changes.driverId))
  const both = FIELDS.flatMap((name): [string, unknown][] => [
    [name, input[name]],
    [BEFORE[name], row[name]],
  ])
  await askFor(work, { providerId: row.providerId, ...Object.fromEntries(both) })
})

/** A driver is paid to WeChat: his open id stands for the number, his name for the holder. */
const changeWechat = actionOf(driverMessage, 'changeAccount', async (work) => {
  const { row, input } = work
  if (input.openId === row.openId) throw refused(SAME)
  await refuseSecond(work, accountChange, { field: 'driverId', id: row.id, open: [accountChangeStates.waiting] })
  const person = { accountType: accountTypes.person, bankName: '微信零钱', accountName: row.realName }
  const before = row.openId
    ? { beforeType: accountTypes.person, beforeBank: '微信零钱', beforeNo: row.openId, beforeName: row.realName }
    : {}
  await askFor(work, { providerId: row.providerId, driverId: row.id, bankNo: input.openId, ...person, ...before })
})

/** Writes the account that was agreed to where it is read when money goes out. */
async function apply(writing: Writing, change: Asked): Promise<void> {
  if (change.driverId) return write(writing, driverMessage, change, change.driverId, { openId: change.bankNo })
  const [at] = await writing.tx
    .select({ id: terms.id })
    .from(terms)
    .where(and(eq(terms.providerId, change.providerId), live(terms)))
  const account = Object.fromEntries(FIELDS.map((name) => [name, change[name]]))
  await write(writing, serviceProviderConfig, change, at?.id ?? '', account)
}

async function write(writing: Writing, resource: Resource, change: Asked, id: string, values: Row): Promise<void> {
  const before = await findRow(writing.tx, systemCaller(change.tenantId), resource, id, true)
  if (!before) throw refused(`${resource.label}已删除，不能生效`)
  const after = { ...structuredClone(before), ...values }
  await updateRow({ ...writingOf(writing), mode: 'edit', before, after, extras: {} }, resource, 'changeAccount')
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
      rows.map(({ providerId }) => providerId),
    )
    for (const row of rows) row.payeeId = logins.get(row.providerId) ?? null
  },
})

/** Was this owner's account changed after that local time? Money that goes out soon afterwards deserves a second look. */
export async function accountChangedSince(tx: Tx, { ownerType, ownerId }: Account, time: string): Promise<boolean> {
  const whose =
    ownerType === ownerTypes.driver
      ? eq(changes.driverId, ownerId)
      : and(eq(changes.providerId, ownerId), isNull(changes.driverId))
  const [found] = await tx
    .select({ id: changes.id })
    .from(changes)
    .where(and(whose, eq(changes.status, accountChangeStates.done), gt(changes.effectTime, time), live(changes)))
    .limit(1)
  return Boolean(found)
}

export const accountWorks: readonly ActionWork[] = [
  changeAccount,
  changeWechat,
  cancelling(accountChange, accountChangeStates.cancelled),
]
