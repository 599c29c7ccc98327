/**
 * What the clients put into a page, on the wire of the unmodified SDKs. Each function runs in the page by itself, so it
 * uses nothing from outside. What a call is answered comes from the test: `window.hostAnswers`.
 */
export interface BridgeOptions {
  /** The client puts no bridge into the page. */
  missing?: boolean
  /** What a client on a computer says of itself. On a phone the user agent says it. */
  version?: string
  /** The bridge comes this much later than the page, in ms. */
  lateMs?: number
}

/** `silent`: the client never answers. */
export type Answer = { result: unknown } | { refused: 'cancel' | 'denied' | 'unknown' | 'signature' } | { silent: true }

export type AnswerCall = (name: string, params: Record<string, unknown>) => Promise<Answer>

interface Page {
  hostAnswers: AnswerCall
  /** An event of the client, as the device makes it. True when the page kept it from its usual effect. */
  fireHost: (event: string) => boolean
}

export function wecomBridge({ missing, lateMs }: BridgeOptions): void {
  const page = window as unknown as Page & { WeixinJSBridge?: unknown }
  const handlers: Record<string, () => unknown> = {}
  page.fireHost = (event) => handlers[event]?.() === false
  const words = {
    cancel: 'cancel',
    denied: 'permission denied',
    unknown: 'function not exist',
    signature: 'invalid signature',
  }
  const bridge = {
    invoke(name: string, params: Record<string, unknown>, done: (answer: unknown) => void) {
      void page.hostAnswers(name, params).then((answer) => {
        if ('refused' in answer) done({ err_msg: `${name}:${words[answer.refused]}` })
        else if ('result' in answer) done({ ...(answer.result as object), err_msg: `${name}:ok` })
      })
    },
    on(event: string, handle: () => unknown) {
      handlers[event] = handle
    },
  }
  if (missing) return
  if (!lateMs) {
    page.WeixinJSBridge = bridge
    return
  }
  setTimeout(() => {
    page.WeixinJSBridge = bridge
    document.dispatchEvent(new Event('WeixinJSBridgeReady'))
  }, lateMs)
}

export function dingtalkAndroid({ missing, lateMs }: BridgeOptions): void {
  const page = window as unknown as Page & { nuva?: unknown }
  page.fireHost = (event) => !document.dispatchEvent(new Event(event, { cancelable: true }))
  const refusals = {
    cancel: { errorCode: '-1', errorMessage: 'user cancel' },
    denied: { errorCode: '7', errorMessage: 'no permission' },
    unknown: { errorCode: '1', errorMessage: 'method not exist' },
    signature: { errorCode: '52013', errorMessage: '签名校验失败' },
  }
  const call = (
    done: (result: unknown) => void,
    fail: (error: unknown) => void,
    namespace: string,
    method: string,
    params: Record<string, unknown>,
  ) => {
    void page.hostAnswers(`${namespace}.${method}`, JSON.parse(JSON.stringify(params)) as never).then((answer) => {
      if ('refused' in answer) fail(refusals[answer.refused])
      else if ('result' in answer) done(answer.result)
    })
  }
  if (missing) return
  if (!lateMs) {
    page.nuva = { isReady: true, require: () => call }
    return
  }
  setTimeout(() => {
    page.nuva = { isReady: true, require: () => call }
    document.dispatchEvent(new Event('runtimeready'))
  }, lateMs)
}

export function dingtalkIos({ missing, lateMs }: BridgeOptions): void {
  const page = window as unknown as Page & { WebViewJavascriptBridge?: unknown }
  page.fireHost = (event) => !document.dispatchEvent(new Event(event, { cancelable: true }))
  const refusals = {
    cancel: { errorCode: '-1', errorMessage: 'user cancel' },
    denied: { errorCode: '7', errorMessage: 'no permission' },
    unknown: { errorCode: '1', errorMessage: 'method not exist' },
    signature: { errorCode: '52013', errorMessage: '签名校验失败' },
  }
  const bridge = {
    init: () => undefined,
    registerHandler: () => undefined,
    callHandler(name: string, params: Record<string, unknown>, done: (answer: unknown) => void) {
      void page.hostAnswers(name, JSON.parse(JSON.stringify(params)) as never).then((answer) => {
        if ('refused' in answer) done(refusals[answer.refused])
        else if ('result' in answer) done({ errorCode: '0', result: answer.result })
      })
    },
  }
  if (missing) return
  if (!lateMs) {
    page.WebViewJavascriptBridge = bridge
    return
  }
  setTimeout(() => {
    page.WebViewJavascriptBridge = bridge
    document.dispatchEvent(new Event('WebViewJavascriptBridgeReady'))
  }, lateMs)
}

export function dingtalkPc({ missing, lateMs, version = '7.8.10' }: BridgeOptions): void {
  const page = window as unknown as Page & { dingtalk?: unknown }
  page.fireHost = (event) => !document.dispatchEvent(new Event(event, { cancelable: true }))
  if (missing) return
  const origin = 'https://sim.dingtalk.com'
  const refusals = {
    cancel: { errorCode: '-1', errorMessage: 'user cancel' },
    denied: { errorCode: '7', errorMessage: 'no permission' },
    unknown: { errorCode: '1', errorMessage: 'method not exist' },
    signature: { errorCode: '52013', errorMessage: '签名校验失败' },
  }
  interface Message {
    type?: string
    msgId?: number
    methodName?: string
    body?: Record<string, unknown>
  }
  // The client opens its pages under such a name, and the SDK recognises it by that.
  window.name = JSON.stringify({ hostOrigin: origin, containerId: 'c1', hostVersion: version, language: 'zh_CN' })
  page.dingtalk = { platform: { invokeAPI: () => undefined } }
  const post = window.postMessage.bind(window)
  const started = Date.now()
  window.postMessage = ((message: Message, ...rest: unknown[]) => {
    if (message?.type !== 'request' || !message.msgId)
      return (post as (message: unknown, ...rest: unknown[]) => void)(message, ...rest)
    const answerBy = (success: boolean, body: unknown) =>
      window.dispatchEvent(
        new MessageEvent('message', { origin, data: { type: 'response', msgId: message.msgId, success, body } }),
      )
    const wait = Math.max(0, (lateMs ?? 0) - (Date.now() - started))
    setTimeout(() => {
      void page.hostAnswers(message.methodName ?? '', message.body ?? {}).then((answer) => {
        if ('refused' in answer) answerBy(false, refusals[answer.refused])
        else if ('result' in answer) answerBy(true, answer.result)
      })
    }, wait)
  }) as typeof window.postMessage
}
