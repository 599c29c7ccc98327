import type { ReactNode } from 'react'

interface Props {
  label: string
  disabled: boolean | undefined
  pressed?: boolean
  onPress(): void
  children: ReactNode
}

/** A button above a text that is being written. */
export const Tool = ({ label, disabled, pressed, onPress, children }: Props) => (
  <button
    type="button"
    aria-label={label}
    disabled={disabled ?? false}
    {...(pressed !== undefined && { 'aria-pressed': pressed })}
    // The text keeps its selection and the keyboard stays open.
    onPointerDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    {children}
  </button>
)
