/**
 * How what people do with records is said to the server. Ours is spoken to in its own words; one that only knows JeecgBoot's
 * contract in those of `contract/`, which are loaded when there is such a server (`capabilities.ts`).
 */
import type { Resource } from '#model/resource.ts'
import { api, type Params } from './api.ts'
import type { Request } from './idempotency.ts'

type Values = Readonly<Record<string, unknown>>
export type SentRow = Record<string, unknown> & { id: string }

export interface SentOption {
  value: string
  text: string
}

/** The records an action is about: one, or several by their ids; none when it makes one. */
export interface About {
  row?: Values
  ids?: readonly string[]
  body: Values
}

export interface Way {
  /** As this server has it: without what it does not keep or do. */
  resource: Resource
  record(id: string, signal?: AbortSignal): Promise<unknown>
  /** The records below another, or at the top of the tree; a server of another make may have an order of its own. */
  level(above: string | undefined, order?: Params): Promise<unknown>
  list(params: Params, signal?: AbortSignal): Promise<unknown>
  /** The filters of a list as this server takes them. */
  narrow<P extends Params>(params: P): Params
  /** Whether its list can be asked by an advanced query. */
  advanced: boolean
  /** `among`: only records whose fields hold these. */
  options(
    asked: { keyword: string; pageSize: number; among?: Readonly<Record<string, string>> } | { ids: string },
    signal?: AbortSignal,
  ): Promise<SentOption[]>
  add(values: Values): Values
  /**
   * What is sent to change a record. `row` is the record as it was read, `beside` what is saved with it. `whole`: what is
   * not in it is taken away.
   */
  change(of: { id: string; version?: unknown; row?: Values | undefined; beside?: Values }, changes: Values): Values
  whole: boolean
  act(action: string, about: About): Request
}

const quietly = (signal?: AbortSignal) => ({ quiet: true, ...(signal && { signal }) })
const FIRST = { pageNo: 1, pageSize: 1000 }

const ours = (resource: Resource): Way => {
  const { path } = resource
  return {
    resource,
    record: (id, signal) => api.get(`${path}/queryById`, { id }, quietly(signal)),
    level: (above, order) =>
      above === undefined
        ? api.get(`${path}/rootList`, { ...FIRST, ...order }, { quiet: true })
        : api.get(`${path}/childList`, { pid: above, ...order }, { quiet: true }),
    list: (params, signal) => api.get(`${path}/list`, params, quietly(signal)),
    narrow: (params) => params,
    advanced: true,
    options: (asked, signal) => {
      const { among, ...rest } = 'ids' in asked ? { ...asked, among: {} } : asked
      return api.get<SentOption[]>(`${path}/options`, { ...rest, ...among }, quietly(signal))
    },
    add: (values) => values,
    change: ({ id, version }, changes) => ({ id, ...(version !== undefined && { version }), ...changes }),
    whole: false,
    act: (action, { body }) => ({ method: 'POST', url: `${path}/${action}`, body }),
  }
}

let ways = ours
/** For whoever finds out that the server speaks otherwise. */
export const speak = (otherwise: (resource: Resource) => Way): void => {
  const known = new Map<string, Way>()
  ways = (resource) => {
    const way = known.get(resource.name) ?? otherwise(resource)
    known.set(resource.name, way)
    return way
  }
}

/** It turned out to be one of ours. */
export const speakOurs = (): void => {
  ways = ours
}

/** How this resource is spoken of to the server. */
export const wayOf = (resource: Resource): Way => ways(resource)
