/** Requests to pay out, in every state, with their ledger rows, trails and deadlines. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { ownerTypes, directions } from '#resources/finance/accounts.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { withdrawMethods, withdrawStates } from '#resources/finance/userWithdrawal.ts'
import { subjectTypes } from '#resources/partner/levels.ts'
import { accountTypes } from '#resources/partner/payeeAccount.ts'
import { enableStates } from '#resources/enabled.ts'
import { splitWithdrawal } from '../server/money/terms.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { TENANT } from '../server/seed/organisation.ts'
import { seedId } from '../server/seed/seed-id.ts'
import type { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import type { Books } from './income.ts'
import type { Account, Movement } from './ledger.ts'
import type { Numbers } from './numbers.ts'
import type { Provider } from './providers.ts'
import { trailRows, type Step } from './trail.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const LARGE = 500_000
/** A consumer with so much may take out the least that is paid. */
const LEAST = 1300

type Outcome = ValueIn<typeof withdrawStates>

/** Who asks to be paid, and where the money goes. */
interface Payee {
  account: Account
  name: string
  phone: string
  isPerson: boolean
  bank: Omit<Provider['bank'], 'bankName'> & { bankName?: string }
  createBy: string
}

interface Wish {
  payee: Payee
  at: Date
  outcome: Outcome
  /** 分 wanted at most. */
  atMost: number
}

/** The demo's terms are those of `app-config.ts`: 0.6 %, and for persons 20 % above 800 元. */
function deductions(apply: number, isPerson: boolean): { fee: number; tax: number; arrive: number } {
  const terms = { feeRate: 60n, taxFree: 80_000n, taxRate: isPerson ? 2000n : 0n }
  const { fee, tax, arrive } = splitWithdrawal(BigInt(apply), terms)
  return { fee: Number(fee), tax: Number(tax), arrive: Number(arrive) }
}

const SECOND = '通过，超过 5000.00 元待复核'
const BANK_FAILURES = ['收款账号与户名不符', '银行退票：账户状态异常']
const WECHAT_FAILURES = ['用户未在期限内确认收款，转账已撤销']
const REJECTIONS = ['户名与实名不一致，请更新收款账户', '近期退款较多，请联系客服核实', '请上传与户名一致的银行卡']
const RISKS = ['首次提现', '收款账户有变更', '新账户']

export class Withdrawals {
  readonly rows: Record<string, unknown>[] = []
  readonly trails: Record<string, unknown>[] = []

  constructor(
    private readonly chance: Chance,
    private readonly numbers: Numbers,
    private readonly now: Date,
  ) {}

  /** Books what the account can afford at that moment; nothing when that is too little. Returns when the last row was booked. */
  book({ payee, at, outcome: wished, atMost }: Wish): Date {
    const { chance, numbers, now } = this
    const { account } = payee
    const apply = Math.floor(Math.min(account.balance * 0.8, atMost) / 100) * 100
    if (apply < 1000) return at
    const { fee, tax, arrive } = deductions(apply, payee.isPerson)
    const withdrawNo = numbers.take('TX', at)
    const isLarge = apply > LARGE
    // Only large ones wait for a second person.
    const decided = wished === withdrawStates.review && !isLarge ? withdrawStates.waiting : wished
    // Providers are paid to their bank card, where nobody confirms; consumers to the WeChat they sign in with.
    const isConsumer = account.ownerType === ownerTypes.consumer
    const outcome = decided === withdrawStates.toConfirm && !isConsumer ? withdrawStates.paying : decided
    const payNo =
      outcome === withdrawStates.toConfirm || outcome === withdrawStates.paid ? `WXP${chance.digits(24)}` : undefined
    const method = isConsumer ? withdrawMethods.wechat : withdrawMethods.bankCard
    const held =
      outcome === withdrawStates.held ? (isLarge ? withdrawStates.review : withdrawStates.waiting) : undefined
    const { steps, paidAt } = this.steps(payee, at, outcome, isLarge)
    const done = steps.at(-1)!.at
    const common = { bizType: 'userWithdrawal' as const, bizNo: withdrawNo }
    const move = (
      at: Date,
      type: Movement['type'],
      direction: Movement['direction'],
      amount: number,
      outTradeNo?: string,
    ) =>
      amount &&
      account.move({
        ...common,
        at,
        type,
        direction,
        amount,
        outTradeNo,
        createBy: type === amountTypes.withdrawFreeze && direction === directions.freeze ? payee.createBy : 'system',
      })

    move(at, amountTypes.withdrawFreeze, directions.freeze, apply)
    if (outcome === withdrawStates.rejected || outcome === withdrawStates.failed)
      move(done, amountTypes.withdrawBack, directions.release, apply)
    if (outcome === withdrawStates.paid) {
      move(done, amountTypes.withdrawFreeze, directions.release, apply, payNo)
      move(done, amountTypes.withdrawDone, directions.expense, arrive)
      move(done, amountTypes.withdrawFee, directions.expense, fee)
      move(done, amountTypes.tax, directions.expense, tax)
    }

    const id = seedId('withdrawal', withdrawNo)
    this.rows.push({
      id,
      tenantId: TENANT,
      sysOrgCode: account.orgCode,
      createBy: payee.createBy,
      createTime: at.toISOString(),
      updateBy: steps.at(-1)!.by,
      updateTime: steps.length > 1 ? done.toISOString() : undefined,
      version: steps.length,
      withdrawNo,
      ownerType: account.ownerType,
      ownerId: account.ownerId,
      phone: payee.phone,
      applyAmount: apply,
      feeAmount: fee,
      taxAmount: tax,
      arriveAmount: arrive,
      method,
      ...payee.bank,
      status: outcome,
      riskFlags: chance.is(0.25) || outcome === withdrawStates.held ? [chance.pick(RISKS)] : [],
      applyTime: at.toISOString(),
      dueTime: new Date(at.getTime() + DAY).toISOString(),
      heldFrom: held,
      payNo,
      payTime: paidAt?.toISOString(),
      confirmDeadline:
        outcome === withdrawStates.toConfirm && paidAt ? new Date(paidAt.getTime() + DAY).toISOString() : undefined,
      failReason: steps.at(-1)!.result === '提现失败' ? steps.at(-1)!.reason : undefined,
    })
    this.trails.push(...trailRows('withdrawal', id, steps))
    // What is waiting keeps the money frozen; nothing of this account may be booked before it.
    return done > now ? now : done
  }

  private steps(payee: Payee, at: Date, outcome: Outcome, isLarge: boolean): { steps: Step[]; paidAt?: Date } {
    const { chance, now } = this
    // Old ones took their time; young ones must fit before now.
    const pace = Math.min(HOUR, (now.getTime() - at.getTime()) / 8)
    let clock = at.getTime()
    const later = (hours: number) => new Date((clock += Math.round(pace * hours)))
    const steps: Step[] = [
      {
        step: '申请',
        result: '已提交',
        at,
        name: payee.name,
        host: payee.createBy === 'miniapp' ? '小程序' : '浏览器',
      },
    ]
    const host = () => chance.pick(['浏览器', '企业微信', '钉钉'])
    const add = (step: string, result: string, by?: string, reason?: string) =>
      steps.push({ step, result, at: later(1.4), by, host: by && host(), reason })
    if (outcome === withdrawStates.waiting) return { steps }
    if (outcome === withdrawStates.rejected) {
      add('审核', '驳回', 'ops_manager', chance.pick(REJECTIONS))
      return { steps }
    }
    if (outcome === withdrawStates.held) {
      if (isLarge) add('审核', SECOND, 'ops_manager')
      add('挂起', '已挂起', isLarge ? 'finance' : 'ops_manager', '等待服务商补充材料')
      return { steps }
    }
    add('审核', isLarge ? SECOND : '通过', 'ops_manager')
    if (outcome === withdrawStates.review) return { steps }
    if (isLarge) add('复核', '通过', 'finance', '已核对流水')
    if (outcome === withdrawStates.toPay) return { steps }
    add('打款', outcome === withdrawStates.toConfirm ? '待用户确认收款' : '已提交支付渠道')
    const paidAt = steps.at(-1)!.at
    if (outcome === withdrawStates.paid) add('打款', '提现成功')
    if (outcome === withdrawStates.failed)
      add(
        '打款',
        '提现失败',
        undefined,
        chance.pick(payee.account.ownerType === ownerTypes.consumer ? WECHAT_FAILURES : BANK_FAILURES),
      )
    return { steps, paidAt }
  }
}

/** The last request of the n-th payee; the first ones are the provinces, whose amounts need two people. */
const OPEN = '1 1 3 8 0 0 0 1 0 3 0 5 4 0 3 0 8 5 0 0 2 7 0 3 0 5 4 2 7 0 8 2'.split(' ') as Outcome[]

/** Books every provider's income with its pay-outs between, then the consumers'. */
export function planWithdrawals(
  withdrawals: Withdrawals,
  chance: Chance,
  now: Date,
  providers: readonly Provider[],
  consumers: readonly Consumer[],
  { accounts, movements }: Books,
  withoutOpen: Provider,
): void {
  let turn = 0
  for (const [index, provider] of providers.entries()) {
    const account = accounts.get(provider)!
    const payee: Payee = {
      account,
      name: provider.contactName,
      phone: provider.contactPhone,
      isPerson: provider.subjectType === subjectTypes.person,
      bank: provider.bank,
      createBy: provider === withoutOpen ? 'provider01' : 'miniapp',
    }
    const asks = provider.level <= 3 || index % 3 === 0
    // Of whoever is stopped none could be agreed to.
    const mayAsk = provider !== withoutOpen && provider.row.status === enableStates.on
    const outcome = mayAsk ? OPEN[turn] : undefined
    const wishes: Wish[] = asks
      ? [
          {
            payee,
            at: ago(now, chance.int(40, 75)),
            outcome: withdrawStates.paid,
            atMost: provider.level === 1 ? 300_000 : 90_000,
          },
          {
            payee,
            at: ago(now, chance.int(12, 30)),
            outcome: chance.is(0.8) ? withdrawStates.paid : withdrawStates.rejected,
            atMost: 120_000,
          },
        ]
      : []
    if (asks && outcome) {
      turn += 1
      const hours =
        outcome === withdrawStates.toConfirm || outcome === withdrawStates.paying
          ? chance.int(2, 12)
          : chance.int(1, 40)
      wishes.push({
        payee,
        at: new Date(now.getTime() - hours * HOUR),
        outcome,
        atMost: provider.level === 1 ? 1_200_000 : provider.withdrawMax,
      })
    }
    bookInOrder(withdrawals, account, movements.get(provider)!, wishes)
  }
  // A request comes after the last thing booked, and needs time of its own before now.
  const isQuiet = ({ entries }: Account) => entries.at(-1)!.at.getTime() < now.getTime() - HOUR
  const spendable = ({ account, gift }: Consumer) => account.balance - gift
  const rich = consumers
    .filter((one) => one.row.realName && spendable(one) >= LEAST && isQuiet(one.account))
    // Nor of whoever is frozen or owes.
    .filter(({ row }) => row.status === consumerStates.normal && !row.oweAmount)
    .sort((one, other) => spendable(other) - spendable(one))
    // The others are left to whoever tries the demo: nobody may ask twice a day.
    .slice(0, 2)
  rich.forEach((consumer, index) => {
    const last = consumer.account.entries.at(-1)!.at
    const at = new Date(Math.max(last.getTime() + 60_000, now.getTime() - chance.int(2, 20) * HOUR))
    const phone = consumer.phone
    const bank = { accountType: accountTypes.person, bankNo: String(consumer.row.openId), accountName: consumer.name }
    withdrawals.book({
      payee: { account: consumer.account, name: consumer.name, phone, isPerson: true, bank, createBy: 'miniapp' },
      at,
      outcome: ([withdrawStates.toConfirm, withdrawStates.waiting] as const)[index]!,
      atMost: consumer.account.balance - consumer.gift,
    })
  })
}

const ago = (now: Date, days: number) => new Date(now.getTime() - days * DAY - 3 * HOUR)

/** A pay-out books several rows over some hours; income that falls between waits for none of them in the account's own order. */
function bookInOrder(
  withdrawals: Withdrawals,
  account: Account,
  income: readonly Movement[],
  wishes: readonly Wish[],
): void {
  let free = 0
  let next = 0
  const bookUntil = (time: number) => {
    while (next < income.length && income[next]!.at.getTime() <= time) {
      const movement = income[next]!
      // Income during a pay-out is booked right after it.
      account.move(movement.at.getTime() < free ? { ...movement, at: new Date(free) } : movement)
      next += 1
    }
  }
  for (const wish of wishes) {
    bookUntil(wish.at.getTime())
    const at = new Date(Math.max(wish.at.getTime(), free))
    free = withdrawals.book({ ...wish, at }).getTime()
  }
  bookUntil(Infinity)
}

export async function seedWithdrawals(tx: Tx, { rows, trails }: Withdrawals): Promise<void> {
  await insertMany(tx, tableOf(resources.userWithdrawal), rows)
  await insertMany(tx, lineTablesOf(resources.userWithdrawal).auditTrail, trails)
}
