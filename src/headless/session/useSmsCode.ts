import { useEffect, useRef, useState } from 'react'
import { sendCode, type SmsErrand } from './account.ts'
import { unlessTooMany } from './proofOfWork.ts'

const RESEND_S = 60
/** The one before is good for ten minutes and not sent again: good news to whoever waits for a code. */
const STILL_GOOD = '验证码10分钟内，仍然有效！'

export interface SmsCode {
  /** Seconds until another may be asked for. */
  left: number
  /** Resolves to what the server said; rejects with why none was sent. */
  send(mobile: string): Promise<string>
}

/** A code by SMS, one at a time. */
export const useSmsCode = (errand: SmsErrand): SmsCode => useCountedCode((mobile) => sendCode(mobile, errand))

/** The same, however it is asked for. */
export function useCountedCode(order: (mobile: string) => Promise<{ message: string }>): SmsCode {
  const [left, setLeft] = useState(0)
  const sending = useRef<{ mobile: string; said: Promise<string> }>(undefined)
  useEffect(() => {
    if (!left) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])

  async function ask(mobile: string): Promise<string> {
    try {
      const { message } = await unlessTooMany(() => order(mobile))
      setLeft(RESEND_S)
      return message || '验证码已发送'
    } catch (error) {
      if (error instanceof Error && error.message === STILL_GOOD) return STILL_GOOD
      throw error
    }
  }
  function send(mobile: string): Promise<string> {
    const before = sending.current
    if (before?.mobile === mobile) return before.said
    // A corrected number is asked for behind the wrong one.
    const asked = before ? before.said.catch(() => undefined).then(() => ask(mobile)) : ask(mobile)
    const said = asked.finally(() => {
      if (sending.current?.said === said) sending.current = undefined
    })
    sending.current = { mobile, said }
    return said
  }
  return { left, send }
}
