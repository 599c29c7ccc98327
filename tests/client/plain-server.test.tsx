// @vitest-environment jsdom
/** Our client at a server that speaks contract.md alone (`tests/plain-server`): it asks for nothing else, and does no harm. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import type { ResourceName } from '#resources/index.ts'
import { startPlainServer, type PlainServer } from '../plain-server/server.ts'
import { ADMIN, type Generation } from '../plain-server/world.ts'

/** All of the client, loaded when the page says where the server is. */
const load = async () => ({
  ...(await import('#headless/session/account.ts')),
  ...(await import('#headless/session/access.ts')),
  ...(await import('#headless/session/capabilities.ts')),
  ...(await import('#headless/session/idempotency.ts')),
  ...(await import('#headless/session/queries.ts')),
  ...(await import('#headless/session/session.ts')),
  ...(await import('#headless/session/resourceHere.ts')),
  ...(await import('#headless/session/ways.ts')),
  ...(await import('#headless/session/login-check.ts')),
  ...(await import('#headless/session/tenants.ts')),
  ...(await import('#headless/forms/useForm.ts')),
  ...(await import('#headless/forms/membership.ts')),
  ...(await import('#headless/forms/grants.ts')),
  ...(await import('#headless/forms/members.ts')),
  ...(await import('#headless/forms/pickers/source.ts')),
  ...(await import('#headless/lists/exchange.ts')),
  ...(await import('#headless/lists/useList.ts')),
  ...(await import('#headless/lists/useTree.ts')),
  ...(await import('#headless/lists/columns.ts')),
  ...(await import('#headless/lists/recycleBin.ts')),
  ...(await import('#headless/messages/messages.ts')),
  ...(await import('#headless/records/dictItems.ts')),
  ...(await import('#headless/records/recordTools.ts')),
  ...(await import('#headless/records/useRecord.ts')),
  ...(await import('#headless/records/useReferences.ts')),
  ...(await import('#headless/records/useRelated.ts')),
  ...(await import('#headless/workplace/followed.ts')),
  ...(await import('#headless/workplace/shortcuts.ts')),
  ...(await import('#headless/connection/base.ts')),
})

const NINE: readonly ResourceName[] = [
  'sysUser',
  'sysRole',
  'sysPermission',
  'sysDepart',
  'sysDict',
  'sysDictItem',
  'sysPosition',
  'sysTenant',
  'sysAnnouncement',
]

describe.each<Generation>(['old', 'new'])('%s line', (generation) => {
  let server: PlainServer
  let client: Awaited<ReturnType<typeof load>>

  beforeAll(async () => {
    const { vi } = await import('vitest')
    vi.resetModules()
    localStorage.clear()
    sessionStorage.clear()
    server = await startPlainServer({ generation, face: generation === 'old' ? 'ok404' : 'anyMethod404' })
    document.head.innerHTML = `<meta name="voltdesk-api" content="${server.origin}/jeecg-boot">`
    client = await load()
  })
  afterAll(() => server.close())
  beforeEach(() => server.clear())
  afterEach(() => {
    cleanup()
    // The one question what it is was asked at the first test.
    expect(server.unknown.filter((call) => call !== 'GET /sys/voltdesk/capabilities')).toEqual([])
    expect(server.refused).toEqual([])
  })

  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client.queryClient}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  )
  const here = (name: ResourceName): Resource => client.resourceHere(name)!
  const world = () => server.world
  const form = async (name: ResourceName, options: Parameters<typeof client.useForm>[1] = {}) => {
    const { result } = renderHook(() => client.useForm(here(name), options), { wrapper })
    await waitFor(() => expect(result.current.loading).toBe(false))
    return result
  }
  const save = async (
    result: Awaited<ReturnType<typeof form>>,
    values: Record<string, unknown>,
  ): Promise<Record<string, string>> => {
    for (const [key, value] of Object.entries(values)) act(() => result.current.set(key, value))
    await act(async () => void (await result.current.submit()))
    return { ...result.current.errors, ...(result.current.problem && { problem: result.current.problem }) }
  }

  test('the picture is asked for by words alone, renewed after a wrong one, and signing in ends with menu and rights', async () => {
    const { result } = renderHook(() => client.useLoginCheck(), { wrapper })
    const attempt = async (typed: string) => {
      let failed: unknown
      await act(async () => {
        await client.login({ ...ADMIN, ...(await result.current.answer(typed)) }).catch(async (error: unknown) => {
          failed = error
          await result.current.failed(error)
        })
      })
      return failed
    }
    expect(await attempt('')).toMatchObject({ message: '验证码无效' })
    const first = result.current.picture!
    expect(first.image).toMatch(/^data:image/)
    expect(await attempt('????')).toMatchObject({ code: 412 })
    expect(result.current.picture!.key).not.toBe(first.key)
    expect(await attempt(world().captchas.get(result.current.picture!.key)!)).toBeUndefined()
    expect(client.session().choosing).toMatchObject({ departments: [{ departName: '总部' }, { departName: '市场部' }] })
    await client.chooseDepartment('A01A01')
    client.enter({ greet: false })
    await client.loadAccess()
    expect(client.useAccess.getState()).toMatchObject({ status: 'loaded' })
    expect(client.speaksContractOnly()).toBe(true)
    expect(server.unknown).toEqual(['GET /sys/voltdesk/capabilities'])
    // Who comes again finds the picture there.
    const { result: again } = renderHook(() => client.useLoginCheck(), { wrapper })
    await waitFor(() => expect(again.current.picture?.image).toMatch(/^data:image/))
  })

  test('codes that this server does not list hide nothing; those it lists are as it says', () => {
    const { result } = renderHook(() => client.useMay(), { wrapper })
    expect(result.current('system:dict:delete')).toBe(true)
    client.useAccess.setState(({ allAuth }) => ({ allAuth: [...allAuth, { action: 'x:y', type: '1', status: '1' }] }))
    const { result: later } = renderHook(() => client.useMay(), { wrapper })
    expect(later.current('x:y')).toBe(false)
  })

  test('a record is changed as a whole: a new phone number takes no role, department or tenant', async () => {
    const li = world().rows.user.find(({ username }) => username === 'lisi')!
    const id = String(li.id)
    const before = [world().roles.get(id), world().departs.get(id), li.relTenantIds]
    const { result: membership } = renderHook(() => client.useMembership(id), { wrapper })
    await waitFor(() => expect(membership.current.extras.values).toBeDefined())
    const result = await form('sysUser', { id, extras: membership.current.extras })
    expect(await save(result, { phone: '13900000002' })).toEqual({})
    expect(li.phone).toBe('13900000002')
    expect([world().roles.get(id), world().departs.get(id), li.relTenantIds]).toEqual(before)
    expect(server.called.filter((call) => call === 'PUT /sys/user/edit')).toHaveLength(1)
    // Nobody's hash goes back, and no time that the server would read by another clock.
    const { body } = server.bodies.find(({ call }) => call === 'PUT /sys/user/edit')!
    const kept = ['createBy', 'createTime', 'updateBy', 'updateTime', 'password', 'salt']
    expect(Object.keys(body).filter((name) => kept.includes(name))).toEqual([])
  })

  test('a role is given in the form, and a text is emptied', async () => {
    const li = world().rows.user.find(({ username }) => username === 'lisi')!
    const id = String(li.id)
    const { result: membership } = renderHook(() => client.useMembership(id), { wrapper })
    await waitFor(() => expect(membership.current.extras.values).toBeDefined())
    const result = await form('sysUser', { id, extras: membership.current.extras })
    const both = world().rows.role.map((role) => String(role.id))
    act(() => client.chooseOther(result.current, membership.current, 'selectedroles', both))
    expect(await save(result, { phone: null })).toEqual({})
    expect(world().roles.get(id)).toEqual(both)
    expect(li.phone).toBe('')
  })

  test('a person is added with roles, departments and a first password, once', async () => {
    const { result: membership } = renderHook(() => client.useMembership(undefined), { wrapper })
    const result = await form('sysUser', { extras: membership.current.extras })
    const typed = {
      username: 'wangwu',
      realname: '王五',
      password: 'Good#2026',
      selectedroles: String(world().rows.role[0]!.id),
    }
    expect(await save(result, typed)).toEqual({})
    const added = world().rows.user.filter(({ username }) => username === 'wangwu')
    expect(added).toHaveLength(1)
    expect(world().roles.get(String(added[0]!.id))).toEqual([typed.selectedroles])
  })

  test('what nobody answered is not sent again, and is said', async () => {
    const before = server.called.length
    server.deaf = true
    const request = { method: 'POST', url: '/sys/role/add', body: { roleName: '甲', roleCode: 'a' } } as const
    await expect(client.sendOnce(request)).rejects.toThrow('不知道是否已经生效')
    server.deaf = false
    expect(server.called).toHaveLength(before)
    await client.sendOnce(request)
    expect(world().rows.role.filter(({ roleCode }) => roleCode === 'a')).toHaveLength(1)
    expect(await client.settleEarlier(request, { memory: client.remembered('x') })).toBeUndefined()
  })

  test.each(NINE)('%s: its list, its record and its choices come by the contract’s own calls', async (name) => {
    const resource = here(name)
    const { result: list } = renderHook(() => client.useList(resource), { wrapper })
    await waitFor(() => expect(list.current.loading).toBe(false))
    expect(list.current.error).toBeNull()
    const [row] = list.current.rows
    if (name === 'sysAnnouncement') return
    expect(row).toBeDefined()
    const { result: record } = renderHook(() => client.useRecord(resource, String(row!.id)), { wrapper })
    await waitFor(() => expect(record.current.loading).toBe(false))
    expect(record.current.row).toMatchObject({ [resource.title]: row![resource.title] })
    expect(record.current.may).toContain('edit')
    if (name === 'sysTenant') return
    const { result: options } = renderHook(() => client.useReferences(name, { ids: [] }), { wrapper })
    await waitFor(() => expect(options.current.options.length).toBeGreaterThan(0))
    const [one] = options.current.options
    const { result: named } = renderHook(() => client.useReferences(name, { ids: [one!.value], open: false }), {
      wrapper,
    })
    await waitFor(() => expect(named.current.chosen).toEqual([one]))
  })

  test.each(NINE)('%s: every field of its form is one the contract names', async (name) => {
    const resource = here(name)
    if (!resource.verbs.includes('edit')) return
    const { result: list } = renderHook(() => client.useList(resource), { wrapper })
    await waitFor(() => expect(list.current.loading).toBe(false))
    const [row] = list.current.rows
    if (!row) return
    const result = await form(name, { id: String(row.id) })
    expect(await save(result, { [resource.title]: `${String(row[resource.title])}改` })).toEqual({})
  })

  test('filters, sorting and the advanced query are those of the contract', async () => {
    const filters = [
      '?username=%E6%9D%8E&status=1,2',
      '?sex=1&column=realname&order=asc',
      `?departId=${String(world().rows.depart[0]!.id)}`,
      `?superQueryMatchType=and&superQueryParams=${encodeURIComponent(JSON.stringify([{ field: 'username', rule: 'eq', val: 'admin' }]))}`,
    ]
    for (const search of filters) {
      const at = ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client.queryClient}>
          <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter>
        </QueryClientProvider>
      )
      const { result } = renderHook(() => client.useList(here('sysUser')), { wrapper: at })
      await waitFor(() => expect(result.current.loading).toBe(false))
      expect([search, result.current.error]).toEqual([search, null])
    }
  })

  test('a role is found by a part of its name, whichever way this server looks for it', async () => {
    const at = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client.queryClient}>
        <MemoryRouter initialEntries={['/?roleName=%E5%AE%A2']}>{children}</MemoryRouter>
      </QueryClientProvider>
    )
    const { result } = renderHook(() => client.useList(here('sysRole')), { wrapper: at })
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect(result.current.rows.map(({ roleCode }) => roleCode)).toEqual(['service'])
    expect(result.current.total).toBe(1)
    expect(client.wayOf(here('sysRole')).advanced).toBe(false)
  })

  test('a department that stands above companies is renamed all the same', async () => {
    const [root, branch] = world().rows.depart
    root!.orgCategory = '2'
    branch!.orgCategory = '4'
    const result = await form('sysDepart', { id: String(root!.id) })
    expect(await save(result, { memo: '集团' })).toEqual({})
    expect(root).toMatchObject({ memo: '集团', orgCategory: '2' })
  })

  test('of a department without people the list is empty', async () => {
    const empty = `/?departId=${'0'.repeat(32)}`
    const at = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client.queryClient}>
        <MemoryRouter initialEntries={[empty]}>{children}</MemoryRouter>
      </QueryClientProvider>
    )
    const { result } = renderHook(() => client.useList(here('sysUser')), { wrapper: at })
    await waitFor(() => expect(result.current.loading).toBe(false))
    expect([result.current.error, result.current.rows, result.current.total]).toEqual([null, [], 0])
  })

  test('people are frozen and brought back by the contract’s call, several at once', async () => {
    const li = world().rows.user.find(({ username }) => username === 'lisi')!
    const { result } = renderHook(() => client.useActions(here('sysUser')), { wrapper })
    await act(async () => void (await result.current.act('freeze', { row: { id: String(li.id), status: 1 } })))
    expect(li.status).toBe(2)
    await act(async () => void (await result.current.act('unfreeze', { ids: [String(li.id)] })))
    expect(li.status).toBe(1)
    expect(Object.keys(here('sysUser').actions)).toEqual(['freeze', 'unfreeze'])
  })

  test('menus and departments are trees, searched by their names', async () => {
    for (const [name, word, top] of [
      ['sysPermission', '用户', '系统管理'],
      ['sysDepart', '市场', undefined],
    ] as const) {
      const resource = here(name)
      const { result } = renderHook(() => client.useTree(resource), { wrapper })
      await waitFor(() => expect(result.current.rows.length).toBeGreaterThan(0))
      const [root] = result.current.rows
      if (top) expect(String(root![resource.title])).toContain(top)
      expect(root!.hasChildren).toBe(true)
      await act(() => result.current.expand(root!.id, true))
      await waitFor(() => expect(result.current.rows[0]!.children!.length).toBeGreaterThan(0))
      const found = await client.wayOf(resource).list({ [resource.title]: `*${word}*` })
      expect((found as Record<string, unknown>[]).map((row) => row[resource.title])).toEqual([
        expect.stringContaining(word),
      ])
      expect(await client.wayOf(resource).list({ [resource.title]: '*没有这个*' })).toEqual([])
    }
  })

  test('whoever leads a department still does after it was renamed', async () => {
    const root = world().rows.depart[0]!
    const leads = root.directorUserIds
    expect(leads).not.toBe('')
    expect(await save(await form('sysDepart', { id: String(root.id) }), { departName: '总公司' })).toEqual({})
    expect(root).toMatchObject({ departName: '总公司', directorUserIds: leads })
    expect(await save(await form('sysDepart', { start: { parentId: root.id } }), { departName: '新部' })).toEqual({})
    expect(world().rows.depart.at(-1)).toMatchObject({ departName: '新部', parentId: root.id })
  })

  test('a notice reaches whoever was chosen, opens once, and leaves the bell', async () => {
    const me = client.session().info!.id
    const result = await form('sysAnnouncement')
    const typed = { titile: '停电', msgType: 'USER', userIds: me, msgContent: '<p>今晚</p>' }
    expect(await save(result, typed)).toEqual({})
    const row = world().rows.announcement.at(-1)!
    expect(row.userIds).toBe(me)
    expect(await save(await form('sysAnnouncement', { id: String(row.id) }), { titile: '停电通知' })).toEqual({})
    expect(row).toMatchObject({ titile: '停电通知', userIds: me, msgType: 'USER' })
    const { result: actions } = renderHook(() => client.useActions(here('sysAnnouncement')), { wrapper })
    const seen = { row: { id: String(row.id), sendStatus: '0' } }
    await act(async () => void (await actions.current.act('release', seen)))
    expect(row.sendStatus).toBe('1')
    const { result: bell } = renderHook(() => client.useMessageCounts(), { wrapper })
    await waitFor(() => expect(bell.current.total).toBe(1))
    await client.markRead(String(row.id))
    await waitFor(() => expect(bell.current.total).toBe(0))
    await act(async () => void (await actions.current.act('revoke', seen)))
    expect(row.sendStatus).toBe('2')
  })

  test('the rank of a position is what this line keeps: a code of its dictionary, or a number', async () => {
    const resource = here('sysPosition')
    const [row] = world().rows.position
    const [name, before, after] = generation === 'old' ? ['postRank', '3', '5'] : ['postLevel', 3, 70]
    expect([resource.list.columns, resource.form[0]!.fields].map((names) => names.includes(name as never))).toEqual([
      true,
      true,
    ])
    const { badge, facts = [] } = resource.list.card
    expect([badge, ...facts]).toContain(name)
    const result = await form('sysPosition', { id: String(row!.id) })
    expect(result.current.values[name]).toBe(before)
    expect(await save(result, { [name]: after })).toEqual({})
    expect(row![name]).toBe(after)
    const { result: options } = renderHook(() => client.useReferences('sysPosition'), { wrapper })
    await waitFor(() => expect(options.current.options.length).toBe(2))
    expect(options.current.options.map(({ value }) => value).sort()).toEqual(
      world()
        .rows.position.map(({ id, code }) => String(generation === 'old' ? code : id))
        .sort(),
    )
  })

  test('a tenant is numbered by hand where the server wants that', async () => {
    const result = await form('sysTenant')
    expect(await save(result, { id: 77, name: '七七' })).toEqual({})
    expect(world().rows.tenant.at(-1)).toMatchObject({ id: 77, name: '七七' })
    expect((await client.myTenants()).currTenantId).toBe(client.session().tenantid)
  })

  test('an item of a dictionary is turned off without losing anything of it', async () => {
    const [item] = world().rows.dictItem
    const { result } = renderHook(
      () => client.useDictItems(String(item!.dictId), { page: 1, size: 10, itemText: '' }),
      { wrapper },
    )
    await waitFor(() => expect(result.current.data?.rows).toHaveLength(1))
    await act(async () => void (await client.switchItem(result.current.data!.rows[0]!, false)))
    expect(item).toMatchObject({ status: 0, itemText: expect.stringMatching(/^小/) as string, itemValue: '1' })
  })

  test('menus are granted and people are put into roles and departments', async () => {
    const role = String(world().rows.role[1]!.id)
    const { result } = renderHook(() => client.useGrants({ kind: 'role', id: role }), { wrapper })
    await waitFor(() => expect(result.current.tree?.length).toBeGreaterThan(0))
    const keys = client.allKeys(result.current.tree!)
    act(() => result.current.choose(keys))
    await act(async () => void (await result.current.save()))
    expect(world().granted.get(role)).toEqual(keys)
    const admin = String(world().rows.user[0]!.id)
    for (const group of [
      { kind: 'role', id: role },
      { kind: 'depart', id: String(world().rows.depart[1]!.id) },
    ] as const) {
      await act(async () => void (await client.addMembers(group, [admin])))
      const { result: members } = renderHook(() => client.useMembers(group, { page: 1, size: 10, words: '' }), {
        wrapper,
      })
      await waitFor(() => expect(members.current.data?.rows.map(({ id }) => id)).toContain(admin))
      const removal = client.removalOfMember(
        group,
        members.current.data!.rows.find(({ id }) => id === admin)!,
      )
      await act(async () => void (await removal.remove()))
    }
    // Nobody but the newer line could say who holds a position.
    const may = () => true
    expect(client.toolsFor(here('sysPosition'), { id: 'x' }, may)).toEqual([])
    expect(client.toolsFor(here('sysUser'), { id: 'x' }, may).map(({ key }) => key)).toEqual(['password'])
  })

  test('people and roles are chosen from their lists, and by department; the rest is searched by name', async () => {
    for (const [name, byDepartment] of [['sysUser'], ['sysUser', true], ['sysRole']] as const) {
      const source = client.sourceFor(name, () => true, { byDepartment })!
      const { rows } = await source.ask({ page: 1, size: 10, words: { [source.search[0]!.name]: '' } })
      expect(rows.length).toBeGreaterThan(1)
      expect(await source.named('id', [String(rows[0]!.id)])).toEqual([expect.objectContaining({ id: rows[0]!.id })])
    }
    for (const name of ['sysPosition', 'sysPermission']) expect(client.sourceFor(name, () => true)).toBeUndefined()
  })

  test('files come and go in the one form there is', async () => {
    expect(client.exportsOf(here('sysUser'))).toHaveLength(1)
    const query = { filters: { status: '1,2' }, sort: '-createTime' }
    const exported = await client.exportRows(here('sysUser'), query, 'xls', ['a'])
    expect('file' in exported && exported.file.name).toBe('用户.xls')
    const file = new File(['x'], 'people.xls')
    expect(await client.sendImport(here('sysUser'), [file], { update: true })).toEqual({
      message: '文件导入成功！数据行数：1',
    })
  })

  test('what was deleted is brought back', async () => {
    const wang = world().rows.user.find(({ username }) => username === 'wangwu')!
    const { result: list } = renderHook(() => client.useList(here('sysUser')), { wrapper })
    await waitFor(() => expect(list.current.loading).toBe(false))
    await act(() => list.current.removeOne({ id: String(wang.id) }))
    const { result } = renderHook(() => client.useRecycleBin('sysUser'), { wrapper })
    await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual([wang.id]))
    await act(async () => void (await result.current.restore([String(wang.id)])))
    expect(world().rows.user).toContain(wang)
  })

  test('nobody asks for what is ours: columns, shortcuts, what hangs on a record, who follows it', async () => {
    const li = { id: String(world().rows.user[1]!.id) }
    const { result } = renderHook(
      () => ({
        columns: client.useColumns(here('sysUser')),
        related: client.useRelated(here('sysUser'), li.id),
        follow: client.useFollow(here('sysUser'), li),
        shortcuts: client.useShortcuts(),
      }),
      { wrapper },
    )
    act(() => result.current.columns.change([...result.current.columns.all].reverse()))
    expect(result.current.columns.changed).toBe(true)
    expect(result.current.related).toEqual([])
    expect(result.current.follow.followed).toBeUndefined()
    expect(result.current.shortcuts.kept).toBe(false)
    expect(result.current.shortcuts.shown.length).toBeGreaterThan(5)
  })
})
