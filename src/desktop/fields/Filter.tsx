import { Input as AntInput, InputNumber, Select } from 'antd'
import { lazy, Suspense, type ComponentType } from 'react'
import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import type { Filters } from '#headless/lists/listQuery.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { References } from './References.tsx'

const DateRange = lazy(() => importWithTimeout(import('./DateRange.tsx')))
const AreaInput = lazy(() => importWithTimeout(import('./AreaInput.tsx')))
const CategoryInput = lazy(() => importWithTimeout(import('./pickers/CategoryInput.tsx')))

export interface FilterProps<F = Field> {
  field: F
  name: string
  id: string
  filters: Filters
  /** Changes one or both ends of a range at once. */
  onChange: (change: Record<string, string>) => void
}
type FilterInputs = { [K in FieldKind]: ComponentType<FilterProps<FieldOf<K>>> }

function Contains({ field, name, id, filters, onChange }: FilterProps) {
  return (
    <AntInput
      id={id}
      value={filters[name] ?? ''}
      placeholder={`请输入${field.label}`}
      allowClear
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  )
}

const chosenIn = (filters: Filters, name: string) => (filters[name] ?? '').split(',').filter(Boolean)

function Several({
  field,
  name,
  id,
  filters,
  options,
  onChange,
}: FilterProps & { options: { value: string; label: string }[] }) {
  return (
    <Select
      id={id}
      mode="multiple"
      maxTagCount="responsive"
      value={chosenIn(filters, name)}
      options={options}
      placeholder={`请选择${field.label}`}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      onChange={(next: string[]) => onChange({ [name]: next.join(',') })}
    />
  )
}

function Dict(props: FilterProps<FieldOf<'dict'>>) {
  const items = offeredOf(props.field, useDict(props.field.dict))
  return <Several {...props} options={items.map(({ value, text }) => ({ value, label: text }))} />
}

function Toggle(props: FilterProps<FieldOf<'switch'>>) {
  const values = [onValue(props.field), offValue(props.field)]
  return (
    <Several
      {...props}
      options={values.map((value) => ({ value: String(value), label: switchText(props.field, value) }))}
    />
  )
}

function Records({ field, name, id, filters, onChange }: FilterProps) {
  return (
    <References
      field={field}
      name={name}
      id={id}
      value={filters[name]}
      values={{}}
      multiple
      searchOnly
      onChange={(next) => onChange({ [name]: String(next ?? '') })}
    />
  )
}

const ends = (name: string) => [`${name}_begin`, `${name}_end`] as const

function Numbers({ field, name, id, filters, onChange }: FilterProps) {
  const [begin, end] = ends(name)
  const set = (key: string) => (next: string | null) => onChange({ [key]: next ?? '' })
  return (
    <div className="filter-range">
      <InputNumber<string>
        id={id}
        stringMode
        value={filters[begin] ?? null}
        placeholder="最小"
        controls={false}
        onChange={set(begin)}
      />
      <span>~</span>
      <InputNumber<string>
        stringMode
        value={filters[end] ?? null}
        placeholder="最大"
        aria-label={`${field.label}最大`}
        controls={false}
        onChange={set(end)}
      />
    </div>
  )
}

function Dates({ field, name, id, filters, onChange }: FilterProps<FieldOf<'date' | 'dateTime'>>) {
  const [begin, end] = ends(name)
  return (
    <DateRange
      id={id}
      label={field.label}
      value={[filters[begin], filters[end]]}
      onChange={([from, to]) => onChange({ [begin]: from ?? '', [end]: to ?? '' })}
    />
  )
}

function Area({ field, name, id, filters, onChange }: FilterProps<FieldOf<'area'>>) {
  return (
    <AreaInput
      anyLevel
      field={field}
      name={name}
      id={id}
      value={filters[name]}
      values={{}}
      onChange={(next) => onChange({ [name]: String(next ?? '') })}
    />
  )
}

function Category({ field, name, id, filters, onChange }: FilterProps<FieldOf<'category'>>) {
  return (
    <CategoryInput
      multiple
      field={field}
      name={name}
      id={id}
      value={filters[name]}
      values={{}}
      onChange={(next) => onChange({ [name]: String(next ?? '') })}
    />
  )
}

const Nothing = () => null

const inputs: FilterInputs = {
  text: Contains,
  longText: Contains,
  richText: Contains,
  markdown: Contains,
  code: Contains,
  tags: Contains,
  serial: Contains,
  integer: Numbers,
  decimal: Numbers,
  money: Numbers,
  percent: Numbers,
  date: Dates,
  dateTime: Dates,
  switch: Toggle,
  dict: Dict,
  ref: Records,
  refs: Records,
  refByType: Nothing,
  user: Records,
  department: Records,
  category: Category,
  area: Area,
  image: Nothing,
  images: Nothing,
  file: Nothing,
  files: Nothing,
  cron: Contains,
  json: Nothing,
  typed: Contains,
  lines: Nothing,
}

/** One condition of the search area. */
export function Filter(props: FilterProps) {
  const Own = inputs[props.field.kind] as ComponentType<FilterProps>
  return (
    <Suspense fallback={<AntInput disabled aria-label={props.field.label} />}>
      <Own {...props} />
    </Suspense>
  )
}
