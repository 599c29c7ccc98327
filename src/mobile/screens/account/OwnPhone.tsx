import { Input } from 'antd-mobile'
import { say } from '#headless/connection/notices.ts'
import { useWhenShown } from '#headless/records/useShown.ts'
import { useOwnAccount } from '#headless/session/ownData.ts'
import { phoneFields, useOwnPhone } from '#headless/session/ownPhone.ts'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { useGo } from '../../layout/go.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { SavePage } from '../../layout/SavePage.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import '../apps/apps.css'
import '../detail/detail.css'

/** A new phone number, proven by codes. */
export default function OwnPhone() {
  const { data, error, refetch } = useOwnAccount()
  if (data) return <Fields phone={data.phone} />
  return <Page title="更换手机号">{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Blocks />}</Page>
}

function Fields({ phone }: { phone: string | null }) {
  const go = useGo()
  const whenShown = useWhenShown()
  const form = useOwnPhone(Boolean(phone), (said) => {
    say('success', said)
    whenShown(go.back)
  })
  return (
    <SavePage title={phone ? '更换手机号' : '绑定手机号'} yes="确定" busy={form.sending} onSave={form.save}>
      {form.said && (
        <p role={form.said.sent ? 'status' : 'alert'} className={form.said.sent ? 'vd-list-hint' : 'vd-conflict'}>
          {form.said.text}
        </p>
      )}
      {phone && <p className="vd-list-hint">原手机号 {phone}。原手机号不能收短信时，请联系管理员修改。</p>}
      <section className="vd-section">
        {phoneFields(Boolean(phone)).map(({ name, label, code }) => (
          <FieldBox key={name} name={name} label={label} required wide error={form.faults[name]}>
            <Input
              aria-label={label}
              type="tel"
              autoComplete="off"
              placeholder={`请输入${label}`}
              value={form.values[name]}
              onChange={(value) => form.set(name, value)}
            />
            {code && name !== 'newPhone' && (
              <button
                type="button"
                className="vd-text-button"
                aria-label={`获取${label}`}
                disabled={form.left[name] > 0}
                onClick={() => void form.sendCode(name)}
              >
                {form.left[name] ? `${form.left[name]} 秒后重发` : '获取验证码'}
              </button>
            )}
          </FieldBox>
        ))}
      </section>
    </SavePage>
  )
}
