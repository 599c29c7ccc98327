import { Alert, Button, Form, Input } from 'antd'
import {
  DATA_SOURCE,
  passwordError,
  passwordIn,
  passwordPrompt,
  setPasswordIn,
  useConnectionTest,
} from '#headless/forms/dataSource.ts'
import type { FormControls } from '#headless/forms/useForm.ts'

interface Props {
  form: FormControls
  idPrefix: string
}

/** The password, which is only ever written, and whether the connection works. */
export function DataSourceFields({ form, idPrefix }: Props) {
  const { tested, busy, test } = useConnectionTest(form)
  const problem = passwordError(form)
  const id = `${idPrefix}-password`
  return (
    <fieldset className="form-section">
      <legend>{DATA_SOURCE.section}</legend>
      <div className="form-grid">
        <Form.Item
          label={DATA_SOURCE.password}
          htmlFor={id}
          {...(problem && { validateStatus: 'error' as const, help: problem })}
        >
          <Input.Password
            id={id}
            value={passwordIn(form)}
            autoComplete="new-password"
            placeholder={passwordPrompt(form)}
            onChange={({ target }) => setPasswordIn(form, target.value)}
          />
        </Form.Item>
      </div>
      <Button loading={busy} onClick={() => void test()}>
        {busy ? DATA_SOURCE.testing : DATA_SOURCE.test}
      </Button>
      {tested && <Alert role="status" showIcon type={tested.good ? 'success' : 'warning'} title={tested.text} />}
    </fieldset>
  )
}
