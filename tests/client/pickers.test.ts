// @vitest-environment jsdom
/** What choosers do without a screen. */
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#headless/session/api.ts'
import { halfTicked, pathTo, tickedWith, type DepartmentNode } from '#headless/forms/pickers/departments.ts'
import { pickInHost } from '#headless/forms/pickers/hostPeople.ts'
import { conditionProblem } from '#headless/forms/pickers/lazyTree.ts'
import { filledFrom, popupProblem } from '#headless/forms/pickers/report.ts'
import { sourceFor } from '#headless/forms/pickers/source.ts'
import { amongOf } from '#headless/records/target.ts'
import { wayOf } from '#headless/session/ways.ts'
import { resources } from '#resources/index.ts'

afterEach(() => vi.restoreAllMocks())

const tree: DepartmentNode[] = [
  {
    key: 'head',
    title: '总部',
    children: [
      { key: 'sales', title: '销售', children: [{ key: 'south', title: '华南', children: null }] },
      { key: 'money', title: '财务', children: null },
    ],
  },
]

test('G05: linked, a department brings those below, and its parent comes when all are there', () => {
  expect(tickedWith(tree, [], 'head').sort()).toEqual(['head', 'money', 'sales', 'south'])
  expect(tickedWith(tree, ['money'], 'south').sort()).toEqual(['head', 'money', 'sales', 'south'])
  const after = tickedWith(tree, ['head', 'money', 'sales', 'south'], 'south')
  expect(after).toEqual(['money'])
  expect(halfTicked(tree, after)).toEqual(['head'])
  expect(halfTicked(tree, ['south'])).toEqual(['head', 'sales'])
  expect(tickedWith(tree, ['gone'], 'nowhere')).toEqual(['gone'])
  expect(pathTo(tree, 'south').map(({ key }) => key)).toEqual(['head', 'sales', 'south'])
})

test('G07: a condition is JSON of an object, and each select says it in its own words', () => {
  expect(conditionProblem('{"status":"1"}', 'tree')).toBeUndefined()
  expect(conditionProblem('', 'tree')).toBeUndefined()
  for (const wrong of ['{"a":', '1', '[]', 'null', { a: 1 }])
    expect(conditionProblem(wrong, 'category')).toBe('condition 必须是 json 字符串')
  expect(conditionProblem('x', 'tree')).toBe('组件JTreeSelect-condition传值有误，需要一个json字符串!')
})

test('G08: what a popup lacks is said, and rows fill the fields in their order', () => {
  const popup = { code: 'staff', orgFields: 'realname,phone', destFields: 'name, mobile' }
  expect(popupProblem({ ...popup, code: '' })).toBe('popup 参数未正确配置!')
  expect(popupProblem({ code: 'staff' })).toBe('popup 参数未正确配置!')
  expect(popupProblem({ ...popup, destFields: 'name' })).toBe('原值和目标值数量不一致')
  expect(popupProblem(popup)).toBeUndefined()
  const rows = [
    { id: '1', realname: '张三', phone: '1' },
    { id: '2', realname: '李四', phone: null },
  ]
  expect(filledFrom(rows, popup)).toEqual({ name: '张三,李四', mobile: '1,' })
})

test('who may not read a list finds names by searching; people are always chosen among those one sees', () => {
  expect(sourceFor('sysRole', () => false)).toBeUndefined()
  expect(sourceFor('sysRole', () => true)?.columns.map(({ name }) => name)).toEqual(['roleName', 'roleCode'])
  expect(sourceFor('sysUser', () => false)?.key).toBe('colleagues')
  expect(sourceFor('sysUser', () => true)?.key).toBe('users')
  expect(sourceFor('sysUser', () => false, { byDepartment: true })?.byDepartment).toBe(true)
  expect(sourceFor(undefined, () => true)).toBeUndefined()
})

test('records are chosen among those that belong to what the form says already, searched or in the list', async () => {
  const { orderId } = resources.complaint.fields
  expect(amongOf(orderId, { userId: 'u1' })).toEqual({ userId: 'u1' })
  // Nothing is chosen yet, and a list is filtered by any of them.
  expect(amongOf(orderId, { userId: null })).toEqual({})
  expect(amongOf(orderId)).toEqual({})
  const get = vi.spyOn(api, 'get').mockResolvedValue({ records: [], total: 0 })
  const those = sourceFor('sysRole', () => true, { among: { createBy: 'u1' } })!
  expect(those.key).not.toBe(sourceFor('sysRole', () => true)!.key)
  await those.ask({ page: 1, size: 10, words: { roleName: '客服' } })
  expect(get.mock.lastCall?.[1]).toEqual({ roleName: '*客服*', createBy: 'u1', pageNo: 1, pageSize: 10 })
  await wayOf(resources.orderMessage).options({ keyword: '', pageSize: 30, among: { userId: 'u1' } })
  expect(get.mock.lastCall?.[0]).toBe('/rental/orderMessage/options')
  expect(get.mock.lastCall?.[1]).toEqual({ keyword: '', pageSize: 30, userId: 'u1' })
})

test('inside a chat its own picker is used, knows who is chosen, and those without an account are said', async () => {
  const people = [
    { chatId: 'c1', id: 'u1', username: 'li', realname: '李' },
    { chatId: 'c2', id: 'u2', username: 'han', realname: '韩' },
  ]
  vi.spyOn(api, 'get').mockImplementation((async (_: string, params: { chatIds?: string; userIds?: string }) =>
    people.filter(
      ({ chatId, id }) => params.chatIds?.split(',').includes(chatId) || params.userIds?.split(',').includes(id),
    )) as never)
  const pick = vi.fn(async () => ['c2', 'stranger'])
  // u9 has no account in the chat: its picker cannot show them, so they stay.
  expect(await pickInHost(pick, { values: ['u1', 'u9'], multiple: true })).toEqual(['u9', 'u2'])
  expect(pick).toHaveBeenCalledWith({ multiple: true, chosen: ['c1'] })
  expect(await pickInHost(async () => null, { values: [], multiple: false })).toBeNull()
  await expect(pickInHost(async () => ['stranger'], { values: [], multiple: false })).rejects.toThrow('还没有绑定账号')
})
