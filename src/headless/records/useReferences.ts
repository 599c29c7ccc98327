import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { importSometime, importWithTimeout } from '../connection/importWithTimeout.ts'
import { bringDefinition, entryNamed } from '#resources/catalogue.ts'
import { sameValue } from '#model/emptiness.ts'
import { wayOf } from '../session/ways.ts'
import type { Among } from './target.ts'

export interface Option {
  value: string
  text: string
}

/** Wait after the last key before a searchable table dictionary asks. */
export const TABLE_DICTIONARY_DEBOUNCE_MS = 800
/** The same in a select within a form. */
export const SELECT_DEBOUNCE_MS = 300
const PAGE_SIZE = 30

export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

export interface References {
  options: readonly Option[]
  /** The chosen ids with their names; an id without a name shows itself. */
  chosen: readonly Option[]
  loading: boolean
  error: Error | null
  keyword: string
  search(keyword: string): void
}

const namesOf = (resourceName: string | undefined, ids: readonly string[]) => {
  const wanted = [...ids].sort().join(',')
  return queryOptions({
    queryKey: [resourceName, 'names', wanted],
    queryFn: async ({ signal }) =>
      wayOf(await importSometime(() => bringDefinition(resourceName!))).options({ ids: wanted }, signal),
    // It asks for the definition until that comes.
    enabled: Boolean(resourceName && entryNamed(resourceName)) && Boolean(wanted),
    staleTime: 60_000,
  })
}

/** The names of records by their ids, which are unique over all resources: those of any of these. */
export const useNames = (resourceNames: readonly string[], ids: readonly string[]): ReadonlyMap<string, string> =>
  useQueries({
    queries: resourceNames.map((name) => namesOf(name, ids)),
    combine: (asked) =>
      new Map(asked.flatMap(({ data = [] }) => data.map(({ value, text }) => [value, text] as const))),
  })

const NONE: Among = {}

/** Records of a resource to choose from, searched as one types, and the names of those chosen already. */
export function useReferences(
  resourceName: string | undefined,
  { ids = [], open = true, among = NONE }: { ids?: readonly string[]; open?: boolean; among?: Among } = {},
): References {
  const [keyword, search] = useState('')
  const settled = useDebounced(keyword, SELECT_DEBOUNCE_MS)
  const options = useQuery({
    queryKey: [resourceName, 'options', settled, among],
    queryFn: async ({ signal }) =>
      wayOf(await importWithTimeout(bringDefinition(resourceName!))).options(
        { keyword: settled, pageSize: PAGE_SIZE, among },
        signal,
      ),
    enabled: Boolean(resourceName) && open,
    // Of other records than these nothing is offered meanwhile.
    placeholderData: (before, asked) => (sameValue(asked?.queryKey[3], among) ? before : undefined),
  })
  const names = useQuery(namesOf(resourceName, ids))
  const byId = new Map([...(options.data ?? []), ...(names.data ?? [])].map((option) => [option.value, option]))
  return {
    options: options.data ?? [],
    chosen: ids.map((id) => byId.get(id) ?? { value: id, text: id }),
    loading: options.isFetching,
    error: options.error,
    keyword,
    search,
  }
}
