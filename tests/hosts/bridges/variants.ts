/** The clients of hosts.md §1 with the user agents they really send, and the bridge each puts into a page. */
import type { BrowserContextOptions } from '@playwright/test'
import { dingtalkAndroid, dingtalkIos, dingtalkPc, wecomBridge, type BridgeOptions } from './bridges.ts'

export interface Variant {
  name: string
  chat: 'wecom' | 'dingtalk'
  phone: boolean
  /** For the context of a browser test. */
  browser: BrowserContextOptions & { userAgent: string }
  /** Runs in the page before everything else. */
  bridge: (options: BridgeOptions) => void
}

const PHONE = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true } as const
const COMPUTER = { viewport: { width: 1440, height: 900 } } as const
const APPLE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

export const wecomAndroid: Variant = {
  name: 'WeCom Android',
  chat: 'wecom',
  phone: true,
  browser: {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; V2183A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.86 Mobile Safari/537.36 wxwork/4.1.36 MicroMessenger/7.0.1 NetType/4G Language/zh ColorScheme/Dark wwmver/3.26.36.632',
  },
  bridge: wecomBridge,
}
export const wecomIos: Variant = {
  name: 'WeCom iOS',
  chat: 'wecom',
  phone: true,
  browser: {
    ...PHONE,
    userAgent: `${APPLE} Mobile/15E148 wxwork/4.1.30 MicroMessenger/7.0.1 Language/zh ColorScheme/Light wwmver/3.26.30.617`,
  },
  bridge: wecomBridge,
}
export const wecomWindows: Variant = {
  name: 'WeCom Windows',
  chat: 'wecom',
  phone: false,
  browser: {
    ...COMPUTER,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/107.0.5304.110 Safari/537.36 Language/zh wxwork/4.1.10 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk wwmver/3.26.10.639',
  },
  bridge: wecomBridge,
}
export const dingtalkAndroidApp: Variant = {
  name: 'DingTalk Android',
  chat: 'dingtalk',
  phone: true,
  browser: {
    ...PHONE,
    userAgent:
      'Mozilla/5.0 (Linux; U; Android 12; zh-CN; M2012K11AC Build/SKQ1.220303.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UWS/5.12.5.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.30) com.alibaba.android.rimet/40613467 Channel/1003 language/zh-CN abi/64 colorScheme/light',
  },
  bridge: dingtalkAndroid,
}
export const dingtalkIosApp: Variant = {
  name: 'DingTalk iOS',
  chat: 'dingtalk',
  phone: true,
  browser: {
    ...PHONE,
    userAgent: `${APPLE} Mobile/23E246 AliApp(DingTalk/7.8.1) com.laiwang.DingTalk/46766536 Channel/201200 language/zh-Hans-CN UT4Aplus/0.0.6 WK`,
  },
  bridge: dingtalkIos,
}
export const dingtalkWindows: Variant = {
  name: 'DingTalk Windows',
  chat: 'dingtalk',
  phone: false,
  browser: {
    ...COMPUTER,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.5359.125 Safari/537.36 dingtalk-win/1.0.0 nw(0.14.7) DingTalk(7.8.10-Release.250905004) Mojo/1.0.0 Native AppType(release) Channel/201200',
  },
  bridge: dingtalkPc,
}

export const variants: readonly Variant[] = [
  wecomAndroid,
  wecomIos,
  wecomWindows,
  dingtalkAndroidApp,
  dingtalkIosApp,
  dingtalkWindows,
]
