import { Button, Input } from 'antd-mobile'
import { lazy, Suspense } from 'react'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { useIconField } from '#headless/forms/icons/useIconField.ts'
import { hasIcon, MenuIcon } from '../../layout/icons.tsx'
import type { InputProps } from '../types.ts'
import './icon.css'

const IconSheet = lazy(() => importWithTimeout(import('./IconSheet.tsx')))

/** A name that may be typed, the picture it stands for, and a sheet for choosing another. */
export default function IconInput({ field, value, onChange, onLeave, disabled = false }: InputProps<'icon'>) {
  const { input, button, picker, unknown } = useIconField(field, value, { hasIcon, onChange })
  return (
    <>
      <span className="vd-affixed vd-icon-field">
        {input.value && <MenuIcon name={input.value} />}
        <Input
          {...input}
          onChange={(typed) => onChange(typed === '' ? null : typed)}
          onBlur={onLeave}
          disabled={disabled}
          aria-label={field.label}
          autoCapitalize="off"
          clearable
        />
        <Button {...button} size="small" fill="none" color="primary" disabled={disabled}>
          选择
        </Button>
      </span>
      {unknown && <small className="vd-weak">{unknown}</small>}
      <Suspense fallback={null}>{picker && <IconSheet {...picker} />}</Suspense>
    </>
  )
}
