import { useState } from 'react'
import { missing } from '#model/emptiness.ts'
import type { FieldOf } from '#model/fields.ts'

/** An expression that may be typed, and an editor for putting it together that lies open over the form. */
export function useCronField(field: FieldOf<'cron'>, value: unknown, onChange: (expression: string) => void) {
  const [open, setOpen] = useState(false)
  const text = value === null || value === undefined ? '' : String(value)
  const onClose = () => setOpen(false)
  return {
    /** For where it is typed. */
    input: { value: text, placeholder: missing(field) },
    /** For the button that opens the editor. */
    button: { 'aria-label': `编辑${field.label}`, onClick: () => setOpen(true) },
    /** What the editor is drawn with while it is open. */
    editor: open && {
      title: field.label,
      value: text,
      onClose,
      onDone(expression: string) {
        onClose()
        onChange(expression)
      },
    },
  }
}
