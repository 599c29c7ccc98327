// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const tree = [
  { key: 'finance', children: [{ key: 'withdrawal', children: [{ key: 'approve' }, { key: 'export' }] }] },
  { key: 'system', children: [{ key: 'users' }] },
]
let allKeys: (typeof import('#headless/forms/grants.ts'))['allKeys']
let toggled: (typeof import('#headless/forms/grants.ts'))['toggled']
let meant: (typeof import('#headless/forms/grants.ts'))['meant']
let found: (typeof import('#headless/forms/grants.ts'))['found']
let server: ToldServer
beforeAll(async () => {
  server = await startToldServer()
  ;({ allKeys, toggled, found, meant } = await import('#headless/forms/grants.ts'))
})
afterAll(() => server.close())

const after = (chosen: string[], key: string, on: boolean, linked: boolean) => {
  const next = toggled(tree, '', new Set(chosen), key, { linked })
  expect(next.has(key)).toBe(on)
  return [...next].sort()
}

test('a linked tick takes what is below and above along', () => {
  expect(after([], 'withdrawal', true, true)).toEqual(['approve', 'export', 'finance', 'withdrawal'])
  expect(after([], 'approve', true, true)).toEqual(['approve', 'finance', 'withdrawal'])
})

test('clearing takes what is below along and leaves what is above', () =>
  expect(after(allKeys(tree), 'withdrawal', false, true)).toEqual(['finance', 'system', 'users']))

test('unlinked, only the node itself changes', () => {
  expect(after(['finance'], 'approve', true, false)).toEqual(['approve', 'finance'])
  expect(after(['finance', 'withdrawal'], 'finance', false, false)).toEqual(['withdrawal'])
})

test('a grant the tree does not know stays', () =>
  expect(after(['gone'], 'users', true, true)).toEqual(['gone', 'system', 'users']))

test('what is looked for is shown with what stands above it and all below; a tick takes what is seen, clearing takes all', () => {
  const named = [
    { key: 'finance', slotTitle: '财务管理', children: [
      { key: 'withdrawal', slotTitle: '用户提现', children: [{ key: 'approve', slotTitle: '审核' }] },
      { key: 'refund', slotTitle: '退款', children: [{ key: 'refund-approve', slotTitle: '审核' }] },
    ] },
    { key: 'system', slotTitle: '系统管理', children: [{ key: 'users', slotTitle: '用户管理' }] },
  ] // prettier-ignore
  expect(allKeys(found(named, '提现'))).toEqual(['finance', 'withdrawal', 'approve'])
  expect(allKeys(found(named, ' 用户 '))).toEqual(['finance', 'withdrawal', 'approve', 'system', 'users'])
  expect(allKeys(found(named, '审核'))).toEqual(['finance', 'withdrawal', 'approve', 'refund', 'refund-approve'])
  expect(found(named, '')).toBe(named)
  expect(found(named, '没有')).toEqual([])
  const turned = (word: string, chosen: string[], key: string) =>
    [...toggled(named, word, new Set(chosen), key, { linked: true })].sort()
  expect(turned('提现', [], 'finance')).toEqual(['approve', 'finance', 'withdrawal'])
  expect(turned('审核', [], 'refund')).toEqual(['finance', 'refund', 'refund-approve'])
  const chosen = ['finance', 'withdrawal', 'approve', 'refund', 'refund-approve', 'users']
  // It has the word, or stands below what has it.
  expect(turned('提现', chosen, 'withdrawal')).toEqual(['finance', 'refund', 'refund-approve', 'users'])
  expect(turned('财务', chosen, 'refund')).toEqual(['approve', 'finance', 'users', 'withdrawal'])
  // It only shows the way: what is not seen below it would be rights on pages that are taken away.
  expect(turned('提现', chosen, 'finance')).toEqual(['users'])
  expect([...meant(named, '提现')].sort()).toEqual(['approve', 'withdrawal'])
})

/** What somebody else gave or took while one was choosing stays so. */
describe('what there was when the choosing began is sent, whatever is read since', () => {
  let had: string[]
  const sentTo = (path: string) => server.asked.findLast(({ method, url }) => method === 'POST' && url === path)?.body
  const holder = { kind: 'role', id: 'h' } as const
  afterEach(cleanup)

  interface Chosen {
    chosen: readonly string[]
    changed: boolean
    choose(ids: Iterable<string>): void
    save(): Promise<string>
  }
  /** One starts from `1`; somebody else gives `3` instead, and that is read before saving. */
  async function chooseWhile(use: () => Chosen) {
    const { queryClient: client } = await import('#headless/session/queries.ts')
    server.reply = ({ url }) => {
      if (url.includes('/getDeptRoleByUserId')) return ok(had.map((droleId) => ({ droleId })))
      if (url.includes('/queryTreeList')) return ok({ treeList: tree })
      if (url.includes('/queryRolePermission')) return ok(had)
      return ok(/\/datarule\/./.test(url) ? { datarule: [], drChecked: had.join(',') } : null)
    }
    const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
    had = ['1']
    const { result } = renderHook(use, { wrapper })
    await waitFor(() => expect(result.current.chosen).toEqual(['1']))
    act(() => result.current.choose(['1', '2']))
    had = ['3']
    await act(() => client.invalidateQueries())
    expect(result.current).toMatchObject({ chosen: ['1', '2'], changed: true })
    await act(async () => void (await result.current.save()))
    // Chosen as it was: from then on one sees what there is.
    act(() => result.current.choose(['1']))
    expect(result.current).toMatchObject({ chosen: ['3'], changed: false })
  }

  test('menus', async () => {
    const { useGrants } = await import('#headless/forms/grants.ts')
    await chooseWhile(() => useGrants(holder))
    expect(sentTo('/sys/permission/saveRolePermission')).toEqual({
      roleId: 'h',
      permissionIds: '1,2',
      lastpermissionIds: '1',
    })
  })

  test('data rules', async () => {
    const { useHolderRules } = await import('#headless/forms/grants.ts')
    await chooseWhile(() => useHolderRules(holder, 'm'))
    const named = { roleId: 'h', permissionId: 'm' }
    expect(sentTo('/sys/role/datarule')).toEqual({ ...named, dataRuleIds: '1,2', lastDataRuleIds: '1' })
  })

  test('roles of a department', async () => {
    const { useRolesInDepart } = await import('#headless/forms/departRoles.ts')
    await chooseWhile(() => useRolesInDepart('d', 'u'))
    const sent = { userId: 'u', oldRoleId: '1', newRoleId: '1,2' }
    expect(sentTo('/sys/sysDepartRole/deptRoleUserAdd')).toEqual(sent)
  })
})
