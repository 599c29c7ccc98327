/** Cards in the hands of consumers: handed out, paused, extended, frozen. Every change by hand leaves a line. */
import { and, eq } from 'drizzle-orm'
import { fromHundredths } from '#model/money.ts'
import type { Wire } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { cardSources, userCardStates } from '#resources/product/userCard.ts'
import type { Tx } from '../../kernel/database.ts'
import { refused } from '../../kernel/errors.ts'
import { daysLeft, ifResumed, mostPaused, shifted } from '../../money/card-days.ts'
import { goOn, startCardRefund, stillOwed, unusedOf } from '../../money/card-refund.ts'
import { timesChanged } from '../../money/card-times.ts'
import { actionOf, type ActionWork } from '../../resource/action.ts'
import { hookOf, put, type Row } from '../../resource/hooks.ts'
import { live } from '../../db/live.ts'
import { tableOf } from '../../db/table.ts'
import { localTime, type Writing } from '../../resource/write.ts'
import { approvalOf, ask } from '../approval/work.ts'
import { reached, windowState } from '../windows.ts'

const { card, onceCard, userCard } = resources

function note(row: Row, { caller, services }: Omit<Writing, 'tx'>, line: Row): void {
  const lines = (row.changes as Row[] | null) ?? []
  row.changes = [...lines, { time: localTime(services), person: caller.realname, before: null, after: null, ...line }]
}

async function productOf(tx: Tx, { cardKind, productId }: Wire<typeof userCard>) {
  const [times, days] = [tableOf(onceCard), tableOf(card)]
  const [found] =
    cardKind === cardKinds.times
      ? await tx
          .select()
          .from(times)
          .where(and(eq(times.id, productId), live(times)))
      : await tx
          .select()
          .from(days)
          .where(and(eq(days.id, productId), live(days)))
  return found
}

/** The state a card has when nobody stops it. */
function freeState(row: Wire<typeof userCard>, now: string) {
  if (row.cardKind === cardKinds.times && Number(row.usedTimes) >= Number(row.totalTimes)) return userCardStates.usedUp
  return windowState(row, now, [userCardStates.inactive, userCardStates.using, userCardStates.expired])
}

export const userCardRules = hookOf(userCard, {
  async words(rows, { services, caller }) {
    const most = rows.some(({ pauseTime }) => pauseTime) ? await mostPaused(services.db, caller.tenantId) : 0
    for (const row of rows) {
      row.daysLeft = daysLeft(services, row, most)
      const left = Number(row.totalTimes) - Number(row.usedTimes)
      row.timesLeft = row.cardKind === cardKinds.times ? (row.status === userCardStates.refunded ? 0 : left) : null
    }
  },

  /** Handed out by staff: what the product says holds from the first day on. */
  async beforeSave(change) {
    const { tx, services, before, after } = change
    if (before) return
    const product = await productOf(tx, after)
    if (!product) return { productId: '卡产品不存在或无权使用' }
    after.endTime = shifted(change, after.startTime, Number(product.validDays))
    if (reached(after.endTime, localTime(services))) return { startTime: '按有效天数计算，这张卡已经到期' }
    after.totalTimes = 'times' in product ? product.times : 0
    after.status = freeState(after, localTime(services))
    note(after, change, {
      kind: after.source === cardSources.bought ? '购买' : '发放',
      after: `到期 ${after.endTime.slice(0, 10)}`,
      reason: after.issueReason,
    })
  },
})

const pause = actionOf(userCard, 'pause', async (work) => {
  const { tx, services, row, reason } = work
  if (reached(row.endTime, localTime(services))) throw refused('这张卡已于到期时间结束，不能暂停')
  const most = await mostPaused(tx, row.tenantId)
  if (Number(row.pauseDays) >= most) throw refused(`累计暂停不能超过 ${most} 天`)
  put(row, { status: userCardStates.paused, pauseTime: localTime(services) })
  note(row, work, { kind: '暂停', before: '使用中', after: '已暂停', reason })
})

/** The time it stood still is added to its end, up to the limit. */
const resume = actionOf(userCard, 'resume', async (work) => {
  const { services, row, reason } = work
  const before = String(row.endTime).slice(0, 10)
  put(row, { ...(await ifResumed(work, row)), pauseTime: null })
  row.status = freeState(row, localTime(services))
  note(row, work, { kind: '恢复', before: `到期 ${before}`, after: `到期 ${row.endTime!.slice(0, 10)}`, reason })
})

const extend = actionOf(userCard, 'extend', async (work) => {
  const { services, row, input, reason } = work
  const days = input.days
  if (days === 0) throw refused('天数不能为 0')
  const before = String(row.endTime)
  const after = shifted(work, before, days)
  if (reached(after, row.startTime)) throw refused('调整后到期时间不能早于生效时间')
  put(row, { endTime: after, adjustDays: Number(row.adjustDays) + days })
  if (row.status !== userCardStates.paused) row.status = freeState(row, localTime(services))
  note(row, work, {
    kind: `调整 ${days > 0 ? '+' : ''}${days} 天`,
    before: `到期 ${before.slice(0, 10)}`,
    after: `到期 ${after.slice(0, 10)}`,
    reason,
  })
})

const adjustTimes = actionOf(userCard, 'adjustTimes', async (work) => {
  const { services, row, input, reason } = work
  const times = input.times
  if (times === 0) throw refused('次数不能为 0')
  const [before, after] = [Number(row.totalTimes), Number(row.totalTimes) + times]
  if (after < Number(row.usedTimes)) throw refused(`调整后总次数不能少于已用的 ${Number(row.usedTimes)} 次`)
  row.totalTimes = after
  if (row.status !== userCardStates.paused) row.status = freeState(row, localTime(services))
  note(row, work, { ...timesChanged(before, after), reason })
})

const freeze = actionOf(userCard, 'freeze', async (work) => {
  work.row.status = userCardStates.frozen
  note(work.row, work, { kind: '冻结', after: '已冻结', reason: work.reason })
})

const unfreeze = actionOf(userCard, 'unfreeze', async (work) => {
  const { services, row, reason } = work
  row.status = row.pauseTime ? userCardStates.paused : freeState(row, localTime(services))
  note(row, work, { kind: '解冻', before: '已冻结', reason })
})

const requestRefund = actionOf(userCard, 'refund', async (work) => {
  const { row, input, reason } = work
  const amount = fromHundredths(await unusedOf(work, row))
  put(row, {
    refundFrom: row.status,
    status: userCardStates.frozen,
    refundingAmount: amount,
    refundAskTime: localTime(work.services),
    refundReason: reason,
    refundVoucher: input.refundVoucher,
    failReason: null,
  })
  note(row, work, { kind: '申请退款', after: `退款 ${amount} 元`, reason })
  await ask(userCard, row, work, reason)
})

/** What went on being used is not paid back: nobody used it, it was frozen since it was asked for. */
export const userCardApproval = approvalOf(userCard, {
  passed: (work) => startCardRefund(work, work.row),
  async rejected(work) {
    const { row, services } = work
    const before = String(row.endTime)
    goOn(work, row)
    if (row.status !== userCardStates.paused) row.status = freeState(row, localTime(services))
    put(row, { refundFrom: null, refundingAmount: null })
    const ends = { before: `到期 ${before.slice(0, 10)}`, after: `到期 ${String(row.endTime).slice(0, 10)}` }
    note(row, work, { kind: '退款驳回', ...(row.endTime !== before && ends), reason: work.reason })
  },
})

/** What two people agreed to needs no third word because the channel could not do it. */
const retryRefund = actionOf(userCard, 'retryRefund', async (work) => {
  const { row, services } = work
  const amount = fromHundredths(await stillOwed(work, row))
  put(row, {
    refundFrom: row.status,
    status: userCardStates.frozen,
    refundAskTime: localTime(services),
    refundingAmount: amount,
    failReason: null,
  })
  note(row, work, { kind: '重新退款', after: `退款 ${amount} 元` })
  await startCardRefund(work, row)
})

export const userCardWorks: readonly ActionWork[] = [
  pause,
  resume,
  extend,
  adjustTimes,
  freeze,
  unfreeze,
  requestRefund,
  retryRefund,
]
