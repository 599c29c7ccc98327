// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAddSettings } from '#headless/grid/addSettings.ts'
import { cellTypes } from '#headless/grid/cellTypes.ts'
import type { CellType, GridColumn, GridRow } from '#headless/grid/column.ts'
import { pressed } from '#headless/grid/keys.ts'
import { Pasting } from '#headless/grid/paste.ts'
import { buttonsOf, columnRights } from '#headless/grid/permissions.ts'
import { GridInvalid, type GridOptions } from '#headless/grid/options.ts'
import { FLASH_MS, GridStore } from '#headless/grid/store.ts'
import type { Topic } from '#headless/grid/signals.ts'
import { readTsv, writeTsv } from '#headless/grid/tsv.ts'

const columns: GridColumn[] = [
  { key: 'name', title: '名称', type: 'input', validateRules: [{ required: true, message: '${title}不能为空' }] },
  { key: 'count', title: '数量', type: 'inputNumber', statistics: true },
  { key: 'price', title: '价格', type: 'inputNumber', statistics: ['sum'], validateRules: [{ pattern: 'money' }] },
  { key: 'code', title: '编码', type: 'input', validateRules: [{ unique: true, message: '编码重复' }] },
  { key: 'kind', title: '类型', type: 'select', options: [{ value: 1, text: '甲' }, { value: 2, title: '乙' }] },
  { key: 'open', title: '启用', type: 'checkbox', customValue: ['1', '0'], defaultChecked: true },
  { key: 'day', title: '日期', type: 'date' },
] // prettier-ignore
const rows = () => [
  { id: 'a', name: '一', count: 1, price: '10.10', code: 'A1', kind: 1, open: '1', day: '2026-01-02' },
  { id: 'b', name: '二', count: 2, price: '0.20', code: 'A2', kind: 2, open: '0', day: null },
  { id: 'c', name: '三', count: 3, price: null, code: null, kind: null, open: '0', day: null },
]
const said: string[] = []
const grid = (options: Partial<GridOptions> = {}, given: readonly Record<string, unknown>[] = rows()) =>
  new GridStore({ columns, say: (kind, text) => said.push(`${kind} ${text}`), ...options }, given)
const key = (name: string, more = {}) => ({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }) // prettier-ignore
const ids = (store: GridStore) => store.rows.list.map(({ id }) => id)
const column = (store: GridStore, field: string) => store.byField.get(field)!

beforeEach(() => {
  said.length = 0
  localStorage.clear()
})
afterEach(() => void vi.useRealTimers())

test('I01 every cell type draws its text, reads it back and knows its empty start', () => {
  const options = [{ value: 'x', text: '甲' }, { value: 'y', text: '乙' }] // prettier-ignore
  const seen: Record<CellType, readonly [value: unknown, text: string, read: string, back: unknown]> = {
    normal: ['n', 'n', 'm', Symbol.for('no')],
    input: ['字', '字', ' 字 ', ' 字 '],
    inputNumber: [12.5, '12.5', '¥1,234.50', 1234.5],
    checkbox: ['Y', '是', '否', 'N'],
    checkbox_meta: [true, '是', 'x', Symbol.for('no')],
    select: ['x', '甲', '乙', 'y'],
    list_multi: ['x,y', '甲,乙', '乙,甲', 'y,x'],
    sel_search: ['y', '乙', '丙', Symbol.for('no')],
    sel_search_async: ['x', '甲', 'x', 'x'],
    sel_depart: ['x', '甲', 'x', 'x'],
    sel_user: ['x,y', '甲,乙', 'x', 'x'],
    date: ['2026-02-03 10:00:00', '2026-02-03', '2026/2/3', '2026-02-03'],
    datetime: ['2026-02-03 10:00:00', '2026-02-03 10:00:00', '2026年2月3日 9:05', '2026-02-03 09:05:00'],
    time: ['10:00:00', '10:00:00', '7:3', '07:03:00'],
    input_pop: ['长', '长', '一\n二', '一\n二'],
    textarea: ['长', '长', '一\n二', '一\n二'],
    upload: ['a/b.pdf', 'b.pdf', 'c/d.pdf', 'c/d.pdf'],
    file: ['a/b.pdf,c.txt', 'b.pdf,c.txt', '', null],
    image: [{ name: 'p.png', status: 'done', path: 'p.png' }, 'p.png', 'q.png', 'q.png'],
    popup: ['选', '选', '', null],
    radio: ['x', '甲', '甲', 'x'],
    slot: ['s', 's', 't', Symbol.for('no')],
    hidden: ['h', 'h', 't', Symbol.for('no')],
  }
  for (const [type, [value, text, typed, back]] of Object.entries(seen)) {
    const store = grid({ columns: [{ key: 'f', type: type as CellType, options }] }, [{ id: '1', f: value }])
    const [only] = store.columns
    const row = store.rows.at(0)!
    expect([type, store.textOf(row, only!)]).toEqual([type, text])
    const read = cellTypes[type as CellType].read(typed, only!, store.looks, row)
    expect([type, typeof read === 'symbol' ? Symbol.for('no') : read]).toEqual([type, back])
  }
  expect(grid({ columns: [{ key: 'f', type: 'date' }] }).newRow().f).toBeNull()
  for (const wrong of ['2026-02-30', '2026-13-01', '昨天', '2026-01-02 25:00'])
    expect(typeof cellTypes.date.read(wrong, column(grid(), 'day'), grid().looks, grid().newRow()), wrong).toBe(
      'symbol',
    )
})

test('I03 adds one row at the bottom with defaults and a temporary id, or as the settings say', () => {
  const store = grid({ name: 'prizes' })
  const [row] = store.add()
  expect(row).toMatchObject({ name: null, open: '1', kind: null })
  expect(ids(store)).toEqual(['a', 'b', 'c', row!.id])
  store.keepSettings({ addRowNum: 2, addIndex: 1, addScrollToBottom: true })
  store.add()
  expect(ids(store).slice(0, 1)).toEqual(['a'])
  expect(ids(store)[3]).toBe('b')
})

test('I04 the settings keep to their bounds, are stored and say so', () => {
  const store = grid({ name: 'prizes' })
  store.keepSettings({ addRowNum: 0, addIndex: 99, addScrollToBottom: true })
  expect(store.settings).toEqual({ addRowNum: 1, addIndex: 3, addScrollToBottom: true })
  expect(readAddSettings('prizes')).toEqual(store.settings)
  expect(said).toEqual(['success 保存成功'])
})

test('I05 inserts below not twice within 1500 ms, moves, and counts the order field from 1', () => {
  let now = 0
  const store = grid(
    { now: () => now, dragSort: true },
    rows().map((row) => ({ ...row, orderNum: 7 })),
  )
  const inserted = store.insertBelow('a')!
  now = 1499
  expect(store.insertBelow('a')).toBeUndefined()
  expect(said).toEqual(['warning 你点击得太快了，请慢一点！'])
  now = 1500
  expect(store.insertBelow('c')).toBeDefined()
  store.moveUp('b')
  expect(ids(store).slice(0, 3)).toEqual(['a', 'b', inserted.id])
  store.moveDown('a')
  expect(ids(store)[0]).toBe('b')
  expect(store.rows.list.map(({ orderNum }) => orderNum)).toEqual([1, 2, 3, 4, 5])
  store.undo()
  store.undo()
  expect(ids(store).slice(0, 3)).toEqual(['a', inserted.id, 'b'])
  expect(store.rows.list.map(({ orderNum }) => orderNum)).toEqual([1, 2, 3, 4, 5])
})

test('I06 selects all that may be selected, some, none; one at a time with radio', () => {
  const store = grid({ disabledRows: { kind: [2] } })
  expect(store.selection.state).toBe('none')
  store.selection.toggle('b')
  expect(store.selection.size).toBe(0)
  store.selection.toggle('a')
  expect(store.selection.state).toBe('some')
  store.selection.all()
  expect([store.selection.state, store.selection.rows().map(({ id }) => id)]).toEqual(['all', ['a', 'c']])
  store.set('c', 'kind', 2)
  store.selection.clear()
  store.selection.extend('a', 'c')
  expect([...store.selection.ids]).toEqual(['a'])
  const radio = grid({ selection: 'radio' })
  radio.selection.toggle('a')
  radio.selection.toggle('b')
  expect([...radio.selection.ids]).toEqual(['b'])
})

test('I07 remembers what was deleted, drops temporary ids, and a hook that rejects keeps the rows', async () => {
  const store = grid({
    beforeRemove: (gone) => {
      if (gone.some(({ id }) => id === 'c')) throw new Error('已被引用，不能删除')
    },
  })
  const [made] = store.add()
  expect(await store.remove(['c'])).toBe(false)
  expect(said).toEqual(['error 已被引用，不能删除'])
  expect(await store.remove(['a', made!.id])).toBe(true)
  expect(store.deletedIds()).toEqual(['a'])
  expect(store.deletedIds({ temporary: true })).toEqual(['a', made!.id])
  store.undo()
  expect([ids(store), store.deletedIds()]).toEqual([['a', 'b', 'c', made!.id], []])
  store.redo()
  expect([ids(store), store.deletedIds()]).toEqual([['b', 'c'], ['a']])
})

test('I08 reads with or without ids of new rows, and rejects when a cell fails', async () => {
  const store = grid()
  const [made] = store.add()
  expect(store.read().map((row) => row.id)).toEqual(['a', 'b', 'c', undefined])
  expect(store.read({ temporaryIds: true })[3]!.id).toBe(made!.id)
  await expect(store.readValid()).rejects.toThrow('第4行：名称不能为空')
  store.set(made!.id, 'name', '四')
  store.set('b', 'name', '二')
  expect(await store.readValid()).toHaveLength(4)
  expect(store.changes().changed).toEqual([])
  store.set('b', 'count', 20)
  expect(store.changes().changed.map(({ id }) => id)).toEqual(['b'])
})

test('I09 a failing cell says what is wrong and is right again when corrected: on input, blur and change', async () => {
  const asked: unknown[] = []
  const store = grid({
    columns: [
      ...columns.filter((one) => one.key !== 'day'),
      { key: 'tax', title: '税号', type: 'input', validateRules: [{ pattern: '^[A-Z]{2}\\d+$', message: '税号有误' }, { handler: async ({ value }) => {
        asked.push(value)
        return value === 'AB1' ? '税号已登记' : undefined
      } }] },
    ],
  }) // prettier-ignore
  const wrong = (id: string) => store.problems.of(store.rows.get(id)!)
  store.edit({ id: 'a', field: 'name' })
  store.type('')
  expect(wrong('a')).toEqual({ name: '名称不能为空' })
  store.type('甲')
  expect(wrong('a')).toEqual({})
  store.type('')
  store.cancel()
  expect([wrong('a'), store.rows.get('a')!.name]).toEqual([{}, '一'])
  // Both have it; correcting one frees the other.
  store.set('b', 'code', 'A1')
  expect(wrong('b')).toEqual({ code: '编码重复' })
  await expect(store.readValid()).rejects.toThrow(GridInvalid)
  expect([wrong('a'), wrong('b')]).toEqual([{ code: '编码重复' }, { code: '编码重复' }])
  store.set('b', 'code', 'A9')
  expect([wrong('a'), wrong('b')]).toEqual([{}, {}])
  asked.length = 0
  store.set('a', 'tax', 'x')
  expect([wrong('a'), asked]).toEqual([{ tax: '税号有误' }, []])
  store.set('a', 'tax', 'AB1')
  await vi.waitFor(() => expect(wrong('a')).toEqual({ tax: '税号已登记' }))
  store.set('a', 'tax', 'AB2')
  await vi.waitFor(() => expect(wrong('a')).toEqual({}))
  store.set('c', 'tax', 'AB1')
  expect((await store.validate()).first).toMatchObject({ id: 'c', field: 'tax', message: '税号已登记' })
})

test('I09 an answer that comes late does not judge what was typed since', async () => {
  const answers: ((verdict: string | undefined) => void)[] = []
  const store = grid({
    columns: [{ key: 'f', title: 'F', type: 'input', validateRules: [{ handler: () => new Promise<string | undefined>((resolve) => void answers.push(resolve)) }] }],
  }, [{ id: '1', f: '' }]) // prettier-ignore
  store.set('1', 'f', 'old')
  store.set('1', 'f', 'new')
  answers[1]!(undefined)
  answers[0]!('旧值有误')
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(store.problems.of(store.rows.get('1')!)).toEqual({})
})

test('a pattern that cannot be used is told and the other rules still hold', () => {
  const store = grid({
    columns: [{ key: 'f', title: '甲', type: 'input', validateRules: [{ pattern: '(' }, { required: true }] }],
  }, [{ id: '1', f: '' }]) // prettier-ignore
  expect(said).toEqual(['error “甲”的校验规则不能使用：正则表达式有误'])
  expect(store.problems.judgeAll()).toMatchObject({ count: 1, first: { message: '请输入甲' } })
})

test('I11 a number cell takes digits, one point and a minus; what is no number becomes empty on blur', () => {
  const store = grid()
  store.edit({ id: 'a', field: 'count' })
  for (const text of ['-', '-1', '-1x', '-1.', '-1.5', '-1.5.']) store.type(text)
  expect(store.draft!.value).toBe('-1.5')
  store.commit()
  expect(store.rows.get('a')!.count).toBe(-1.5)
  store.edit({ id: 'a', field: 'count' }, '-')
  store.commit()
  expect(store.rows.get('a')!.count).toBeNull()
  store.edit({ id: 'a', field: 'count' }, '12345678901234567890')
  store.commit()
  expect(store.rows.get('a')!.count).toBe('12345678901234567890')
  // Money came as text; looking at it changes nothing.
  store.edit({ id: 'a', field: 'price' })
  store.type('10.1')
  store.commit()
  expect(store.rows.get('a')!.price).toBe('10.10')
})

test('I12 checkboxes store their pair, selects the value they were given, and a parent empties its children', async () => {
  const linked: GridColumn[] = [
    { key: 'province', type: 'select', linkageKey: 'city' },
    { key: 'city', type: 'select', linkageKey: 'district' },
    { key: 'district', type: 'select' },
  ]
  const load = vi.fn(async (parent: string) => [{ value: `${parent}1`, text: `在${parent}` }])
  const store = grid({ columns: [...columns, ...linked], linkages: [{ key: 'province', load }] }, [
    { id: 'a', open: '0', province: 'p', city: 'c', district: 'd' },
  ])
  store.toggle({ id: 'a', field: 'open' })
  store.choose({ id: 'a', field: 'kind' }, '2')
  expect(store.rows.get('a')).toMatchObject({ open: '1', kind: 2 })
  store.set('a', 'province', 'q')
  expect(store.rows.get('a')).toMatchObject({ province: 'q', city: null, district: null })
  store.undo()
  expect(store.rows.get('a')).toMatchObject({ province: 'p', city: 'c', district: 'd' })
  const choices = () => store.looks.choices(column(store, 'city'), store.rows.get('a')!)
  expect(choices()).toEqual([])
  await vi.waitFor(() => expect(choices()).toEqual([{ value: 'p1', text: '在p' }]))
  expect(load).toHaveBeenCalledTimes(1)
  store.set('a', 'province', null)
  expect(choices()).toEqual([])
})

test('I13 names of people are asked once for all rows and drawn when they come', async () => {
  const names = vi.fn(async (_: unknown, values: readonly string[]) =>
    values.map((value) => ({ value, text: `${value}!` })),
  )
  const store = grid({ columns: [{ key: 'who', type: 'sel_user' }], sources: { names } }, [
    { id: '1', who: 'li' },
    { id: '2', who: 'li,wang' },
  ])
  const texts = () => store.rows.list.map((row) => store.textOf(row, store.columns[0]!))
  expect(texts()).toEqual(['li', 'li,wang'])
  let drawn = 0
  store.signals.listen('looks', () => drawn++)
  await vi.waitFor(() => expect(drawn).toBe(1))
  expect(texts()).toEqual(['li!', 'li!,wang!'])
  expect(names.mock.calls.map(([, values]) => values)).toEqual([['li', 'wang']])
})

test('I14 sums and averages follow every change exactly', async () => {
  const store = grid()
  const [count, price] = [column(store, 'count'), column(store, 'price')]
  const texts = () => [store.statistics.text(count, 'sum'), store.statistics.text(count, 'average'), store.statistics.text(price, 'sum')] // prettier-ignore
  expect(texts()).toEqual(['6', '2', '10.30'])
  store.set('a', 'price', 0.1)
  store.set('b', 'price', 0.2)
  expect(texts()[2]).toBe('0.30')
  store.set('c', 'count', null)
  expect(texts().slice(0, 2)).toEqual(['3', '1.5'])
  await store.remove(['a'])
  expect(texts()).toEqual(['2', '2', '0.2'])
  store.undo()
  store.undo()
  expect(texts()).toEqual(['6', '2', '0.3'])
})

test('I16 codes under the prefix hide buttons and columns', () => {
  const code = (action: string, type = '1', status = '1') => ({ action, type, status })
  const permissions = {
    prefix: 'blindBox:prizes',
    grants: { auth: [code('blindBox:prizes:name')], allAuth: [code('blindBox:prizes:name'), code('blindBox:prizes:price'), code('blindBox:prizes:code', '2'), code('blindBox:prizes:add'), code('blindBox:prizes:insert', '1', '0')] },
  } // prettier-ignore
  expect([...buttonsOf(permissions)]).toEqual(expect.arrayContaining(['batch_delete', 'remove', 'insert']))
  expect(buttonsOf(permissions).has('add')).toBe(false)
  expect(buttonsOf({}).has('add')).toBe(true)
  const excluded = buttonsOf({ exclude: ['batch_delete'] })
  expect([excluded.has('batch_delete'), excluded.has('remove'), excluded.has('add')]).toEqual([false, false, true])
  expect(columnRights(permissions, 'name').shown).toBe(true)
  const store = grid({ permissions })
  expect(store.shown.map(({ field }) => field)).not.toContain('price')
  expect(store.editable(store.rows.at(0)!, column(store, 'code'))).toBe(false)
})

test("I17 somebody else's row is merged, flashes 1400 ms, and is neither undone nor sent", () => {
  vi.useFakeTimers()
  const store = grid()
  store.edit({ id: 'a', field: 'name' })
  store.type('正在输入')
  expect(store.merge({ id: 'a', name: '别人的', count: 9 })).toBe(true)
  expect(store.merge({ id: 'zzz', name: '?' })).toBe(false)
  expect(store.rows.get('a')).toMatchObject({ name: '一', count: 9 })
  expect(store.isFlashing('a')).toBe(true)
  vi.advanceTimersByTime(FLASH_MS)
  expect(store.isFlashing('a')).toBe(false)
  store.cancel()
  expect([store.canUndo, store.dirty]).toEqual([false, false])
  expect(store.statistics.text(column(store, 'count'), 'sum')).toBe('14')
})

test('typing in one cell tells one row, and a changed cell its row and its column', () => {
  const store = grid()
  const heard: Topic[] = []
  for (const topic of ['row:a', 'row:b', 'row:c', 'rows', 'looks', 'column:count', 'column:price'] as const)
    store.signals.listen(topic, () => heard.push(topic))
  store.edit({ id: 'a', field: 'count' })
  heard.length = 0
  store.type('5')
  expect(heard.filter((topic) => topic !== 'row:a')).toEqual([])
  store.commit()
  expect(new Set(heard)).toEqual(new Set(['row:a', 'column:count']))
})

test('undo and redo give back every step, and what others changed meanwhile stays', async () => {
  const store = grid()
  const steps: string[] = []
  const look = () => JSON.stringify(store.rows.list.map(({ id, ...row }) => [id.replace(/^new:.*/, 'new'), row]))
  steps.push(look())
  for (const step of [() => store.set('a', 'name', '甲'), () => store.add(), () => store.move('c', 0), () => store.clearMarked()]) {
    store.cursor.goTo(1, 0)
    step()
    steps.push(look())
  } // prettier-ignore
  await store.remove(['b'])
  steps.push(look())
  for (const before of steps.slice(0, -1).toReversed()) {
    store.undo()
    expect(look()).toBe(before)
  }
  for (const after of steps.slice(1)) {
    store.redo()
    expect(look()).toBe(after)
  }
  store.undo()
  store.merge({ id: 'b', count: 77 })
  store.redo()
  store.undo()
  expect(store.rows.get('b')!.count).toBe(77)
})

test('keys move, mark, edit, empty and undo', () => {
  const store = grid()
  const press = (name: string, more = {}) => pressed(store, key(name, more))
  store.cursor.goTo(0, 0)
  press('ArrowDown')
  press('ArrowRight')
  expect(store.cursor.place).toEqual({ id: 'b', field: 'count' })
  press('Enter')
  expect(store.draft).toMatchObject({ id: 'b', field: 'count', value: 2 })
  expect(press('ArrowLeft')).toBe(false)
  store.type('22')
  press('Enter')
  expect([store.rows.get('b')!.count, store.cursor.place]).toEqual([22, { id: 'c', field: 'count' }])
  press('F2')
  store.type('9')
  press('Escape')
  expect(store.rows.get('c')!.count).toBe(3)
  press('ArrowUp', { shiftKey: true })
  expect(store.cursor.range).toEqual({ top: 1, bottom: 2, left: 1, right: 1 })
  press('Delete')
  expect(store.rows.list.map(({ count }) => count)).toEqual([1, null, null])
  press('z', { ctrlKey: true })
  expect(store.rows.list.map(({ count }) => count)).toEqual([1, 22, 3])
  press('y', { ctrlKey: true })
  expect(store.rows.list.map(({ count }) => count)).toEqual([1, null, null])
  press('End', { ctrlKey: true })
  expect(store.cursor.place).toEqual({ id: 'c', field: 'day' })
  expect(press('Tab')).toBe(false)
  press('Tab', { shiftKey: true })
  expect(store.cursor.place).toEqual({ id: 'c', field: 'open' })
  press(' ')
  expect(store.rows.get('c')!.open).toBe('1')
  press('Home')
  press('Tab', { shiftKey: true })
  expect(store.cursor.place).toEqual({ id: 'b', field: 'day' })
})

test('the clipboard of a spreadsheet with quotes, tabs and lines is read and written', () => {
  const cells = [['a', 'x\ty', '他说"好"'], ['', '一\n二', ''], ['"', '', '']] // prettier-ignore
  expect(readTsv(writeTsv(cells))).toEqual(cells)
  expect(readTsv('1\t2\r\n3\t\r\n')).toEqual([['1', '2'], ['3', '']]) // prettier-ignore
  expect(readTsv('5" 屏\tb')).toEqual([['5" 屏', 'b']])
  expect(readTsv('"未关\tb\nc')).toEqual([['"未关', 'b'], ['c']]) // prettier-ignore
  expect(readTsv('"a\nb"\tc\n')).toEqual([['a\nb', 'c']])
  expect(readTsv('')).toEqual([])
  expect(readTsv('"a\t'.repeat(200_000))[0]).toHaveLength(200_001)
})

test('pasting reads each cell by its type, adds rows, says what it could not read, and is one step', async () => {
  const store = grid()
  const pasting = new Pasting(store)
  store.cursor.goTo(1, 1)
  await pasting.paste('7\t1.5\tB1\t乙\t是\t2026/3/4\n"8"\tx\tB2\t丙\t\n9\t2\tB3\t1\tN\t2026-03-05\t多\n')
  expect(store.rows.list.slice(1)).toMatchObject([
    { id: 'b', count: 7, price: 1.5, code: 'B1', kind: '2', open: '1', day: '2026-03-04' },
    { id: 'c', count: 8, price: null, code: 'B2', kind: null, open: '0' },
    { name: null, count: 9, price: 2, code: 'B3', kind: '1', open: '0', day: '2026-03-05' },
  ])
  expect(said).toEqual([
    'warning 2 个单元格的内容无法识别，已跳过：第3行“价格”的“x”、第3行“类型”的“丙”',
    'warning 1 个单元格超出表格范围，未粘贴',
  ])
  expect(pasting.copied().split('\n')[0]).toBe('7\t1.5\tB1\t乙\t是\t2026-03-04')
  store.undo()
  expect(store.rows.list).toEqual(rows())
  store.cursor.goTo(0, 0)
  store.cursor.goTo(2, 0, true)
  await pasting.paste('同')
  expect(store.rows.list.map(({ name }) => name)).toEqual(['同', '同', '同'])
})

test('100,000 pasted cells come in slices, with progress, and can be stopped', async () => {
  const many = Array.from({ length: 9 }, (_, at): GridColumn => ({ key: `c${at}`, title: `C${at}`, type: at % 2 ? 'inputNumber' : 'input' })) // prettier-ignore
  const store = grid({ columns: many }, [])
  const pasting = new Pasting(store)
  const text = Array.from({ length: 12_000 }, (_, row) => many.map((_one, at) => String(row * at)).join('\t')).join(
    '\n',
  )
  const seen: number[] = []
  store.signals.listen('progress', () => {
    if (pasting.progress) seen.push(pasting.progress.done)
  })
  await pasting.paste(text)
  expect([store.rows.count, store.rows.at(11_999)!.c3]).toEqual([12_000, 35_997])
  expect(seen.length).toBeGreaterThan(1)
  expect(pasting.progress).toBeUndefined()
  expect(said).toEqual(['success 已粘贴 108000 个单元格'])
  store.undo()
  expect(store.rows.count).toBe(0)
  const again = pasting.paste(text)
  pasting.stop()
  await again
  expect([store.rows.count, said.at(-1)]).toEqual([0, 'info 已取消粘贴'])
})

test('R09 a form beside the rows: what is written is a draft until it is left, what is chosen counts at once', () => {
  const told: unknown[] = []
  const store = grid({ onChange: (changes) => told.push(...changes.map(({ after }) => after)) })
  for (const text of ['1', '12', '12x']) store.fill({ id: 'a', field: 'count' }, text)
  // Nobody else hears half a number, and what cannot become one is not taken.
  expect([store.rows.get('a')!.count, store.draft?.value, told]).toEqual([1, '12', []])
  expect(store.drafted()[0]).toMatchObject({ id: 'a', count: 12 })
  store.fill({ id: 'a', field: 'name' }, '甲')
  expect(told).toEqual([{ count: 12 }])
  store.fill({ id: 'a', field: 'kind' }, 2)
  expect(told).toEqual([{ count: 12 }, { name: '甲' }, { kind: 2 }])
  expect(store.draft).toBeUndefined()
  store.fill({ id: 'a', field: 'open' }, '0')
  expect(store.rows.get('a')).toMatchObject({ name: '甲', count: 12, kind: 2, open: '0' })
  store.fill({ id: 'a', field: 'name' }, null)
  store.cancel()
  expect(store.rows.get('a')!.name).toBe('甲')
})

test('a grid that is only read takes nothing', async () => {
  const store = grid({ readOnly: true })
  store.cursor.goTo(0, 0)
  pressed(store, key('F2'))
  pressed(store, key('Delete'))
  await new Pasting(store).paste('x')
  store.toggle({ id: 'a', field: 'open' })
  expect(store.rows.list).toEqual(rows())
})

test('more failing cells than are remembered are still drawn as failing', async () => {
  const given: GridRow[] = Array.from({ length: 9000 }, (_, index) => ({ id: String(index), name: '', price: 'x' }))
  const store = grid({}, given)
  expect((await store.validate()).count).toBe(18_000)
  expect(store.problems.of(store.rows.at(8999)!)).toEqual({
    name: '名称不能为空',
    price: '请输入正确的金额，最多两位小数',
  })
  expect(store.problems.of(store.rows.at(0)!)).toEqual({
    name: '名称不能为空',
    price: '请输入正确的金额，最多两位小数',
  })
})
