import { useQuery } from '@tanstack/react-query'
import type { Field } from '#model/fields.ts'
import { kindOf, kinds } from '#model/kinds/index.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { areaNames } from '../records/areas.ts'
import { targetOf } from '../records/target.ts'
import { useNames } from '../records/useReferences.ts'
import { useDict } from '../session/dictionary.ts'
import { fieldOfFilter, type Filters } from './listQuery.ts'

/** The fields that a list's search area asks for. */
export const searchFields = (resource: Resource): string[] =>
  resource.list.filters.filter((name) => {
    const field = fieldOf(resource, name)
    return field && !field.hidden && kinds[field.kind].search !== 'none'
  })

/** A field that a list is narrowed by, and that stands in no search area: a link led here, or a saved query. */
export interface UnseenFilter {
  name: string
  field: Field
  /** What is asked of it, and what else is: a reference may name records of the kind that another filter says. */
  filters: Filters
  /** All filters but this. */
  others: Filters
}

/** `seen`: what this screen shows besides its search area. */
export function unseenFilters(resource: Resource, filters: Filters, seen: readonly string[] = []): UnseenFilter[] {
  const { groups } = resource.list
  const shown = new Set([...searchFields(resource), ...seen])
  // A tab shows one group, not several.
  if (groups !== undefined && !filters[groups]?.includes(',')) shown.add(groups)
  const names = new Set(Object.keys(filters).map(fieldOfFilter))
  return [...names].flatMap((name) => {
    const field = fieldOf(resource, name)
    if (!field || shown.has(name)) return []
    const others = Object.fromEntries(Object.entries(filters).filter(([key]) => fieldOfFilter(key) !== name))
    return [{ name, field, filters, others }]
  })
}

/** 「state」: of an old link, or of a hand-written one. */
export const unknownWords = (unknown: readonly string[]): string =>
  `链接中的条件${unknown.map((name) => `「${name}」`).join('')}无法识别，没有生效`

const NONE: readonly { value: string; text: string }[] = []

/** 设备：PB-0001, in the words that records of it are read by; 创建时间：≥ 2026-01-01. */
export function useFilterWords({ name, field, filters }: UnseenFilter): string {
  const asked = [filters[name], filters[`${name}_begin`], filters[`${name}_end`]] as const
  const parts = asked.map((value) => value?.split(',').filter(Boolean) ?? [])
  const kind = kindOf(field)
  const target = targetOf(field, filters)
  const names = useNames(target ? [target] : kind.everyName(field), parts.flat())
  const items = useDict(field.kind === 'dict' ? field.dict : undefined)
  const areas = useQuery({
    queryKey: ['areas', 'names'],
    queryFn: areaNames,
    enabled: kind.worded === 'area',
    staleTime: Infinity,
  })
  const words = [...items, ...(areas.data ?? NONE)]
  const said = (part: string) =>
    names.get(part) ??
    words.find(({ value }) => value === part)?.text ??
    kind.text(kind.condition.taken?.(part) ?? part, field, undefined, {})
  const [one, from, to] = parts.map((each) => each.map(said).join('、'))
  return `${field.label}：${[one, from && `≥ ${from}`, to && `≤ ${to}`].filter(Boolean).join(' ')}`
}
