import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The last code sent to this phone: the channel that pretends writes it to the server's log. */
export async function codeSentTo(mobile: string): Promise<string> {
  const log = join(process.env.VOLTDESK_E2E_FOLDER ?? '', 'server.log')
  const codes = () => readFileSync(log, 'utf8').matchAll(/模拟短信：验证码 (\d{6}) \{"mobile":"(\d+)"/g)
  let code: string | undefined
  await expect
    .poll(() => (code = [...codes()].findLast(([, , to]) => to === mobile)?.[1]), { message: `code for ${mobile}` })
    .toBeDefined()
  return code!
}
