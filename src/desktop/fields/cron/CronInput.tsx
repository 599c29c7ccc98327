import { FieldTimeOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { lazy, Suspense } from 'react'
import { useCronField } from '#headless/forms/cronEditor/useCronField.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from '../types.ts'

const CronModal = lazy(() => importWithTimeout(import('./CronModal.tsx')))

/** An expression that may be typed, and a button for putting it together. */
export default function CronInput({
  field,
  id,
  value,
  disabled = false,
  invalid,
  onChange,
  onBlur,
}: InputProps<FieldOf<'cron'>>) {
  const { input, button, editor } = useCronField(field, value, onChange)
  return (
    <>
      <Space.Compact block>
        <Input
          {...input}
          id={id}
          disabled={disabled}
          {...(invalid && { status: 'error' as const })}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          {...(onBlur && { onBlur })}
        />
        <Button {...button} icon={<FieldTimeOutlined />} disabled={disabled} />
      </Space.Compact>
      <Suspense fallback={null}>{editor && <CronModal {...editor} />}</Suspense>
    </>
  )
}
