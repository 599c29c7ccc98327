import { z } from 'zod'
import { chatSettings, given, idSetting, numberSetting, type AnySettings } from '../settings.ts'

export interface DingtalkSettings extends AnySettings {
  corpId: string
  clientId: string
  clientSecret: string
  agentId: string
  /** What the signature of a page is hashed with. */
  sign: 'sha256' | 'sha1'
  apiBase: string
  oapiBase: string
  loginBase: string
}

/** Where its own login page is, which a page of ours may show inside. */
export const LOGIN_PAGE = 'https://login.dingtalk.com'

export const dingtalkSettings = chatSettings<DingtalkSettings>('dingtalk')({
  prefix: 'DINGTALK',
  needed: {
    DINGTALK_CORP_ID: idSetting,
    DINGTALK_CLIENT_ID: idSetting,
    DINGTALK_CLIENT_SECRET: given,
    DINGTALK_AGENT_ID: numberSetting,
  },
  further: {
    DINGTALK_SIGN: z.enum(['sha256', 'sha1'], { error: '应为 sha256 或 sha1' }).default('sha256'),
  },
  official: {
    DINGTALK_API_BASE: 'https://api.dingtalk.com',
    DINGTALK_OAPI_BASE: 'https://oapi.dingtalk.com',
    DINGTALK_LOGIN_BASE: LOGIN_PAGE,
  },
  read: (data) => ({
    corpId: data.DINGTALK_CORP_ID,
    clientId: data.DINGTALK_CLIENT_ID,
    clientSecret: data.DINGTALK_CLIENT_SECRET,
    agentId: data.DINGTALK_AGENT_ID,
    sign: data.DINGTALK_SIGN,
    apiBase: data.DINGTALK_API_BASE,
    oapiBase: data.DINGTALK_OAPI_BASE,
    loginBase: data.DINGTALK_LOGIN_BASE,
  }),
})
