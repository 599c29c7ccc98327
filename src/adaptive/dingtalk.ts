/** DingTalk (钉钉). Facts about its SDK and limits: open.dingtalk.com, and dingtalk-jsapi 3.2.9 itself. */
import { atLeast, readAgent, type Agent } from './agent.ts'
import { withTimeout, CALL_MS, PERSON_MS } from './withTimeout.ts'
import { HostError, type Host, type HostFile } from './host.ts'
import { whenIdle } from './whenIdle.ts'
import { theSigner, type PageSignature } from './signer.ts'

type Sdk = typeof import('./dingtalk-sdk.ts')

const NAME = '钉钉'
/** The first versions that answer `requestAuthCode` with a client id. */
const NEW_AUTH_CODE = { phone: '7.0.45', computer: '7.0.50' }
const CALLS = ['biz.contact.complexPicker']
const MOST_PEOPLE = 100
const CANCEL = '-1'

let loading: Promise<Sdk> | undefined
const load = (): Promise<Sdk> =>
  (loading ??= Promise.all([
    import('./dingtalk-sdk.ts'),
    readAgent().phone ? undefined : import('./dingtalk-computer.ts'),
  ]).then(
    ([sdk]) => sdk,
    (error: unknown) => {
      loading = undefined
      throw new HostError(`${NAME}组件加载失败，请检查网络后重试`, String(error), false)
    },
  ))

/** The SDK takes one signature per page, and a page is what was opened, whatever the router shows since. */
const entryAddress = location.href.split('#')[0]!
let configured: Promise<void> | undefined
async function signed(): Promise<Sdk> {
  const [module, signer] = await Promise.all([load(), theSigner()])
  if (!configured) {
    const { corpId, agentId = '' } = await signer.ids()
    const signature = await signer.sign(entryAddress, 'corp')
    configured ??= configure(module, { corpId, agentId }, signature)
  }
  await configured
  return module
}

/** The SDK ignores a second call of `config`, so a refusal is final until the page is opened again. */
function configure(
  { sdk }: Sdk,
  { corpId, agentId }: { corpId: string; agentId: string },
  { timestamp, nonceStr, signature }: PageSignature,
): Promise<void> {
  return new Promise((resolve, reject) => {
    sdk.config({ corpId, agentId, timeStamp: timestamp, nonceStr, signature, type: 0, jsApiList: CALLS })
    sdk.ready(resolve)
    sdk.error(reject)
  })
}

interface Refusal {
  errorCode?: string | number
  errorMessage?: string
  /** The computer's client says it shorter. */
  code?: string | number
}

interface Meaning {
  fits: (code: string, message: string) => boolean
  say: (what: string) => string
}

/** A clear no. Everything else a call may end with (no network, too old, busy, codes nobody has met) says nothing. */
const isNo = (code: string, message: string) => code === '7' || /permission|权限|授权|authori[sz]/i.test(message)

const refusals: readonly Meaning[] = [
  {
    fits: isNo,
    say: (what) => `${NAME}没有允许${what}，请联系管理员检查应用权限`,
  },
  {
    fits: (code, message) => code === '1' || code === '4040' || /not ?exist|not ?support|不支持/i.test(message),
    say: (what) => `当前${NAME}版本不支持${what}，请升级后重试`,
  },
  {
    fits: (code, message) => code === '52013' || /signature|签名/i.test(message),
    say: () => `${NAME}签名校验失败，请联系管理员`,
  },
]

/**
 * The rejection of a call as we say it: null when the person backed out. Where the client shows nothing to back out of
 * (`unseen`) it has to say so: -1 alone is any error there.
 */
function refusal(error: unknown, what: string, unseen: boolean): null | HostError {
  if (error instanceof HostError) return error
  const { errorCode, errorMessage = '', code = '' } = (error && typeof error === 'object' ? error : {}) as Refusal
  const number = String(errorCode ?? code)
  if ((number === CANCEL && !unseen) || /cancel|取消/i.test(errorMessage)) return null
  const known = refusals.find(({ fits }) => fits(number, errorMessage))
  return new HostError(
    known?.say(what) ?? `${what}失败，请稍后重试`,
    number || errorMessage || String(error),
    isNo(number, errorMessage),
  )
}

async function call<T>(
  what: string,
  work: () => Promise<T>,
  { limitMs = CALL_MS, unseen = false } = {},
): Promise<T | null> {
  try {
    return await withTimeout(work(), what, limitMs)
  } catch (error) {
    const said = refusal(error, what, unseen)
    if (said === null) return null
    throw said
  }
}

/** The newest title, and whether the client is being told. */
let title = ''
let telling = false
function tellTitle(): void {
  if (telling) return
  telling = true
  whenIdle(() => {
    telling = false
    // A client that does not take it shows the document's title, set long before.
    void withTimeout(
      load().then((sdk) => sdk.setNavigationTitle({ title })),
      '标题',
    ).catch(() => undefined)
  })
}

async function saveOnPhone({ name }: HostFile, url: string): Promise<void> {
  const file = await call('下载文件', async () => (await load()).downloadFile({ url }), { limitMs: PERSON_MS })
  const filePath = file?.filePath
  if (!filePath) throw new HostError('下载文件失败，请稍后重试', 'no-path')
  const fileType = /\.(\w+)$/.exec(name)?.[1]
  await call('打开文件', async () => (await load()).openDocument({ filePath, ...(fileType && { fileType }) }))
}

/** The address opens in the computer's own browser, which keeps files. */
const inOwnBrowser = (url: string) =>
  `dingtalk://dingtalkclient/page/link?url=${encodeURIComponent(url)}&pc_slide=false`

async function openAddress(url: string): Promise<void> {
  await call('打开链接', async () => (await load()).openLink({ url }))
}

export function dingtalk({ phone, version }: Agent): Host {
  const ids = async () => {
    try {
      return await (await theSigner()).ids()
    } catch (error) {
      throw new HostError(`没有得到${NAME}应用的设置，请检查网络后重试`, String(error), false)
    }
  }
  const authCode = async (): Promise<string | null> => {
    const [sdk, { corpId, clientId }] = await Promise.all([load(), ids()])
    const now = sdk.sdk.env.version ?? version
    const fresh = clientId && atLeast(now, phone ? NEW_AUTH_CODE.phone : NEW_AUTH_CODE.computer)
    const { code } = await (fresh ? sdk.requestAuthCode({ corpId, clientId }) : sdk.requestOldAuthCode({ corpId }))
    return code
  }
  return {
    name: 'dingtalk',
    signsIn: true,
    start: () => Promise.resolve(),
    setTitle: (text) => {
      document.title = text
      title = text
      tellTitle()
    },
    openLink: (url) => void openAddress(url).catch(() => location.assign(url)),
    async saveFile(file) {
      if (!file.address) {
        if (file.sendToChat) return file.sendToChat()
        throw new HostError(`${NAME}内无法保存这个文件，请在浏览器中打开`, 'no-address')
      }
      try {
        const address = new URL(await file.address(), location.href).href
        await (phone ? saveOnPhone(file, address) : openAddress(inOwnBrowser(address)))
      } catch (error) {
        if (!file.sendToChat) throw error
        await file.sendToChat()
      }
    },
    close: () => {
      void withTimeout(
        load().then((sdk) => (phone ? sdk.closePage({}) : sdk.quitPage({}))),
        '关闭页面',
      ).catch(() => window.close())
    },
    authCode: () => call('获取登录授权', authCode, { unseen: true }),
    ...(phone && {
      scan: async () => {
        const answer = await call('扫码', async () => (await load()).scan({ type: 'all' }), { limitMs: PERSON_MS })
        // Older clients name it `text`.
        return answer && (answer.code ?? (answer as { text?: string }).text ?? '')
      },
    }),
    pickPeople: async ({ multiple, chosen }) => {
      const answer = await call(
        '选择同事',
        async () => {
          const { corpId, agentId = '' } = await (await theSigner()).ids()
          return (await signed()).chooseColleagues({
            title: '选择同事',
            corpId,
            appId: agentId,
            multiple,
            maxUsers: multiple ? MOST_PEOPLE : 1,
            limitTips: `最多选择 ${MOST_PEOPLE} 人`,
            pickedUsers: [...chosen],
            responseUserOnly: true,
          } as never)
        },
        { limitMs: PERSON_MS },
      )
      return answer && answer.users.map(({ emplId }) => emplId)
    },
    // The arrow of iOS walks through the history of the page, where popups have an entry of their own.
    onBack: (handle) => {
      const listen = (event: Event) => {
        if (handle()) event.preventDefault()
      }
      document.addEventListener('backbutton', listen)
      return () => document.removeEventListener('backbutton', listen)
    },
    onResume: (handle) => {
      document.addEventListener('resume', handle)
      return () => document.removeEventListener('resume', handle)
    },
  }
}
