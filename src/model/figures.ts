/** From a figure to the list that holds what it counts. */
import type { Figure } from './figure.ts'
import { kindOf } from './kinds/index.ts'
import { knownField, type Resource } from './resource.ts'

export interface Period {
  /** YYYY-MM-DD */
  from: string
  /** YYYY-MM-DD for all of the day, or YYYY-MM-DD HH:mm:ss, that second included. */
  to: string
}

/** The part of a figure that holds one value of what it is divided by. */
export interface Part {
  by: string
  value: string
}

/** As the address of a list has them: `{ status: '0,1', startTime_begin: '2026-11-23' }`. */
export type FigureFilters = Readonly<Record<string, string>>

export const filtersOfFigure = (
  figure: Figure,
  { period, part }: { period?: Period; part?: Part } = {},
): FigureFilters => ({
  ...Object.fromEntries(Object.entries(figure.when ?? {}).map(([field, values = []]) => [field, values.join(',')])),
  ...(figure.at && period && { [`${figure.at}_begin`]: period.from, [`${figure.at}_end`]: period.to }),
  ...(part && { [part.by]: part.value }),
})

/** The same as the list's request has them (contract.md §5.2). */
export const parametersOfFigure = (resource: Resource, filters: FigureFilters): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const field = knownField(resource, name.replace(/_(begin|end)$/, ''))
      return [name, kindOf(field).filter(value, field)]
    }),
  )

/** The fields a list has to offer as filters, because a figure leads there. */
export const filteredBy = (figure: Figure): string[] => [
  ...Object.keys(figure.when ?? {}),
  ...(figure.at ? [figure.at] : []),
  ...(figure.by ?? []),
]
