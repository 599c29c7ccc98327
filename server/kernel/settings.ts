import { isIP } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { MapTiles } from '#model/deviceMap.ts'
import { SIGNATURE_SECRET } from '#model/signature.ts'
import type { ChatName } from './ports/chat.ts'
import { s3Place, type S3Place } from './s3-place.ts'

const MEGABYTE = 1024 * 1024

const text = z.string().trim().min(1, '不能为空')
const number = (min: number, max: number) =>
  z.coerce.number({ error: '应为整数' }).int('应为整数').min(min, `不能小于 ${min}`).max(max, `不能大于 ${max}`)
const address = (...protocols: string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    error: `应为 ${protocols.join(' 或 ')} 地址`,
  })
const yes = z.enum(['1', '0', 'true', 'false', 'yes', 'no', 'on', 'off'], { error: '应为 1 或 0' })
const isYes = (value: string) => ['1', 'true', 'yes', 'on'].includes(value)
const timeZone = text.refine(
  (value) => {
    try {
      return Boolean(new Intl.DateTimeFormat('zh-CN', { timeZone: value }))
    } catch {
      return false
    }
  },
  { error: '不是已知的时区，例如 Asia/Shanghai' },
)

const TILE_PLACES = ['{z}', '{x}', '{y}']
const tiles = text.refine(
  (value) =>
    // The browser is told one origin; a host that changes from tile to tile is none.
    /^https?:\/\/[^/{}]+\//.test(value) &&
    URL.canParse(value) &&
    TILE_PLACES.every((place) => value.slice(value.indexOf('/', 'https://'.length)).includes(place)),
  {
    error:
      '应为 http 或 https 地址，路径中含有 {z}、{x}、{y}，主机名固定，例如 https://tiles.example.cn/{z}/{x}/{y}.png',
  },
)

/** A number of proxies, or their addresses and networks; never "everybody", who could then be whoever he says. */
const proxies = text.transform((value, context) => {
  if (/^\d$/.test(value)) return Number(value) || false
  const networks = value.split(',').map((one) => one.trim())
  const known = (one: string) => {
    const [address = '', bits, more] = one.split('/')
    const version = isIP(address)
    return (
      version > 0 &&
      more === undefined &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128)))
    )
  }
  if (networks.every(known)) return networks
  context.addIssue({
    code: 'custom',
    message: '应为前面代理的层数（例如 1），或代理的地址与网段（例如 10.0.0.0/8,127.0.0.1）',
  })
  return z.NEVER
})

/** Comma-joined origins: what a page of one may show, all its pages may. */
const origins = text.transform((value, context) => {
  const named = value.split(',').map((one) => one.trim().replace(/\/$/, ''))
  const isOrigin = (one: string) => /^https?:\/\/[^*]+$/.test(one) && URL.canParse(one) && new URL(one).origin === one
  if (named.every(isOrigin)) return named
  context.addIssue({
    code: 'custom',
    message: '应为以逗号分隔的网站地址，只到主机与端口，例如 https://bi.example.cn,http://10.0.0.5:8080',
  })
  return z.NEVER
})

/** Comma-joined hosts of databases; whoever may name any host may ask all that this machine can reach. */
const hosts = text.transform((value, context) => {
  const named = value.split(',').map((one) => one.trim().toLowerCase())
  if (named.every((one) => /^((\*\.)?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(one))) return named
  context.addIssue({
    code: 'custom',
    message: '应为以逗号分隔的主机，可带端口，例如 bi-db.example.cn,*.db.example.cn:5432',
  })
  return z.NEVER
})

const bucket = text.transform((value, context) => {
  try {
    return s3Place(value)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: number(0, 65535).default(3000),
  HOST: text.default('0.0.0.0'),
  PUBLIC_URL: address('http', 'https').optional(),
  DATA_DIR: text.default('./data'),
  BACKUP_DIR: text.optional(),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  DATABASE_POOL: number(2, 200).default(14),
  ADMIN_PASSWORD: z.string().min(8, '至少 8 位').optional(),
  DEMO: yes.optional(),
  PLATFORM_NAME: text.max(30, '最多 30 个字').default('电池租赁管理平台'),
  TZ: timeZone.default('Asia/Shanghai'),
  FILES_URL: bucket.optional(),
  FILES_PERSON_MB: number(0, 100_000_000).default(1024),
  FILES_TENANT_MB: number(0, 100_000_000).default(51_200),
  // The embedded database is read-only below 200.
  FILES_MIN_FREE_MB: number(250, 100_000_000).default(512),
  CAS_URL: address('http', 'https').optional(),
  API_BASE: address('http', 'https').optional(),
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_CREDIT: text.max(100, '最多 100 个字').optional(),
  FRAME_ORIGINS: origins.optional(),
  DATA_SOURCE_HOSTS: hosts.optional(),
  REPORT_LIMIT_MS: number(100, 60_000).default(5000),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: '应为 fatal、error、warn、info、debug、trace、silent 之一',
    })
    .default('info'),
  SIGNATURE_SECRET: text.optional(),
  CAPTCHA: z.enum(['auto', 'always'], { error: '应为 auto 或 always' }).default('auto'),
  PROOF_ROUNDS: number(100, 100_000).default(5000),
  REQUESTS_PER_MINUTE: number(0, 1_000_000).default(1200),
  PATIENCE_MS: number(0, 60_000).default(500),
  IMPORT_WAIT_MS: number(0, 600_000).default(55_000),
  TASK_WAIT_MS: number(0, 600_000).default(4000),
  PAGE_WAIT_MS: number(0, 60_000).default(1500),
  TRUST_PROXY: proxies.optional(),
  METRICS_TOKEN: z.string().min(16, '至少 16 位').optional(),
  PAY_MODE: z.enum(['pretend'], { error: '目前只有 pretend' }).default('pretend'),
})

export interface Settings {
  production: boolean
  port: number
  host: string
  /** Where people reach the product from outside, without a trailing slash. */
  publicUrl?: string
  dataDir: string
  /** Where the nightly backups lie. */
  backupDir: string
  databaseUrl?: string
  databasePool: number
  adminPassword?: string
  demo: boolean
  platformName: string
  timeZone: string
  /** Where uploads are kept; absent: in the data folder. */
  bucket?: S3Place
  /** Bytes in the file store; 0 is no limit. */
  filesPerPerson: number
  filesPerTenant: number
  /** Bytes of free disk below which no file is written. */
  filesMinFree: number
  casUrl?: string
  /** The server that the client of this page works at, when it is not this one. */
  apiBase?: string
  /** What the map of devices is drawn on; absent: a plain ground. */
  mapTiles?: MapTiles
  /** Whose pages the menu may show inside ours, besides our own. */
  frameOrigins: readonly string[]
  /** Whose databases data sources may name: `host`, `host:port`, `*.domain`, in small letters. */
  dataSourceHosts: readonly string[]
  /** So long a statement of a report may take. */
  reportLimitMs: number
  logLevel: string
  /** Our own client's, and that of JeecgBoot clients when it is given. */
  signatureSecrets: readonly string[]
  /** `auto`: only after failed logins. */
  captcha: 'auto' | 'always'
  /** Rounds of each try a browser computes to show that it is no script; it needs some two hundred tries. */
  proofRounds: number
  /** Per session, and half of it per address without one; 0 is no limit. */
  requestsPerMinute: number
  /** How long a small request waits for its turn when the server is busy, larger ones in proportion; 0 is for ever. */
  patienceMs: number
  /** So long an import that asks nobody is waited for before it goes on in the background. */
  importWaitMs: number
  taskWaitMs: number
  /** How long a page waits for the session it brings; for what costs less to ask for, a part of that. */
  pageWaitMs: number
  /** Whose X-Forwarded-For is believed: so many proxies in front of us, or those in these networks; false is nobody's. */
  trustProxy: number | string[] | false
  /** Who may read /metrics; absent: nobody. */
  metricsToken?: string
  payMode: 'pretend'
  /** What each chat that is set up has read of its own. */
  chats: Readonly<Partial<Record<ChatName, object>>>
}

/** A chat says itself which settings it has and what they come to; its room is above this one. */
export interface SettingsOfChat {
  readonly name: ChatName
  readonly shape: Readonly<Record<string, z.ZodType>>
  /** Undefined when nothing was said about it. Throws a sentence when it is set up by halves. */
  read(
    data: Readonly<Record<string, unknown>>,
    rules: { production: boolean; publicUrl: string | undefined },
  ): object | undefined
}

/** The message is for the person who starts the server. */
export class SettingsError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>

/** All settings, parsed once. Throws a SettingsError that names what is wrong in Chinese. */
export function readSettingsWith(chats: readonly SettingsOfChat[], env: Environment): Settings {
  // Empty is "not said": how a shell or a compose file writes it.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.extend(Object.assign({}, ...chats.map(({ shape }) => shape)) as object).safeParse(given)
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues.map(({ path, message }) => `设置 ${path.join('.')} 不正确：${message}`).join('\n'),
    )
  const { data } = parsed
  const production = data.NODE_ENV === 'production'
  return {
    production,
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: data.DATA_DIR,
    backupDir: data.BACKUP_DIR ?? join(data.DATA_DIR, 'backups'),
    databaseUrl: data.DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    adminPassword: data.ADMIN_PASSWORD,
    demo: data.DEMO === undefined ? !production : isYes(data.DEMO),
    platformName: data.PLATFORM_NAME,
    timeZone: data.TZ,
    bucket: data.FILES_URL,
    filesPerPerson: data.FILES_PERSON_MB * MEGABYTE,
    filesPerTenant: data.FILES_TENANT_MB * MEGABYTE,
    filesMinFree: data.FILES_MIN_FREE_MB * MEGABYTE,
    casUrl: casOf(data),
    ...(data.API_BASE && { apiBase: data.API_BASE.replace(/\/+$/, '') }),
    ...(data.MAP_TILES_URL && { mapTiles: { url: data.MAP_TILES_URL, credit: data.MAP_TILES_CREDIT ?? '' } }),
    frameOrigins: data.FRAME_ORIGINS ?? [],
    dataSourceHosts: data.DATA_SOURCE_HOSTS ?? [],
    reportLimitMs: data.REPORT_LIMIT_MS,
    logLevel: data.LOG_LEVEL,
    signatureSecrets: [SIGNATURE_SECRET, ...(data.SIGNATURE_SECRET ? [data.SIGNATURE_SECRET] : [])],
    captcha: data.CAPTCHA,
    proofRounds: data.PROOF_ROUNDS,
    requestsPerMinute: data.REQUESTS_PER_MINUTE,
    patienceMs: data.PATIENCE_MS,
    importWaitMs: data.IMPORT_WAIT_MS,
    taskWaitMs: data.TASK_WAIT_MS,
    pageWaitMs: data.PAGE_WAIT_MS,
    trustProxy: data.TRUST_PROXY ?? false,
    ...(data.METRICS_TOKEN && { metricsToken: data.METRICS_TOKEN }),
    payMode: data.PAY_MODE,
    chats: chatsOf(chats, data, production),
  }
}

/** Tickets are for an address of ours, and only the settings know it: whoever asks may name any host. */
function casOf({ CAS_URL, PUBLIC_URL }: z.output<typeof schema>): string | undefined {
  if (CAS_URL && !PUBLIC_URL) throw new SettingsError('启用单点登录（CAS_URL）时须同时设置 PUBLIC_URL')
  return CAS_URL?.replace(/\/+$/, '')
}

function chatsOf(chats: readonly SettingsOfChat[], data: z.output<typeof schema>, production: boolean) {
  try {
    const rules = { production, publicUrl: data.PUBLIC_URL }
    const read = chats.map((chat) => [chat.name, chat.read(data, rules)] as const)
    return Object.fromEntries(read.filter(([, own]) => own)) as Settings['chats']
  } catch (error) {
    throw new SettingsError((error as Error).message)
  }
}
