import { FieldTimeOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'
import { LONGEST } from '#model/lengths.ts'
import type { InputProps } from '../types.ts'

const CronModal = lazy(() => importWithTimeout(import('./CronModal.tsx')))

/** An expression that may be typed, and a button for putting it together. */
export default function CronInput({
  field,
  id,
  value,
  disabled,
  invalid,
  onChange,
  onBlur,
}: InputProps<FieldOf<'cron'>>) {
  const [open, setOpen] = useState(false)
  const text = value === null || value === undefined ? '' : String(value)
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          value={text}
          disabled={Boolean(disabled)}
          {...(invalid && { status: 'error' as const })}
          placeholder={missing(field)}
          maxLength={LONGEST.text}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          {...(onBlur && { onBlur })}
        />
        <Button
          icon={<FieldTimeOutlined />}
          aria-label={`编辑${field.label}`}
          disabled={Boolean(disabled)}
          onClick={() => setOpen(true)}
        />
      </Space.Compact>
      <Suspense fallback={null}>
        {open && (
          <CronModal
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
    </>
  )
}
