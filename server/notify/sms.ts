import type { FastifyBaseLogger } from 'fastify'
import type { SmsChannel } from '../kernel/ports/sms.ts'

export interface PretendSms extends SmsChannel {
  /** What it would have sent, newest last. */
  readonly sent: readonly { mobile: string; code: string }[]
  readonly told: readonly { mobile: string; text: string }[]
}

/** Sends nothing. Outside production the log shows the code, so that a person can try the form. */
export function pretendSms(log: Pick<FastifyBaseLogger, 'info'>, showCode: boolean): PretendSms {
  const sent: { mobile: string; code: string }[] = []
  const told: { mobile: string; text: string }[] = []
  return {
    sent,
    told,
    pretends: true,
    say: (mobile, text) => {
      told.push({ mobile, text })
      if (told.length > 100) told.shift()
      log.info({ mobile, ...(showCode && { text }) }, '模拟短信')
      return Promise.resolve()
    },
    send: (mobile, code) => {
      sent.push({ mobile, code })
      if (sent.length > 100) sent.shift()
      log.info({ mobile, ...(showCode && { code }) }, `模拟短信${showCode ? `：验证码 ${code}` : ''}`)
      return Promise.resolve()
    },
  }
}
