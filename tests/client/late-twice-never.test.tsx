// @vitest-environment jsdom
/**
 * Every list, form, action, deletion and upload of every resource over a line on which requests and answers come late,
 * twice or not at all: nothing is doubled, nothing typed is lost, nobody is signed out, nothing is asked for ever.
 */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Field, FieldKind, FieldOf } from '#model/fields.ts'
import { editable, type Resource } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import { make, valueOf } from '../make.ts'
import type { FormControls } from '#headless/forms/useForm.ts'
import { ok, refused, startToldServer, type Asked, type Reply, type ToldServer } from './told-server.ts'

type Row = Record<string, unknown>

/** What the server keeps, and what it has done. */
class World {
  readonly rows = new Map<string, Row>()
  readonly done: string[] = []
  private readonly answers = new Map<string, Reply | 'withdrawn'>()

  take(asked: Asked): Reply {
    const { key, withdraws } = asked
    if (!key) return this.answer(asked)
    const known = this.answers.get(key)
    if (known === 'withdrawn') return refused(410, '已撤回')
    if (known) return known
    const reply = withdraws ? 'withdrawn' : this.answer(asked)
    this.answers.set(key, reply)
    return reply === 'withdrawn' ? refused(410, '已撤回') : reply
  }

  private answer({ method, url, body }: Asked): Reply {
    const { pathname, searchParams } = new URL(url, 'http://told.invalid')
    const what = pathname.split('/').at(-1)!
    if (pathname === '/sys/common/upload') {
      this.done.push('upload')
      return [200, { success: true, code: 200, message: `temp/${this.done.length}.png`, result: null }]
    }
    if (pathname.startsWith('/sys/draft') || pathname === '/sys/notify/opened') return ok(null)
    if (method === 'GET' && what === 'list') {
      const [no, size] = [Number(searchParams.get('pageNo')), Number(searchParams.get('pageSize'))]
      const all = [...this.rows.values()]
      return ok({ records: all.slice((no - 1) * size, no * size), total: all.length })
    }
    if (method === 'GET') return ok(this.rows.get(searchParams.get('id') ?? '') ?? null)
    const id = String(body.id ?? searchParams.get('id') ?? `made${this.rows.size}`)
    const row = this.rows.get(id)
    if (what !== 'add' && !row) return refused(404, '不存在')
    if (body.version !== undefined && body.version !== row!.version) return refused(409, '已由 张三 于 10:32 修改')
    this.done.push(`${what} ${id}`)
    if (method === 'DELETE') this.rows.delete(id)
    else this.rows.set(id, { ...row, ...body, id, version: Number(row?.version ?? 0) + 1 })
    return ok(this.rows.get(id) ?? null)
  }
}

/** How many of a client's requests in a row meet it, and what the client hears. `arrives`: how often the server does. */
interface Fault {
  arrives: number
  hears: 'the answer' | 'nothing' | '504'
  /** Also every time it asks again by itself; only the person, later, gets through. */
  lasts?: boolean
}
const FAULTS: Record<string, Fault> = {
  'arrives twice': { arrives: 2, hears: 'the answer' },
  'is done and its answer lost': { arrives: 1, hears: 'nothing' },
  'is lost on its way': { arrives: 0, hears: 'nothing' },
  'is done and given up by what stands before the server': { arrives: 1, hears: '504' },
  'is done and never answered': { arrives: 1, hears: 'nothing', lasts: true },
  'never arrives': { arrives: 0, hears: 'nothing', lasts: true },
}
const TRIES = 3

let server: ToldServer
let world: World
let headless: {
  form: typeof import('#headless/forms/useForm.ts')
  records: typeof import('#headless/records/useRecord.ts')
  lists: typeof import('#headless/lists/useList.ts')
  uploads: typeof import('#headless/forms/useUploads.ts')
  session: typeof import('#headless/session/session.ts')
  unfinished: typeof import('#headless/forms/unfinishedUploads.ts')
}
let client: (typeof import('#headless/session/queries.ts'))['queryClient']

beforeAll(async () => {
  server = await startToldServer()
  const { patience } = await import('#headless/session/idempotency.ts')
  patience.waitsMs = Array.from({ length: TRIES - 1 }, () => 0)
  headless = {
    form: await import('#headless/forms/useForm.ts'),
    records: await import('#headless/records/useRecord.ts'),
    lists: await import('#headless/lists/useList.ts'),
    uploads: await import('#headless/forms/useUploads.ts'),
    session: await import('#headless/session/session.ts'),
    unfinished: await import('#headless/forms/unfinishedUploads.ts'),
  }
  client = (await import('#headless/session/queries.ts')).queryClient
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
})
afterAll(() => server.close())
beforeEach(() => {
  world = new World()
  server.asked.length = 0
  server.reply = (asked) => world.take(asked)
  headless.session.keepSession({ token: 'T', username: 'li', tenantid: 1 })
})
afterEach(() => {
  expect(headless.session.session().token).toBe('T')
  cleanup()
  client.clear()
  sessionStorage.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)

const to = (end: string) => server.asked.filter(({ url }) => url.split('?')[0]!.endsWith(end))

/** The line is bad for the first request to an address that ends so; answers how to mend it. */
function disturb(end: string, { arrives, hears, lasts }: Fault): () => void {
  let mended = false
  let met = 0
  server.reply = (asked) => {
    if (mended || !asked.url.split('?')[0]!.endsWith(end) || (met > 0 && !lasts)) return world.take(asked)
    met += 1
    // What is asked again by itself is the same request: it was done when it came first.
    const answers = Array.from({ length: met === 1 ? arrives : 0 }, () => world.take(asked))
    if (hears === 'the answer') return answers.at(-1)
    return hears === '504' ? refused(504, '') : undefined
  }
  return () => (mended = true)
}

/** Once more by the person when the client has said that it heard nothing. */
async function untilSaid(attempt: () => Promise<boolean>, mend: () => void): Promise<void> {
  const first = await attempt()
  mend()
  if (!first) expect(await attempt()).toBe(true)
}

const resourcesWith = (has: (resource: Resource) => unknown) =>
  allResources()
    .filter((resource) => resource.path && has(resource))
    .map((resource) => [resource.label, resource] as const)

/** A draft that names some record wherever one must be named. */
function filled(resource: Resource): Row {
  const draft = make(resource)
  for (const name of editable(resource.fields)) {
    const field = resource.fields[name]!
    if (draft[name] == null && 'required' in field && field.required) draft[name] = 'one'
  }
  return draft
}

const faults = Object.entries(FAULTS)
/** What is not typed is sent and asked again in one way. */
const worst = faults.filter(([, { lasts, arrives }]) => lasts || arrives > 1)

/** Presses 保存 once; what was typed stands until it is saved. */
async function save(form: { current: FormControls }, typed: Row): Promise<boolean> {
  let saved = false
  await act(async () => void (saved = await form.current.submit()))
  expect(form.current.errors).toEqual({})
  expect(form.current.sending).toBe('idle')
  if (!saved) expect(form.current).toMatchObject({ dirty: true, problem: expect.stringMatching(/./), values: typed })
  return saved
}
const fill = (form: { current: FormControls }, typed: Row) =>
  act(() => Object.entries(typed).forEach(([name, value]) => form.current.set(name, value)))
const nothingLeft = () => expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([])

describe.each(resourcesWith(({ verbs }) => verbs.includes('add')))('新增 %s', (_, resource) => {
  test.each(faults)('a request that %s makes one record of what was typed', async (__, fault) => {
    const typed = filled(resource)
    const { result } = renderHook(() => headless.form.useForm(resource), { wrapper })
    fill(result, typed)
    await untilSaid(() => save(result, typed), disturb('/add', fault))
    expect(world.done).toEqual(['add made0'])
    expect(world.rows.get('made0')).toMatchObject({ version: 1, ...to('/add')[0]!.body })
    expect(to('/add').length).toBeLessThanOrEqual(TRIES + 1)
    nothingLeft()
  })
})

const OTHER: Partial<Record<FieldKind, (field: Field) => unknown>> = {
  text: valueOf,
  longText: () => '另一段',
  richText: () => '<p>另一段</p>',
  integer: (field) => Number(valueOf(field)) + 1,
  money: (field) => (Number(valueOf(field)) + 1).toFixed(2),
}
/** A field that a person may change, with another value. */
function change({ name, fields }: Resource): Row {
  const free = editable(fields).find(
    (one) => !fields[one]!.fixed && !fields[one]!.computed && fields[one]!.kind in OTHER,
  )
  if (!free) throw new Error(`${name}: no field to change`)
  return { [free]: OTHER[fields[free]!.kind]!(fields[free]!) }
}

describe.each(resourcesWith(({ verbs }) => verbs.includes('edit')))('编辑 %s', (_, resource) => {
  test.each(faults)('a request that %s changes the record once, to what was typed', async (__, fault) => {
    const draft = filled(resource)
    world.rows.set('1', { ...draft, id: '1', version: 4 })
    const typed = change(resource)
    const { result } = renderHook(() => headless.form.useForm(resource, { id: '1' }), { wrapper })
    await waitFor(() => expect(result.current.loading).toBe(false))
    fill(result, typed)
    await untilSaid(() => save(result, typed), disturb('/edit', fault))
    expect(world.done).toEqual(['edit 1'])
    expect(world.rows.get('1')).toMatchObject({ ...typed, version: 5 })
    expect(to('/edit').length).toBeLessThanOrEqual(TRIES + 1)
    nothingLeft()
  })
})

const actions = resourcesWith(({ path }) => path).flatMap(([label, resource]) =>
  Object.entries(resource.actions).map(([name, action]) => [`${label}：${action.label}`, resource, name] as const),
)
describe.each(actions)('%s', (_, resource, name) => {
  test.each(worst)('a request that %s is done once', async (__, fault) => {
    world.rows.set('1', { id: '1', version: 4 })
    const { result } = renderHook(() => headless.records.useActions(resource), { wrapper })
    const press = async () => {
      let done = false
      await act(() =>
        result.current.act(name, { row: { id: '1', version: 4 } }, { reason: '原因' }).then(
          () => void (done = true),
          (error: Error) => expect(error.message).toMatch(/./),
        ),
      )
      expect(result.current.sending).toBe('idle')
      return done
    }
    await untilSaid(press, disturb(`/${name}`, fault))
    expect(world.done).toEqual([`${name} 1`])
    expect(to(`/${name}`).length).toBeLessThanOrEqual(TRIES + 1)
  })
})

const rows = (count: number) => {
  for (let n = 0; n < count; n += 1) world.rows.set(String(n), { id: String(n), version: 1 })
}

describe.each(resourcesWith(({ path }) => path))('列表 %s', (_, resource) => {
  const list = async () => {
    rows(45)
    const { result } = renderHook(() => headless.lists.useList(resource), { wrapper })
    await waitFor(() => expect(result.current.rows).toHaveLength(result.current.query.size))
    return result
  }

  test('an answer that comes late does not stand where the later question was answered', async () => {
    const result = await list()
    let answer = () => undefined as void
    server.reply = (asked) => {
      const reply = world.take(asked)
      return asked.url.includes('pageNo=2') ? new Promise((resolve) => (answer = () => resolve(reply))) : reply
    }
    act(() => result.current.setPage(2))
    await waitFor(() => expect(to('/list').at(-1)!.url).toContain('pageNo=2'))
    act(() => result.current.setPage(1))
    await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toContain('0'))
    answer()
    await act(() => result.current.reload())
    await waitFor(() => expect(result.current).toMatchObject({ fetching: false, error: null, query: { page: 1 } }))
    expect(result.current.rows.map(({ id }) => id)).toContain('0')
  })

  test('one that never comes is said, not asked for for ever, and there when it is asked for again', async () => {
    const result = await list()
    const before = to('/list').length
    server.reply = (asked) => (asked.url.includes('/list') ? undefined : world.take(asked))
    await act(() => result.current.reload())
    await waitFor(() => expect(result.current.error).toBeTruthy())
    expect(result.current.rows).toHaveLength(result.current.query.size)
    const asked = to('/list').length
    expect(asked - before).toBeLessThanOrEqual(TRIES)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(to('/list')).toHaveLength(asked)
    server.reply = (one) => world.take(one)
    await act(() => result.current.reload())
    await waitFor(() => expect(result.current).toMatchObject({ error: null, total: 45 }))
  })
})

describe.each(resourcesWith(({ verbs }) => verbs.includes('delete')))('删除 %s', (_, resource) => {
  test.each(worst)('a request that %s takes away that record and no other', async (__, fault) => {
    rows(15)
    const { result } = renderHook(() => headless.lists.useList(resource), { wrapper })
    await waitFor(() => expect(result.current.total).toBe(15))
    const press = async () => {
      let gone = false
      await act(() =>
        result.current.removeOne({ id: '3', version: 1 }).then(
          () => void (gone = true),
          (error: Error) => expect(error.message).toContain('网络连接失败'),
        ),
      )
      return gone
    }
    await untilSaid(press, disturb('/delete', fault))
    expect(world.done).toEqual(['delete 3'])
    await waitFor(() => expect(result.current.total).toBe(14))
  })
})

const uploads = resourcesWith(({ path }) => path).flatMap(([label, { fields }]) =>
  Object.values(fields).flatMap((field) =>
    !field.readOnly && ['image', 'images', 'file', 'files'].includes(field.kind)
      ? [[`${label}：${field.label}`, field as FieldOf<'images' | 'files'>] as const]
      : [],
  ),
)
describe.each(uploads)('上传 %s', (_, field) => {
  test.each(worst)('a request that %s leaves one file, and the form waits for it', async (__, fault) => {
    let value: string | null = null
    const waits = new headless.unfinished.Unfinished()
    const inForm = ({ children }: { children: ReactNode }) => (
      <headless.unfinished.UnfinishedUploads value={waits}>{children}</headless.unfinished.UnfinishedUploads>
    )
    const most = field.kind.endsWith('s') ? 5 : 1
    const pictures = field.kind.startsWith('image')
    const [, extension = pictures ? 'png' : 'pdf'] = ('extensions' in field && field.extensions) || []
    const { result } = renderHook(
      () =>
        headless.uploads.useUploads({
          value,
          wanted: { pictures, ...('extensions' in field && { extensions: field.extensions }) },
          most,
          onChange: (paths) => (value = paths),
          say: () => undefined,
        }),
      { wrapper: inForm },
    )
    const mend = disturb('/upload', fault)
    const [item] = await began(() =>
      result.current.add([new File(['x'], `a.${extension}`, { type: pictures ? 'image/png' : '' })]),
    )
    if (item!.status === 'error') {
      expect([value, waits.size]).toEqual([null, 1])
      mend()
      const [again] = await began(() => result.current.retry(item!.key))
      expect(again).toMatchObject({ status: 'done' })
    }
    expect(value).toMatch(/^temp\/\d+\.png$/)
    expect([result.current.items.length, waits.size]).toEqual([1, 0])
    async function began(start: () => void) {
      act(start)
      await waitFor(() => expect(result.current.busy).toBe(false))
      return result.current.items
    }
  })
})
