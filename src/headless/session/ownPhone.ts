/** A new phone number of one's own: a code to the old one, if there is one, and a code to the new one. */
import { useState } from 'react'
import { formats } from '#model/formats.ts'
import { typedCode, typedMobile } from '#model/typedMobile.ts'
import { api } from './api.ts'
import { faultsIn, followOwnPhone } from './ownData.ts'
import { useCountedCode } from './useSmsCode.ts'

export type PhoneField = 'smscode' | 'newPhone' | 'newSmscode'
type Values = Record<PhoneField, string>

const ask = (type: 'verifyOriginalPhone' | 'updatePhone') => (phone: string) =>
  api.envelope('POST', '/sys/user/sendChangePhoneSms', { body: { type, ...(phone && { phone }) }, quiet: true })

export interface PhoneChange {
  values: Values
  faults: Partial<Values>
  /** What the server said; good news when `sent`. */
  said: { text: string; sent: boolean } | undefined
  sending: boolean
  /** Seconds until another code may be asked for. */
  left: Record<'smscode' | 'newSmscode', number>
  set(name: PhoneField, value: string): void
  /** A code to the number there is, or to the new one. */
  sendCode(name: 'smscode' | 'newSmscode'): Promise<void>
  save(): Promise<void>
}

const phoneFault = (phone: string) =>
  !phone ? '请输入新手机号' : formats.mobile.fits(phone) ? undefined : formats.mobile.message

export function useOwnPhone(hasPhone: boolean, onDone: (said: string) => void): PhoneChange {
  const [values, setValues] = useState<Values>({ smscode: '', newPhone: '', newSmscode: '' })
  const [faults, setFaults] = useState<Partial<Values>>({})
  const [said, setSaid] = useState<PhoneChange['said']>()
  const [sending, setSending] = useState(false)
  const codes = { smscode: useCountedCode(ask('verifyOriginalPhone')), newSmscode: useCountedCode(ask('updatePhone')) }
  const phone = typedMobile(values.newPhone)

  const fail = (error: unknown) => {
    setFaults(faultsIn(error))
    setSaid({ text: error instanceof Error ? error.message : '操作失败', sent: false })
  }

  async function save() {
    if (sending) return
    const found: Partial<Values> = {
      ...(hasPhone && !values.smscode.trim() && { smscode: '请输入验证码' }),
      ...(phoneFault(phone) && { newPhone: phoneFault(phone) }),
      ...(!values.newSmscode.trim() && { newSmscode: '请输入验证码' }),
    }
    setFaults(found)
    if (Object.keys(found).length) return
    setSending(true)
    setSaid(undefined)
    try {
      const body = {
        newPhone: phone,
        newSmscode: typedCode(values.newSmscode),
        ...(hasPhone && { smscode: typedCode(values.smscode) }),
      }
      const { message } = await api.envelope('PUT', '/sys/user/changePhone', { body, quiet: true })
      followOwnPhone(phone)
      onDone(message)
    } catch (error) {
      fail(error)
    } finally {
      setSending(false)
    }
  }

  return {
    values,
    faults,
    said,
    sending,
    left: { smscode: codes.smscode.left, newSmscode: codes.newSmscode.left },
    set(name, value) {
      setValues((before) => ({ ...before, [name]: value }))
      setFaults(({ [name]: _, ...others }) => others)
    },
    async sendCode(name) {
      const fault = name === 'newSmscode' ? phoneFault(phone) : undefined
      if (fault) return setFaults((before) => ({ ...before, newPhone: fault }))
      try {
        const text = await codes[name].send(name === 'newSmscode' ? phone : '')
        setSaid({ text, sent: true })
      } catch (error) {
        fail(error)
      }
    },
    save,
  }
}

/** In the order of asking. */
export const phoneFields = (hasPhone: boolean): readonly { name: PhoneField; label: string; code: boolean }[] => [
  ...(hasPhone ? [{ name: 'smscode' as const, label: '原手机号验证码', code: true }] : []),
  { name: 'newPhone', label: '新手机号', code: false },
  { name: 'newSmscode', label: '新手机号验证码', code: true },
]
