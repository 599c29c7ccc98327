import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'

export interface IconPicker {
  title: string
  value: string
  onClose(): void
  /** The name of the chosen picture; empty for none. */
  onDone(name: string): void
}

interface Shell {
  /** Has the shell a picture of this name? */
  hasIcon(name: string): boolean
  onChange(value: string | null): void
}

/** A picture's name that may be typed, because other clients know more of them, and a picker that lies open over the form. */
export function useIconField(field: FieldOf<'icon'>, value: unknown, { hasIcon, onChange }: Shell) {
  const [open, setOpen] = useState(false)
  const name = value === null || value === undefined ? '' : String(value)
  const onClose = () => setOpen(false)
  const picker: IconPicker | false = open && {
    title: `选择${field.label}`,
    value: name,
    onClose,
    onDone(chosen) {
      onClose()
      onChange(chosen || null)
    },
  }
  return {
    /** For where it is typed. */
    input: { value: name, placeholder: missing(field) },
    /** For the button that opens the picker. */
    button: { 'aria-label': `选择${field.label}`, onClick: () => setOpen(true) },
    picker,
    unknown: name && !hasIcon(name) ? '本系统没有这个图标，菜单里显示默认的图标' : undefined,
  }
}
