/** What the server asks for when logins have failed before: a computation nobody sees, or, without TLS, a picture to read. */
import { useEffect, useState } from 'react'
import { local, WEEK_MS } from '../connection/storage.ts'
import { importWithTimeout } from '../connection/importWithTimeout.ts'
import type { AccountLogin } from './account.ts'
import { api, ApiError } from './api.ts'
import { canProve, prove } from './proving.ts'

/** A server of the contract asks at every login, by its words alone (contract.md §2.2): it knows no computation. */
const WRONG_CAPTCHA = 412
const speaksOfPicture = (error: ApiError) => error.code === WRONG_CAPTCHA || error.message.includes('验证码')

/** Such a server was met here: the next login begins with the picture. */
const ALWAYS = 'voltdesk:picture-at-login'

/** A picture (data URI) to read the four characters from; `key` goes back as `checkKey`. */
const captchaImage = (key: string): Promise<string> => api.get<string>(`/sys/randomImage/${key}`)

const LOAD_MS = 30_000

/** What signing in does comes while somebody types. */
const loadAccount = () =>
  importWithTimeout(import('./account.ts'), LOAD_MS).catch((cause: unknown) => {
    throw new Error('网络异常，请检查网络后重试，仍不行请重新加载页面', { cause })
  })

/** Signs in as `account.ts` does; when that does not come it rejects with what to do. */
export const login = async (input: AccountLogin): Promise<void> => (await loadAccount()).login(input)

export interface LoginCheck {
  /** A picture (data URI, empty while there is none) whose characters the person types in. */
  picture: { key: string; image: string } | undefined
  renew(): Promise<void>
  /** What goes along with the next try. `typed`: what was read in the picture. */
  answer(typed: string): Promise<Pick<AccountLogin, 'captcha' | 'checkKey' | 'proof'>>
  /** To be told of every failed try; resolves to whether a new picture is there to be read. */
  failed(error: unknown): Promise<boolean>
}

export function useLoginCheck(): LoginCheck {
  const [picture, setPicture] = useState<LoginCheck['picture']>()
  const [asked, setAsked] = useState(false)
  async function renew() {
    const key = `${Date.now()}${Math.random().toString(36).slice(2, 8)}`
    setPicture({ key, image: await captchaImage(key).catch(() => '') })
  }
  useEffect(() => {
    if (local.get(ALWAYS)) void renew()
    loadAccount().catch(() => undefined)
  }, [])
  return {
    picture,
    renew,
    answer: async (typed) =>
      picture ? { captcha: typed.trim(), checkKey: picture.key } : asked ? { proof: await prove() } : {},
    async failed(error) {
      const said = error instanceof ApiError ? error : undefined
      const takesProof = Boolean((said?.result as { captcha?: boolean } | null)?.captcha)
      const byWords = said !== undefined && !takesProof && speaksOfPicture(said)
      if (!picture && !takesProof && !byWords) return false
      if (takesProof && canProve()) {
        setAsked(true)
        return false
      }
      if (byWords) local.set(ALWAYS, true, WEEK_MS)
      await renew()
      return true
    },
  }
}
