/** The chat clients of the phone frame, by the name its choice is kept under. */
import { dingtalkAndroidApp, dingtalkIosApp, wecomAndroid, wecomIos, type Variant } from '../bridges/variants.ts'

export const clients = {
  'wecom-android': { label: '企业微信 · 安卓', variant: wecomAndroid },
  'wecom-ios': { label: '企业微信 · 苹果', variant: wecomIos },
  'dingtalk-android': { label: '钉钉 · 安卓', variant: dingtalkAndroidApp },
  'dingtalk-ios': { label: '钉钉 · 苹果', variant: dingtalkIosApp },
} as const
export type ClientName = keyof typeof clients

export const variantOf = (name: string): Variant | undefined =>
  Object.hasOwn(clients, name) ? clients[name as ClientName].variant : undefined

/** What runs first in every page of the frame: who it is, its bridge, and where the bridge's answers come from. */
export const clientScript = (variant: Variant): string => `(() => {
  // tsx writes calls of its own \`__name\` into the bridge.
  self.__name ??= (named) => named
  Object.defineProperty(navigator, 'userAgent', { get: () => ${JSON.stringify(variant.browser.userAgent)} })
  window.hostAnswers = async (name, params) => {
    const answer = await fetch('/__demo/answer', {
      method: 'POST',
      headers: { 'x-demo': JSON.stringify({ name }) },
      body: JSON.stringify(params ?? {}),
    })
    return answer.json()
  }
  ;(${variant.bridge.toString()})({ version: '7.6.30' })
})()`
