import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  /** Beside the input: the captcha picture, the button that sends a code. */
  beside?: ReactNode
}

/** One line of the login form. No UI kit: what signs people in must be there at once. */
export function Field({ label, error, beside, ...input }: Props) {
  const id = useId()
  return (
    <div className="login-field">
      <div className="login-line">
        <input
          {...input}
          aria-label={label}
          placeholder={label}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? id : undefined}
        />
        {beside}
      </div>
      <div id={id} className="login-error" role={error ? 'alert' : undefined}>
        {error}
      </div>
    </div>
  )
}
