// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'

const { appConfig } = resources
let server: Server
let reply: (url: string, body: Record<string, unknown>) => [number, unknown]
const sent: { method: string; url: string; body: Record<string, unknown>; key: string | undefined }[] = []
let useForm: (typeof import('#headless/useForm.ts'))['useForm']
let keepSession: (typeof import('#headless/session.ts'))['keepSession']
let client: (typeof import('#headless/queries.ts'))['queryClient']

const ok = (result: unknown): [number, unknown] => [200, { success: true, code: 200, message: '', result }]
const stored = {
  id: '1',
  version: 4,
  groupCode: '1',
  configKey: 'a.b',
  configName: '旧名',
  valueType: '1',
  configValue: 'x',
  needAudit: 'N',
  status: '1',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      for (const name of ['origin', 'headers', 'methods']) response.setHeader(`access-control-allow-${name}`, '*')
      if (request.method === 'OPTIONS') return response.end()
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {}
      const key = request.headers['x-idempotency-key'] as string | undefined
      sent.push({ method: request.method!, url: request.url!, body, key })
      const [status, envelope] = reply(request.url!, body)
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(envelope))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const meta = document.createElement('meta')
  meta.name = 'voltdesk-api'
  meta.content = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  document.head.append(meta)
  ;({ useForm } = await import('#headless/useForm.ts'))
  ;({ keepSession } = await import('#headless/session.ts'))
  ;({ queryClient: client } = await import('#headless/queries.ts'))
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  sent.length = 0
  reply = () => ok(null)
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
})
afterEach(() => {
  cleanup()
  client.clear()
  sessionStorage.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const form = (id?: string) => renderHook(() => useForm(appConfig, { id }), { wrapper })

test('a new form starts with the definition’s values and names what is missing', async () => {
  const { result } = form()
  expect(result.current.values).toMatchObject({ valueType: '1', status: '1', needAudit: 'N' })
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toMatchObject({ configName: '请输入参数名称', groupCode: '请选择分组' })
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test('half-typed forms survive a reload, for the same person only', () => {
  const first = form()
  act(() => first.result.current.set('configName', '半个'))
  first.unmount()
  expect(form().result.current).toMatchObject({ restored: true, dirty: true })
  cleanup()
  keepSession({ username: 'wang' })
  expect(form().result.current.values.configName).toBeUndefined()
})

test('saving sends one intent under one key and drops the draft', async () => {
  const { result } = form()
  const typed = { groupCode: '1', configKey: 'a.b', configName: '名', configValue: '1' }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(true))
  const add = sent.find(({ method }) => method === 'POST')!
  expect(add.url).toBe('/rental/appConfig/add')
  expect(add.key).toMatch(/^[\w-]{8,80}$/)
  expect(add.body).toMatchObject(typed)
  expect(result.current.dirty).toBe(false)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('what is no field travels with the record; secrets are not kept with a half-typed form', async () => {
  const extras = {
    values: { selectedroles: 'r1', password: '' },
    secret: ['password'],
    check: ({ password }: Record<string, unknown>): Record<string, string> =>
      password === 'Good#2026' ? {} : { password: '太短' },
  }
  const { result } = renderHook(() => useForm(appConfig, { extras }), { wrapper })
  const typed = { groupCode: '1', configKey: 'a.b', configName: '名', configValue: '1', selectedroles: 'r1,r2' }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ password: '太短' })
  act(() => result.current.set('password', 'Good#2026'))
  expect(JSON.stringify(sessionStorage)).toContain('r1,r2')
  expect(JSON.stringify(sessionStorage)).not.toContain('Good#2026')
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(sent.find(({ method }) => method === 'POST')!.body).toMatchObject({ ...typed, password: 'Good#2026' })
})

test('an edit sends of what is no field only what changed', async () => {
  reply = (url) => ok(url.includes('queryById') ? stored : null)
  const extras = { values: { selectedroles: 'r1', selecteddeparts: 'd1' } }
  const { result } = renderHook(() => useForm(appConfig, { id: '1', extras }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.dirty).toBe(false)
  act(() => result.current.set('selectedroles', ''))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(sent.find(({ method }) => method === 'PUT')!.body).toEqual({ id: '1', version: 4, selectedroles: '' })
})

test('what the server finds stands at its field', async () => {
  reply = () => [400, { success: false, code: 400, message: '…', result: { fields: { configKey: '参数键已存在' } } }]
  const { result } = form()
  const typed = { groupCode: '1', configKey: 'a.b', configName: '名', configValue: '1' }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ configKey: '参数键已存在' })
  act(() => result.current.set('configKey', 'c'))
  expect(result.current.errors).toEqual({})
})

test('an edit sends id, version and only what changed', async () => {
  reply = (url) => ok(url.includes('queryById') ? stored : null)
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.writable('configKey')).toBe(false)
  act(() => result.current.set('configName', '新名'))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(sent.find(({ method }) => method === 'PUT')!.body).toEqual({ id: '1', version: 4, configName: '新名' })
})

test('a stale version shows both values and goes on with the chosen one', async () => {
  let version = 4
  reply = (url, body) => {
    if (url.includes('queryById')) return ok(version === 4 ? stored : { ...stored, version: 5, configName: '别人' })
    if (body.version === 4) {
      version = 5
      return [409, { success: false, code: 409, message: '记录已由 张三 修改', result: null }]
    }
    return ok(null)
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '我的'))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.conflict).toEqual([{ name: 'configName', mine: '我的', theirs: '别人' }])
  act(() => result.current.settle(['configName']))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(sent.filter(({ method }) => method === 'PUT').at(-1)!.body).toEqual({
    id: '1',
    version: 5,
    configName: '我的',
  })
})

test('when somebody else has saved the same meanwhile there is nothing to choose and nothing left to save', async () => {
  let version = 4
  reply = (url, body) => {
    if (url.includes('queryById')) return ok({ ...stored, version, configName: version === 4 ? '旧名' : '新名' })
    if (body.version !== 4) return ok(null)
    version = 5
    return [409, { success: false, code: 409, message: '记录已由 张三 修改', result: null }]
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '新名'))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.conflict).toBeUndefined()
  expect(result.current.problem).toBe('他人刚刚保存了相同的内容，无需再保存')
  expect(result.current.values.configName).toBe('新名')
  expect(result.current.dirty).toBe(false)
})

test('what another field decides keeps what still fits it and drops the rest', () => {
  const { result } = form()
  const set = (name: string, value: unknown) => act(() => result.current.set(name, value))
  set('configValue', '12')
  set('valueType', '2')
  expect(result.current.values.configValue).toBe('12')
  set('valueType', '3')
  expect(result.current.values).toMatchObject({ configValue: 'N', defaultValue: null })
  set('valueType', '6')
  expect(result.current.values.configValue).toBeNull()
  set('configValue', '{')
  act(() => result.current.check('configValue'))
  // Said although other fields are missing still.
  expect(result.current.errors).toEqual({ configValue: '不是完整的 JSON' })
  set('valueType', '1')
  expect(result.current.errors).toEqual({})
  expect(result.current.values.configValue).toBe('{')
  // The same again changes nothing.
  set('valueType', '1')
  expect(result.current.values.configValue).toBe('{')
})

test('what cannot be changed any more does not follow', async () => {
  reply = (url) => ok(url.includes('queryById') ? stored : null)
  const { result } = form('1')
  await waitFor(() => expect(result.current.row).toBeDefined())
  act(() => result.current.set('valueType', '2'))
  expect(result.current.values.configValue).toBe('x')
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ configValue: '请输入数字' })
})
