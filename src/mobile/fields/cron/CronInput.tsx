import { Button, Input } from 'antd-mobile'
import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import { LONGEST } from '#model/lengths.ts'
import type { InputProps } from '../types.ts'
import './cron.css'

const CronSheet = lazy(() => importWithTimeout(import('./CronSheet.tsx')))

/** An expression that may be typed, and a sheet for putting it together. */
export default function CronInput({ field, value, onChange, onLeave, disabled }: InputProps<'cron'>) {
  const [open, setOpen] = useState(false)
  const text = value === null || value === undefined ? '' : String(value)
  return (
    <span className="vd-affixed">
      <Input
        value={text}
        onChange={(typed) => onChange(typed === '' ? null : typed)}
        onBlur={onLeave}
        placeholder={missing(field)}
        disabled={disabled ?? false}
        maxLength={LONGEST.text}
        aria-label={field.label}
        clearable
      />
      <Button
        className="vd-cron-open"
        size="small"
        fill="none"
        color="primary"
        aria-label={`编辑${field.label}`}
        disabled={disabled ?? false}
        onClick={() => setOpen(true)}
      >
        编辑
      </Button>
      <Suspense fallback={null}>
        {open && (
          <CronSheet
            title={field.label}
            value={text}
            onClose={() => setOpen(false)}
            onDone={(expression) => {
              setOpen(false)
              onChange(expression)
            }}
          />
        )}
      </Suspense>
    </span>
  )
}
