/** Blind boxes: one running, one planned, one over, one being written. */
import { resources } from '#resources/index.ts'
import { lineTablesOf, tableOf } from '../../../resource/table.ts'
import type { Tx } from '../../connect.ts'
import { insertMany } from '../bulk.ts'
import { seedId } from '../seed-id.ts'
import { dayFrom, daysFrom, rowBy } from './made-by.ts'
import { picturePath } from './pictures.ts'
import type { Product } from './products.ts'

/** Name, pb_prize_type, product, 分, hundredths of a percent, stock left, won. */
type Prize = readonly [string, string, string | undefined, number, number, number | null, number]

const PRIZES: readonly Prize[] = [
  ['谢谢参与', '1', undefined, 0, 5000, null, 0],
  ['1 元红包', '2', undefined, 100, 3000, 640, 360],
  ['5 元红包', '2', undefined, 500, 1200, 158, 142],
  ['5 次卡', '3', '5 次卡', 1290, 600, 28, 72],
  ['畅用月卡', '4', '畅用月卡', 2990, 180, 9, 21],
  ['定制充电宝', '6', undefined, 8900, 20, 3, 2],
]

/** Name, pb_box_status, price, begins and ends in days, draws. */
const BOXES = [
  ['国庆开盒日', '3', 190, -58, -50, 1840],
  ['周末幸运盒', '2', 290, -9, 21, 1196],
  ['双旦惊喜盒', '1', 390, 12, 40, 0],
  ['春节盲盒', '0', 0, 60, 75, 0],
] as const

export async function seedBlindBoxes(tx: Tx, products: readonly Product[], now: Date): Promise<void> {
  const idOf = new Map(products.map(({ name, id }) => [name, id]))
  const boxId = (name: string) => seedId('blindBox', name)
  await insertMany(
    tx,
    tableOf(resources.blindBox),
    BOXES.map(([name, status, price, from, to, draws]) => {
      const wins = draws ? PRIZES.reduce((sum, [, , , , , , won]) => sum + won, 0) : 0
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
        drawCount: draws,
        winCount: wins,
        cost: draws ? PRIZES.reduce((sum, [, , , amount, , , won]) => sum + amount * won, 0) : 0,
        status,
      }
    }),
  )
  await insertMany(
    tx,
    lineTablesOf(resources.blindBox).prizes!,
    BOXES.flatMap(([box, , , , , draws]) =>
      PRIZES.map(([prizeName, prizeType, product, amount, probability, stock, won], orderNum) => ({
        id: seedId('blindBoxPrize', box, orderNum),
        mainId: boxId(box),
        orderNum,
        prizeName,
        prizeType,
        refId: product && idOf.get(product),
        amount,
        probability,
        stock: stock === null ? undefined : draws ? stock : stock + won,
        sortNo: (orderNum + 1) * 10,
      })),
    ),
  )
}
