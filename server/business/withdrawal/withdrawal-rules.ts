/** What a request for a withdrawal must satisfy and what the server fills in. */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import { resources } from '#resources/index.ts'
import { onlyRow } from '../../db/only-row.ts'
import { ownerTypes } from '#resources/finance/accounts.ts'
import { withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { accountNow, effectOf, lockAccount, type LockedAccount } from '../../money/ledger.ts'
import { splitWithdrawal, withdrawTerms, type WithdrawTerms } from '../../money/terms.ts'
import { readConfig } from '../../resource/config.ts'
import { addStep } from '../../resource/trail.ts'
import { accountOf, fen, freezeEntries, OPEN, postFor, settleEntries, type Withdrawal } from '../../money/withdrawal.ts'
import { addLineWords } from '../../resource/words.ts'
import { hookOf, put, type Change } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { localTime } from '../../resource/write.ts'
import { accountChangedSince } from '../provider/account-rules.ts'
import { payeeAccountOf } from '../payee/payee-account.ts'
import { payOutJob } from '../../money/jobs.ts'
import { owes, stopped } from './may-be-paid.ts'

const table = tableOf(resources.userWithdrawal)
const yuan = fromHundredths
const DAY_MS = 86_400_000

export const withdrawalRules = hookOf(resources.userWithdrawal, {
  async beforeSave(change) {
    if (change.mode === 'edit') return
    const { tx, services, after } = change
    // Locked until the end: a second request of the same owner waits here and then finds the first.
    const account = await lockAccount(tx, change.caller.tenantId, accountOf(after))
    const terms = await withdrawTerms(tx, account)
    const problem = (await problemOf(change, account, terms)) ?? undefined
    if (problem) return problem
    const payee = await payeeAccountOf(tx, account, after)
    if ('problems' in payee) return payee.problems
    put(after, payee.account)
    const { fee, tax, arrive } = splitWithdrawal(fen(after, 'applyAmount'), terms)
    const auto = terms.autoMax !== undefined && fen(after, 'applyAmount') <= terms.autoMax
    const riskFlags = await risksOf(change, account)
    const passes = auto && riskFlags.length === 0
    put(after, {
      feeAmount: yuan(fee),
      taxAmount: yuan(tax),
      arriveAmount: yuan(arrive),
      phone: phoneOf(account),
      sysOrgCode: account.record.sysOrgCode ?? after.sysOrgCode,
      applyTime: localTime(services),
      riskFlags,
      status: passes ? withdrawStates.toPay : withdrawStates.waiting,
    })
    if (passes) addStep(after, change, '自动审核', '通过', `不超过 ${yuan(terms.autoMax!)} 元且无风险提示`)
  },

  async afterSave({ mode, after, ...writing }) {
    if (mode === 'edit') return
    await postFor(writing, after, freezeEntries(after))
    if (after.status === withdrawStates.toPay) await writing.services.jobs.send(writing.tx, payOutJob, { id: after.id })
  },

  /** Before 通过 a person sees what it does to the ledger. */
  async detail(row, { services }) {
    const now = await accountNow(services.db, accountOf(row))
    if (!now) return
    row.account = { balance: yuan(now.balance), frozen: yuan(now.frozen) }
    if (!(OPEN as readonly string[]).includes(String(row.status)) || now.frozen < fen<Withdrawal>(row, 'applyAmount'))
      return
    const effect = effectOf(now, settleEntries(row)).rows.map(
      ({ amountType, direction, amount, before, after, remark }) => ({
        amountType,
        direction,
        amount: yuan(amount),
        beforeAmount: yuan(before),
        afterAmount: yuan(after),
        remark: remark ?? null,
      }),
    )
    const { amountType, direction } = resources.amountDetail.fields
    await addLineWords(services.db, { amountType, direction }, effect)
    row.effect = effect
  },
})

/** Where the owner is called about it. */
const phoneOf = ({ record }: LockedAccount): string | null =>
  ('contactPhone' in record ? record.contactPhone : record.phone) ?? null

async function problemOf(
  change: Change<Withdrawal>,
  account: LockedAccount,
  terms: WithdrawTerms,
): Promise<Record<string, string> | undefined> {
  const { tx, services, after } = change
  const apply = fen(after, 'applyAmount')
  if (!(await mayAskFor(change))) return { ownerId: '只能为自己的服务商申请提现' }
  const why = stopped(account) ?? owes(account)
  if (why) return { ownerId: why }
  if (apply < terms.min) return { applyAmount: `每笔不少于 ${yuan(terms.min)} 元` }
  if (apply > terms.max) return { applyAmount: `每笔不超过 ${yuan(terms.max)} 元` }
  const available = await availableOf(change, account)
  if (apply > available) return { applyAmount: `超过可提现余额 ${yuan(available)} 元` }
  if (splitWithdrawal(apply, terms).arrive <= 0n) return { applyAmount: '扣除手续费和税后没有可到账金额' }
  const own = and(eq(table.ownerType, account.ownerType), eq(table.ownerId, account.ownerId), live(table))
  const [open] = await tx
    .select({ no: table.withdrawNo })
    .from(table)
    .where(and(own, inArray(table.status, [...OPEN])))
  if (open) return { ownerId: `已有一笔未完成的提现 ${open.no}` }
  const today = `${localTime(services).slice(0, 10)} 00:00:00`
  const count = onlyRow(
    await tx
      .select({ today: sql<number>`count(*)::int` })
      .from(table)
      .where(
        and(
          own,
          sql`${table.applyTime} >= ${today}`,
          sql`${table.status} not in (${withdrawStates.rejected}, ${withdrawStates.failed})`,
        ),
      ),
  )
  if (count.today >= terms.dayTimes) return { ownerId: `每天最多提现 ${terms.dayTimes} 次，今天已有 ${count.today} 次` }
  return undefined
}

/** The login of a provider asks for that provider's money only, not for that of the providers below. */
async function mayAskFor({ tx, caller, after }: Change<Withdrawal>): Promise<boolean> {
  const provider = tableOf(resources.serviceProvider)
  const own = await tx
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.userId, caller.userId), live(provider)))
  return !own.length || (after.ownerType === ownerTypes.provider && own.some((row) => row.id === after.ownerId))
}

/**
 * The balance without gifts, which are never paid out, and without income that is not settled yet, of which what was
 * taken back since is nobody's any more.
 */
async function availableOf({ tx, services }: Change<Withdrawal>, account: LockedAccount): Promise<bigint> {
  const ledger = tableOf(resources.amountDetail)
  const own = sql`tenant_id = ${account.record.tenantId} and owner_type = ${account.ownerType} and owner_id = ${account.ownerId} and ${live(ledger)}`
  const isOpen = sql`settle_time > ${services.clock.now().toISOString()}::timestamptz`
  const isBack = sql`amount_type = ${amountTypes.shareBack}`
  // One pass over their rows: joined with itself the ledger is read once a row where the planner does not know its size.
  const { rows } = await tx.execute<{ held: string }>(sql`
    select coalesce(sum(greatest(income - back, 0)), 0)::text as held from (
      select sum(amount) filter (where ${isOpen}) as income, coalesce(sum(amount) filter (where ${isBack}), 0) as back
      from ${ledger} where ${own} and (${isOpen} or ${isBack}) group by biz_no) orders`)
  const available = account.balance - account.gift - BigInt(onlyRow(rows).held)
  return available > 0n ? available : 0n
}

async function risksOf({ tx, services, after }: Change<Withdrawal>, account: LockedAccount): Promise<string[]> {
  // Only what was paid proves an account: a request that was refused says nothing for the next one.
  const [last] = await tx
    .select({ bankNo: table.bankNo })
    .from(table)
    .where(
      and(
        eq(table.ownerType, account.ownerType),
        eq(table.ownerId, account.ownerId),
        eq(table.status, withdrawStates.paid),
        live(table),
      ),
    )
    .orderBy(desc(table.createTime))
    .limit(1)
  const days = Number((await readConfig(tx, after.tenantId))['withdraw.accountDays'])
  const weekAgo = localTime(services, new Date(services.clock.now().getTime() - days * DAY_MS))
  const isOther = last !== undefined && last.bankNo !== after.bankNo
  const flags = []
  if (!last) flags.push('首次提现')
  if (account.record.createTime > weekAgo) flags.push('新账户')
  if (isOther || (await accountChangedSince(tx, account, weekAgo))) flags.push('收款账户有变更')
  return flags
}
