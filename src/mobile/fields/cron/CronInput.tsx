import { Button, Input } from 'antd-mobile'
import { lazy, Suspense } from 'react'
import { useCronField } from '#headless/forms/cronEditor/useCronField.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { InputProps } from '../types.ts'
import './cron.css'

const CronSheet = lazy(() => importWithTimeout(import('./CronSheet.tsx')))

/** An expression that may be typed, and a sheet for putting it together. */
export default function CronInput({ field, value, onChange, onLeave, disabled = false }: InputProps<'cron'>) {
  const { input, button, editor } = useCronField(field, value, onChange)
  return (
    <span className="vd-affixed">
      <Input
        {...input}
        onChange={(typed) => onChange(typed === '' ? null : typed)}
        onBlur={onLeave}
        disabled={disabled}
        aria-label={field.label}
        clearable
      />
      <Button {...button} className="vd-cron-open" size="small" fill="none" color="primary" disabled={disabled}>
        编辑
      </Button>
      <Suspense fallback={null}>{editor && <CronSheet {...editor} />}</Suspense>
    </span>
  )
}
