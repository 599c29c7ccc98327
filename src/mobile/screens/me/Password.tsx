import { Button, Input } from 'antd-mobile'
import { say } from '#headless/connection/notices.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import { passwordFields, usePasswordChange } from '#headless/session/usePasswordChange.ts'
import { useGo } from '../../layout/go.ts'
import { Page } from '../../layout/Page.tsx'
import '../detail/detail.css'
import '../../fields/form.css'

export default function Password() {
  const go = useGo()
  const whenShown = useWhenShown()
  const { values, set, faults, problem, sending, save } = usePasswordChange((said) => {
    say('success', said)
    whenShown(go.back)
  })
  return (
    <Page
      title="修改密码"
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" loading={sending} loadingText="保存" onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      <form
        className="vd-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {problem && (
          <p role="alert" className="vd-conflict">
            {problem}
          </p>
        )}
        <section className="vd-section">
          {passwordFields.map(({ name, label, missing, autoComplete }) => {
            const error = faults[name]
            return (
              <div key={name} className={error ? 'vd-field vd-wrong' : 'vd-field'}>
                <div className="vd-label">
                  <i aria-hidden="true" className="vd-required">
                    *
                  </i>
                  {label}
                </div>
                <div className="vd-input">
                  <Input
                    type="password"
                    aria-label={label}
                    placeholder={missing.replace('!', '')}
                    autoComplete={autoComplete}
                    value={values[name]}
                    onChange={(value) => set(name, value)}
                  />
                </div>
                {error && (
                  <p role="alert" className="vd-error">
                    {error}
                  </p>
                )}
              </div>
            )
          })}
        </section>
        <button type="submit" hidden />
      </form>
    </Page>
  )
}
