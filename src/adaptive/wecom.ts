/** WeCom (企业微信). Facts about its SDK and limits: developer.work.weixin.qq.com, and @wecom/jssdk 2.4.4 itself. */
import type { Agent } from './agent.ts'
import { withTimeout, CALL_MS, PERSON_MS } from './withTimeout.ts'
import { HostError, type Host, type HostFile } from './host.ts'
import { whenIdle } from './whenIdle.ts'
import { theSigner } from './signer.ts'

type Sdk = typeof import('./wecom-sdk.ts')

const NAME = '企业微信'
const CALLS = ['scanQRCode', 'previewFile', 'openDefaultBrowser', 'selectEnterpriseContact']

let loading: Promise<Sdk> | undefined
const load = (): Promise<Sdk> =>
  (loading ??= import('./wecom-sdk.ts').catch((error: unknown) => {
    loading = undefined
    throw new HostError(`${NAME}组件加载失败，请检查网络后重试`, String(error), false)
  }))

let registered = false
/** The SDK, knowing who signs. It signs by itself, again after every change of the address. */
async function signed(): Promise<Sdk> {
  const [sdk, signer] = await Promise.all([load(), theSigner()])
  if (registered) return sdk
  const { corpId, agentId } = await signer.ids()
  // Asked for here first: a refusal inside `register` could be caught by nobody.
  await signer.sign(location.href.split('#')[0]!, agentId ? 'agent' : 'corp')
  sdk.register({
    corpId,
    ...(agentId && { agentId, getAgentConfigSignature: (url) => sign(url, 'agent') }),
    jsApiList: CALLS,
    getConfigSignature: (url) => sign(url, 'corp'),
  })
  registered = true
  return sdk
}

const sign = async (url: string, ticket: 'corp' | 'agent') => (await theSigner()).sign(url, ticket)

interface Refusal {
  errMsg?: string
  errCode?: number | string
}

const refusals: readonly { fits: RegExp; say: (what: string) => string }[] = [
  { fits: /permission denied|no permission/, say: (what) => `${NAME}没有允许${what}，请联系管理员检查应用权限` },
  { fits: /not ?exist|not ?support/, say: (what) => `当前${NAME}版本不支持${what}，请升级后重试` },
  { fits: /signature/, say: () => `${NAME}签名校验失败，请联系管理员` },
]

/** The rejection of a call as we say it: null when the person backed out. */
function refusal(error: unknown, what: string): null | HostError {
  if (error instanceof HostError) return error
  const { errMsg = '', errCode } = (typeof error === 'object' ? error : {}) as Refusal
  const said = errMsg.slice(errMsg.indexOf(':') + 1)
  if (said === 'cancel') return null
  const known = refusals.find(({ fits }) => fits.test(said))
  return new HostError(known?.say(what) ?? `${what}失败，请稍后重试`, String(errCode ?? errMsg ?? error))
}

async function call<T>(what: string, work: () => Promise<T>, limitMs = CALL_MS): Promise<T | null> {
  try {
    return await withTimeout(work(), what, limitMs)
  } catch (error) {
    const said = refusal(error, what)
    if (said === null) return null
    throw said
  }
}

/** Barcodes arrive as `CODE_128,123`. */
const withoutKind = (text: string) => text.replace(/^(?:CODE|EAN|UPC|ITF|CODABAR|RSS)[\w-]*,/, '')

/** Handlers of the back key, the newest first; the SDK knows no way to stop listening. */
const backHandlers: (() => boolean)[] = []
let listening = false
function listen(): void {
  if (listening) return
  listening = true
  whenIdle(() => {
    load().then(
      // False keeps the page open.
      (sdk) => sdk.onHistoryBack(() => !backHandlers.some((handle) => handle())),
      () => {
        listening = false
      },
    )
  })
}

async function saveOnPhone({ blob, name }: HostFile, address: string): Promise<void> {
  // The size must be true, or the client shows nothing.
  await call('预览文件', async () => (await signed()).previewFile({ url: address, name, size: blob.size }))
}

async function saveOnComputer(address: string): Promise<void> {
  await call('下载文件', async () => (await signed()).openDefaultBrowser({ url: address }))
}

export function wecom({ phone }: Agent): Host {
  return {
    name: 'wecom',
    signsIn: true,
    start: () => Promise.resolve(),
    // WeCom has no call for it and follows the document.
    setTitle: (title) => {
      document.title = title
    },
    openLink: (url) => {
      if (phone) return location.assign(url)
      void call('打开链接', async () => (await signed()).openDefaultBrowser({ url })).catch(() => location.assign(url))
    },
    async saveFile(file) {
      if (!file.address) {
        if (file.sendToChat) return file.sendToChat()
        throw new HostError(`${NAME}内无法保存这个文件，请在浏览器中打开`, 'no-address')
      }
      try {
        const address = new URL(await file.address(), location.href).href
        await (phone ? saveOnPhone(file, address) : saveOnComputer(address))
      } catch (error) {
        if (!file.sendToChat) throw error
        await file.sendToChat()
      }
    },
    close: () => {
      // Android knows only the call, iOS also the window's own.
      void withTimeout(
        load().then((sdk) => sdk.closeWindow()),
        '关闭页面',
      ).catch(() => window.close())
    },
    ...(phone && {
      scan: async () => {
        const answer = await call('扫码', async () => (await signed()).scanQRCode({ needResult: true }), PERSON_MS)
        return answer && withoutKind(answer.resultStr ?? '')
      },
    }),
    pickPeople: async ({ multiple, chosen }) => {
      const answer = await call(
        '选择同事',
        async () =>
          (await signed()).selectEnterpriseContact({
            fromDepartmentId: -1,
            mode: (multiple ? 'multi' : 'single') as never,
            type: ['user'] as never,
            selectedUserIds: [...chosen],
          }),
        PERSON_MS,
      )
      return answer && answer.result.userList.map(({ id }) => id)
    },
    onBack: (handle) => {
      backHandlers.unshift(handle)
      listen()
      return () => void backHandlers.splice(backHandlers.indexOf(handle), 1)
    },
  }
}
