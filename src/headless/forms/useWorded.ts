import { useQuery } from '@tanstack/react-query'
import { isEmptyValue } from '#model/emptiness.ts'
import type { Field } from '#model/fields.ts'
import { areaNames } from '../records/areas.ts'
import { targetOf } from '../records/target.ts'
import { useReferences } from '../records/useReferences.ts'

type Values = Readonly<Record<string, unknown>>

/** The same row with words beside a value that has only its code: what was just typed has no words from the server yet. */
export function useWorded(field: Field, row: Values, name: string): Values {
  const own = row[name]
  const known = isEmptyValue(own) || row[`${name}_dictText`] !== undefined
  const codes = known ? [] : String(own).split(',').filter(Boolean)
  const target = known ? undefined : targetOf(field, row)
  const { chosen } = useReferences(target, { ids: target ? codes : [], open: false })
  const areas = useQuery({
    queryKey: ['areas', 'names'],
    queryFn: areaNames,
    enabled: field.kind === 'area' && !known,
    staleTime: Infinity,
  })
  const words = target
    ? chosen.map(({ text }) => text)
    : field.kind === 'area' && codes.map((code) => areas.data?.find(({ value }) => value === code)?.text ?? code)
  return words ? { ...row, [`${name}_dictText`]: words.join(',') } : row
}
