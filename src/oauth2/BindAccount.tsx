/** Who is nobody here yet proves by a password or a code by SMS which of the staff they are, and goes on at once. */
import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react'
import { api } from '#headless/session/api.ts'
import { provingIfAsked } from '#headless/session/proving.ts'
import { useLoginCheck } from '#headless/session/login-check.ts'
import { useSmsCode } from '#headless/session/useSmsCode.ts'
import { formats } from '#model/formats.ts'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { goOnWith } from './signIn.ts'

interface Props {
  /** `wechat_enterprise` or `dingtalk`. */
  source: string
  /** Who the person is in the chat. */
  account: string
  wanted: string | undefined
}

const WAYS = { password: '用账号密码绑定', sms: '用短信验证码绑定' } as const
type Way = keyof typeof WAYS

export default function BindAccount(props: Props) {
  const [way, setWay] = useState<Way>()
  if (way === 'password') return <ByPassword {...props} />
  if (way === 'sms') return <BySms {...props} />
  return (Object.keys(WAYS) as Way[]).map((name) => (
    <button key={name} type="button" onClick={() => setWay(name)}>
      {WAYS[name]}
    </button>
  ))
}

/** Sends the proof; the sign-in that stopped here goes on with what it answers. */
function useBinding({ source, account, wanted }: Props) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  return {
    problem,
    busy,
    complain: setProblem,
    async send(path: string, given: () => Promise<object>, failed?: (error: unknown) => Promise<unknown>) {
      setBusy(true)
      setProblem('')
      try {
        const body = { ...(await given()), thirdUserUuid: account }
        const { result } = await provingIfAsked((proof) =>
          api.envelope<string>('POST', path, { body: { ...body, ...(proof && { proof }) }, quiet: true }),
        )
        await goOnWith(result, source, wanted)
      } catch (error) {
        await failed?.(error)
        setProblem((error as Error).message)
      } finally {
        setBusy(false)
      }
    },
  }
}

function ByPassword(props: Props) {
  const binding = useBinding(props)
  const check = useLoginCheck()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const send = () => {
    if (!username.trim()) return binding.complain('请输入用户名')
    if (!password) return binding.complain('请输入密码')
    void binding.send(
      '/sys/thirdLogin/bindingThirdUser',
      async () => ({ username: username.trim(), password, ...(await check.answer(typed)) }),
      check.failed,
    )
  }
  return (
    <Form {...binding} onSend={send}>
      <Line label="用户名" value={username} onType={setUsername} autoComplete="username" autoFocus />
      <Line label="密码" type="password" value={password} onType={setPassword} autoComplete="current-password" />
      {check.picture && (
        <div className="host-login-beside">
          <Line label="验证码" value={typed} onType={setTyped} autoComplete="off" />
          <button type="button" onClick={() => void check.renew()} aria-label="换一张验证码">
            {check.picture.image ? <img src={check.picture.image} alt="" /> : '换一张'}
          </button>
        </div>
      )}
    </Form>
  )
}

function BySms(props: Props) {
  const binding = useBinding(props)
  const sms = useSmsCode('0')
  const [mobile, setMobile] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [said, setSaid] = useState('')
  const number = typedMobile(mobile)
  const wrongNumber = () => (number ? (formats.mobile.fits(number) ? '' : formats.mobile.message) : '请输入手机号')
  const ask = async () => {
    const wrong = wrongNumber()
    binding.complain(wrong)
    setSaid('')
    if (wrong) return
    try {
      setSaid(await sms.send(number))
    } catch (error) {
      binding.complain((error as Error).message)
    }
  }
  const send = () => {
    const wrong = wrongNumber() || (captcha.trim() ? '' : '请输入验证码')
    if (wrong) return binding.complain(wrong)
    const proof = { mobile: number, captcha: typedCode(captcha) }
    void binding.send('/sys/thirdLogin/bindingThirdPhone', () => Promise.resolve(proof))
  }
  return (
    <Form {...binding} onSend={send}>
      <Line label="手机号" type="tel" value={mobile} onType={setMobile} autoComplete="tel" autoFocus />
      <div className="host-login-beside">
        <Line label="验证码" value={captcha} onType={setCaptcha} autoComplete="one-time-code" inputMode="numeric" />
        <button type="button" disabled={sms.left > 0} onClick={() => void ask()}>
          {sms.left ? `${sms.left} 秒后重发` : '获取验证码'}
        </button>
      </div>
      {said && !binding.problem && <p role="status">{said}</p>}
    </Form>
  )
}

interface FormProps {
  problem: string
  busy: boolean
  onSend: () => void
  children: ReactNode
}
const Form = ({ problem, busy, onSend, children }: FormProps) => (
  <form
    className="host-login-form"
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (!busy) onSend()
    }}
  >
    {children}
    {problem && (
      <p role="alert" className="host-login-wrong">
        {problem}
      </p>
    )}
    <button type="submit" className="host-login-main" disabled={busy}>
      绑定并登录
    </button>
  </form>
)

interface LineProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  onType: (text: string) => void
}
function Line({ label, onType, ...input }: LineProps) {
  const id = useId()
  return (
    <div className="host-login-line">
      <label htmlFor={id}>{label}</label>
      <input id={id} {...input} onChange={({ target }) => onType(target.value)} />
    </div>
  )
}
