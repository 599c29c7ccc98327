import { LOGIN } from '#model/addresses.ts'
import {
  alterationSteps,
  alterationWords as words,
  useAlteration,
  type Alteration,
} from '#headless/session/useAlteration.ts'
import { Card, Said, Submit } from '../login/Card.tsx'
import { CodeButton } from '../login/CodeButton.tsx'
import { Field } from '../login/Field.tsx'
import { Slider } from './Slider.tsx'

/** The forgotten password: phone, code, new password, done. */
export default function ForgottenPassword() {
  const form = useAlteration()
  return (
    <Card title={words.title}>
      <h2>{words.title}</h2>
      <ol className="login-steps">
        {alterationSteps.map(({ step, title }) => (
          <li key={step} aria-current={step === form.step ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.next()
        }}
      >
        <Said {...form.said} />
        {form.step === 'done' ? <Done text={form.nextText} /> : <Fields form={form} />}
      </form>
      {form.step !== 'done' && (
        <nav className="login-else" aria-label={words.elsewhere}>
          <a href={LOGIN}>{words.login}</a>
          {form.step !== 'phone' && (
            <button type="button" onClick={form.restart}>
              {words.restart}
            </button>
          )}
        </nav>
      )}
    </Card>
  )
}

const Fields = ({ form }: { form: Alteration }) => (
  <>
    {form.fields.map(({ placeholder: _, type, name, ...field }, index) => (
      <Field
        key={name}
        {...field}
        name={name}
        {...(type === 'text' ? { inputMode: 'numeric' } : { type })}
        autoFocus={!index}
        value={form.values[name]}
        error={form.faults[name]}
        onChange={({ target }) => form.set(name, target.value)}
        beside={form.step === 'code' && <CodeButton {...form.code} />}
      />
    ))}
    {form.step === 'phone' && <Slider error={form.faults.slide} onPass={form.slid} />}
    <Submit busy={form.sending}>{form.nextText}</Submit>
  </>
)

const Done = ({ text }: { text: string }) => (
  <>
    <p role="status">{words.done}</p>
    <a className="login-submit" href={LOGIN}>
      {text}
    </a>
  </>
)
