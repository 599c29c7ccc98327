/** One suite over every host: the same promises in a browser and in the clients, on the wire of the unmodified SDKs. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONFIG } from '../hosts/bridges/signature.ts'
import { variants } from '../hosts/bridges/variants.ts'
import { closeWindows, openClientWindow, openWindow, settled, type OpenWindow } from '../hosts/bridges/window.ts'

const FILE = 'https://volt.example/files/report.xlsx?expires=1&signature=2'
/** Longer than any call in which a person looks for something. */
const FOREVER_MS = 310_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  closeWindows()
  vi.useRealTimers()
})

const sdkFiles = ({ loaded }: OpenWindow) => loaded.filter((name) => name.includes('-sdk'))
const named = ({ calls }: OpenWindow, name: string) => calls.filter((one) => one.name === name)
const exceptConfig = ({ calls }: OpenWindow) => calls.filter(({ name }) => !CONFIG.includes(name))
/** An answer to everything but the checks of the signature. */
const refusing = (refused: 'cancel' | 'denied' | 'unknown') => (name: string) =>
  CONFIG.includes(name) ? undefined : { refused }

const pick = async ({ host }: OpenWindow, multiple = true) =>
  settled(host.pickPeople?.({ multiple, chosen: multiple ? ['u2'] : [] }))
const scan = async ({ host }: OpenWindow) => settled(host.scan?.())
const authCode = async ({ host }: OpenWindow) => settled(host.authCode?.())

/** What is rejected meanwhile and caught by nobody. */
async function rejectionsDuring(work: () => Promise<void>): Promise<unknown[]> {
  const rejections: unknown[] = []
  const note = (reason: unknown) => void rejections.push(reason)
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  try {
    await work()
    await vi.advanceTimersByTimeAsync(1_000)
  } finally {
    process.off('unhandledRejection', note)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
  return rejections
}

describe('a browser', () => {
  test('is the browser host, which loads no SDK and signs nobody in', async () => {
    const opened = await openWindow({})
    const { host, window } = opened
    expect(host).toMatchObject({ name: 'browser', signsIn: false })
    expect(host.scan).toBeUndefined()
    expect(host.authCode).toBeUndefined()
    host.setTitle('提现 · 平台')
    expect(window.document.title).toBe('提现 · 平台')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(opened.loaded).toContain('index.js')
    expect(opened.loaded.filter((name) => /wecom|dingtalk/.test(name))).toEqual([])
  })

  test.each([
    ['WeChat', 'Mozilla/5.0 (Linux; Android 13) Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50 WeChat/arm64'],
    [
      'the government edition of DingTalk',
      'Mozilla/5.0 (Linux; Android 13) Chrome/100.0 Mobile AliApp(DingTalk/7.0.0) TaurusApp/2.17.0',
    ],
  ])('is what %s is to us', async (_, userAgent) => {
    expect((await openWindow({ userAgent })).host.name).toBe('browser')
  })
})

test.each([
  [
    'an iPad that calls itself a Macintosh',
    'wecom',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) wxwork/4.1.30 MicroMessenger/7.0.1',
  ],
  [
    'HarmonyOS',
    'dingtalk',
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile AliApp(DingTalk/7.8.0)',
  ],
])('%s is a phone to us', async (_, name, userAgent) => {
  const { host, shell } = await openWindow({ userAgent, touchPoints: 5, width: 1024, coarse: true })
  expect(host.name).toBe(name)
  expect(host.scan).toBeDefined()
  expect(shell).toBe('mobile')
})

test('a computer with HarmonyOS is a computer to us', async () => {
  const userAgent =
    'Mozilla/5.0 (PC; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 wxwork/4.1.36 MicroMessenger/7.0.1'
  const { host, shell } = await openWindow({ userAgent, width: 1440 })
  expect(host.name).toBe('wecom')
  expect(shell).toBe('desktop')
})

describe.each(variants)('$name', (variant) => {
  const { chat, phone } = variant
  const open = (how?: Parameters<typeof openClientWindow>[1]) => openClientWindow(variant, how)

  test('is recognised, gets its own layout, and loads no SDK before a call needs one', async () => {
    const opened = await open()
    expect(opened.host).toMatchObject({ name: chat, signsIn: true })
    expect(opened.shell).toBe(phone ? 'mobile' : 'desktop')
    expect(opened.loaded).toContain(`${chat}.js`)
    expect(opened.loaded.filter((name) => !name.includes(chat) && /wecom|dingtalk/.test(name))).toEqual([])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sdkFiles(opened)).toEqual([])
    await pick(opened)
    expect(sdkFiles(opened)).toEqual([`${chat}-sdk.js`])
  })

  test('takes its title from the page', async () => {
    const opened = await open()
    opened.host.setTitle('用户提现 · 平台')
    expect(opened.window.document.title).toBe('用户提现 · 平台')
    await vi.advanceTimersByTimeAsync(3_000)
    const told = named(opened, 'biz.navigation.setTitle').map(({ params }) => params.title)
    expect(told).toEqual(chat === 'dingtalk' ? ['用户提现 · 平台'] : [])
  })

  test('hands a file over by an address that needs no session', async () => {
    const opened = await open()
    const blob = new opened.window.Blob(['12345'])
    await settled(opened.host.saveFile({ blob, name: '报表.xlsx', address: () => Promise.resolve(FILE) }))
    const asked = exceptConfig(opened)
    if (chat === 'wecom' && phone)
      expect(asked).toMatchObject([{ name: 'previewFile', params: { url: FILE, name: '报表.xlsx', size: 5 } }])
    else if (chat === 'wecom') expect(asked).toMatchObject([{ name: 'openDefaultBrowser', params: { url: FILE } }])
    else if (phone)
      expect(asked).toMatchObject([
        { name: 'biz.file.downloadFile', params: { url: FILE } },
        { name: 'biz.util.openDocument', params: { filePath: '/sandbox/report.xlsx', fileType: 'xlsx' } },
      ])
    else {
      expect(asked.map(({ name }) => name)).toEqual(['biz.util.openLink'])
      const url = new URL(String(asked[0]!.params.url))
      expect(url.searchParams.get('url')).toBe(FILE)
      expect(url.searchParams.get('pc_slide')).toBe('false')
    }
  })

  test('sends a file into the chat when the client will not open it', async () => {
    const opened = await open({ answer: refusing('denied') })
    const sendToChat = vi.fn(() => Promise.resolve())
    const file = { blob: new opened.window.Blob(['1']), name: 'a.xlsx', sendToChat }
    await settled(opened.host.saveFile({ ...file, address: () => Promise.resolve(FILE) }))
    expect(sendToChat).toHaveBeenCalledTimes(1)
    expect(exceptConfig(opened)).toHaveLength(1)
    await settled(opened.host.saveFile(file))
    expect(sendToChat).toHaveBeenCalledTimes(2)
    expect(exceptConfig(opened)).toHaveLength(1)
  })

  test('closes back to the chat', async () => {
    const opened = await open()
    opened.host.close()
    await vi.advanceTimersByTimeAsync(1_000)
    const name = chat === 'wecom' ? 'closeWindow' : phone ? 'biz.navigation.close' : 'biz.navigation.quit'
    expect(opened.calls.map((one) => one.name)).toEqual([name])
  })

  test('lets a person choose colleagues, signed for this address', async () => {
    const opened = await open()
    expect(await pick(opened)).toEqual(['u1'])
    expect(opened.calls.some(({ name }) => CONFIG.includes(name))).toBe(true)
  })

  test('says so when the client refuses the signature', async () => {
    const opened = await open({ badSignature: true })
    const uncaught = await rejectionsDuring(async () => {
      await expect(pick(opened, false)).rejects.toThrow(/签名校验失败/)
      await expect(pick(opened, false)).rejects.toThrow(opened.HostError)
    })
    // The SDKs' own, which a page writes to its console.
    expect(uncaught.map((error) => JSON.stringify(error))).toEqual([expect.stringMatching(/signature|签名/)])
  })

  test('a person who backs out is null, not an error', async () => {
    const opened = await open({ answer: refusing('cancel') })
    expect(await pick(opened)).toBeNull()
    if (phone) expect(await scan(opened)).toBeNull()
  })

  test.each([
    ['denied', /没有允许(选择同事|获取登录授权)/],
    ['unknown', /版本不支持.+请升级/],
  ] as const)('a call that is %s is a HostError that says so', async (refused, words) => {
    const opened = await open({ answer: refusing(refused) })
    const call = () => (chat === 'wecom' ? pick(opened) : authCode(opened))
    await expect(call()).rejects.toThrow(words)
    await expect(call()).rejects.toThrow(opened.HostError)
  })

  test.each([
    ['a call the client never answers', { answer: () => ({ silent: true as const }) }],
    ['a call without the bridge of the client', { missing: true }],
  ])('%s ends in a HostError', async (_, how) => {
    const opened = await open(how)
    const file = { blob: new opened.window.Blob(['1']), name: 'a', address: () => Promise.resolve(FILE) }
    await expect(settled(opened.host.saveFile(file), FOREVER_MS)).rejects.toThrow(opened.HostError)
    expect(sdkFiles(opened)).toHaveLength(1)
  })

  test('no call waits for ever for a client that says nothing', async () => {
    const opened = await open({ answer: (name) => (CONFIG.includes(name) ? undefined : { silent: true }) })
    const { host, window } = opened
    // A person looks for something in some; no other makes them wait for longer than it takes to lose patience.
    for (const [call, limitMs] of [
      [() => host.pickPeople?.({ multiple: true, chosen: [] }), FOREVER_MS],
      ...(phone ? [[() => host.scan?.(), FOREVER_MS] as const] : []),
      ...(chat === 'dingtalk' ? [[() => host.authCode?.(), 10_000] as const] : []),
    ] as const)
      await expect(settled<unknown>(call(), limitMs)).rejects.toThrow(/没有响应/)
    const closed = vi.spyOn(window, 'close').mockImplementation(() => undefined)
    host.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(closed).toHaveBeenCalledTimes(1)
    closed.mockRestore()
  })

  test('a bridge that comes two seconds late is waited for', async () => {
    const opened = await open({ lateMs: 2_000 })
    const answer = opened.host.pickPeople?.({ multiple: true, chosen: [] })
    await vi.advanceTimersByTimeAsync(1_900)
    expect(opened.calls).toEqual([])
    expect(await settled(answer)).toEqual(['u1'])
  })

  if (phone)
    test('reads a code', async () => {
      const opened = await open({
        // On an iPhone WeCom wraps what it read.
        answer: (name) =>
          variant.name === 'WeCom iOS' && name === 'scanQRCode'
            ? { result: { resultStr: '{"scan_code":{"scan_result":"8800001"}}' } }
            : undefined,
      })
      expect(await scan(opened)).toBe('8800001')
      expect(named(opened, chat === 'wecom' ? 'scanQRCode' : 'biz.util.scan')).toHaveLength(1)
    })
  else
    test('has no button for reading codes', async () => {
      expect((await open()).host.scan).toBeUndefined()
    })

  test('asks the page before going back, and tells when it was come back to', async () => {
    const opened = await open()
    let isOpen = true
    opened.host.onBack?.(() => {
      const was = isOpen
      isOpen = false
      return was
    })
    const resumed = vi.fn()
    opened.host.onResume?.(resumed)
    // WeCom tells only a page whose SDK is there, and that comes after the page itself.
    if (chat === 'wecom') await vi.advanceTimersByTimeAsync(3_000)
    const event = chat === 'wecom' ? 'historyBack' : 'backbutton'
    expect(opened.fire(event)).toBe(true)
    expect(opened.fire(event)).toBe(false)
    if (chat === 'dingtalk') {
      opened.fire('resume')
      expect(resumed).toHaveBeenCalledTimes(1)
    }
  })

  if (chat === 'dingtalk') {
    test('gives a one-time code', async () => expect(await authCode(await open())).toBe('v2-client1'))

    test('is asked in the old way when it is an old client', async () => {
      const userAgent = variant.browser.userAgent.replace(/7\.[68]\.\d+/, '7.0.30')
      expect(await authCode(await open({ version: '7.0.30', userAgent }))).toBe('v1-corp1')
    })
  } else
    test('signs again after the address has changed', async () => {
      const opened = await open()
      expect(await pick(opened)).toEqual(['u1'])
      opened.window.history.pushState(null, '', '/other?x=1')
      expect(await pick(opened)).toEqual(['u1'])
      expect(named(opened, 'agentConfig')).toHaveLength(2)
    })
})
