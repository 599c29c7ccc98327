import type { InfiniteData } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { queryClient } from '../session/queries.ts'
import type { Page } from '../records/rows.ts'
import type { EndlessList } from './useList.ts'

/** Sums under an endless list, from the page that came last. Asks the server for nothing. */
export function endlessTotals(resource: Resource, { query }: EndlessList): Page['totals'] {
  const { filters, sort, size, superQuery } = query
  const key = [resource.name, 'endless', { filters, sort, size, page: 1, ...(superQuery && { superQuery }) }]
  return queryClient.getQueryData<InfiniteData<Page>>(key)?.pages.at(-1)?.totals ?? {}
}
