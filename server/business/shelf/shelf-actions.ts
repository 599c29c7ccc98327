/** 上架 and 下架 of everything that stands on a shelf, and the cards whose price stands still there. */
import { hundredthsOr0 } from '#model/money.ts'
import { editable, type Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { shelfStates } from '#resources/shelf.ts'
import type { ActionWork } from '../../resource/action.ts'
import type { Row, SaveHook } from '../../resource/hooks.ts'
import { addRow } from '../../resource/write.ts'

const { banner, card, commonProblem, onceCard, rechargeSetting } = resources

const put = (resource: Resource, action: 'putOn' | 'takeOff', status: string): ActionWork => ({
  resource,
  action,
  run: async ({ row }) => void (row.status = status),
})

const onShelf: readonly Resource[] = [card, onceCard, rechargeSetting, banner, commonProblem]
const sold: readonly Resource[] = [card, onceCard]

/** A new card like this one, not on sale; its name says what it was made from. */
const copy = (resource: Resource): ActionWork => ({
  resource,
  action: 'copy',
  async run({ row, ...writing }) {
    const draft: Row = Object.fromEntries(editable(resource.fields).map((name) => [name, row[name]]))
    const name = String(row.cardName).slice(0, 40)
    await addRow(writing, resource, { ...draft, cardName: `${name} 复制${String(row.version)}` })
  },
})

export const shelfWorks: readonly ActionWork[] = [
  ...onShelf.flatMap((resource) => [put(resource, 'putOn', shelfStates.on), put(resource, 'takeOff', shelfStates.off)]),
  ...sold.map(copy),
]

/** Who looks at a card and who pays for it must see one price. */
const priceRules = ({ name }: Resource): SaveHook => ({
  resource: name,
  async check({ before, after }) {
    if (before?.status !== shelfStates.on || after.status !== shelfStates.on) return
    for (const field of ['price', 'originalPrice'])
      if (hundredthsOr0(before[field]) !== hundredthsOr0(after[field]))
        return { [field]: '在售的卡不能改价，请先下架，或复制一张新卡' }
  },
})

export const cardRules: readonly SaveHook[] = sold.map(priceRules)
