import { useQuery } from '@tanstack/react-query'
import type { Resource } from '#model/resource.ts'
import { menuUrl } from '#resources/menu.ts'
import { filtersFor, MOST_COUNTED, relationsTo, type Relation } from '#resources/relations.ts'
import { api } from '../session/api.ts'
import { useCan } from '../session/capabilities.ts'
import { pageOf } from './rows.ts'

/** Records of one kind that hang on a record. */
export interface Related extends Relation {
  key: string
  /** With the name of the field where one resource names this record in several ways. */
  label: string
  /** `1000+` where nobody counts further. */
  count: string
  /** Address of their list. */
  path: string
}

const SHOWN = 5

/** What hangs on a record, without the records themselves. Fails quietly: the record can be read without. */
export function useRelated(resource: Resource, id: string): readonly Related[] {
  const relations = relationsTo(resource)
  const { data } = useQuery({
    queryKey: [resource.name, 'related', id],
    queryFn: ({ signal }) =>
      api.get<{ resource: string; field: string; count: number }[]>(
        `${resource.path}/related`,
        { id },
        { quiet: true, signal },
      ),
    enabled: useCan('related') && relations.length > 0,
    retry: false,
  })
  const found = (data ?? []).flatMap(({ resource: name, field, count }) => {
    const relation = relations.find((one) => one.resource.name === name && one.field === field)
    return relation ? [{ ...relation, count }] : []
  })
  return found.map(({ count, ...relation }) => {
    const { label, fields, name } = relation.resource
    const several = found.filter((one) => one.resource.name === name).length > 1
    return {
      ...relation,
      key: `${name}.${relation.field}`,
      label: several ? `${label}（${fields[relation.field]!.label}）` : label,
      count: count >= MOST_COUNTED ? `${MOST_COUNTED}+` : String(count),
      path: `${menuUrl(relation.resource)}?${new URLSearchParams(filtersFor(relation, id)).toString()}`,
    }
  })
}

/** The newest few of them. */
export const useRelatedRows = ({ resource, key, field }: Related, id: string) =>
  useQuery({
    queryKey: [resource.name, 'related rows', key, id],
    queryFn: async ({ signal }) =>
      pageOf(
        await api.get<Parameters<typeof pageOf>[0]>(
          `${resource.path}/list`,
          { ...filtersFor({ field }, id), pageNo: 1, pageSize: SHOWN },
          { quiet: true, signal },
        ),
      ).rows,
  })
