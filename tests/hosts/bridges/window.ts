/**
 * The window of a client without a browser: a fresh jsdom with the client's bridge, and in it the hosts and their
 * unmodified SDKs as the product's own bundler makes them. The SDKs keep state in their modules and look at the window
 * when they start, so each window starts them anew. Its clock is the test's: `vi.useFakeTimers()` comes first.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { JSDOM, VirtualConsole, type DOMWindow } from 'jsdom'
import { vi } from 'vitest'
import { build } from 'vite'
import type * as Adaptive from '#adaptive/index.ts'
import type { Answer, BridgeOptions } from './bridges.ts'
import { CONFIG, signatureIn } from './signature.ts'
import type { Variant } from './variants.ts'

const ORIGIN = 'https://volt.example'
const SECRET_TICKET = 'ticket-of-the-simulator'
const ENTRY = 'index.js'
const root = new URL('../../..', import.meta.url)

/** The hosts as program files by name. What is loaded only when it is needed is a file of its own. */
const files = await bundle()

async function bundle(): Promise<Map<string, Script>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(root),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: ['chrome87', 'safari14'],
      rolldownOptions: {
        input: fileURLToPath(new URL('src/adaptive/index.ts', root)),
        preserveEntrySignatures: 'strict',
        // Such a file asks for another by a function it is given.
        output: { format: 'cjs', entryFileNames: ENTRY, chunkFileNames: '[name].js' },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : []
  const chunks = outputs.flatMap(({ output }) => output.filter((part) => part.type === 'chunk'))
  const wrapped = (code: string) => `(function (exports, require) {${code}\n})`
  return new Map(chunks.map(({ fileName, code }) => [fileName, new Script(wrapped(code), { filename: fileName })]))
}

interface Called {
  name: string
  params: Record<string, unknown>
}

export interface OpenWindow {
  window: DOMWindow
  host: Adaptive.Host
  shell: Adaptive.Shell
  HostError: typeof Adaptive.HostError
  /** What the client was asked, in order. */
  calls: Called[]
  /** Names of the program files that were loaded. */
  loaded: string[]
  /** An event of the client, as the device makes it. True when the page kept it from its usual effect. */
  fire: (event: string) => boolean
}

/** What kind of window it is. */
interface Device {
  userAgent?: string
  touchPoints?: number
  /** A browser or a client whose bridge does not matter has none. */
  bridge?: Variant['bridge']
  width?: number
  coarse?: boolean
}
interface How extends BridgeOptions {
  /** What the client answers instead; undefined leaves it to the usual answer. */
  answer?: (name: string) => Answer | undefined
  /** Our server signs with a ticket that is not the client's. */
  badSignature?: boolean
}

const sha1 = (ticket: string, { nonceStr, timestamp }: { nonceStr: string; timestamp: string }, url: string) =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`)
    .digest('hex')

/** They succeed only with a signature made for this very address. */
function fits(params: Record<string, unknown>, url: string): boolean {
  const given = signatureIn(params)
  return sha1(SECRET_TICKET, given, url) === given.signature
}

const results: Readonly<Record<string, (params: Record<string, unknown>) => unknown>> = {
  'runtime.permission.requestAuthCodeV2': ({ clientId }) => ({ code: `v2-${String(clientId)}` }),
  'runtime.permission.requestAuthCode': ({ corpId }) => ({ code: `v1-${String(corpId)}` }),
  'biz.util.scan': () => ({ code: '8800001' }),
  scanQRCode: () => ({ resultStr: 'CODE_128,8800001' }),
  'biz.file.downloadFile': () => ({ filePath: '/sandbox/report.xlsx' }),
  'biz.contact.complexPicker': () => ({ users: [{ emplId: 'u1', name: '张三', avatar: '' }], selectedCount: 1 }),
  selectEnterpriseContact: () => ({ result: { userList: [{ id: 'u1' }], departmentList: [] } }),
}

const opened: { window: DOMWindow; problems: unknown[] }[] = []

/** After each test: throws what went wrong in the windows where nobody could catch it. */
export function closeWindows(): void {
  const problems = opened.splice(0).flatMap((one) => {
    one.window.close()
    return one.problems
  })
  if (problems.length) throw new AggregateError(problems, 'in a window')
}

export async function openWindow(device: Device, how: How = {}): Promise<OpenWindow> {
  const { answer, badSignature, ...bridgeOptions } = how
  const calls: Called[] = []
  const loaded: string[] = []
  const problems: unknown[] = []
  const answerCall = async (name: string, params: Record<string, unknown>): Promise<Answer> => {
    calls.push({ name, params })
    const given = answer?.(name)
    if (given) return given
    if (CONFIG.includes(name) && !fits(params, addressOf(window))) return { refused: 'signature' }
    return { result: results[name]?.(params) ?? {} }
  }
  const jsdom = new JSDOM('<!doctype html><title>旧标题</title>', {
    url: `${ORIGIN}/finance/list?tab=1#part`,
    runScripts: 'outside-only',
    resources: { ...(device.userAgent && { userAgent: device.userAgent }) },
    virtualConsole: new VirtualConsole().on('jsdomError', (error) => problems.push(error)),
    beforeParse(window) {
      Object.defineProperty(window.navigator, 'maxTouchPoints', { value: device.touchPoints ?? 0 })
      Object.assign(window, {
        Date,
        innerWidth: device.width ?? 1440,
        matchMedia: () => ({ matches: device.coarse ?? false }),
        hostAnswers: answerCall,
      })
      if (device.bridge) window.eval(`(${device.bridge.toString()})(${JSON.stringify(bridgeOptions)})`)
    },
  })
  const { window } = jsdom
  opened.push({ window, problems })
  const modules = new Map<string, unknown>()
  const require = (path: string): unknown => {
    const name = path.replace('./', '')
    const known = modules.get(name)
    if (known) return known
    const script = files.get(name)
    if (!script) throw new Error(`no file is called ${name}`)
    loaded.push(name)
    const exports = {}
    modules.set(name, exports)
    script.runInContext(jsdom.getInternalVMContext())(exports, require)
    return exports
  }
  const { chooseHost, chooseShell, setSigner, HostError } = require(`./${ENTRY}`) as typeof Adaptive
  setSigner({
    ids: () => Promise.resolve({ corpId: 'corp1', agentId: '1000002', clientId: 'client1' }),
    sign(url) {
      const stamp = { timestamp: '1700000000', nonceStr: 'n1' }
      return Promise.resolve({ ...stamp, signature: sha1(badSignature ? 'stolen' : SECRET_TICKET, stamp, url) })
    },
  })
  return {
    window,
    host: await settled(chooseHost()),
    shell: chooseShell(),
    HostError,
    calls,
    loaded,
    fire: (event) => window.eval(`fireHost(${JSON.stringify(event)})`) as boolean,
  }
}

export const addressOf = ({ location }: DOMWindow): string => location.href.split('#')[0]!

/** The window a client opens. */
export const openClientWindow = (
  { browser, bridge, phone }: Variant,
  { userAgent = browser.userAgent, ...how }: How & { userAgent?: string } = {},
) => openWindow({ userAgent, bridge, width: browser.viewport?.width, touchPoints: phone ? 5 : 0, coarse: phone }, how)

/** What a call comes to while the clock goes on, for at most so many ms. */
export async function settled<T>(call: Promise<T> | undefined, limitMs = 1_000): Promise<T> {
  if (!call) throw new Error('the host has no such call')
  let open = true
  const close = () => void (open = false)
  call.then(close, close)
  for (let passed = 0; open && passed < limitMs; passed += limitMs / 100)
    await vi.advanceTimersByTimeAsync(limitMs / 100)
  if (open) throw new Error(`nothing came of it in ${limitMs} ms`)
  return call
}
