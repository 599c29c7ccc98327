import { expect, test } from 'vitest'
import { shared, swipeChoices } from '../../src/mobile/screens/list/actions.ts'
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
