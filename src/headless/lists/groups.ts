import { fieldOf, type Resource } from '#model/resource.ts'
import { useDict } from '../session/dictionary.ts'
import type { ListControls } from './useList.ts'

export interface Groups {
  /** What divides the list: 分组. */
  label: string
  items: readonly { value: string; text: string }[]
  /** `ALL`, an item, or something that is no single item. */
  chosen: string
  choose(value: string): void
}

export const ALL = 'all'

/** The parts of a list and the one that is shown; undefined when the list is not divided. */
export function useGroups(
  resource: Resource,
  { query: { filters }, setFilters }: Pick<ListControls, 'query' | 'setFilters'>,
): Groups | undefined {
  const name = resource.list.groups
  const field = name === undefined ? undefined : fieldOf(resource, name)
  const items = useDict(field?.kind === 'dict' ? field.dict : undefined)
  if (name === undefined || !field) return undefined
  const { [name]: chosen = ALL, ...others } = filters
  return {
    label: field.label,
    items: [{ value: ALL, text: '全部' }, ...items],
    chosen,
    choose: (value) => setFilters(value === ALL ? others : { ...others, [name]: value }),
  }
}
