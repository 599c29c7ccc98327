/**
 * Button and input as the kit draws them, by its own style sheets, without its scripts: the first page of somebody who
 * signs in or was sent a link waits for nothing that two inputs and two buttons do not need.
 */
import { useState, type InputHTMLAttributes, type ReactNode } from 'react'
import 'antd-mobile/es/components/button/button.css'
import 'antd-mobile/es/components/input/input.css'

interface ButtonProps {
  type?: 'button' | 'submit'
  color?: 'default' | 'primary' | 'danger'
  fill?: 'solid' | 'outline' | 'none'
  size?: 'small' | 'middle' | 'large'
  block?: boolean
  disabled?: boolean
  /** Says `loadingText` and cannot be pressed. */
  loading?: boolean
  loadingText?: string
  onClick?: () => void
  className?: string
  children: ReactNode
}

export function Button({
  type = 'button',
  color = 'default',
  fill = 'solid',
  size = 'middle',
  block,
  disabled,
  loading,
  loadingText,
  onClick,
  className,
  children,
}: ButtonProps) {
  const off = Boolean(disabled || loading)
  const classes = [
    `adm-button adm-button-${color} adm-button-shape-default`,
    fill !== 'solid' && `adm-button-fill-${fill}`,
    size !== 'middle' && `adm-button-${size}`,
    block && 'adm-button-block',
    off && 'adm-button-disabled',
    className,
  ]
  return (
    <button
      type={type}
      className={classes.filter(Boolean).join(' ')}
      disabled={off}
      aria-busy={loading || undefined}
      onClick={onClick}
    >
      <span>{(loading && loadingText) || children}</span>
    </button>
  )
}

interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  /** While something is typed in it, a button takes it away. */
  clearable?: boolean
}

export function Input({ value, onChange, clearable, onFocus, onBlur, ...rest }: InputProps) {
  const [focused, setFocused] = useState(false)
  return (
    <div className="adm-input">
      <input
        {...rest}
        className="adm-input-element"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onFocus={(event) => {
          setFocused(true)
          onFocus?.(event)
        }}
        onBlur={(event) => {
          setFocused(false)
          onBlur?.(event)
        }}
      />
      {clearable && focused && value && (
        <div
          className="adm-input-clear"
          // Typing goes on where it was.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange('')}
          role="button"
          aria-label="清除"
        >
          <svg className="antd-mobile-icon" width="1em" height="1em" viewBox="0 0 24 24" aria-hidden="true">
            <circle cx="12" cy="12" r="11" fill="currentColor" />
            <path d="m8 8 8 8m0-8-8 8" stroke="var(--vd-card)" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
        </div>
      )}
    </div>
  )
}

/** Whether what is typed can be read. */
export const Eye = ({ open }: { open: boolean }) => (
  <svg
    width="1em"
    height="1em"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {open ? (
      <>
        <path d="M2 12c5.5-8.5 14.5-8.5 20 0-5.5 8.5-14.5 8.5-20 0z" strokeLinejoin="round" />
        <circle cx="12" cy="12" r="3.2" />
      </>
    ) : (
      <path d="M2 10c5.5 6.5 14.5 6.5 20 0M12 15v3.5M6.5 13.5l-2 3M17.5 13.5l2 3" />
    )}
  </svg>
)
