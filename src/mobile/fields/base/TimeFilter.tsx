import { DatePicker } from 'antd-mobile'
import { useState } from 'react'
import { wallTime } from '#headless/connection/wallTime.ts'
import { useBackToClose } from '../../layout/back.ts'
import { dateIn, dayOf, earliest, latest } from '../dates.ts'
import { Tap } from '../Tap.tsx'
import type { FilterProps } from '../types.ts'
import { Chips } from './Chips.tsx'

const DAY_MS = 86_400_000
const spans = [
  { text: '今天', days: 0 },
  { text: '近 7 天', days: 6 },
  { text: '近 30 天', days: 29 },
]

const today = (back = 0) => wallTime(Date.now() - back * DAY_MS).slice(0, 10)

/** From a day to another, or the days up to now. */
export function TimeFilter({ field, name, filters, set }: FilterProps) {
  const clock = field.kind === 'dateTime'
  const from = filters[`${name}_begin`] ?? ''
  const to = filters[`${name}_end`] ?? ''
  const range = (begin: string, end: string) =>
    set({
      [`${name}_begin`]: begin && clock ? `${begin} 00:00:00` : begin,
      [`${name}_end`]: end && clock ? `${end} 23:59:59` : end,
    })
  const given = (days: number) => [today(days), today()] as const
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
        value={dateIn(value) ?? dateIn(wallTime())}
        onClose={() => setOpen(false)}
        onConfirm={(date) => onChange(dayOf(date))}
      />
    </div>
  )
}
