/** One suite over every host: the same promises in a browser and in the clients, on the wire of the unmodified SDKs. */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test, type BrowserContextOptions, type Page } from '@playwright/test'
import { build } from 'vite'
import type { Answer, BridgeOptions } from '../hosts/bridges/bridges.ts'
import { variants, type Variant } from '../hosts/bridges/variants.ts'

const ORIGIN = 'https://volt.example'
const FILE = `${ORIGIN}/files/report.xlsx?expires=1&signature=2`
const SECRET_TICKET = 'ticket-of-the-simulator'

/** The files of the page, by path. */
const files = new Map<string, string>()
test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome87', 'safari14'],
      rollupOptions: {
        input: fileURLToPath(new URL('../hosts/bridges/page.ts', import.meta.url)),
        output: { entryFileNames: 'page.js', chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  for (const one of outputs)
    if ('output' in one)
      for (const part of one.output) if (part.type === 'chunk') files.set(`/${part.fileName}`, part.code)
})

interface Called {
  name: string
  params: Record<string, unknown>
}
interface Opened {
  page: Page
  /** What the client was asked, in order. */
  calls: Called[]
  /** Names of program files the page loaded. */
  loaded: string[]
  ask: (method: string, ...values: unknown[]) => Promise<{ value?: unknown; error?: string; code?: string }>
  shell: () => Promise<string>
  name: () => Promise<string>
}

/** Config calls succeed only with a signature made for this very address. */
const fits = (params: Record<string, unknown>, url: string): boolean => {
  const nonce = params.nonceStr ?? params.verifyNonceStr
  const time = params.timestamp ?? params.timeStamp ?? params.verifyTimestamp
  const text = `jsapi_ticket=${SECRET_TICKET}&noncestr=${String(nonce)}&timestamp=${String(time)}&url=${url}`
  return createHash('sha1').update(text).digest('hex') === (params.signature ?? params.verifySignature)
}
const CONFIG = ['preVerifyJSAPI', 'agentConfig', 'runtime.permission.requestJsApis', 'config']

const results: Readonly<Record<string, (params: Record<string, unknown>) => unknown>> = {
  'runtime.permission.requestAuthCodeV2': ({ clientId }) => ({ code: `v2-${String(clientId)}` }),
  'runtime.permission.requestAuthCode': ({ corpId }) => ({ code: `v1-${String(corpId)}` }),
  'biz.util.scan': () => ({ code: '8800001' }),
  scanQRCode: () => ({ resultStr: 'CODE_128,8800001' }),
  'biz.file.downloadFile': () => ({ filePath: '/sandbox/report.xlsx' }),
  'biz.contact.complexPicker': () => ({ users: [{ emplId: 'u1', name: '张三', avatar: '' }], selectedCount: 1 }),
  selectEnterpriseContact: () => ({ result: { userList: [{ id: 'u1' }], departmentList: [] } }),
}

interface How extends BridgeOptions {
  answer?: (name: string) => Answer | undefined
  badSignature?: boolean
  userAgent?: string
}

async function open(page: Page, variant: Variant | undefined, how: How = {}): Promise<Opened> {
  const calls: Called[] = []
  const loaded: string[] = []
  await page.clock.install()
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const code = files.get(pathname)
    if (code !== undefined) {
      loaded.push(pathname)
      return route.fulfill({ contentType: 'text/javascript', body: code })
    }
    return route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>旧标题</title><script type="module" src="/page.js"></script>',
    })
  })
  await page.exposeFunction('signPage', (url: string) => {
    const text = `jsapi_ticket=${how.badSignature ? 'stolen' : SECRET_TICKET}&noncestr=n1&timestamp=1700000000&url=${url}`
    return { timestamp: 1700000000, nonceStr: 'n1', signature: createHash('sha1').update(text).digest('hex') }
  })
  await page.exposeFunction('hostAnswers', (name: string, params: Record<string, unknown>): Answer => {
    calls.push({ name, params })
    const given = how.answer?.(name)
    if (given) return given
    if (CONFIG.includes(name) && !fits(params, page.url().split('#')[0]!)) return { refused: 'signature' }
    return { result: results[name]?.(params) ?? {} }
  })
  if (variant) await page.addInitScript(variant.bridge, { missing: false, ...bridgeOf(how) })
  await page.goto(`${ORIGIN}/finance/list?tab=1#part`)
  await page.waitForFunction(() => 'tested' in window)
  return {
    page,
    calls,
    loaded,
    ask: (method, ...values) =>
      page.evaluate(([name, args]) => window.ask(name, ...args), [method, values] as [string, unknown[]]),
    shell: () => page.evaluate(async () => (await window.tested).shell),
    name: () => page.evaluate(async () => (await window.tested).host.name),
  }
}
const bridgeOf = ({ missing, lateMs, version }: How): BridgeOptions => ({
  ...(missing && { missing }),
  ...(lateMs !== undefined && { lateMs }),
  ...(version !== undefined && { version }),
})

const sdkFiles = (loaded: readonly string[]) => loaded.filter((name) => name.includes('-sdk'))
const named = (calls: readonly Called[], name: string) => calls.filter((one) => one.name === name)

const browser: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

test.describe('a browser', () => {
  test.use(browser)
  test('is the browser host, which loads no SDK and signs nobody in', async ({ page }) => {
    const opened = await open(page, undefined)
    expect(await opened.name()).toBe('browser')
    expect(await page.evaluate(async () => (await window.tested).host.signsIn)).toBe(false)
    expect(await opened.ask('scan')).toEqual({ error: 'absent' })
    expect(await opened.ask('authCode')).toEqual({ error: 'absent' })
    await opened.ask('setTitle', '提现 · 平台')
    await expect(page).toHaveTitle('提现 · 平台')
    await page.clock.runFor(10_000)
    expect(sdkFiles(opened.loaded)).toEqual([])
  })

  test('keeps a file by downloading it', async ({ page }) => {
    await open(page, undefined)
    const download = page.waitForEvent('download')
    await page.evaluate(async () =>
      (await window.tested).host.saveFile({ blob: new Blob(['数据']), name: '导出文件.xlsx' }),
    )
    expect((await download).suggestedFilename()).toBe('导出文件.xlsx')
  })
})

test.describe('plain WeChat and the government edition are browsers to us', () => {
  for (const [name, userAgent] of [
    ['WeChat', 'Mozilla/5.0 (Linux; Android 13) Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50 WeChat/arm64'],
    ['TaurusApp', 'Mozilla/5.0 (Linux; Android 13) Chrome/100.0 Mobile AliApp(DingTalk/7.0.0) TaurusApp/2.17.0'],
  ] as const)
    test.describe(name, () => {
      test.use({ userAgent })
      test('browser', async ({ page }) => expect(await (await open(page, undefined)).name()).toBe('browser'))
    })
})

test.describe('an iPad that calls itself a Macintosh, and HarmonyOS', () => {
  for (const [name, userAgent] of [
    [
      'wecom',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) wxwork/4.1.30 MicroMessenger/7.0.1',
    ],
    [
      'dingtalk',
      'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile AliApp(DingTalk/7.8.0)',
    ],
  ] as const)
    test.describe(name, () => {
      test.use({ userAgent, viewport: { width: 1024, height: 768 }, hasTouch: true })
      test('are phones to us', async ({ page }) => {
        await page.addInitScript(() => Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 5 }))
        const opened = await open(page, undefined)
        expect(await opened.name()).toBe(name)
        expect(await opened.shell()).toBe('mobile')
      })
    })
})

for (const variant of variants) {
  const { chat, phone } = variant
  const scanCall = chat === 'wecom' ? 'scanQRCode' : 'biz.util.scan'
  const someCall = chat === 'wecom' ? 'pickPeople' : 'authCode'

  test.describe(variant.name, () => {
    test.use(variant.browser)

    test('is recognised, gets its own layout, and loads no SDK before a call needs one', async ({ page }) => {
      const opened = await open(page, variant)
      expect(await opened.name()).toBe(chat)
      expect(await opened.shell()).toBe(phone ? 'mobile' : 'desktop')
      expect(opened.loaded.filter((name) => !name.includes(chat) && /wecom|dingtalk/.test(name))).toEqual([])
      expect(sdkFiles(opened.loaded)).toEqual([])
    })

    test('takes its title from the page', async ({ page }) => {
      const opened = await open(page, variant)
      await opened.ask('setTitle', '用户提现 · 平台')
      await expect(page).toHaveTitle('用户提现 · 平台')
      await page.clock.runFor(3_000)
      if (chat === 'dingtalk')
        await expect
          .poll(() => named(opened.calls, 'biz.navigation.setTitle').map(({ params }) => params.title))
          .toEqual(['用户提现 · 平台'])
    })

    test('hands a file over by an address that needs no session', async ({ page }) => {
      const opened = await open(page, variant)
      await page.evaluate(async (address) => {
        await (
          await window.tested
        ).host.saveFile({ blob: new Blob(['12345']), name: '报表.xlsx', address: () => Promise.resolve(address) })
      }, FILE)
      const asked = opened.calls.filter(({ name }) => !CONFIG.includes(name))
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

    test('sends a file into the chat when the client will not open it', async ({ page }) => {
      const opened = await open(page, variant, {
        answer: (name) => (CONFIG.includes(name) ? undefined : { refused: 'denied' }),
      })
      const sent = await page.evaluate(async (address) => {
        let count = 0
        const send = () => {
          count += 1
          return Promise.resolve()
        }
        const file = { blob: new Blob(['1']), name: 'a.xlsx' }
        const { host } = await window.tested
        await host.saveFile({ ...file, address: () => Promise.resolve(address), sendToChat: send })
        await host.saveFile({ ...file, sendToChat: send })
        return count
      }, FILE)
      expect(sent).toBe(2)
      expect(opened.calls.length).toBeGreaterThan(0)
    })

    test('closes back to the chat', async ({ page }) => {
      const opened = await open(page, variant)
      await opened.ask('close')
      const name = chat === 'wecom' ? 'closeWindow' : phone ? 'biz.navigation.close' : 'biz.navigation.quit'
      await expect.poll(() => opened.calls.map((one) => one.name)).toEqual([name])
    })

    test('lets a person choose colleagues, signed for this address', async ({ page }) => {
      const opened = await open(page, variant)
      expect(await opened.ask('pickPeople', { multiple: true, chosen: ['u2'] })).toEqual({ value: ['u1'] })
      expect(opened.calls.some(({ name }) => CONFIG.includes(name))).toBe(true)
    })

    test('says so when the client refuses the signature', async ({ page }) => {
      const opened = await open(page, variant, { badSignature: true })
      expect((await opened.ask('pickPeople', { multiple: false, chosen: [] })).error).toMatch(/签名校验失败/)
    })

    test('a person who backs out is null, not an error', async ({ page }) => {
      const opened = await open(page, variant, {
        answer: (name) => (CONFIG.includes(name) ? undefined : { refused: 'cancel' }),
      })
      expect(await opened.ask('pickPeople', { multiple: true, chosen: [] })).toEqual({ value: null })
      if (phone) expect(await opened.ask('scan')).toEqual({ value: null })
    })

    test('a refusal is a HostError that says what is refused', async ({ page }) => {
      for (const refused of ['denied', 'unknown'] as const) {
        const context = await page.context().browser()!.newContext(variant.browser)
        const opened = await open(await context.newPage(), variant, {
          answer: (name) => (CONFIG.includes(name) ? undefined : { refused }),
        })
        const { error } = await opened.ask(someCall, { multiple: true, chosen: [] })
        expect(error).toMatch(refused === 'denied' ? /没有允许(选择同事|获取登录授权)/ : /版本不支持.+请升级/)
        await context.close()
      }
    })

    const dumb: readonly [string, How][] = [
      ['a call the client never answers', { answer: () => ({ silent: true }) }],
      ['a call without the bridge of the client', { missing: true }],
    ]
    for (const [what, how] of dumb)
      test(`${what} ends in a HostError`, async ({ page }) => {
        const { loaded } = await open(page, variant, how)
        const saving = page.evaluate(async (address) => {
          const { host } = await window.tested
          return host
            .saveFile({ blob: new Blob(['1']), name: 'a', address: () => Promise.resolve(address) })
            .then(() => 'saved')
            .catch((error: { name?: string }) => error.name)
        }, FILE)
        await expect.poll(() => sdkFiles(loaded).length).toBe(1)
        // Longer than any call in which a person looks for something.
        await page.clock.runFor(310_000)
        expect(await saving).toBe('HostError')
      })

    test('a bridge that comes two seconds late is waited for', async ({ page }) => {
      const opened = await open(page, variant, { lateMs: 2_000 })
      const answer = opened.ask('pickPeople', { multiple: true, chosen: [] })
      await page.evaluate(() => undefined)
      await page.clock.runFor(2_500)
      expect(await answer).toEqual({ value: ['u1'] })
    })

    if (phone) {
      test('reads a code', async ({ page }) => {
        const opened = await open(page, variant, {
          // On an iPhone WeCom wraps what it read.
          answer: (name) =>
            variant.name === 'WeCom iOS' && name === 'scanQRCode'
              ? { result: { resultStr: '{"scan_code":{"scan_result":"8800001"}}' } }
              : undefined,
        })
        const answer = await opened.ask('scan')
        expect(answer).toEqual({ value: '8800001' })
        expect(named(opened.calls, scanCall)).toHaveLength(1)
      })
    } else
      test('has no button for reading codes', async ({ page }) =>
        expect(await (await open(page, variant)).ask('scan')).toEqual({ error: 'absent' }))

    test('asks the page before going back, and tells when it was come back to', async ({ page }) => {
      const opened = await open(page, variant)
      await page.evaluate(async () => {
        const { host } = await window.tested
        const told = window as unknown as { open: boolean; resumed: number }
        told.open = true
        told.resumed = 0
        host.onBack?.(() => {
          const was = told.open
          told.open = false
          return was
        })
        host.onResume?.(() => void (told.resumed += 1))
      })
      const event = chat === 'wecom' ? 'historyBack' : 'backbutton'
      const fire = (name: string) =>
        page.evaluate((one) => (window as unknown as { fireHost: (name: string) => boolean }).fireHost(one), name)
      if (chat === 'wecom') {
        await page.clock.runFor(3_000)
        await expect.poll(() => sdkFiles(opened.loaded).length).toBe(1)
      }
      await expect.poll(() => fire(event)).toBe(true)
      expect(await fire(event)).toBe(false)
      if (chat === 'dingtalk') {
        await fire('resume')
        expect(await page.evaluate(() => (window as unknown as { resumed: number }).resumed)).toBe(1)
      }
    })

    if (chat === 'dingtalk') {
      test('gives a one-time code', async ({ page }) =>
        expect(await (await open(page, variant)).ask('authCode')).toEqual({ value: 'v2-client1' }))

      test.describe('an old client', () => {
        test.use({ userAgent: variant.browser.userAgent.replace(/7\.[68]\.\d+/, '7.0.30') })
        test('is asked in the old way', async ({ page }) => {
          const opened = await open(page, variant, { version: '7.0.30' })
          expect(await opened.ask('authCode')).toEqual({ value: 'v1-corp1' })
        })
      })
    } else
      test('signs again after the address has changed', async ({ page }) => {
        const opened = await open(page, variant)
        await opened.ask('pickPeople', { multiple: true, chosen: [] })
        await page.evaluate(() => history.pushState(null, '', '/other?x=1'))
        expect(await opened.ask('pickPeople', { multiple: true, chosen: [] })).toEqual({ value: ['u1'] })
        expect(named(opened.calls, 'agentConfig')).toHaveLength(2)
      })
  })
}
