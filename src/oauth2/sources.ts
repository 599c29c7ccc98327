import type { ChatClient } from '#adaptive/index.ts'

/** What our server calls a chat, and how people speak of it. */
export interface Source {
  /** In addresses of the contract. */
  source: 'wechat_enterprise' | 'dingtalk'
  label: string
  /** Recognises people by an address the page goes to. The others answer a call, without leaving the page. */
  byAddress: boolean
}

export const sources: Readonly<Record<ChatClient, Source>> = {
  wecom: { source: 'wechat_enterprise', label: '企业微信', byAddress: true },
  dingtalk: { source: 'dingtalk', label: '钉钉', byAddress: false },
}

/** Null for a host that is no chat. */
export const sourceOf = (host: { name: string }): Source | null =>
  (sources as Partial<Record<string, Source>>)[host.name] ?? null
