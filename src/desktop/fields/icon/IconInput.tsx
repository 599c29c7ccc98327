import { Button, Input, Space } from 'antd'
import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useIconField } from '#headless/forms/icons/useIconField.ts'
import type { FieldOf } from '#model/fields.ts'
import { hasIcon, MenuIcon } from '../../layout/icons.tsx'
import { shared } from '../base/shared.ts'
import type { InputProps } from '../types.ts'

const IconModal = lazy(() => importWithTimeout(import('./IconModal.tsx')))

/** A name that may be typed, the picture it stands for, and a button for choosing another. */
export default function IconInput(props: InputProps<FieldOf<'icon'>>) {
  const { field, value, onChange, disabled = false } = props
  const { input, button, picker, unknown } = useIconField(field, value, { hasIcon, onChange })
  return (
    <>
      <Space.Compact block>
        <Input
          {...shared(props)}
          {...input}
          {...(input.value && { prefix: <MenuIcon name={input.value} /> })}
          allowClear
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <Button {...button} disabled={disabled}>
          选择
        </Button>
      </Space.Compact>
      {unknown && <small className="notice-hint">{unknown}</small>}
      <Suspense fallback={null}>{picker && <IconModal {...picker} />}</Suspense>
    </>
  )
}
