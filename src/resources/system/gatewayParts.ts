/** What a gateway route is matched by and what is done to it on the way: names and arguments of Spring Cloud Gateway. */
import { choices } from '#model/choices.ts'

export const gatewayPredicates = choices('gateway_predicate', '网关匹配条件', {
  path: ['Path', '路径 Path'],
  host: ['Host', '域名 Host'],
  method: ['Method', '请求方法 Method'],
  header: ['Header', '请求头 Header'],
  query: ['Query', '请求参数 Query'],
  cookie: ['Cookie', 'Cookie'],
  remoteAddr: ['RemoteAddr', '来源地址 RemoteAddr'],
  after: ['After', '此时间之后 After'],
  before: ['Before', '此时间之前 Before'],
  between: ['Between', '两个时间之间 Between'],
})

export const gatewayFilters = choices('gateway_filter', '网关过滤器', {
  stripPrefix: ['StripPrefix', '去掉前几级路径 StripPrefix'],
  prefixPath: ['PrefixPath', '加上路径前缀 PrefixPath'],
  setPath: ['SetPath', '改为路径 SetPath'],
  rewritePath: ['RewritePath', '按正则改写路径 RewritePath'],
  addRequestHeader: ['AddRequestHeader', '加请求头 AddRequestHeader'],
  addRequestParameter: ['AddRequestParameter', '加请求参数 AddRequestParameter'],
  addResponseHeader: ['AddResponseHeader', '加响应头 AddResponseHeader'],
  removeRequestHeader: ['RemoveRequestHeader', '去掉请求头 RemoveRequestHeader'],
  removeResponseHeader: ['RemoveResponseHeader', '去掉响应头 RemoveResponseHeader'],
  setStatus: ['SetStatus', '改响应状态 SetStatus'],
  redirectTo: ['RedirectTo', '重定向 RedirectTo'],
  retry: ['Retry', '重试 Retry'],
  requestRateLimiter: ['RequestRateLimiter', '限流 RequestRateLimiter'],
})

interface Sort {
  fits(text: string): boolean
  asked: string
}

const matching = (pattern: RegExp, asked: string): Sort => ({ fits: (text) => pattern.test(text), asked })
const between = (least: number, most: number): Sort => ({
  fits: (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
  asked: `${least} 到 ${most} 的整数`,
})

const path = matching(/^\/\S*$/, '/ 开头的路径，例如 /order/**')
const host = matching(/^[\w*?.{}-]+(:\d{1,5})?$/, '域名，例如 **.example.com')
const method = matching(/^(GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$/, 'GET、POST、PUT、DELETE、PATCH、HEAD 或 OPTIONS')
const name = matching(/^[\w!#$%&'*+.^`|~-]{1,100}$/, '名称，由字母、数字和 - _ 组成')
const anything = matching(/^[^\r\n]{0,500}$/, '一行文字')
const status = between(100, 599)
const address = matching(/^((25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(25[0-5]|2[0-4]\d|1?\d?\d)(\/([12]?\d|3[0-2]))?$|^[0-9a-fA-F:]*:[0-9a-fA-F:]+(\/\d{1,3})?$/, 'IP 地址或网段，例如 192.168.0.0/16')
const url = matching(/^(https?:\/\/[^\s/]+\S*|\/\S*)$/, 'http(s) 地址或 / 开头的路径')
const time: Sort = {
  fits: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)(\[[\w/+-]+\])?$/.test(text) && !Number.isNaN(Date.parse(text.replace(/\[.*$/, ''))),
  asked: '带时区的时间，例如 2026-01-01T00:00:00+08:00',
}
const regex: Sort = {
  fits(text) {
    try {
      new RegExp(text)
      return text.length <= 200
    } catch {
      return false
    }
  },
  asked: '200 个字符以内的正则表达式',
}

/** Several of one sort, or so many with a key each. */
type Arguments = { each: Sort; least: number; most: number } | { keyed: readonly (readonly [key: string, sort: Sort])[] }

const several = (each: Sort, least = 1, most = 20): Arguments => ({ each, least, most })
const keyed = (...of: [string, Sort][]): Arguments => ({ keyed: of })

const kinds: Readonly<Record<string, Arguments>> = {
  [gatewayPredicates.path]: several(path),
  [gatewayPredicates.host]: several(host),
  [gatewayPredicates.method]: several(method),
  [gatewayPredicates.remoteAddr]: several(address),
  [gatewayPredicates.after]: several(time, 1, 1),
  [gatewayPredicates.before]: several(time, 1, 1),
  [gatewayPredicates.between]: several(time, 2, 2),
  [gatewayPredicates.header]: keyed(['header', name], ['regexp', regex]),
  [gatewayPredicates.query]: keyed(['param', name], ['regexp', regex]),
  [gatewayPredicates.cookie]: keyed(['name', name], ['regexp', regex]),
  [gatewayFilters.stripPrefix]: keyed(['parts', between(1, 20)]),
  [gatewayFilters.prefixPath]: keyed(['prefix', path]),
  [gatewayFilters.setPath]: keyed(['template', path]),
  [gatewayFilters.rewritePath]: keyed(['regexp', regex], ['replacement', anything]),
  [gatewayFilters.addRequestHeader]: keyed(['name', name], ['value', anything]),
  [gatewayFilters.addRequestParameter]: keyed(['name', name], ['value', anything]),
  [gatewayFilters.addResponseHeader]: keyed(['name', name], ['value', anything]),
  [gatewayFilters.removeRequestHeader]: keyed(['name', name]),
  [gatewayFilters.removeResponseHeader]: keyed(['name', name]),
  [gatewayFilters.setStatus]: keyed(['status', status]),
  [gatewayFilters.redirectTo]: keyed(['status', between(300, 399)], ['url', url]),
  [gatewayFilters.retry]: keyed(['retries', between(1, 10)]),
  [gatewayFilters.requestRateLimiter]: keyed(['key-resolver', anything], ['redis-rate-limiter.replenishRate', between(1, 1_000_000)], ['redis-rate-limiter.burstCapacity', between(1, 1_000_000)]),
}

const argumentsOf = (of: string): Arguments | undefined => (Object.hasOwn(kinds, of) ? kinds[of] : undefined)

/** Joined by commas, as people write them; of those with keys the last may hold commas of its own. */
export function splitArguments(of: string, text: string): string[] {
  const all = text.split(',')
  const kind = argumentsOf(of)
  const most = kind && 'keyed' in kind ? Math.min(kind.keyed.length, all.length) : all.length
  return [...all.slice(0, most - 1), all.slice(most - 1).join(',')].map((one) => one.trim())
}

/** What is wrong with the arguments of a predicate or filter; undefined when nothing is. */
export function argumentProblem(of: string, text: string | null | undefined): string | undefined {
  const kind = argumentsOf(of)
  if (!kind) return '请选择列出的类型'
  const given = text?.trim() ? splitArguments(of, text) : []
  if ('each' in kind) {
    const { each, least, most } = kind
    if (given.length < least || given.length > most) return least === most ? `应为 ${least} 个参数，用逗号分隔` : `应为 ${least} 到 ${most} 个参数，用逗号分隔`
    const odd = given.find((one) => !each.fits(one))
    return odd === undefined ? undefined : `“${odd.slice(0, 60)}”应为${each.asked}`
  }
  if (given.length !== kind.keyed.length) return `应为 ${kind.keyed.length} 个参数，用逗号分隔：${kind.keyed.map(([key]) => key).join(', ')}`
  for (const [index, [key, sort]] of kind.keyed.entries()) if (!sort.fits(given[index]!)) return `${key} 应为${sort.asked}`
  return undefined
}

/** As the contract sends them: an array for those of one sort, an object for those with keys. */
export function sentArguments(of: string, text: string): string[] | Record<string, string> {
  const given = splitArguments(of, text)
  const kind = argumentsOf(of)
  return kind && 'keyed' in kind ? Object.fromEntries(kind.keyed.map(([key], index) => [key, given[index] ?? ''])) : given
}

/** What a client of the contract sent, in the writing of people; undefined when it cannot be read. */
export function writtenArguments(of: string, sent: unknown): string | undefined {
  const plain = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'
  const entries = Array.isArray(sent)
    ? sent.map((one: unknown): [string, unknown] => (typeof one === 'object' && one !== null && 'key' in one && 'value' in one ? [String(one.key), one.value] : ['', one]))
    : typeof sent === 'object' && sent !== null
      ? Object.entries(sent)
      : []
  if (entries.some(([, value]) => !plain(value))) return undefined
  const kind = argumentsOf(of)
  const keys = kind && 'keyed' in kind ? kind.keyed.map(([key]) => key) : undefined
  const ordered = keys && entries.every(([key]) => keys.includes(key)) ? keys.map((key) => entries.find(([own]) => own === key)) : entries
  const texts = ordered.map((entry) => String(entry?.[1] ?? ''))
  // Only the last of those with keys may hold commas: any other would be read as two.
  const plainOnes = keys ? texts.slice(0, -1) : texts
  return plainOnes.some((one) => one.includes(',')) ? undefined : texts.join(',')
}
