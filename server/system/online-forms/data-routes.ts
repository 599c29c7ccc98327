/**
 * The endpoints of every online form, at `/online/cgform/data/{code}/…`: those of a resource, for whichever resource the code
 * stands for when it is asked. What they may be called with, and by whom, says that resource.
 */
import { z } from 'zod'
import type { Resource } from '#model/resource.ts'
import { onlinePath, onlineResource, type OnlineDefinition } from '#resources/onlineResource.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { sqlState } from '../../db/sql-state.ts'
import { may, type Caller } from '../../kernel/caller.ts'
import { checked } from '../../kernel/check.ts'
import { badInput, lacksRight, notFound } from '../../kernel/errors.ts'
import { route, type Call, type Route } from '../../kernel/route.ts'
import type { Services } from '../../kernel/services.ts'
import { listed } from '#model/listed.ts'
import { liveForm } from '../../resource/online.ts'
import { resourceRoutes } from '../../resource/routes.ts'
import { searchLane } from '../../resource/search-lane.ts'
import { filesRoutes } from '../../tasks/resource-routes.ts'

const routesOf = (resource: Resource): Route[] => [...resourceRoutes(resource), ...filesRoutes(resource)]

/** `GET list`, by which an endpoint of one resource is found among those of another. */
const keyOf = ({ method, path }: Pick<Route, 'method' | 'path'>, below: string): string =>
  `${[method].flat().join(' ')} ${path.slice(below.length + 1)}`

const known = new WeakMap<Resource, ReadonlyMap<string, Route>>()

function endpointsOf(resource: Resource): ReadonlyMap<string, Route> {
  const found =
    known.get(resource) ?? new Map(routesOf(resource).map((one) => [keyOf(one, resource.path), one] as const))
  known.set(resource, found)
  return found
}

type Given = Pick<Call, 'services' | 'caller' | 'request' | 'reply'>

export async function formOf(services: Services, code: string) {
  const form = await liveForm(services.db, code)
  if (!form) throw notFound('在线表单')
  return form
}

/** Calls an endpoint of the form as if it had been asked for itself. */
export async function callEndpoint(given: Given, code: string, key: string, query: unknown, body: unknown) {
  const { resource } = await formOf(given.services, code)
  const endpoint = endpointsOf(resource).get(key)
  if (!endpoint) throw notFound('在线表单的接口')
  if (endpoint.permission !== 'session' && !may(given.caller, endpoint.permission))
    throw lacksRight(endpoint.permission)
  const names = Object.keys(query ?? {})
  if (!endpoint.query && names.length) throw badInput(`未知参数：${listed(names)}`)
  const call: Call<unknown, unknown> = {
    ...given,
    params: undefined,
    query: endpoint.query && (await checked(endpoint.query, query)),
    body: endpoint.body && (await checked(endpoint.body, body ?? {}, endpoint.fields)),
  }
  try {
    return await (endpoint.handler(call as never) as Promise<unknown>)
  } catch (error) {
    // Its form was removed a moment ago, by somebody on another node.
    if (sqlState(error)?.code === UNDEFINED_TABLE) throw notFound('在线表单')
    throw error
  }
}

export const mayRead = (caller: Caller, resource: Resource): boolean => may(caller, `${resource.permission}:list`)

/** SQLSTATE. */
const UNDEFINED_TABLE = '42P01'

const CODE = ':code'
/** A form like any other, to see which endpoints there are. */
const some: OnlineDefinition = {
  code: CODE,
  name: '在线表单数据',
  scope: formScopes.tenant,
  enhancements: [],
  fields: [
    {
      id: '',
      name: 'name',
      label: '名称',
      kind: onlineKinds.text,
      required: false,
      dictCode: null,
      size: null,
      inList: true,
      inSearch: true,
      hint: null,
      column: 'name',
    },
  ],
}
const anything = z.record(z.string(), z.unknown())

export const onlineDataRoutes = (): Route[] =>
  routesOf(onlineResource(some)).map((pattern) => {
    const key = keyOf(pattern, onlinePath(CODE))
    const { query: _, body, fields: __, handler: ___, ...rest } = pattern
    return route({
      ...rest,
      // Which one it needs, the form says; which of its fields have an index is not known before.
      permission: 'session',
      ...(typeof pattern.lane === 'function' && { lane: searchLane }),
      params: z.strictObject({ code: z.string().max(64) }),
      query: anything,
      ...(body && { body: anything }),
      handler: (call) => callEndpoint(call, call.params.code, key, call.query, body && call.body),
    })
  })
