/** WECOM_* and DINGTALK_*: which chats are set up, and with what. */
import { z } from 'zod'

const given = z.string().trim().min(1, '不能为空')
const id = given.max(128, '过长').regex(/^[A-Za-z0-9_-]+$/, '只能是字母、数字、下划线和连字符')
const agentId = z
  .string()
  .trim()
  .regex(/^\d{1,15}$/, '应为数字')
const aesKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{43}$/, '应为 43 位字母和数字')
const token = given.max(32, '最多 32 位').regex(/^[A-Za-z0-9]+$/, '只能是字母和数字')
const base = (official: string) =>
  given
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
      error: '应为 http 或 https 地址',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .default(official)

const official = {
  WECOM_API_BASE: 'https://qyapi.weixin.qq.com',
  WECOM_OAUTH_BASE: 'https://open.weixin.qq.com',
  WECOM_LOGIN_BASE: 'https://login.work.weixin.qq.com',
  DINGTALK_API_BASE: 'https://api.dingtalk.com',
  DINGTALK_OAPI_BASE: 'https://oapi.dingtalk.com',
  DINGTALK_LOGIN_BASE: 'https://login.dingtalk.com',
} as const

export const chatSettings = {
  WECOM_CORP_ID: id.optional(),
  WECOM_AGENT_ID: agentId.optional(),
  WECOM_SECRET: given.optional(),
  WECOM_TOKEN: token.optional(),
  WECOM_AES_KEY: aesKey.optional(),
  WECOM_SCOPE: z
    .enum(['snsapi_base', 'snsapi_privateinfo'], { error: '应为 snsapi_base 或 snsapi_privateinfo' })
    .default('snsapi_base'),
  DINGTALK_CORP_ID: id.optional(),
  DINGTALK_CLIENT_ID: id.optional(),
  DINGTALK_CLIENT_SECRET: given.optional(),
  DINGTALK_AGENT_ID: agentId.optional(),
  DINGTALK_TOKEN: token.optional(),
  DINGTALK_AES_KEY: aesKey.optional(),
  DINGTALK_SIGN: z.enum(['sha256', 'sha1'], { error: '应为 sha256 或 sha1' }).default('sha256'),
  WECOM_API_BASE: base(official.WECOM_API_BASE),
  WECOM_OAUTH_BASE: base(official.WECOM_OAUTH_BASE),
  WECOM_LOGIN_BASE: base(official.WECOM_LOGIN_BASE),
  DINGTALK_API_BASE: base(official.DINGTALK_API_BASE),
  DINGTALK_OAPI_BASE: base(official.DINGTALK_OAPI_BASE),
  DINGTALK_LOGIN_BASE: base(official.DINGTALK_LOGIN_BASE),
}

/** What encrypted callbacks are read with; both or neither are set. */
export interface CallbackSettings {
  token: string
  /** 43 characters; with `=` it is the base64 of the AES key. */
  aesKey: string
}

export interface WecomSettings {
  corpId: string
  agentId: string
  secret: string
  callback?: CallbackSettings
  scope: 'snsapi_base' | 'snsapi_privateinfo'
  apiBase: string
  oauthBase: string
  loginBase: string
}

export interface DingtalkSettings {
  corpId: string
  clientId: string
  clientSecret: string
  agentId: string
  callback?: CallbackSettings
  /** What the signature of a page is hashed with. */
  sign: 'sha256' | 'sha1'
  apiBase: string
  oapiBase: string
  loginBase: string
}

type Given = z.output<z.ZodObject<typeof chatSettings>>

interface Rules {
  production: boolean
  publicUrl?: string
}

/** Throws with a sentence for the person who starts the server when a chat is set up by halves. */
export function readChatSettings(data: Given, rules: Rules): { wecom?: WecomSettings; dingtalk?: DingtalkSettings } {
  const wecom = complete(data, ['WECOM_CORP_ID', 'WECOM_AGENT_ID', 'WECOM_SECRET'], 'WECOM', rules)
  const dingtalk = complete(
    data,
    ['DINGTALK_CORP_ID', 'DINGTALK_CLIENT_ID', 'DINGTALK_CLIENT_SECRET', 'DINGTALK_AGENT_ID'],
    'DINGTALK',
    rules,
  )
  return {
    ...(wecom && {
      wecom: {
        corpId: data.WECOM_CORP_ID!,
        agentId: data.WECOM_AGENT_ID!,
        secret: data.WECOM_SECRET!,
        callback: callbackOf(data.WECOM_TOKEN, data.WECOM_AES_KEY),
        scope: data.WECOM_SCOPE,
        apiBase: data.WECOM_API_BASE,
        oauthBase: data.WECOM_OAUTH_BASE,
        loginBase: data.WECOM_LOGIN_BASE,
      },
    }),
    ...(dingtalk && {
      dingtalk: {
        corpId: data.DINGTALK_CORP_ID!,
        clientId: data.DINGTALK_CLIENT_ID!,
        clientSecret: data.DINGTALK_CLIENT_SECRET!,
        agentId: data.DINGTALK_AGENT_ID!,
        callback: callbackOf(data.DINGTALK_TOKEN, data.DINGTALK_AES_KEY),
        sign: data.DINGTALK_SIGN,
        apiBase: data.DINGTALK_API_BASE,
        oapiBase: data.DINGTALK_OAPI_BASE,
        loginBase: data.DINGTALK_LOGIN_BASE,
      },
    }),
  }
}

const callbackOf = (token: string | undefined, aesKey: string | undefined) =>
  token && aesKey ? { token, aesKey } : undefined

/** True when the chat is set up, false when nothing was said about it. */
function complete(
  data: Given,
  needed: readonly (keyof Given)[],
  prefix: 'WECOM' | 'DINGTALK',
  { production, publicUrl }: Rules,
): boolean {
  const callback = [`${prefix}_TOKEN`, `${prefix}_AES_KEY`] as const
  const said = [...needed, ...callback].filter((name) => data[name] !== undefined)
  const bases = Object.entries(official).filter(([name]) => name.startsWith(prefix)) as [
    keyof typeof official,
    string,
  ][]
  const foreign = bases.find(([name, address]) => data[name] !== address)
  if (production && foreign) throw new Error(`设置 ${foreign[0]} 不正确：生产环境只能是 ${foreign[1]}`)
  if (!said.length) return false
  const missing = [
    ...needed.filter((name) => data[name] === undefined),
    // Token and key of the callback only make sense together.
    ...(callback.some((name) => data[name] !== undefined) ? callback.filter((name) => data[name] === undefined) : []),
  ]
  if (missing.length) throw new Error(`设置 ${missing.join('、')} 缺失：已设置 ${said.join('、')}，应一并给出`)
  if (production && !publicUrl) throw new Error(`设置 PUBLIC_URL 缺失：使用 ${prefix}_* 时须给出员工访问本系统的地址`)
  return true
}
