import { Button, Input } from 'antd-mobile'
import {
  DATA_SOURCE,
  passwordError,
  passwordIn,
  passwordPrompt,
  setPasswordIn,
  useConnectionTest,
  useDataSourceExtras,
} from '#headless/forms/dataSource.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { FieldBox } from '../../fields/FieldBox.tsx'
import FormPage, { type FormProps } from '../../screens/form/FormPage.tsx'

/** A data source with its password, which is only ever written, and a test of the connection. */
export default function DataSourceForm(props: FormProps) {
  return <FormPage {...props} extras={useDataSourceExtras()} more={(form) => <Connection form={form} />} />
}

function Connection({ form }: { form: FormControls }) {
  const { tested, busy, test } = useConnectionTest(form)
  return (
    <section className="vd-section">
      <h3>{DATA_SOURCE.section}</h3>
      <FieldBox name="dbPassword" label={DATA_SOURCE.password} error={passwordError(form)}>
        <Input
          type="password"
          aria-label={DATA_SOURCE.password}
          autoComplete="new-password"
          placeholder={passwordPrompt(form)}
          value={passwordIn(form)}
          onChange={(value) => setPasswordIn(form, value)}
        />
      </FieldBox>
      <Button
        block
        fill="outline"
        color="primary"
        loading={busy}
        loadingText={DATA_SOURCE.testing}
        onClick={() => void test()}
      >
        {DATA_SOURCE.test}
      </Button>
      {tested && (
        <p role="status" className={tested.good ? 'vd-hint' : 'vd-conflict'}>
          {tested.text}
        </p>
      )}
    </section>
  )
}
