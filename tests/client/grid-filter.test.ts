// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { GridColumn } from '#headless/grid/column.ts'
import { fillOver } from '#headless/grid/filling.ts'
import { choicesOf, type Condition } from '#headless/grid/filters.ts'
import { placesOf } from '#headless/grid/finding.ts'
import { pressed } from '#headless/grid/keys.ts'
import type { GridOptions } from '#headless/grid/options.ts'
import { Pasting } from '#headless/grid/paste.ts'
import { GridStore } from '#headless/grid/store.ts'

const columns: GridColumn[] = [
  { key: 'name', title: '名称', type: 'input', sorter: true, validateRules: [{ required: true, message: '名称不能为空' }] },
  { key: 'count', title: '数量', type: 'inputNumber', statistics: true },
  { key: 'kind', title: '类型', type: 'select', options: [{ value: '1', text: '甲' }, { value: '2', text: '乙' }] },
  { key: 'day', title: '日期', type: 'datetime' },
  { key: 'open', title: '启用', type: 'checkbox' },
  { key: 'file', title: '文件', type: 'file' },
] // prettier-ignore
const said: string[] = []
const rows = () =>
  Array.from({ length: 6 }, (_, at) => ({
    id: `r${at + 1}`,
    name: `名${6 - at}`,
    count: at + 1,
    kind: at % 2 ? '2' : '1',
    day: `2026-01-0${at + 1} 12:00:00`,
    open: at < 2 ? 'Y' : 'N',
    file: at ? null : 'a.pdf',
  }))
const grid = (options: Partial<GridOptions> = {}) =>
  new GridStore({ columns, say: (kind, text) => void said.push(`${kind} ${text}`), ...options }, rows())
const seen = (store: GridStore) => store.visible.list.map(({ id }) => id)
const all = (store: GridStore) => store.rows.list.map(({ id }) => id)
const second: Condition = { kind: 'choices', values: ['2'] }

beforeEach(() => {
  said.length = 0
  localStorage.clear()
})

test('each kind of column is filtered by what fits it, and several columns together', () => {
  const store = grid()
  const by = (field: string, condition: Condition) => {
    store.clearFilters()
    store.filter(field, condition)
    return seen(store)
  }
  expect(by('kind', second)).toEqual(['r2', 'r4', 'r6'])
  expect(by('name', { kind: 'text', text: ' 名2 ' })).toEqual(['r5'])
  expect(by('count', { kind: 'number', from: 2, to: 3 })).toEqual(['r2', 'r3'])
  expect(by('count', { kind: 'number', from: 6 })).toEqual(['r6'])
  expect(by('day', { kind: 'date', from: '2026-01-05', to: '2026-01-05' })).toEqual(['r5'])
  expect(by('open', { kind: 'choices', values: ['true'] })).toEqual(['r1', 'r2'])
  expect(by('file', { kind: 'choices', values: [''] })).toEqual(['r2', 'r3', 'r4', 'r5', 'r6'])
  expect(by('kind', second)).toHaveLength(3)
  store.filter('count', { kind: 'number', to: 4 })
  expect(seen(store)).toEqual(['r2', 'r4'])
  store.filter('kind', undefined)
  expect(seen(store)).toEqual(['r1', 'r2', 'r3', 'r4'])
  expect(store.byField.get('kind') && choicesOf(store, store.byField.get('kind')!).map(({ text }) => text)).toEqual(['甲', '乙']) // prettier-ignore
  store.set('r1', 'kind', null)
  expect(choicesOf(store, store.byField.get('kind')!).at(-1)).toEqual({ value: '', text: '（空）' })
})

test('what is hidden is saved and summed up as ever, and neither pasted, filled, sorted, emptied nor deleted', async () => {
  const store = grid()
  const hidden = () => ['r1', 'r3', 'r5'].map((id) => store.rows.get(id))
  const before = hidden()
  store.selection.all()
  store.filter('kind', second)
  // What was ticked before and is hidden now is not deleted with the others.
  expect([...store.selection.ids]).toEqual(['r2', 'r4', 'r6'])
  store.selection.clear()
  expect(store.statistics.text({ field: 'count' }, 'sum')).toBe('21')
  expect(store.read()).toHaveLength(6)

  store.cursor.go({ id: 'r2', field: 'name' })
  expect(pressed(store, { key: 'ArrowDown', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false })).toBe(
    true,
  )
  expect(store.cursor.place?.id).toBe('r4')
  store.cursor.go({ id: 'r2', field: 'name' })
  await new Pasting(store).paste('一\t10\n二\t20\n三\t30')
  expect(['r2', 'r4', 'r6'].map((id) => store.rows.get(id)!.name)).toEqual(['一', '二', '三'])
  store.cursor.go({ id: 'r2', field: 'count' })
  store.cursor.go({ id: 'r4', field: 'count' }, true)
  expect(new Pasting(store).copied()).toBe('10\n20')
  await fillOver(store, new Pasting(store), { top: 2, bottom: 2, left: 1, right: 1 })
  expect(store.rows.get('r6')!.count).toBe(30)
  store.cursor.go({ id: 'r2', field: 'count' })
  store.cursor.go({ id: 'r6', field: 'count' }, true)
  store.clearMarked()
  expect(['r2', 'r4', 'r6'].map((id) => store.rows.get(id)!.count)).toEqual([null, null, null])
  store.sort('name')
  store.sort('name')
  expect(all(store)).toEqual(['r1', 'r2', 'r3', 'r6', 'r5', 'r4'])
  expect(hidden()).toEqual(before)
  expect(placesOf(store, '名')).toEqual([])
  store.selection.all()
  await store.remove([...store.selection.ids])
  expect(all(store)).toEqual(['r1', 'r3', 'r5'])
  expect(hidden()).toEqual(before)
})

test('what is empty stands last, whichever way the rows are sorted', () => {
  const store = grid()
  store.set('r2', 'name', null)
  store.sort('name')
  expect(all(store)).toEqual(['r6', 'r5', 'r4', 'r3', 'r1', 'r2'])
  store.sort('name')
  expect(all(store)).toEqual(['r1', 'r3', 'r4', 'r5', 'r6', 'r2'])
})

test('rows that are added, pasted or changed by undoing are in sight, filtered or not; what is loaded anew is filtered anew', async () => {
  const store = grid()
  store.set('r1', 'name', '改')
  store.filter('kind', second)
  const [added] = store.add()
  expect(seen(store)).toEqual(['r2', 'r4', 'r6', added!.id])
  store.cursor.go({ id: added!.id, field: 'name' })
  await new Pasting(store).paste('甲\n乙')
  expect(store.visible.count).toBe(5)
  // A row that no longer fits stays until it is asked again.
  store.set('r2', 'kind', '1')
  expect(seen(store)[0]).toBe('r2')
  for (let step = 0; step < 4; step++) store.undo()
  expect([seen(store), store.cursor.place]).toEqual([['r1', 'r2', 'r4', 'r6'], { id: 'r1', field: 'name' }])
  store.load(rows())
  expect(seen(store)).toEqual(['r2', 'r4', 'r6'])
})

test('moved up and down, a row passes the next one in sight', () => {
  const store = grid({ dragSort: true })
  store.filter('kind', second)
  store.moveUp('r4')
  expect(all(store)).toEqual(['r1', 'r4', 'r2', 'r3', 'r5', 'r6'])
  store.moveDown('r6')
  expect(all(store)).toEqual(['r1', 'r4', 'r2', 'r3', 'r5', 'r6'])
})

test('a row that is let go above or below itself stays, however many are hidden beside it', () => {
  const store = grid({ dragSort: true })
  store.filter('kind', second)
  const before = all(store)
  store.moveAbove('r4', 1)
  store.moveAbove('r4', 2)
  store.moveAbove('r6', 3)
  expect([all(store), store.canUndo]).toEqual([before, false])
  store.moveAbove('r4', 0)
  expect(all(store)).toEqual(['r1', 'r4', 'r2', 'r3', 'r5', 'r6'])
  store.moveAbove('r4', 2)
  expect(all(store)).toEqual(['r1', 'r2', 'r3', 'r5', 'r4', 'r6'])
})

test('from a row that a filter hides nothing reaches to the one that is ticked with Shift', () => {
  const store = grid({ selection: 'checkbox' })
  store.selection.toggle('r1')
  store.filter('kind', second)
  store.selection.extend('r1', 'r6')
  expect([...store.selection.ids]).toEqual(['r6'])
  store.selection.extend('r2', 'r4')
  expect([...store.selection.ids].sort()).toEqual(['r2', 'r4', 'r6'])
})

test('what is wrong in a hidden row is shown: the filter goes, and that is said', async () => {
  const store = grid()
  store.set('r1', 'name', null)
  store.filter('kind', second)
  await expect(store.readValid()).rejects.toThrow('第1行：名称不能为空')
  expect([store.isFiltered, store.cursor.place, said]).toEqual([false, { id: 'r1', field: 'name' }, ['info 已清除筛选，以显示有问题的行']]) // prettier-ignore
})

test('a paste names the rows as they are numbered, whatever is hidden between them', async () => {
  const store = grid()
  store.filter('kind', second)
  store.cursor.go({ id: 'r4', field: 'count' })
  await new Pasting(store).paste('x')
  expect(said).toEqual(['warning 1 个单元格的内容无法识别，已跳过：第4行“数量”的“x”'])
})

test('columns a person keeps at the left come first, on this computer, until they are let go', () => {
  const fields = (store: GridStore) => store.shown.map(({ field }) => field)
  const store = grid({ name: 'prizes' })
  store.freeze(store.byField.get('day')!, true)
  store.freeze(store.byField.get('count')!, true)
  expect([fields(store), store.frozen]).toEqual([['count', 'day', 'name', 'kind', 'open', 'file'], 2])
  const again = grid({ name: 'prizes' })
  expect([fields(again), fields(grid({ name: 'others' }))[0]]).toEqual([fields(store), 'name'])
  again.freeze(again.byField.get('day')!, false)
  again.freeze(again.byField.get('count')!, false)
  expect([fields(again), fields(grid({ name: 'prizes' })), again.frozen]).toEqual([fields(grid()), fields(grid()), 0])
})
