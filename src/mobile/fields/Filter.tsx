import { Cascader, DatePicker, Input } from 'antd-mobile'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { areaPath, useAreas } from '#headless/records/areas.ts'
import { offeredOf, useDict } from '#headless/session/dictionary.ts'
import type { Filters } from '#headless/lists/listQuery.ts'
import { targetOf, useReferences } from '#headless/records/useReferences.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { offValue, onValue, switchText } from '#model/kinds/switch/values.ts'
import { useBackToClose } from '../frame/back.ts'
import { dateIn, dayOf, earliest, latest } from './dates.ts'
import { ReferenceSheet } from './ReferenceSheet.tsx'
import { Tap } from './Tap.tsx'

const CategoryInput = lazy(() => importWithTimeout(import('./pickers/CategoryInput.tsx')))

interface FilterProps<K extends FieldKind = FieldKind> {
  field: FieldOf<K>
  name: string
  filters: Filters
  set(change: Record<string, string>): void
}
type FilterInputs = { [K in FieldKind]: ((props: FilterProps<K>) => ReactNode) | null }

const Contains = ({ field, name, filters, set }: FilterProps) => (
  <Input
    className="vd-box"
    value={filters[name] ?? ''}
    onChange={(value) => set({ [name]: value })}
    placeholder={`输入${field.label}`}
    aria-label={field.label}
    clearable
  />
)

interface ChipsProps {
  label: string
  options: readonly { value: string; text: string }[]
  chosen: readonly string[]
  onChange(values: string[]): void
}

const Chips = ({ label, options, chosen, onChange }: ChipsProps) => (
  <div className="vd-phrases" role="group" aria-label={label}>
    {options.map(({ value, text }) => (
      <button
        type="button"
        key={value}
        className="vd-chip"
        aria-pressed={chosen.includes(value)}
        onClick={() =>
          onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
        }
      >
        {text}
      </button>
    ))}
  </div>
)

const several = (text: string | undefined) => (text ?? '').split(',').filter(Boolean)

function DictFilter({ field, name, filters, set }: FilterProps<'dict'>) {
  const items = offeredOf(field, useDict(field.dict))
  return (
    <Chips
      label={field.label}
      options={items}
      chosen={several(filters[name])}
      onChange={(values) => set({ [name]: values.join(',') })}
    />
  )
}

function SwitchFilter({ field, name, filters, set }: FilterProps<'switch'>) {
  const options = [onValue(field), offValue(field)].map((value) => ({
    value: String(value),
    text: switchText(field, value),
  }))
  return (
    <Chips
      label={field.label}
      options={options}
      chosen={several(filters[name])}
      onChange={(values) => set({ [name]: values.at(-1) ?? '' })}
    />
  )
}

const NumberRange = ({ field, name, filters, set }: FilterProps) => (
  <div className="vd-range">
    {(['begin', 'end'] as const).map((end) => (
      <Input
        key={end}
        className="vd-box"
        inputMode="decimal"
        value={filters[`${name}_${end}`] ?? ''}
        onChange={(value) => set({ [`${name}_${end}`]: value })}
        placeholder={end === 'begin' ? '不小于' : '不大于'}
        aria-label={`${field.label}${end === 'begin' ? '不小于' : '不大于'}`}
      />
    ))}
  </div>
)

const DAY_MS = 86_400_000
const spans = [
  { text: '今天', days: 0 },
  { text: '近 7 天', days: 6 },
  { text: '近 30 天', days: 29 },
]

function DateRange({ field, name, filters, set }: FilterProps) {
  const clock = field.kind === 'dateTime'
  const from = filters[`${name}_begin`] ?? ''
  const to = filters[`${name}_end`] ?? ''
  const range = (begin: string, end: string) =>
    set({
      [`${name}_begin`]: begin && clock ? `${begin} 00:00:00` : begin,
      [`${name}_end`]: end && clock ? `${end} 23:59:59` : end,
    })
  const given = (days: number) => [dayOf(new Date(Date.now() - days * DAY_MS)), dayOf(new Date())] as const
  const chosen = spans.find(({ days }) => given(days)[0] === from.slice(0, 10) && given(days)[1] === to.slice(0, 10))
  return (
    <>
      <Chips
        label={field.label}
        options={spans.map(({ text }) => ({ value: text, text }))}
        chosen={chosen ? [chosen.text] : []}
        onChange={(values) => {
          const span = spans.find(({ text }) => text === values.at(-1))
          if (span) range(...given(span.days))
          else range('', '')
        }}
      />
      <div className="vd-range">
        <Day label={`${field.label}起`} value={from} onChange={(day) => range(day, to.slice(0, 10))} />
        <Day label={`${field.label}止`} value={to} onChange={(day) => range(from.slice(0, 10), day)} />
      </div>
    </>
  )
}

function Day({ label, value, onChange }: { label: string; value: string; onChange(day: string): void }) {
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  return (
    <div className="vd-box">
      <Tap
        label={label}
        text={value.slice(0, 10)}
        placeholder={label.endsWith('起') ? '开始日期' : '结束日期'}
        onTap={() => setOpen(true)}
        onClear={() => onChange('')}
      />
      <DatePicker
        visible={open}
        title={label}
        min={earliest}
        max={latest}
        value={dateIn(value) ?? new Date()}
        onClose={() => setOpen(false)}
        onConfirm={(date) => onChange(dayOf(date))}
      />
    </div>
  )
}

function ReferenceFilter({ field, name, filters, set }: FilterProps) {
  const [open, setOpen] = useState(false)
  const of = targetOf(field)
  const ids = several(filters[name])
  const { chosen } = useReferences(of, { ids, open: false })
  return (
    <div className="vd-box">
      <Tap
        label={field.label}
        text={chosen.map(({ text }) => text).join('、')}
        placeholder={`选择${field.label}`}
        onTap={() => setOpen(true)}
        onClear={() => set({ [name]: '' })}
      />
      <ReferenceSheet
        title={field.label}
        of={of}
        ids={ids}
        visible={open}
        multiple
        onClose={() => setOpen(false)}
        onChoose={(values) => {
          setOpen(false)
          set({ [name]: values.join(',') })
        }}
      />
    </div>
  )
}

function AreaFilter({ field, name, filters, set }: FilterProps<'area'>) {
  const areas = useAreas()
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  const codes = areaPath(filters[name] ?? '')
  const words: string[] = []
  let level = areas
  for (const code of codes) {
    const here = level.find((area) => area.value === code)
    if (!here) break
    words.push(here.label)
    level = here.children ?? []
  }
  return (
    <div className="vd-box">
      <Tap
        label={field.label}
        text={words.join(' / ')}
        placeholder={`选择${field.label}`}
        onTap={() => setOpen(true)}
        onClear={() => set({ [name]: '' })}
      />
      <Cascader
        visible={open}
        title={field.label}
        options={areas as never}
        loading={!areas.length}
        value={codes}
        onClose={() => setOpen(false)}
        onConfirm={(chosen) => set({ [name]: String(chosen.at(-1) ?? '') })}
      />
    </div>
  )
}

const CategoryFilter = ({ field, name, filters, set }: FilterProps<'category'>) => (
  <div className="vd-box">
    <Suspense>
      <CategoryInput
        multiple
        field={field}
        value={filters[name]}
        onChange={(next) => set({ [name]: String(next ?? '') })}
      />
    </Suspense>
  </div>
)

/** `null`: nothing to filter by. */
const inputs: FilterInputs = {
  text: Contains,
  longText: Contains,
  richText: Contains,
  markdown: Contains,
  code: Contains,
  tags: Contains,
  serial: Contains,
  integer: NumberRange,
  decimal: NumberRange,
  money: NumberRange,
  percent: NumberRange,
  date: DateRange,
  dateTime: DateRange,
  switch: SwitchFilter,
  dict: DictFilter,
  ref: ReferenceFilter,
  refs: ReferenceFilter,
  refByType: null,
  user: ReferenceFilter,
  department: ReferenceFilter,
  category: CategoryFilter,
  area: AreaFilter,
  image: null,
  images: null,
  file: null,
  files: null,
  cron: Contains,
  json: null,
  typed: Contains,
  lines: null,
}

/** What a list can be narrowed by. */
export function Filter({ field, ...rest }: Omit<FilterProps, 'field'> & { field: Field }) {
  const Draw = inputs[field.kind] as ((props: FilterProps) => ReactNode) | null
  if (!Draw) return null
  return (
    <section className="vd-filter">
      <h3>{field.label}</h3>
      <Draw {...rest} field={field} />
    </section>
  )
}
