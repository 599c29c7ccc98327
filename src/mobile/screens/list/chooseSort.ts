import { mayArrange } from '#headless/lists/ordering.ts'
import type { EndlessList } from '#headless/lists/useList.ts'
import { kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { choose } from '../../layout/ask.ts'
import { orderOf } from './orderOf.ts'

const BY_HAND = 'by hand'

export async function chooseSort(resource: Resource, list: EndlessList, onByHand: () => void): Promise<void> {
  const names = [...new Set([...resource.list.columns, 'createTime'])].filter((name) => {
    const field = fieldOf(resource, name)
    return field && kinds[field.kind].sortable && !field.mask && !field.computed
  })
  const choices = names.flatMap((name) => {
    const field = fieldOf(resource, name)!
    const { down, up } = orderOf(field)
    return [
      { key: `-${name}`, order: down },
      { key: name, order: up },
    ].map(({ key, order }) => ({ key, text: `${field.label} ${order}${key === list.query.sort ? ' ✓' : ''}` }))
  })
  const byHand = mayArrange(resource, list) ? [{ key: BY_HAND, text: '手动排序' }] : []
  const sort = await choose({ title: '排序', choices: [...byHand, ...choices] })
  if (sort === BY_HAND) onByHand()
  else if (sort) list.setSort(sort)
}
