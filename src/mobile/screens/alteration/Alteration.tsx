import { LOGIN } from '#model/addresses.ts'
import {
  alterationSteps,
  alterationWords as words,
  useAlteration,
  type Alteration,
} from '#headless/session/useAlteration.ts'
import { Button, Input } from '../../layout/plain.tsx'
import { CodeButton, Hint, Line, Card, Submit } from '../login/Card.tsx'
import { Slider } from './Slider.tsx'
import { leaveFor } from '#headless/connection/leaving.ts'
import './alteration.css'

/** The forgotten password: phone, code, new password, done. */
export default function ForgottenPassword() {
  const form = useAlteration()
  return (
    <Card title={words.title}>
      <h2>{words.title}</h2>
      <ol className="vd-steps-line">
        {alterationSteps.map(({ step, title }) => (
          <li key={step} aria-current={step === form.step ? 'step' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <form
        className="vd-wide-labels"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.next()
        }}
      >
        {form.step === 'done' ? <Done text={form.nextText} /> : <Lines form={form} />}
      </form>
      {form.step !== 'done' && (
        <nav className="vd-else" aria-label={words.elsewhere}>
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

const modes = {
  tel: { inputMode: 'tel', clearable: true },
  text: { inputMode: 'numeric' },
  password: { type: 'password' },
} as const

const Lines = ({ form }: { form: Alteration }) => (
  <>
    {form.fields.map(({ name, label, type, ...field }) => (
      <Line
        key={name}
        label={label}
        fault={form.faults[name]}
        extra={form.step === 'code' && <CodeButton {...form.code} />}
      >
        <Input {...field} {...modes[type]} value={form.values[name]} onChange={(value) => form.set(name, value)} />
      </Line>
    ))}
    {form.step === 'phone' && <Slider fault={form.faults.slide} onPass={form.slid} />}
    {!form.said.bad && <Hint text={form.said.text} />}
    <Submit sending={form.sending} problem={form.said.bad ? form.said.text : ''}>
      {form.nextText}
    </Submit>
  </>
)

const Done = ({ text }: { text: string }) => (
  <>
    <p role="status">{words.done}</p>
    <Button block color="primary" size="large" onClick={() => leaveFor(LOGIN)}>
      {text}
    </Button>
  </>
)
