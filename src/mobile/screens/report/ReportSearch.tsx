import { useState } from 'react'
import type { ReportFilters } from '#headless/reports/useReport.ts'
import type { Field } from '#model/fields.ts'
import { Filter } from '../../fields/Filter.tsx'
import { SearchForm, SearchSide } from '../../fields/SearchSide.tsx'

interface Props {
  visible: boolean
  fields: Readonly<Record<string, Field>>
  /** What holds while nothing is typed. */
  defaults: Readonly<Record<string, string>>
  filters: ReportFilters
  onClose(): void
  onSearch(filters: ReportFilters): void
}

/** What a report can be narrowed by, and its parameters. */
export default function ReportSearch(props: Props) {
  return (
    <SearchSide {...props}>
      <Conditions {...props} />
    </SearchSide>
  )
}

function Conditions({ fields, defaults, filters, onSearch }: Props) {
  const [typed, setTyped] = useState(filters)
  return (
    <SearchForm onSearch={() => onSearch(typed)} onReset={() => onSearch({})}>
      {Object.entries(fields).map(([name, field]) => (
        <Filter
          key={name}
          field={field}
          name={name}
          filters={typed}
          placeholder={defaults[name]}
          set={(some) => setTyped((before) => ({ ...before, ...some }))}
        />
      ))}
    </SearchForm>
  )
}
