import { expect, test } from 'vitest'
import { noneOf } from '../../src/mobile/screens/list/noneOf.ts'
import { orderOf } from '../../src/mobile/screens/list/orderOf.ts'
import { shared, swipeChoices } from '../../src/mobile/screens/list/actions.ts'
import { fieldOf } from '../../src/model/resource.ts'
import { allResources, resourceNamed } from '../../src/resources/index.ts'

const consumer = resourceNamed('userMessage')!

test('what takes something away is never a main button of a record, but stays within reach', () => {
  expect(shared(consumer, ['edit', 'delete'], false)).toEqual({ open: ['edit'], hidden: ['delete'] })
  expect(shared(consumer, ['delete'], false)).toEqual({ open: [], hidden: ['delete'] })
  for (const resource of allResources()) {
    const may = ['delete', ...Object.keys(resource.actions).filter((key) => !resource.actions[key]!.decide), 'edit']
    const { open, hidden } = shared(resource, may, false)
    expect([...open, ...hidden].toSorted(), resource.label).toEqual(may.toSorted())
    for (const key of open)
      expect(resource.actions[key]?.danger && !resource.actions[key].foremost, `${resource.label} ${key}`).not.toBe(
        true,
      )
    expect(open).not.toContain('delete')
  }
})

test('a decision stands open with its refusal, everything else behind 更多', () => {
  const withdrawal = resourceNamed('userWithdrawal')!
  expect(shared(withdrawal, ['approve', 'reject', 'hold', 'edit'], false)).toEqual({
    open: ['approve', 'reject'],
    hidden: ['hold', 'edit'],
  })
  expect(shared(withdrawal, ['edit'], true)).toEqual({ open: [], hidden: ['edit'] })
  // The first of two who agree may still say no; what comes next stands where that stood.
  expect(shared(withdrawal, ['reject'], true)).toEqual({ open: [], hidden: ['reject'] })
  expect(shared(withdrawal, ['reject'], false)).toEqual({ open: ['reject'], hidden: [] })
})

test('behind a card only what takes something away has a colour that warns', () => {
  const driver = resourceNamed('driverMessage')!
  expect(swipeChoices(driver, ['edit', 'enable', 'disable', 'delete', 'export'])).toEqual([
    { key: 'edit', text: '编辑', color: 'primary' },
    { key: 'enable', text: '启用', color: 'primary' },
    { key: 'disable', text: '停用', color: 'danger' },
    { key: 'delete', text: '删除', color: 'danger' },
  ])
})

test('of several of which none can be done it says which and why', () => {
  const reason = '当前状态为“已缴纳”'
  const excluded = ['YJ1', 'YJ2', 'YJ3', 'YJ4'].map((name) => ({ id: name, name, reason }))
  const preview = { action: 'refund', label: '退还', count: 0, ids: [], versions: [], total: null, totals: {} }
  expect(noneOf({ ...preview, excluded: excluded.slice(0, 2), excludedCount: 2 })).toBe(
    `所选 2 条都不能退还：YJ1（${reason}）、YJ2（${reason}）`,
  )
  expect(noneOf({ ...preview, excluded, excludedCount: 4 })).toMatch(/^所选 4 条都不能退还：.*YJ3（.*）等共 4 条$/)
  expect(noneOf({ ...preview, excluded: [], excludedCount: 0 })).toBe('没有可以处理的记录，请刷新后重新选择')
})

test('only what is high or low is put in order by that', () => {
  const down = ['balance', 'createTime', 'nickName', 'status'].map((name) => orderOf(fieldOf(consumer, name)!).down)
  expect(down).toEqual(['从高到低', '从新到旧', '倒序', '倒序'])
})
