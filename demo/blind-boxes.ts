/** Blind boxes: one running, one planned, one over, one being written. */
import { resources } from '#resources/index.ts'
import { boxStates } from '#resources/product/blindBox.ts'
import { prizeTypes } from '#resources/product/prizeTypes.ts'
import { lineTablesOf, tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import { dayFrom, daysFrom, rowBy } from './made-by.ts'
import { picturePath } from './pictures.ts'
import type { Draws } from './counter.ts'
import type { Product } from './products.ts'

/** Name, pb_prize_type, product, 分, hundredths of a percent, stock at the start. */
type Prize = readonly [string, string, string | undefined, number, number, number | null]

const PRIZES: readonly Prize[] = [
  ['谢谢参与', prizeTypes.nothing, undefined, 0, 5000, null],
  ['1 元红包', prizeTypes.wallet, undefined, 100, 3000, 1000],
  ['5 元红包', prizeTypes.wallet, undefined, 500, 1200, 300],
  ['5 次卡', prizeTypes.onceCard, '5 次卡', 1290, 600, 100],
  ['畅用月卡', prizeTypes.card, '畅用月卡', 2990, 180, 30],
  ['定制充电宝', prizeTypes.goods, undefined, 8900, 20, 5],
]

/** Name, pb_box_status, price, begins and ends in days. */
const BOXES = [
  ['国庆开盒日', boxStates.over, 190, -58, -50],
  ['周末幸运盒', boxStates.running, 290, -9, 21],
  ['双旦惊喜盒', boxStates.planned, 390, 12, 40],
  ['春节盲盒', boxStates.draft, 0, 60, 75],
] as const

export async function seedBlindBoxes(tx: Tx, products: readonly Product[], drawn: Draws, now: Date): Promise<void> {
  const idOf = new Map(products.map(({ name, id }) => [name, id]))
  const wonOf = (box: string, prize: string) => drawn.won.get(box)?.get(prize) ?? 0
  const boxId = (name: string) => seedId('blindBox', name)
  await insertMany(
    tx,
    tableOf(resources.blindBox),
    BOXES.map(([name, status, price, from, to]) => {
      const wins = PRIZES.reduce((sum, [prize]) => sum + wonOf(name, prize), 0)
      return {
        ...rowBy('operator', daysFrom(now, Math.min(from, 0) - 6)),
        id: boxId(name),
        boxName: name,
        cover: picturePath('poster'),
        price,
        drawLimit: 5,
        totalLimit: 5000,
        startTime: dayFrom(now, from).toISOString(),
        endTime: dayFrom(now, to).toISOString(),
        rule: `<p>每人最多抽 5 次，奖品抽完为止。</p><ul>${PRIZES.map(
          ([prize, , , , probability]) => `<li>${prize}：${(probability / 100).toFixed(2)}%</li>`,
        ).join('')}</ul>`,
        drawCount: drawn.rows.filter((row) => row.boxId === boxId(name)).length,
        winCount: wins,
        cost: PRIZES.reduce((sum, [prize, , , amount]) => sum + amount * wonOf(name, prize), 0),
        status,
      }
    }),
  )
  await insertMany(
    tx,
    lineTablesOf(resources.blindBox).prizes,
    BOXES.flatMap(([box]) =>
      PRIZES.map(([prizeName, prizeType, product, amount, probability, stock], orderNum) => ({
        id: seedId('blindBoxPrize', box, orderNum),
        mainId: boxId(box),
        orderNum,
        prizeName,
        prizeType,
        refId: product && idOf.get(product),
        amount,
        probability,
        stock: stock === null ? undefined : stock - wonOf(box, prizeName),
        sortNo: (orderNum + 1) * 10,
      })),
    ),
  )
}
