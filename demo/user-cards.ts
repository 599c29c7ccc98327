/** Cards in the hands of consumers, in every state; what was sold is counted on the product. */
import type { ValueIn } from '#model/choices.ts'
import { resources } from '#resources/index.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { amountTypes } from '#resources/finance/amountDetail.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { payChannels } from '#resources/product/selling.ts'
import { userCardStates, refundStates, cardSources } from '#resources/product/userCard.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { personOf } from './accounts.ts'
import { Chance } from './chance.ts'
import type { Consumer } from './consumers.ts'
import { DAY, daysFrom, HOUR, rowBy } from './made-by.ts'
import type { Numbers } from './numbers.ts'
import { picturePath } from './pictures.ts'
import type { Product } from './products.ts'
import { trailRows } from './trail.ts'

interface Change {
  at: Date
  kind: string
  before?: string
  after?: string
  reason: string
}

const COUNT = 72

export function planUserCards(
  numbers: Numbers,
  consumers: readonly Consumer[],
  products: readonly Product[],
  now: Date,
): { rows: Record<string, unknown>[]; changes: Record<string, unknown>[]; trails: Record<string, unknown>[] } {
  const chance = new Chance(107)
  const rows: Record<string, unknown>[] = []
  const changes: Record<string, unknown>[] = []
  const trails: Record<string, unknown>[] = []
  let asked = false
  const people = consumers.filter(({ row }) => row.status === consumerStates.normal)
  const onSale = products.filter((one) => one.onSale)
  const given = products.find(({ name }) => name === '补偿次卡')!
  const day = (at: Date) => at.toISOString().slice(0, 10)

  const ages = Array.from({ length: COUNT }, () => chance.int(0, 89) + chance.next()).sort((a, b) => b - a)
  ages.forEach((age, index) => {
    const start = new Date(now.getTime() - age * DAY)
    const isGift = index % 18 === 5
    const product = isGift ? given : chance.pick(onSale)
    const cardNo = numbers.take('UK', start)
    const id = seedId('userCard', cardNo)
    const lines: Change[] = isGift ? [{ at: start, kind: '发放', after: '1 次', reason: '投诉补偿' }] : []
    let end = new Date(start.getTime() + product.validDays * DAY)
    const isOver = end <= now
    const used = product.kind === cardKinds.times ? chance.int(0, product.times) : 0
    let status: ValueIn<typeof userCardStates> = isOver
      ? userCardStates.expired
      : product.kind === cardKinds.times && used === product.times
        ? userCardStates.usedUp
        : userCardStates.using
    const more: Record<string, unknown> = {}
    if (status === userCardStates.using && index % 11 === 4) {
      const at = daysFrom(now, -chance.int(1, 5))
      if (at > start) {
        status = userCardStates.paused
        more.pauseTime = at.toISOString()
        lines.push({ at, kind: '暂停', before: '使用中', after: '已暂停', reason: '用户出差，来电申请' })
      }
    } else if (status === userCardStates.using && index % 9 === 2) {
      const before = end
      end = new Date(end.getTime() + 3 * DAY)
      more.adjustDays = 3
      lines.push({
        at: new Date(start.getTime() + (now.getTime() - start.getTime()) / 2),
        kind: '调整 +3 天',
        before: `到期 ${day(before)}`,
        after: `到期 ${day(end)}`,
        reason: '设备维护影响使用，补偿三天',
      })
    } else if (status === userCardStates.using && index % 23 === 7) {
      status = userCardStates.frozen
      lines.push({ at: daysFrom(now, -1), kind: '冻结', after: '已冻结', reason: '账号异常，核实中' })
    }
    const consumer = people[(index * 7) % people.length]!
    const outTradeNo = `42${chance.digits(18)}02`
    if (!isGift) {
      product.sold += 1
      consumer.payTotal += product.price
      consumer.account.passBy({
        at: start,
        type: amountTypes.card,
        amount: product.price,
        bizType: 'userCard',
        bizNo: cardNo,
        payChannel: payChannels.wechat,
        outTradeNo,
        createBy: 'miniapp',
        remark: `购买${product.name}`,
      })
      Object.assign(more, { payChannel: payChannels.wechat, outTradeNo })
    }
    const asks = !asked && !isGift && status === userCardStates.using && product.row.refundable === 'Y'
    if (asks) {
      asked = true
      status = userCardStates.frozen
      const at = new Date(now.getTime() - 5 * HOUR)
      const reason = '手机型号不支持，未使用过'
      const amount = Math.floor(product.price / 2)
      lines.push({ at, kind: '申请退款', after: `退款 ${(amount / 100).toFixed(2)} 元`, reason })
      trails.push(
        ...trailRows('userCard', id, [{ step: '申请', result: '已提交', at, by: 'service', host: '浏览器', reason }]),
      )
      Object.assign(more, {
        refundStatus: refundStates.waiting,
        refundFrom: userCardStates.using,
        refundingAmount: amount,
        refundReason: reason,
        refundVoucher: picturePath('license'),
        dueTime: new Date(at.getTime() + DAY).toISOString(),
      })
    }
    rows.push({
      ...rowBy(isGift ? 'service' : 'miniapp', start),
      id,
      version: lines.length + 1,
      cardNo,
      userId: consumer.id,
      cardKind: product.kind,
      productId: product.id,
      source: isGift ? cardSources.compensation : cardSources.bought,
      payAmount: isGift ? 0 : product.price,
      startTime: start.toISOString(),
      endTime: end.toISOString(),
      totalTimes: product.times,
      usedTimes: used,
      todayUsed: 0,
      pauseDays: 0,
      adjustDays: 0,
      refundAmount: 0,
      refundStatus: refundStates.none,
      status,
      issueReason: isGift ? '投诉补偿' : '用户购买',
      ...more,
    })
    changes.push(
      ...lines.map(({ at, ...line }, orderNum) => ({
        id: seedId('userCardChange', id, orderNum),
        mainId: id,
        orderNum,
        time: at.toISOString(),
        person: personOf('service').realname,
        ...line,
      })),
    )
  })
  return { rows, changes, trails }
}

export async function seedUserCards(
  tx: Tx,
  { rows, changes, trails }: ReturnType<typeof planUserCards>,
): Promise<void> {
  await insertMany(tx, tableOf(resources.userCard), rows)
  await insertMany(tx, lineTablesOf(resources.userCard).changes, changes)
  await insertMany(tx, lineTablesOf(resources.userCard).auditTrail, trails)
}
