import { useState } from 'react'
import { phoneLogin } from '#headless/session/account.ts'
import { useSmsCode } from '#headless/session/useSmsCode.ts'
import { formats } from '#model/formats.ts'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { Input } from '../../layout/plain.tsx'
import { CodeButton, Hint, Line, Submit } from './Card.tsx'
import { useSending } from './useSending.ts'

/** Mobile number and a code sent to it. */
export default function PhoneForm() {
  const [mobile, setMobile] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState({ mobile: false, captcha: false })
  const code = useSmsCode('0')
  const [sent, setSent] = useState('')
  const number = typedMobile(mobile)
  const { sending, problem, submit } = useSending(() => phoneLogin({ mobile: number, captcha: typedCode(captcha) }))
  const faults = {
    mobile: !number ? '请输入手机号' : formats.mobile.fits(number) ? '' : formats.mobile.message,
    captcha: captcha.trim() ? '' : '请输入验证码',
  }
  const ask = async () => {
    setTried({ ...tried, mobile: true })
    if (faults.mobile) return
    try {
      setSent(await code.send(number))
    } catch (error) {
      setSent(error instanceof Error ? error.message : '验证码发送失败')
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        setTried({ mobile: true, captcha: true })
        void submit(event, faults)
      }}
    >
      <Line label="手机号" fault={tried.mobile ? faults.mobile : ''}>
        <Input
          value={mobile}
          onChange={setMobile}
          placeholder="请输入手机号"
          inputMode="tel"
          autoComplete="tel"
          clearable
        />
      </Line>
      <Line
        label="验证码"
        fault={tried.captcha ? faults.captcha : ''}
        extra={<CodeButton left={code.left} send={ask} />}
      >
        <Input
          value={captcha}
          onChange={setCaptcha}
          placeholder="请输入验证码"
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </Line>
      <Hint text={sent} />
      <Submit sending={sending} problem={problem}>
        登录
      </Submit>
    </form>
  )
}
