// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Extras } from '#headless/forms/useForm.ts'
import { resources } from '#resources/index.ts'
import { onlineResource } from '#resources/onlineResource.ts'
import { configGroups } from '#resources/finance/appConfig.ts'
import { valueTypes } from '#resources/finance/configValue.ts'
import { enableStates } from '#resources/enabled.ts'
import { billModes } from '#resources/product/billModes.ts'
import { cardKinds } from '#resources/product/cardKinds.ts'
import { consumerStates } from '#resources/customer/userMessage.ts'
import { packageScopes } from '#resources/product/packageGroup.ts'
import { formScopes, onlineKinds } from '#resources/system/onlineKinds.ts'
import { temporaryId } from '#headless/records/temporaryId.ts'
import { make } from '../make.ts'
import { ok, refused, startToldServer, type Reply, type ToldServer } from './told-server.ts'

const { appConfig } = resources
let server: ToldServer
let useForm: (typeof import('#headless/forms/useForm.ts'))['useForm']
let keepSession: (typeof import('#headless/session/session.ts'))['keepSession']
let client: (typeof import('#headless/session/queries.ts'))['queryClient']

const stored = {
  id: '1',
  version: 4,
  groupCode: configGroups.basic,
  configKey: 'a.b',
  configName: '旧名',
  valueType: valueTypes.text,
  configValue: 'x',
  needAudit: 'N',
  status: enableStates.on,
}

beforeAll(async () => {
  server = await startToldServer()
  ;({ useForm } = await import('#headless/forms/useForm.ts'))
  const { patience } = await import('#headless/session/idempotency.ts')
  patience.waitsMs = [0, 0, 0]
  ;({ keepSession } = await import('#headless/session/session.ts'))
  ;({ queryClient: client } = await import('#headless/session/queries.ts'))
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.reply = () => ok(null)
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

const placesOf = ({ conflict }: ReturnType<typeof useForm>) =>
  conflict?.map(({ key, name, mine, theirs, chosen }) => [key, mine?.[name], theirs?.[name], chosen])

test('a new form starts with the definition’s values and names what is missing', async () => {
  const { result } = form()
  expect(result.current.values).toMatchObject({ valueType: valueTypes.text, status: enableStates.on, needAudit: 'N' })
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toMatchObject({ configName: '请输入参数名称', groupCode: '请选择分组' })
  expect(server.asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('what no longer applies is cleared with what decides on it, and stays while it applies', async () => {
  const steps = [{ id: '7', fromMinutes: 0, toMinutes: null, price: '3.00' }]
  const { platform, cities } = packageScopes
  const row = {
    ...make(resources.packageGroup),
    id: '1',
    version: 4,
    scope: cities,
    areaCodes: '440300',
    billMode: billModes.bySteps,
    steps,
  }
  server.reply = ({ url }) => (url.includes('queryById') ? ok(row) : ok(null))
  const { result } = renderHook(() => useForm(resources.packageGroup, { id: '1' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('isDefault', 'Y'))
  act(() => result.current.set('scope', cities))
  expect(result.current.values).toMatchObject({ areaCodes: '440300', steps })
  act(() => result.current.set('scope', platform))
  act(() => result.current.set('billMode', billModes.byTime))
  expect(result.current.values).toMatchObject({ areaCodes: null, steps: [] })
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.find(({ method }) => method === 'PUT')!.body).toEqual({
    ...{ id: '1', version: 4, isDefault: 'Y' },
    ...{ scope: platform, areaCodes: null, billMode: billModes.byTime, steps: [] },
  })
})

test('a field that names a check rule is judged when it is left, and not as long as it stands as it stood', async () => {
  const visits = onlineResource({
    code: 'visits',
    name: '拜访',
    scope: formScopes.tenant,
    enhancements: [],
    fields: [
      {
        ...{
          id: '1',
          name: 'shopNo',
          label: '门店编号',
          kind: onlineKinds.text,
          column: 'shop_no',
          checkRule: 'common',
        },
        ...{ required: false, dictCode: null, size: null, inList: true, inSearch: true, hint: null },
      },
    ],
  })
  const asked = () => server.asked.filter(({ url }) => url.includes('checkByCode')).map(({ url }) => url)
  server.reply = ({ url }) => {
    if (url.includes('queryById')) return ok({ id: '9', version: 1, shopNo: '旧编号' })
    return url.includes('1a') ? refused(200, '第一位只能是字母', { digits: '1' }) : ok(null)
  }
  const { result } = renderHook(() => useForm(visits, { id: '9' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.check('shopNo'))
  act(() => result.current.set('shopNo', '1a'))
  act(() => result.current.check('shopNo'))
  await waitFor(() => expect(result.current.errors).toEqual({ shopNo: '第一位只能是字母' }))
  act(() => result.current.set('shopNo', 'a12'))
  act(() => result.current.check('shopNo'))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(result.current.errors).toEqual({})
  act(() => result.current.set('shopNo', ' 旧编号 '))
  act(() => result.current.check('shopNo'))
  expect(asked()).toHaveLength(2)
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
  const typed = { groupCode: configGroups.basic, configKey: 'a.b', configName: '名', configValue: '1' }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(true))
  const add = server.asked.find(({ method }) => method === 'POST')!
  expect(add.url).toBe('/rental/appConfig/add')
  expect(add.key).toMatch(/^[\w-]{8,80}$/)
  expect(add.body).toMatchObject(typed)
  expect(result.current.dirty).toBe(false)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('what a new record goes on with in the background is said and watched', async () => {
  const { useNoticeStore } = await import('#headless/connection/notices.ts')
  useNoticeStore.setState({ queue: [] })
  const typed = { groupCode: configGroups.basic, configKey: 'a.b', configName: '名', configValue: '1' }
  const saved = async (reply: Reply) => {
    server.reply = ({ method }) => (method === 'POST' ? reply : ok({ records: [], total: 0 }))
    const { result } = form()
    act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
    await act(async () => expect(await result.current.submit()).toBe(true))
    return useNoticeStore.getState().queue.map(({ tone, text }) => [tone, text])
  }
  const watched = () => JSON.stringify(sessionStorage).includes('voltdesk:watches-tasks')
  expect(await saved(ok({ id: '1', version: 1 }))).toEqual([['success', '添加成功！']])
  expect(watched()).toBe(false)
  const message = '添加成功！其余 9,999 个编号正在后台生成'
  const begun: Reply = [200, { success: true, code: 200, message, result: { id: '1', version: 1, task: { id: 't' } } }]
  expect(await saved(begun)).toContainEqual(['success', message])
  expect(watched()).toBe(true)
})

test('an order goes when another consumer is chosen, and stays when the consumer is chosen after it', () => {
  const { result } = renderHook(() => useForm(resources.complaint, {}), { wrapper })
  act(() => result.current.set('orderId', 'o1'))
  act(() => result.current.set('userId', 'u1'))
  expect(result.current.values.orderId).toBe('o1')
  act(() => result.current.set('userId', 'u2'))
  expect(result.current.values.orderId).toBeNull()
})

test('what is no field travels with the record; secrets are not kept with a half-typed form', async () => {
  const extras = {
    values: { selectedroles: 'r1', password: '' },
    secret: ['password'],
    check: ({ password }: Record<string, unknown>): Record<string, string> =>
      password === 'Good#2026' ? {} : { password: '太短' },
  }
  const { result } = renderHook(() => useForm(appConfig, { extras }), { wrapper })
  const typed = {
    groupCode: configGroups.basic,
    configKey: 'a.b',
    configName: '名',
    configValue: '1',
    selectedroles: 'r1,r2',
  }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ password: '太短' })
  act(() => result.current.set('password', 'Good#2026'))
  expect(JSON.stringify(sessionStorage)).toContain('r1,r2')
  expect(JSON.stringify(sessionStorage)).not.toContain('Good#2026')
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.find(({ method }) => method === 'POST')!.body).toMatchObject({ ...typed, password: 'Good#2026' })
})

test('an edit sends of what is no field only what changed', async () => {
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const extras = { values: { selectedroles: 'r1', selecteddeparts: 'd1' } }
  const { result } = renderHook(() => useForm(appConfig, { id: '1', extras }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.dirty).toBe(false)
  act(() => result.current.set('selectedroles', ''))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.find(({ method }) => method === 'PUT')!.body).toEqual({ id: '1', version: 4, selectedroles: '' })
})

test('what the server finds stands at its field', async () => {
  server.reply = () => [
    400,
    { success: false, code: 400, message: '…', result: { fields: { configKey: '参数键已存在' } } },
  ]
  const { result } = form()
  const typed = { groupCode: configGroups.basic, configKey: 'a.b', configName: '名', configValue: '1' }
  act(() => Object.entries(typed).forEach(([name, value]) => result.current.set(name, value)))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ configKey: '参数键已存在' })
  act(() => result.current.set('configKey', 'c'))
  expect(result.current.errors).toEqual({})
})

test('an edit sends id, version and only what changed', async () => {
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.writable('configKey')).toBe(false)
  act(() => result.current.set('configName', '新名'))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.find(({ method, url }) => method === 'PUT' && url === '/rental/appConfig/edit')!.body).toEqual({
    id: '1',
    version: 4,
    configName: '新名',
  })
})

test('a stale version shows both values and goes on with the chosen one', async () => {
  let version = 4
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok(version === 4 ? stored : { ...stored, version: 5, configName: '别人' })
    if (body.version === 4) {
      version = 5
      return refused(409, '记录已由 张三 修改')
    }
    return ok(null)
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '我的'))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(placesOf(result.current)).toEqual([['configName', '我的', '别人', undefined]])
  // Not chosen yet: saving asks for it instead of doing anything.
  const sent = server.asked.length
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current).toMatchObject({ asked: 1, problem: '请先选择保留谁的内容：参数名称' })
  expect(server.asked).toHaveLength(sent)
  act(() => result.current.choose(['configName'], 'mine'))
  expect(result.current.problem).toBe('')
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.filter(({ method }) => method === 'PUT').at(-1)!.body).toEqual({
    id: '1',
    version: 5,
    configName: '我的',
  })
})

test('what only one of two has changed is chosen already, and the other’s word is taken with the next save', async () => {
  let version = 4
  const theirs = { ...stored, version: 5, configName: '别人' }
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok(version === 4 ? stored : theirs)
    if (body.version !== 4) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => {
    result.current.set('configName', '我的')
    result.current.set('remark', '我加的')
  })
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(placesOf(result.current)).toEqual([
    ['configName', '我的', '别人', undefined],
    ['remark', '我加的', undefined, 'mine'],
  ])
  act(() => result.current.choose(['configName'], 'theirs'))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.filter(({ method }) => method === 'PUT').at(-1)!.body).toEqual({
    id: '1',
    version: 5,
    remark: '我加的',
  })
})

test('what is typed while a conflict is open is one’s own choice', async () => {
  let version = 4
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok({ ...stored, version, configName: version === 4 ? '旧名' : '别人' })
    if (body.version !== 4) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '我的'))
  await act(async () => expect(await result.current.submit()).toBe(false))
  act(() => result.current.choose(['configName'], 'theirs'))
  act(() => result.current.set('configName', '再改'))
  expect(placesOf(result.current)).toEqual([['configName', '再改', '别人', 'mine']])
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(server.asked.filter(({ method }) => method === 'PUT').at(-1)!.body).toMatchObject({ configName: '再改' })
})

test('a conflict nobody has settled is one again when the form is opened anew', async () => {
  let version = 4
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok({ ...stored, version, configName: version === 4 ? '旧名' : '别人' })
    if (!url.includes('/edit') || body.version === 5) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const first = form('1')
  await waitFor(() => expect(first.result.current.loading).toBe(false))
  act(() => first.result.current.set('configName', '我的'))
  await act(async () => expect(await first.result.current.submit()).toBe(false))
  first.unmount()
  const again = form('1')
  await waitFor(() => expect(again.result.current.loading).toBe(false))
  expect(again.result.current.values.configName).toBe('我的')
  await act(async () => expect(await again.result.current.submit()).toBe(false))
  // How it began is not known any more, so nothing is chosen beforehand.
  expect(placesOf(again.result.current)).toEqual([['configName', '我的', '别人', undefined]])
})

test('what another device typed later takes the place of what was typed here, about whatever version', async () => {
  server.reply = ({ url }) => (url.includes('queryById') ? ok(stored) : ok(null))
  const first = form('1')
  await waitFor(() => expect(first.result.current.loading).toBe(false))
  act(() => first.result.current.set('configName', '这里'))
  first.unmount()
  const elsewhere = { device: 'b', host: '企业微信', time: '2026-03-02 08:05:00', stamp: '1', ageMs: -1 }
  server.reply = ({ url }) => {
    if (url.includes('queryById')) return ok({ ...stored, version: 5, configName: '别人' })
    return ok(url.includes('/sys/draft/one') ? { ...elsewhere, recordVersion: 5, values: { remark: '那里' } } : null)
  }
  client.clear()
  const again = form('1')
  await waitFor(() => expect(again.result.current.values.remark).toBe('那里'))
  await waitFor(() => expect(again.result.current.loading).toBe(false))
  expect(again.result.current.values.configName).toBe('别人')
  await act(async () => expect(await again.result.current.submit()).toBe(true))
  expect(server.asked.find(({ url }) => url === '/rental/appConfig/edit')!.body).toEqual({
    id: '1',
    version: 5,
    remark: '那里',
  })
})

test('who only opens a form writes nothing over what may lie on the server', async () => {
  server.reply = ({ url }) => (url.includes('queryById') ? ok(stored) : ok(null))
  const first = form('1')
  await waitFor(() => expect(first.result.current.loading).toBe(false))
  act(() => first.result.current.set('configName', '这里'))
  first.unmount()
  await waitFor(() => expect(server.asked.some(({ url }) => url === '/sys/draft/save')).toBe(true))
  server.asked.length = 0
  server.reply = ({ url }) => (url.includes('queryById') ? ok(stored) : refused(500, ''))
  const again = form('1')
  await waitFor(() => expect(again.result.current.values.configName).toBe('这里'))
  await waitFor(() => expect(server.asked.some(({ url }) => url.includes('/sys/draft/one'))).toBe(true))
  again.unmount()
  const last = form('1')
  await waitFor(() => expect(last.result.current.loading).toBe(false))
  expect(server.asked.filter(({ url }) => url === '/sys/draft/save')).toEqual([])
})

test('when somebody else has saved the same meanwhile there is nothing to choose and nothing left to save', async () => {
  let version = 4
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok({ ...stored, version, configName: version === 4 ? '旧名' : '新名' })
    if (body.version !== 4) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
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

test('what is typed while that is being found out stays, also when the rest was saved by somebody else', async () => {
  let version = 4
  let answer = (_: Reply) => {}
  server.reply = ({ url }) => {
    if (url.includes('queryById')) return ok({ ...stored, version, configName: version === 4 ? '旧名' : '新名' })
    if (!url.endsWith('/edit')) return ok(null)
    version = 5
    return new Promise<Reply>((resolve) => (answer = resolve))
  }
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '新名'))
  let saved: Promise<boolean>
  act(() => void (saved = result.current.submit()))
  await waitFor(() => expect(version).toBe(5))
  act(() => result.current.set('remark', '又想到的'))
  await act(async () => {
    answer(refused(409, '记录已由 张三 修改'))
    expect(await saved).toBe(false)
  })
  expect(result.current).toMatchObject({ dirty: true, values: { remark: '又想到的' } })
  server.reply = ({ url }) => ok(url.includes('queryById') ? { ...stored, version: 5, configName: '新名' } : null)
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves().at(-1)!.body).toEqual({ id: '1', version: 5, remark: '又想到的' })
})

const { packageGroup } = resources
const step = { id: 's1', fromMinutes: 0, toMinutes: null, price: '1.00' }
const whole = make(packageGroup, { billMode: billModes.bySteps })

test('what is typed into a row after the other one was chosen for it is chosen', async () => {
  const group = (version: number, price: string) => ({ ...whole, id: '7', version, steps: [{ ...step, price }] })
  let version = 4
  server.reply = ({ url, body }) => {
    if (url.includes('queryById')) return ok(group(version, version === 4 ? '1.00' : '3.00'))
    if (!url.endsWith('/edit') || body.version === 5) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const { result } = renderHook(() => useForm(packageGroup, { id: '7' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  const price = (text: string) => act(() => result.current.set('steps', [{ ...step, price: text }]))
  price('2.00')
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({})
  act(() => result.current.choose(['steps/s1'], 'theirs'))
  expect(result.current.conflict).toMatchObject([{ key: 'steps/s1', chosen: 'theirs' }])
  price('2.50')
  expect(result.current.conflict).toMatchObject([{ key: 'steps/s1', chosen: 'mine', mine: { price: '2.50' } }])
})

test('a row that is deleted after the other one was chosen for it stays deleted, also one that both know by another id', async () => {
  const last = { id: 's0', fromMinutes: 60, toMinutes: null, price: '9.00' }
  const begun = { ...step, toMinutes: 30, price: '1.00' }
  const theirs = { ...begun, id: 's2', fromMinutes: 30, toMinutes: 60 }
  let version = 4
  server.reply = ({ url, body }) => {
    const steps = version === 4 ? [begun, last] : [{ ...begun, price: '3.00' }, theirs, last]
    if (url.includes('queryById')) return ok({ ...whole, id: '7', version, steps })
    if (!url.endsWith('/edit') || body.version === 5) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const { result } = renderHook(() => useForm(packageGroup, { id: '7' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  const set = (steps: unknown) => act(() => result.current.set('steps', steps))
  // Added in the grid that both share, and saved by the other one first.
  const shared = { ...theirs, id: temporaryId(), price: '5.00' }
  set([{ ...begun, price: '2.00' }, shared, last])
  await act(async () => expect(await result.current.submit()).toBe(false))
  act(() => result.current.choose(['steps/s1', `steps/${shared.id}`], 'theirs'))
  expect(result.current.conflict?.map(({ chosen }) => chosen)).toEqual(['theirs', 'theirs'])
  set([{ ...begun, price: '2.00' }, last])
  expect(placesOf(result.current)?.map(([key, , , chosen]) => [key, chosen])).toEqual([['steps/s1', 'theirs'], ['steps/s2', 'mine']]) // prettier-ignore
  set([last])
  expect(placesOf(result.current)?.map(([key, , , chosen]) => [key, chosen])).toEqual([['steps/s1', 'mine'], ['steps/s2', 'mine']]) // prettier-ignore
  const only = { ...last, fromMinutes: 0 }
  set([only])
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves().at(-1)!.body).toMatchObject({ version: 5, steps: [only] })
})

test('rows that are moved after the order of the other one was chosen stay where they were moved to', async () => {
  const three = ['1', '2', '3'].map((id) => ({ id, cardKind: cardKinds.time, cardId: id, sortNo: 1 }))
  const ordered = (...at: number[]) => at.map((one) => three[one]!)
  let version = 4
  server.reply = ({ url, body }) => {
    const cards = version === 4 ? three : ordered(2, 1, 0)
    if (url.includes('queryById'))
      return ok({ ...whole, id: '7', version, billMode: billModes.byTime, steps: [], cards })
    if (!url.endsWith('/edit') || body.version === 5) return ok(null)
    version = 5
    return refused(409, '记录已由 张三 修改')
  }
  const { result } = renderHook(() => useForm(packageGroup, { id: '7' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('cards', ordered(1, 0, 2)))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({})
  act(() => result.current.choose(['cards'], 'theirs'))
  expect(result.current.conflict).toMatchObject([{ key: 'cards', order: true, chosen: 'theirs' }])
  act(() => result.current.set('cards', ordered(1, 2, 0)))
  expect(result.current.conflict).toMatchObject([{ key: 'cards', order: true, chosen: 'mine' }])
})

test('what a mistaken choice made pointless is there again after the right one, until it is saved so', async () => {
  const group = { ...whole, id: '7', version: 4, steps: [step] }
  server.reply = ({ url }) => ok(url.includes('queryById') ? group : null)
  const { result } = renderHook(() => useForm(packageGroup, { id: '7' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  const set = (name: string, value: unknown) => act(() => result.current.set(name, value))
  const two = [{ ...step, price: '2.00' }]
  set('steps', two)
  set('billMode', billModes.byTime)
  expect(result.current.values.steps).toEqual([])
  set('billMode', billModes.bySteps)
  expect(result.current.values.steps).toEqual(two)
  set('steps', [step])
  expect(result.current.dirty).toBe(false)
  set('billMode', billModes.byTime)
  act(() => result.current.discard())
  set('billMode', billModes.byTime)
  set('steps', [])
  expect(result.current.values.steps).toEqual([])
})

test('what is not wanted any more is not reproached any more', async () => {
  const { userMessage } = resources
  const start = make(userMessage, { freezeReason: null })
  const { result } = renderHook(() => useForm(userMessage, { start }), { wrapper })
  act(() => result.current.set('status', consumerStates.frozen))
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors.freezeReason).toBe('请输入冻结原因')
  act(() => result.current.set('status', consumerStates.normal))
  expect(result.current.errors.freezeReason).toBeUndefined()
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
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const { result } = form('1')
  await waitFor(() => expect(result.current.row).toBeDefined())
  act(() => result.current.set('valueType', '2'))
  expect(result.current.values.configValue).toBe('x')
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.errors).toEqual({ configValue: '请输入数字' })
})

const saves = () => server.asked.filter(({ url }) => /(add|edit)$/.test(url))
const typed = { groupCode: configGroups.basic, configKey: 'a.b', configName: '名', configValue: '1' }
type Form = ReturnType<typeof form>['result']
const fill = (result: Form, values: Record<string, unknown> = typed) =>
  act(() => Object.entries(values).forEach(([name, value]) => result.current.set(name, value)))

test('what was never answered is asked again under its key, also after the page was loaded again', async () => {
  server.reply = ({ url }) => (url.endsWith('/add') ? undefined : ok(null))
  const first = form()
  fill(first.result)
  await act(async () => expect(await first.result.current.submit()).toBe(false))
  await act(async () => expect(await first.result.current.submit()).toBe(false))
  first.unmount()
  server.reply = () => ok({ id: '9', version: 1 })
  const second = form()
  await act(async () => expect(await second.result.current.submit()).toBe(true))
  expect(saves().length).toBeGreaterThan(3)
  expect(new Set(saves().map(({ key }) => key)).size).toBe(1)
})

test('what was typed after a lost answer changes the record that was made, and makes no second one', async () => {
  server.reply = ({ url }) => (url.endsWith('/add') ? undefined : ok(null))
  const { result } = form()
  fill(result)
  await act(async () => expect(await result.current.submit()).toBe(false))
  fill(result, { configName: '改过的名' })
  const [lost] = saves()
  server.asked.length = 0
  // It had been done: the server only says so.
  server.reply = ({ url }) => ok(url.endsWith('/add') ? { ...typed, id: '9', version: 1 } : { id: '9', version: 2 })
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(
    saves().map(({ method, key, withdraws, body }) => ({ method, same: key === lost!.key, withdraws, body })),
  ).toEqual([
    { method: 'POST', same: true, withdraws: true, body: lost!.body },
    { method: 'PUT', same: false, withdraws: false, body: { id: '9', version: 1, configName: '改过的名' } },
  ])
})

test('what was lost on its way is taken back before something else is sent', async () => {
  server.reply = ({ url }) => (url.endsWith('/add') ? undefined : ok(null))
  const { result } = form()
  fill(result)
  await act(async () => expect(await result.current.submit()).toBe(false))
  fill(result, { configValue: '2' })
  server.asked.length = 0
  server.reply = ({ withdraws }) => (withdraws ? refused(410, '已撤回') : ok({ id: '9', version: 1 }))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves()).toMatchObject([
    { method: 'POST', withdraws: true },
    { method: 'POST', withdraws: false, body: { configValue: '2' } },
  ])
})

test('what is typed while a form is being saved is not thrown away, and changes the record that was made', async () => {
  let answer = (_: Reply) => {}
  server.reply = ({ url }) =>
    url.endsWith('/add') ? new Promise<Reply>((resolve) => (answer = resolve)) : ok({ ...typed, id: '9', version: 2 })
  const { result } = form()
  fill(result)
  let saved: Promise<boolean>
  act(() => void (saved = result.current.submit()))
  await waitFor(() => expect(saves()).toHaveLength(1))
  fill(result, { configName: '另一个名' })
  await act(async () => {
    answer(ok({ ...typed, id: '9', version: 1 }))
    expect(await saved).toBe(false)
  })
  expect(result.current).toMatchObject({ dirty: true, problem: '已保存。此后改动的内容尚未保存，请再次保存' })
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves().at(-1)).toMatchObject({ method: 'PUT', body: { id: '9', version: 1, configName: '另一个名' } })
})

const TOO_LATE = '参数值改动之前已经提交，不能再修改，现显示服务器上的内容，请核对'

test('what cannot be changed once it is saved and was corrected while it was being saved is shown as it was saved, and said', async () => {
  let answer = (_: Reply) => {}
  server.reply = ({ url }) =>
    url.endsWith('/add') ? new Promise<Reply>((resolve) => (answer = resolve)) : ok({ ...typed, id: '9', version: 1 })
  const { result } = form()
  fill(result)
  let saved: Promise<boolean>
  act(() => void (saved = result.current.submit()))
  await waitFor(() => expect(saves()).toHaveLength(1))
  fill(result, { configValue: '2' })
  await act(async () => {
    answer(ok({ ...typed, id: '9', version: 1 }))
    expect(await saved).toBe(false)
  })
  expect(result.current.values.configValue).toBe(typed.configValue)
  expect(result.current).toMatchObject({ mode: 'edit', dirty: false, problem: TOO_LATE })
})

test('the same after a lost answer: nothing else is sent before that was seen, and what else was typed stays to be saved', async () => {
  server.reply = ({ url }) => (url.endsWith('/add') ? undefined : ok(null))
  const { result } = form()
  fill(result)
  await act(async () => expect(await result.current.submit()).toBe(false))
  fill(result, { configName: '改过的名', configValue: '2' })
  server.asked.length = 0
  server.reply = ({ url }) => ok(url.endsWith('/edit') ? { id: '9', version: 2 } : { ...typed, id: '9', version: 1 })
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(saves()).toMatchObject([{ method: 'POST', withdraws: true }])
  expect(result.current.values).toMatchObject({ configValue: typed.configValue, configName: '改过的名' })
  expect(result.current).toMatchObject({ dirty: true, problem: `${TOO_LATE}；其余改动尚未保存，请再次保存` })
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves().at(-1)).toMatchObject({ method: 'PUT', body: { id: '9', version: 1, configName: '改过的名' } })
})

test('a form that is saved is saved, although what follows from it cannot be read again', async () => {
  server.reply = ({ url }) =>
    url.endsWith('/edit')
      ? ok({ id: '7', version: 2 })
      : url.includes('queryById')
        ? ok({ id: '7', version: 1, itemText: '旧', itemValue: '1', status: 1 })
        : refused(500, '坏了')
  const { result } = renderHook(() => useForm(resources.sysDictItem, { id: '7' }), { wrapper })
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('itemText', '新'))
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(result.current.problem).toBe('')
})

test('the version that is sent is the one the typing began from, whatever is known by then', async () => {
  let version = 4
  server.reply = ({ url }) => (url.includes('queryById') ? ok({ ...stored, version }) : ok({ ...stored, version: 9 }))
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '新名'))
  version = 5
  await act(() => client.invalidateQueries({ queryKey: [appConfig.name] }))
  await waitFor(() => expect(result.current.row?.version).toBe(5))
  await act(async () => void (await result.current.submit()))
  expect(saves().at(-1)?.body).toMatchObject({ version: 4 })
})

test('a record that is known to have changed is not typed over before it has come anew', async () => {
  client.setQueryData([appConfig.name, 'record', '1'], stored)
  await client.invalidateQueries({ queryKey: [appConfig.name] })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  server.reply = async ({ url }) => {
    if (!url.includes('queryById')) return ok({ ...stored, version: 6 })
    await held
    return ok({ ...stored, version: 5 })
  }
  const { result } = form('1')
  expect(result.current.loading).toBe(true)
  answer()
  await waitFor(() => expect(result.current.loading).toBe(false))
  act(() => result.current.set('configName', '新名'))
  // What becomes known from now on takes nothing out of somebody's hands.
  act(() => void client.invalidateQueries({ queryKey: [appConfig.name] }))
  expect(result.current.loading).toBe(false)
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves().at(-1)?.body).toMatchObject({ version: 5, configName: '新名' })
})

test('a record that cannot be had anew is typed over as it lay here', async () => {
  client.setQueryData([appConfig.name, 'record', '1'], stored)
  await client.invalidateQueries({ queryKey: [appConfig.name] })
  server.reply = () => refused(500, '服务器出错')
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.values.configName).toBe('旧名')
})

test.each([
  ['the server is broken', () => refused(500, '服务器出错')],
  ['somebody deleted it', () => refused(404, '记录不存在或已删除')],
] as const)('a form stays while its record cannot be read again: %s', async (_, answer) => {
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  fill(result, { configName: '新名' })
  server.reply = ({ url }) => (url.includes('queryById') || url.endsWith('/edit') ? answer() : ok(null))
  await act(() => client.invalidateQueries({ queryKey: [appConfig.name] }))
  expect(client.getQueryState([appConfig.name, 'record', '1'])?.status).toBe('error')
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(result.current).toMatchObject({ loadError: null, loading: false, values: { configName: '新名' } })
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(result.current.problem).not.toBe('')
  expect(result.current.values.configName).toBe('新名')
})

test('what is saved beside the record stays too; what never came is asked for again', async () => {
  let broken = true
  server.reply = ({ url }) =>
    url.includes('queryById') ? (broken ? refused(500, '服务器出错') : ok(stored)) : ok(null)
  let read = 0
  const failed: Extras = { values: undefined, error: new Error('未能读取角色'), retry: () => void read++ }
  const { result, rerender } = renderHook(({ extras }) => useForm(appConfig, { id: '1', extras }), {
    wrapper,
    initialProps: { extras: failed },
  })
  await waitFor(() => expect(result.current.loadError?.message).toBe('服务器出错'))
  broken = false
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.loadError?.message).toBe('未能读取角色'))
  expect(read).toBe(1)
  rerender({ extras: { ...failed, values: { selectedroles: 'r1' } } })
  // The record that is asked for again is on its way.
  await waitFor(() =>
    expect(result.current).toMatchObject({ loadError: null, values: { configName: '旧名', selectedroles: 'r1' } }),
  )
})

const { sysDepart } = resources
const below = (parentId?: string) =>
  renderHook(({ start }) => useForm(sysDepart, { start }), { wrapper, initialProps: { start: parentId ? { parentId } : undefined } }) // prettier-ignore

test('what was begun below one record is not taken up below another, nor at the root', async () => {
  const first = below('a')
  act(() => first.result.current.set('departName', '甲的下级'))
  await waitFor(() => expect(server.asked.some(({ url }) => url === '/sys/draft/save')).toBe(true))
  expect(server.asked.find(({ url }) => url === '/sys/draft/save')!.body.values).toEqual({
    parentId: 'a',
    departName: '甲的下级',
  })
  first.unmount()
  for (const other of ['b', undefined]) {
    const { result, unmount } = below(other)
    expect(result.current).toMatchObject({ restored: false, dirty: false })
    unmount()
  }
  expect(below('a').result.current.values).toMatchObject({ parentId: 'a', departName: '甲的下级' })
})

test('what another device began below a record is taken up below that one only', async () => {
  const elsewhere = { device: 'b', host: '企业微信', time: '2026-03-02 08:05:00', stamp: '1', ageMs: 1 }
  const found = { ...elsewhere, recordVersion: null, values: { parentId: 'a', departName: '甲的下级' } }
  server.reply = ({ url }) => ok(url.includes('/sys/draft/one') ? found : null)
  const other = below('b')
  const asking = () => server.asked.filter(({ url }) => url.includes('/sys/draft/one')).length
  await waitFor(() => expect(asking()).toBe(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(other.result.current.values).toMatchObject({ parentId: 'b' })
  expect(other.result.current.values.departName).toBeUndefined()
  const same = below('a')
  await waitFor(() => expect(same.result.current.values.departName).toBe('甲的下级'))
})

const drafts = () =>
  server.asked
    .filter(({ url, body }) => url === '/sys/draft/save' && body.resource === appConfig.name)
    .map(({ body }) => body.values)
const lineIsBack = () => act(() => void window.dispatchEvent(new Event('online')))

test('what was typed while the line was away lies on the server as soon as it is back', async () => {
  server.reply = ({ url }) => (url === '/sys/draft/save' ? undefined : ok(null))
  const { result, unmount } = form()
  act(() => result.current.set('configName', '半个'))
  await waitFor(() => expect(drafts()).toHaveLength(1))
  server.reply = () => ok({ stamp: '1', other: null })
  // The first is given up some moment after it was sent.
  await waitFor(() => {
    lineIsBack()
    expect(drafts()).toEqual([{ configName: '半个' }, { configName: '半个' }])
  })
  // Once is enough.
  lineIsBack()
  unmount()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(drafts()).toHaveLength(2)
})

test('a draft that did not come through never overtakes what was typed or thrown away since', async () => {
  let fail = () => {}
  server.reply = ({ url }) =>
    url === '/sys/draft/save' ? new Promise<Reply>((resolve) => (fail = () => resolve(refused(503, '忙')))) : ok(null)
  const { result } = form()
  act(() => result.current.set('configName', '旧的'))
  await waitFor(() => expect(drafts()).toHaveLength(1))
  act(() => result.current.set('configName', '新的'))
  lineIsBack()
  server.reply = () => ok({ stamp: '1', other: null })
  fail()
  await waitFor(() => expect(drafts()).toHaveLength(2))
  lineIsBack()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(drafts()).toEqual([{ configName: '旧的' }, { configName: '新的' }])

  server.reply = ({ url }) => (url === '/sys/draft/save' ? refused(503, '忙') : ok(null))
  act(() => result.current.set('configName', '更新的'))
  await waitFor(() => expect(drafts()).toHaveLength(3))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  act(() => result.current.discard())
  lineIsBack()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(drafts()).toHaveLength(3)
})

test('leaving a field right after writing into it judges what was written', () => {
  const { result } = form()
  act(() => {
    result.current.set('configName', '名')
    result.current.check('configName')
  })
  expect(result.current.errors.configName).toBeUndefined()
})

test('a late answer about a value that was corrected meanwhile marks nothing', async () => {
  let answer = (_: Reply) => {}
  server.reply = ({ url }) =>
    url.includes('duplicate') ? new Promise<Reply>((resolve) => (answer = resolve)) : ok(null)
  const { result } = form()
  act(() => result.current.set('configKey', 'a.b'))
  act(() => result.current.check('configKey'))
  await waitFor(() => expect(server.asked.some(({ url }) => url.includes('duplicate'))).toBe(true))
  act(() => result.current.set('configKey', 'a.c'))
  await act(async () => {
    answer([200, { success: false, code: 500, message: '该值不可用，系统中已存在！', result: null }])
    await client.invalidateQueries({ queryKey: ['nothing'] })
    await new Promise((resolve) => setTimeout(resolve, 50))
  })
  expect(result.current.errors.configKey).toBeUndefined()
})

test('what was sent without an answer and then taken back is set back on the server too', async () => {
  server.reply = ({ url }) => (url.includes('queryById') ? ok(stored) : undefined)
  const { result } = form('1')
  await waitFor(() => expect(result.current.loading).toBe(false))
  fill(result, { configName: '没有回音' })
  await act(async () => expect(await result.current.submit()).toBe(false))
  fill(result, { configName: '旧名' })
  server.asked.length = 0
  server.reply = ({ url, withdraws }) =>
    ok(
      url.includes('queryById') || withdraws
        ? { ...stored, configName: '没有回音', version: 5 }
        : { ...stored, version: 6 },
    )
  await act(async () => expect(await result.current.submit()).toBe(true))
  expect(saves()).toMatchObject([
    { method: 'PUT', withdraws: true },
    { method: 'PUT', withdraws: false, body: { id: '1', version: 5, configName: '旧名' } },
  ])
})

test('while nobody can say what became of it, nothing else is sent', async () => {
  server.reply = ({ url }) => (url.endsWith('/add') ? undefined : ok(null))
  const { result } = form()
  fill(result)
  await act(async () => expect(await result.current.submit()).toBe(false))
  const [lost] = saves()
  fill(result, { configName: '改过的名' })
  server.asked.length = 0
  server.reply = () => refused(429, '请求过于频繁')
  await act(async () => expect(await result.current.submit()).toBe(false))
  expect(saves().map(({ key, withdraws }) => [key, withdraws])).toEqual([[lost!.key, true]])
})
