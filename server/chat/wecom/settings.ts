import { z } from 'zod'
import { chatSettings, given, idSetting, numberSetting, type AnySettings } from '../settings.ts'

export interface WecomSettings extends AnySettings {
  corpId: string
  agentId: string
  secret: string
  scope: 'snsapi_base' | 'snsapi_privateinfo'
  apiBase: string
  oauthBase: string
  loginBase: string
}

/** Where its own login page is, which a page of ours may show inside. */
export const LOGIN_PAGE = 'https://login.work.weixin.qq.com'

export const wecomSettings = chatSettings<WecomSettings>('wecom')({
  prefix: 'WECOM',
  needed: { WECOM_CORP_ID: idSetting, WECOM_AGENT_ID: numberSetting, WECOM_SECRET: given },
  further: {
    WECOM_SCOPE: z
      .enum(['snsapi_base', 'snsapi_privateinfo'], { error: '应为 snsapi_base 或 snsapi_privateinfo' })
      .default('snsapi_base'),
  },
  official: {
    WECOM_API_BASE: 'https://qyapi.weixin.qq.com',
    WECOM_OAUTH_BASE: 'https://open.weixin.qq.com',
    WECOM_LOGIN_BASE: LOGIN_PAGE,
  },
  read: (data) => ({
    corpId: data.WECOM_CORP_ID,
    agentId: data.WECOM_AGENT_ID,
    secret: data.WECOM_SECRET,
    scope: data.WECOM_SCOPE,
    apiBase: data.WECOM_API_BASE,
    oauthBase: data.WECOM_OAUTH_BASE,
    loginBase: data.WECOM_LOGIN_BASE,
  }),
})
