import type { ReactNode } from 'react'
import './form.css'

interface Props {
  name: string
  label: string
  /** Of the input, where the label is what names it. */
  inputId?: string | undefined
  required?: boolean | undefined
  /** The input stands below its label. */
  wide?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
  children: ReactNode
}

/** Label, input, what is wrong with it. */
export const FieldBox = ({ name, label, inputId, required, wide, hint, error, children }: Props) => (
  <div className={`vd-field${wide ? ' vd-field-wide' : ''}${error ? ' vd-wrong' : ''}`} data-field={name}>
    <label className="vd-label" htmlFor={inputId}>
      {required && (
        <i aria-hidden="true" className="vd-required">
          *
        </i>
      )}
      {label}
    </label>
    <div className="vd-input">{children}</div>
    {hint && <p className="vd-hint">{hint}</p>}
    {error && (
      <p role="alert" className="vd-error">
        {error}
      </p>
    )}
  </div>
)
