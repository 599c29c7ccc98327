import { DatePicker } from 'antd-mobile'
import { useState } from 'react'
import { wallTime } from '#headless/connection/wallTime.ts'
import { missing } from '#model/emptiness.ts'
import { useBackToClose } from '../../layout/back.ts'
import { dateIn, dayOf, earliest, latest, momentOf } from '../dates.ts'
import { Tap } from '../Tap.tsx'
import type { InputProps } from '../types.ts'
import { textIn } from './textIn.ts'

/** Only minutes are chosen; seconds that stand there stay while the minute does. */
const atMinute = (chosen: string, before: string) =>
  chosen.slice(0, 16) === before.slice(0, 16) ? before : `${chosen.slice(0, 16)}:00`

/** A day, or a day and a minute. */
export function TimeInput({ field, value, onChange, disabled, precise }: InputProps & { precise: boolean }) {
  const [open, setOpen] = useState(false)
  useBackToClose(open, () => setOpen(false))
  const text = textIn(value)
  return (
    <>
      <Tap
        label={field.label}
        text={precise ? text.slice(0, 16) : text.slice(0, 10)}
        placeholder={missing(field)}
        disabled={disabled}
        onTap={() => setOpen(true)}
        onClear={field.required ? undefined : () => onChange(null)}
      />
      <DatePicker
        visible={open}
        title={field.label}
        precision={precise ? 'minute' : 'day'}
        min={earliest}
        max={latest}
        value={dateIn(value) ?? dateIn(wallTime())}
        onClose={() => setOpen(false)}
        onConfirm={(date) => onChange(precise ? atMinute(momentOf(date), text) : dayOf(date))}
      />
    </>
  )
}
