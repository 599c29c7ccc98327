import { useRef, useState, type FormEvent } from 'react'
import { phoneLogin } from '#headless/session/account.ts'
import { useSmsCode } from '#headless/session/useSmsCode.ts'
import { formats } from '#model/formats.ts'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { Said, Submit } from './Card.tsx'
import { CodeButton } from './CodeButton.tsx'
import { Field } from './Field.tsx'
import type { Attempt } from './attempt.ts'

const mobileProblem = (mobile: string) =>
  !mobile ? '请输入手机号' : formats.mobile.fits(mobile) ? undefined : formats.mobile.message

/** Mobile number and a code sent to it. */
export default function PhoneForm({ attempt, say }: { attempt: Attempt; say: (text: string) => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [mobile, setMobile] = useState('')
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState({ mobile: false, code: false })
  const [busy, setBusy] = useState(false)
  const code = useSmsCode('0')
  const [sent, setSent] = useState('')
  const wrong = { mobile: mobileProblem(typedMobile(mobile)), code: typed.trim() ? undefined : '请输入验证码' }
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  async function getCode() {
    setShown((before) => ({ ...before, mobile: true }))
    if (wrong.mobile) return focus('mobile')
    try {
      setSent(await code.send(typedMobile(mobile)))
      say('')
    } catch (error) {
      setSent('')
      say(error instanceof Error ? error.message : '短信验证码发送失败,请稍后重试')
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setShown({ mobile: true, code: true })
    if (wrong.mobile) return focus('mobile')
    if (wrong.code) return focus('code')
    setBusy(true)
    try {
      await attempt(() => phoneLogin({ mobile: typedMobile(mobile), captcha: typedCode(typed) }))
    } catch {
      // Said above the form.
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Field
        label="手机号"
        name="mobile"
        type="tel"
        autoComplete="tel"
        autoFocus
        value={mobile}
        error={shown.mobile ? wrong.mobile : undefined}
        onChange={({ target }) => setMobile(target.value)}
        onBlur={() => mobile && setShown((before) => ({ ...before, mobile: true }))}
      />
      <Field
        label="短信验证码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typed}
        error={shown.code ? wrong.code : undefined}
        onChange={({ target }) => setTyped(target.value)}
        beside={<CodeButton left={code.left} send={getCode} />}
      />
      <Said text={sent} bad={false} />
      <Submit busy={busy}>{busy ? '登录中…' : '登录'}</Submit>
    </form>
  )
}
