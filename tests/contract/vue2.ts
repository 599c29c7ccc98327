/**
 * A client as ant-design-vue-jeecg 3.4.3 is one, written from what that client sends: its signature (with the package it uses),
 * headers, `_t`, empty values, trailing commas and twice encoded queries. It knows nothing of ours.
 */
import axios from 'axios'
import type { FastifyInstance, InjectOptions } from 'fastify'
import md5 from 'md5'
import { addressKey, contractAddresses } from '../../scripts/contract/addresses.ts'

/** The secret every JeecgBoot client is published with. */
const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'

export interface Heard {
  method: string
  url: string
  status: number
  success: boolean
  message: string
  code: number
  // What an address answers with differs by address; the script says what it expects.
  result: any
  /** The whole of it, parsed where it is JSON. */
  body: any
  bytes: Buffer
  headers: Record<string, unknown>
}

type Values = Record<string, unknown>

/** Of the query in the address, the last part of the path when it has commas, and what goes along. */
function signatureOf(url: string, given: Values): string {
  const [path = '', query = ''] = url.split('?')
  const signed: Values = {}
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (last.includes(',')) signed['x-path-variable'] = decodeURIComponent(last)
  for (const [, name, value] of query.matchAll(/([^&=]+)=([^&#]*)/g)) signed[name!] = value
  // It makes texts of numbers in what it then sends, too.
  for (const [name, value] of Object.entries(given)) if (typeof value === 'number') given[name] = String(value)
  Object.assign(signed, given)
  const sorted = Object.fromEntries(
    Object.keys(signed)
      .sort()
      .map((name) => [name, signed[name]]),
  )
  return md5(JSON.stringify(sorted) + SECRET).toUpperCase()
}

/** What its lists send of a query: nothing that is empty. */
const filled = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )

/** The parameters of one of its lists (JeecgListMixin). */
export const listOf = (filters: Values = {}, columns = 'createTime'): Values =>
  filled({
    ...filters,
    column: filters.column ?? 'createTime',
    order: filters.order ?? 'desc',
    field: `id,,${columns}`,
    pageNo: 1,
    pageSize: 10,
  })

/** 高级查询: encoded by the page and once more on its way. */
export const superQuery = (items: readonly Values[], matchType = 'and'): Values => ({
  superQueryParams: encodeURI(JSON.stringify(items)),
  superQueryMatchType: matchType,
})

const matchers = contractAddresses.flatMap(({ methods, path }) =>
  methods.map((method) => ({
    key: addressKey(method, path),
    method,
    // A part of a path never has a slash, but the file below `static` has.
    fits: new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+').replace('*', '.+')}/?$`),
  })),
)

export class OlderClient {
  token: string | undefined
  /** Chosen after signing in; 0 until then. */
  tenant: number | undefined
  private readonly app: FastifyInstance
  private readonly heard: Map<string, Heard>
  /** `heard`: every address that was called, with its first answer. */
  constructor(app: FastifyInstance, heard: Map<string, Heard>) {
    this.app = app
    this.heard = heard
  }

  get = (url: string, params: Values = {}): Promise<Heard> => {
    const given = { ...params }
    const sign = signatureOf(url, given)
    return this.send('GET', url, { params: given, sign })
  }
  /** With another signature than its own. */
  forged = (url: string, params: Values): Promise<Heard> => this.send('GET', url, { params, sign: 'A'.repeat(32) })
  post = (url: string, data: Values = {}): Promise<Heard> => this.http(url, data, 'post')
  http = (url: string, data: Values, method: 'post' | 'put'): Promise<Heard> => {
    const given = { ...data }
    const sign = signatureOf(url, given)
    return this.send(method === 'post' ? 'POST' : 'PUT', url, { data: given, sign })
  }
  /** These two are not signed. */
  put = (url: string, data: Values = {}): Promise<Heard> => this.send('PUT', url, { data })
  delete = (url: string, params: Values = {}): Promise<Heard> => this.send('DELETE', url, { params })
  /** Signing in, out and files: axios itself, unsigned. */
  bare = (method: 'GET' | 'POST', url: string, more: { params?: Values; data?: Values } = {}): Promise<Heard> =>
    this.send(method, url, more)

  /** An upload of ant-design-vue: only the token goes along, and the tenant once one is chosen. */
  upload = (url: string, name: string, content: Buffer, fields: Values = {}, part = 'file'): Promise<Heard> => {
    const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW'
    const piece = (head: string, body: Buffer | string) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ])
    const payload = Buffer.concat([
      ...Object.entries(fields).map(([field, value]) => piece(`name="${field}"`, String(value))),
      piece(`name="${part}"; filename="${name}"\r\nContent-Type: application/octet-stream`, content),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    return this.hear('POST', url, {
      payload,
      headers: {
        ...(this.token && { 'x-access-token': this.token }),
        ...(this.tenant && { 'tenant-id': String(this.tenant) }),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    })
  }

  private send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { params, data, sign }: { params?: Values; data?: Values; sign?: string },
  ): Promise<Heard> {
    const asked =
      method === 'GET' && !url.includes('sys/dict/getDictItems')
        ? { _t: Math.floor(Date.now() / 1000), ...params }
        : params
    return this.hear(method, axios.getUri({ url, params: asked }), {
      headers: {
        'tenant-id': String(this.tenant ?? 0),
        ...(this.token && { 'x-access-token': this.token }),
        ...(sign && { 'x-sign': sign, 'x-timestamp': String(Date.now()) }),
      },
      ...(data && { payload: data }),
    })
  }

  private async hear(method: string, url: string, options: InjectOptions): Promise<Heard> {
    const reply = await this.app.inject({ ...options, method: method as 'GET', url: `/jeecg-boot${url}` })
    const isJson = String(reply.headers['content-type']).includes('json')
    const body: unknown = isJson ? reply.json() : reply.body
    const envelope = isJson && typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Values) : {}
    const heard: Heard = {
      method,
      url,
      status: reply.statusCode,
      success: envelope.success === true,
      message: String(envelope.message ?? ''),
      code: Number(envelope.code),
      result: envelope.result,
      body,
      bytes: reply.rawPayload,
      headers: reply.headers,
    }
    const path = decodeURI(url.split('?')[0]!)
    for (const one of matchers)
      if (one.method === method && one.fits.test(path) && !this.heard.has(one.key)) this.heard.set(one.key, heard)
    return heard
  }
}
