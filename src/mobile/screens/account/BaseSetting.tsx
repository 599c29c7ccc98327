import { say } from '#headless/connection/notices.ts'
import {
  avatarField,
  ownFields,
  ownNames,
  saveOwnData,
  useOwnAccount,
  useOwnDataForm,
  type OwnAccount,
} from '#headless/session/ownData.ts'
import { FieldLine } from '../../fields/Input.tsx'
import { useGo } from '../../layout/go.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { SavePage } from '../../layout/SavePage.tsx'
import { OWN_PHONE } from '../../layout/paths.ts'
import { useLeaving } from '../../layout/useLeaving.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../detail/detail.css'
import '../../fields/form.css'

/** 基本设置: what people change of themselves. */
export default function BaseSetting() {
  const { data, error, refetch } = useOwnAccount()
  if (data) return <Fields account={data} />
  return <Page title="基本设置">{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Blocks />}</Page>
}

function Fields({ account }: { account: OwnAccount }) {
  const go = useGo()
  const form = useOwnDataForm(account)
  const { leave } = useLeaving(form)
  const save = async () => {
    const said = await form.save()
    if (said) say('success', said)
  }
  // It changes at once: whoever chose a picture has decided.
  const picture = async (path: unknown) => {
    try {
      say('success', await saveOwnData({ avatar: (path as string | null) || null }))
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  return (
    <SavePage title="基本设置" onBack={leave} busy={form.sending} onSave={save} problem={form.problem}>
      <section className="vd-section">
        <FieldLine
          field={avatarField}
          name="avatar"
          value={account.avatar}
          values={{}}
          error={undefined}
          onChange={(path) => void picture(path)}
          onLeave={() => undefined}
        />
      </section>
      <section className="vd-section">
        {ownNames.map((name) => (
          <FieldLine
            key={name}
            field={ownFields[name]}
            name={name}
            value={form.values[name]}
            values={form.values}
            error={form.errors[name]}
            onChange={(value) => form.set(name, value)}
            onLeave={() => form.check(name)}
          />
        ))}
        <div className="vd-field">
          <div className="vd-label">手机号</div>
          <div className="vd-input">
            <button type="button" className="vd-text-button" onClick={() => go.to(OWN_PHONE)}>
              {account.phone ? `${account.phone} 更换手机号` : '绑定手机号'}
            </button>
          </div>
        </div>
      </section>
    </SavePage>
  )
}
