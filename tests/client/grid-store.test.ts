// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readAddSettings } from '#headless/grid/addSettings.ts'
import { cellTypes, NOT_UNDERSTOOD } from '#headless/grid/cellTypes.ts'
import type { CellType, ChoiceSource, GridColumn, GridRow } from '#headless/grid/column.ts'
import { besideDown, drawnTo, fillOver, fillsBy } from '#headless/grid/filling.ts'
import { readHtml, writeHtml } from '#headless/grid/html.ts'
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

/** Of a paste, as if each row took longer than a page may wait. */
function turnAfterEachRow() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
}

beforeEach(() => {
  said.length = 0
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

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
    image: [{ name: 'p.png', status: 'done', path: 'a/p.png' }, 'p.png', 'a/q.png', 'a/q.png'],
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
      { key: 'tax', title: '税号', type: 'input', validateRules: [{ pattern: /^[A-Z]{2}\d+$/, message: '税号有误' }, { handler: async ({ value }) => {
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

test.each([
  ['12。5', 12.5],
  ['１２．５', 12.5],
  ['－３', -3],
  ['−3', -3],
  ['１，２３４．５', 1234.5],
  ['\u30005 ', 5],
  [' ¥1,234.50 ', 1234.5],
])('a number as an input method or a spreadsheet leaves it is that number: %s', (text, number) => {
  const store = grid()
  const kept = () => store.rows.get('a')!.count
  store.edit({ id: 'a', field: 'count' }, text)
  store.commit()
  expect(kept()).toBe(number)
  store.set('a', 'count', null)
  store.edit({ id: 'a', field: 'count' })
  for (let length = 1; length <= text.length; length++) {
    const typed = String(store.draft!.value ?? '')
    store.type(`${typed}${text[length - 1]}`)
  }
  store.commit()
  expect(kept()).toBe(number)
  const { read } = cellTypes.inputNumber
  expect(read(text, column(store, 'count'), store.looks, store.rows.get('a')!)).toBe(number)
})

test('a negative amount is read whichever side its sign of money stands', () => {
  const store = grid()
  const read = (text: string) =>
    cellTypes.inputNumber.read(text, column(store, 'count'), store.looks, store.rows.get('a')!)
  expect([read('-¥1,234.50'), read(' ¥-1,234.50 '), read('5%'), read('5２')]).toEqual([-1234.5, -1234.5, 5, 52])
  expect([read('12,5'), read('甲'), read('1 2')]).toEqual([NOT_UNDERSTOOD, NOT_UNDERSTOOD, NOT_UNDERSTOOD])
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

test('what is kept as money is added up and averaged as money is written', () => {
  const money: GridColumn = { key: 'price', title: '价格', type: 'inputNumber', decimals: 2, statistics: true }
  const of = (...prices: unknown[]) => {
    const store = grid({ columns: [money] }, prices.map((price, at) => ({ id: String(at), price }))) // prettier-ignore
    return (['sum', 'average'] as const).map((statistic) => store.statistics.text(column(store, 'price'), statistic))
  }
  expect(of('20.00', '22.00')).toEqual(['42.00', '21.00'])
  expect(of('399.00', '400.00')).toEqual(['799.00', '399.50'])
  expect(of(1, 2)).toEqual(['3.00', '1.50'])
  expect(of('0.125', '0.125')).toEqual(['0.250', '0.125'])
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

test('what somebody else writes into the cell one is typing in is there when one backs out, or leaves it as it was', () => {
  const store = grid()
  const name = () => store.rows.get('a')!.name
  const began = (typed?: string) => {
    store.edit({ id: 'a', field: 'name' })
    if (typed) store.type(typed)
  }
  began('我的')
  store.merge({ id: 'a', name: '别人的' })
  expect([name(), store.draft!.value]).toEqual(['一', '我的'])
  store.cancel()
  expect([name(), store.dirty, store.canUndo]).toEqual(['别人的', false, false])
  began()
  store.merge({ id: 'a', name: '又一次' })
  store.commit()
  expect([name(), store.dirty]).toEqual(['又一次', false])
  // What is really written counts, and taking it back leads to what the other left.
  began('我的')
  store.merge({ id: 'a', name: '晚到的' })
  store.commit()
  expect(name()).toBe('我的')
  store.undo()
  expect([name(), store.dirty]).toEqual(['晚到的', false])
  // A choice, too, though it is what stood there before.
  store.edit({ id: 'a', field: 'kind' })
  store.merge({ id: 'a', kind: 2 })
  store.choose({ id: 'a', field: 'kind' }, '1')
  expect(store.rows.get('a')!.kind).toBe(1)
})

test('a step is taken back only where its outcome still stands; what others wrote since is left, and said', () => {
  const store = grid()
  store.change([{ id: 'a', values: { name: '甲', count: 5 } }, { id: 'b', values: { name: '乙' } }]) // prettier-ignore
  store.merge({ id: 'a', name: '别人的' })
  store.undo()
  expect(store.rows.list).toMatchObject([{ name: '别人的', count: 1 }, { name: '二' }, {}])
  expect(said).toEqual(['warning 已被他人修改，未撤销'])
  store.merge({ id: 'b', name: '也变了' })
  store.redo()
  expect(store.rows.list).toMatchObject([{ name: '别人的', count: 5 }, { name: '也变了' }, {}])
  expect(said).toEqual(['warning 已被他人修改，未撤销', 'warning 已被他人修改，未重做'])
})

test('what a colleague puts into a cell while a file for it is on its way is what undoing leads back to', () => {
  const store = grid({ columns: [{ key: 'f', type: 'file' }] }, [{ id: '1', f: 'old.pdf' }])
  store.show('1', 'f', [{ name: 'a.pdf', status: 'uploading' }])
  store.merge({ id: '1', f: 'theirs.pdf' })
  expect(store.rows.get('1')!.f).toMatchObject([{ status: 'uploading' }])
  store.settle('1', 'f', [{ name: 'a.pdf', status: 'done', path: 'a.pdf' }])
  store.undo()
  expect([store.rows.get('1')!.f, store.dirty]).toEqual(['theirs.pdf', false])
})

test('a file that arrives for a row that was deleted meanwhile is there when the row comes back', async () => {
  const store = grid({ columns: [{ key: 'f', type: 'file' }] }, [{ id: '1', f: null }])
  store.show('1', 'f', [{ name: 'a.pdf', status: 'uploading' }])
  await store.remove(['1'])
  store.settle('1', 'f', [{ name: 'a.pdf', status: 'done', path: 'a.pdf' }])
  store.undo()
  expect(store.read()).toEqual([{ id: '1', f: 'a.pdf' }])
  expect(store.dirty).toBe(true)
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

test('Escape where rows are filled in never reaches the dialog around them; where they are only read it does', () => {
  const store = grid()
  store.cursor.goTo(0, 0)
  expect(pressed(store, key('Escape'))).toBe(true)
  const read = grid({ readOnly: true })
  read.cursor.goTo(0, 0)
  expect(pressed(read, key('Escape'))).toBe(false)
  read.cursor.goTo(1, 1, true)
  expect(pressed(read, key('Escape'))).toBe(true)
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

test('a paste without a place is refused while there are rows, and the person moves on from where they stood', async () => {
  const many = () =>
    Array.from({ length: 9 }, (_, at) => ({ ...rows()[0]!, id: `r${at}`, name: at === 7 ? '别的' : `名${at}` }))
  const refused = 'warning 请先选择要粘贴到的单元格'
  const gone: Record<string, (store: GridStore) => unknown> = {
    'deleted by somebody else': (store) => store.arrange({ added: [], gone: ['r7'], order: [] }),
    'deleted here': (store) => store.remove(['r7']),
    'hidden by a filter': (store) => store.filter('name', { kind: 'text', text: '名' }),
  }
  for (const [how, goes] of Object.entries(gone)) {
    said.length = 0
    const store = grid({}, many())
    store.cursor.go({ id: 'r7', field: 'count' })
    store.edit({ id: 'r7', field: 'count' })
    await goes(store)
    const before = store.rows.list.slice()
    expect([how, store.cursor.place, store.visible.count]).toEqual([how, undefined, 8])
    await new Pasting(store).paste('7\n8')
    expect([how, store.rows.list, said.at(-1)]).toEqual([how, before, refused])
    pressed(store, key('Delete'))
    for (const name of ['d', 'r']) fillsBy(store, new Pasting(store), key(name, { ctrlKey: true }))
    expect([how, store.rows.list]).toEqual([how, before])
    // Enter goes on with the row that stands there now, not with the first.
    pressed(store, key('Enter'))
    expect([how, store.cursor.place]).toEqual([how, { id: 'r8', field: 'count' }])
  }
  // Nor is the first row meant by who never stood anywhere; where there are no rows, they are added.
  const store = grid()
  await new Pasting(store).paste('x')
  expect([store.rows.list, said.at(-1)]).toEqual([rows(), refused])
  await store.clear()
  await new Pasting(store).paste('x')
  expect(store.rows.list).toMatchObject([{ name: 'x' }])
})

test('of the last row, moving on leads to the one before; a move that keeps the place keeps it', async () => {
  const store = grid()
  store.cursor.go({ id: 'c', field: 'price' })
  await store.remove(['a'])
  expect(store.cursor.place).toEqual({ id: 'c', field: 'price' })
  await store.remove(['c'])
  expect(store.cursor.move(-1, 0)).toBe(true)
  expect(store.cursor.place).toEqual({ id: 'b', field: 'price' })
  const other = grid()
  other.cursor.go({ id: 'b', field: 'price' })
  await other.remove(['b'])
  pressed(other, key('Home'))
  expect(other.cursor.place).toEqual({ id: 'c', field: 'price' })
})

test('where a paste ended is marked by its rows, whatever came above them meanwhile; other rows end it', async () => {
  turnAfterEachRow()
  const store = grid()
  store.cursor.goTo(1, 0)
  const first = new Pasting(store).paste('甲\n乙')
  store.arrange({ added: [{ id: 'z' }], gone: [], order: ['z', 'a', 'b', 'c'] })
  await first
  expect(store.rows.list.map(({ name }) => name)).toEqual([null, '一', '甲', '乙'])
  expect(store.cursor.range).toEqual({ top: 2, bottom: 3, left: 0, right: 0 })
  const second = new Pasting(store).paste('丙\n丁\n戊')
  store.load(rows())
  await second
  expect([store.rows.list, store.progress, said]).toEqual([rows(), undefined, ['info 已取消粘贴']])
})

test('a block is repeated over a selection that is a multiple of it, as a spreadsheet does, and else pasted once', async () => {
  const letters = ['p', 'q', 'r', 's', 't']
  const all: GridColumn[] = letters.map((key) => ({ key, type: 'input' }))
  const pastedInto = async (text: string, high: number, wide: number) => {
    const store = grid(
      { columns: all, permissions: { exclude: ['add'] } },
      Array.from({ length: 6 }, (_, at) => ({ id: `${at}` })),
    )
    store.cursor.goTo(0, 0)
    store.cursor.goTo(high - 1, wide - 1, true)
    await new Pasting(store).paste(text)
    const seen = store.rows.list.map((row) => letters.map((field) => (row[field] as string | undefined) ?? '').join(''))
    return seen.join(' ').trim()
  }
  expect(await pastedInto('1\t2\n3\t4', 4, 4)).toBe('1212 3434 1212 3434')
  expect(await pastedInto('1\t2\n3\t4', 6, 1)).toBe('12 34 12 34 12 34')
  expect(await pastedInto('1\t2', 3, 1)).toBe('12 12 12')
  expect(await pastedInto('1\n2', 1, 3)).toBe('111 222')
  expect(await pastedInto('1\t2\n3\t4', 3, 4)).toBe('12 34')
  expect(await pastedInto('1\t2\n3\t4', 4, 3)).toBe('12 34')
  // A selection that is smaller.
  expect(await pastedInto('1\t2\n3\t4\n5\t6', 2, 1)).toBe('12 34 56')
  expect(await pastedInto('1\t2\n3', 4, 4)).toBe('1212 33 1212 33')
})

test('Ctrl+D and Ctrl+R fill what is marked, or from the cell before, in one step; what does not fit is named', async () => {
  const store = grid({ columns: [...columns, { key: 'count2', title: '另数', type: 'inputNumber' }] })
  const fills = (name: string) => fillsBy(store, new Pasting(store), key(name, { ctrlKey: true }))
  const of = (...fields: string[]) => store.rows.list.map((row) => fields.map((field) => row[field]))
  store.cursor.goTo(0, 0)
  store.cursor.goTo(2, 2, true)
  expect(fills('d')).toBe(true)
  // A busy machine takes a turn in between.
  await vi.waitFor(() => expect(of('name', 'count', 'price')).toEqual(Array(3).fill(['一', 1, '10.10'])))
  expect(store.cursor.range).toEqual({ top: 0, bottom: 2, left: 0, right: 2 })
  store.undo()
  expect(store.rows.list).toEqual(rows())
  expect(store.canUndo).toBe(false)
  // One cell: from above, with the value itself and not its words.
  store.cursor.goTo(1, 4)
  fills('d')
  await vi.waitFor(() => expect(of('kind')).toEqual([[1], [1], [null]]))
  store.cursor.goTo(0, 0)
  expect(fills('d')).toBe(true)
  expect(of('name')).toEqual([['一'], ['二'], ['三']])
  store.cursor.goTo(0, 0)
  store.cursor.goTo(1, 1, true)
  fills('r')
  await vi.waitFor(() =>
    expect(said).toEqual(['warning 2 个单元格的内容无法识别，已跳过：第1行“数量”的“一”、第2行“数量”的“二”']),
  )
  expect(of('count')).toEqual([[1], [2], [3]])
  store.cursor.goTo(2, 2)
  fills('R')
  expect(of('code').at(-1)).toEqual([null])
  const read = grid({ readOnly: true })
  read.cursor.goTo(1, 0)
  expect(fillsBy(read, new Pasting(read), key('d', { ctrlKey: true }))).toBe(false)
})

test('Ctrl+Enter puts what is typed into all that is marked, each as its column keeps it, in one step', () => {
  const store = grid()
  const fills = () => fillsBy(store, new Pasting(store), key('Enter', { ctrlKey: true }))
  store.cursor.goTo(0, 0)
  store.cursor.goTo(2, 1, true)
  store.edit(store.cursor.place!, '7.5')
  expect(fills()).toBe(true)
  expect(store.rows.list.map(({ name, count }) => [name, count])).toEqual(Array(3).fill(['7.5', 7.5]))
  expect(store.draft).toBeUndefined()
  store.undo()
  expect(store.rows.list).toEqual(rows())
  // In a single cell it is taken, and the person stays.
  store.cursor.goTo(0, 0)
  store.edit(store.cursor.place!, '甲')
  fills()
  expect([store.rows.at(0)!.name, store.cursor.place]).toEqual(['甲', { id: 'a', field: 'name' }])
})

test('what is marked is drawn on: repeated, numbers by their steps, up, down and beside, or as far as the column beside goes', async () => {
  const letters = ['p', 'q', 'r']
  const store = grid(
    { columns: letters.map((field) => ({ key: field, type: field === 'q' ? 'inputNumber' : 'input' })) },
    Array.from({ length: 6 }, (_, at) => ({ id: `${at}`, p: at < 5 ? 'x' : '', q: null, r: null })),
  )
  const pasting = new Pasting(store)
  const column = (field: string) => store.rows.list.map((row) => row[field])
  const mark = (top: number, left: number, bottom: number, right: number) => {
    store.cursor.goTo(top, left)
    store.cursor.goTo(bottom, right, true)
    return store.cursor.range!
  }
  store.change([{ id: '1', values: { q: 0.1, r: '甲' } }, { id: '2', values: { q: 0.3, r: '乙' } }]) // prettier-ignore
  await fillOver(store, pasting, drawnTo(mark(1, 1, 2, 2), 5, 2)!)
  expect([column('q'), column('r')]).toEqual([[null, 0.1, 0.3, 0.5, 0.7, 0.9], [null, '甲', '乙', '甲', '乙', '甲']]) // prettier-ignore
  expect(store.cursor.range).toEqual({ top: 1, bottom: 5, left: 1, right: 2 })
  store.undo()
  expect(column('q')).toEqual([null, 0.1, 0.3, null, null, null])
  await fillOver(store, pasting, drawnTo(mark(1, 1, 2, 2), 0, 2)!)
  expect([column('q')[0], column('r')[0]]).toEqual([-0.1, '乙'])
  store.undo()
  mark(2, 1, 2, 1)
  expect(besideDown(store)).toEqual({ top: 3, bottom: 4, left: 1, right: 1 })
  await fillOver(store, pasting, besideDown(store)!)
  expect(column('q')).toEqual([null, 0.1, 0.3, 0.3, 0.3, null])
  await fillOver(store, pasting, drawnTo(mark(1, 2, 2, 2), 2, 0)!)
  expect(column('p')).toEqual(['x', '甲', '乙', 'x', 'x', ''])
  expect(drawnTo(mark(0, 0, 2, 2), 1, 1)).toBeUndefined()
})

test('Ctrl and an arrow go to the end of what is filled, then to what is filled next, then to the edge; Shift marks', () => {
  const store = grid({ columns: [{ key: 'p', type: 'input' }, { key: 'q', type: 'input' }] }, ['1', '2', '3', '', '', '6', ''].map((p, at) => ({ id: `${at}`, p, q: '' }))) // prettier-ignore
  const press = (name: string, more = {}) => {
    expect(pressed(store, key(name, { ctrlKey: true, ...more }))).toBe(true)
    return store.rows.indexOf(store.cursor.place!.id)
  }
  store.cursor.goTo(0, 0)
  expect(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'].map((one) => press(one))).toEqual([2, 5, 6, 6])
  expect(['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp'].map((one) => press(one))).toEqual([5, 2, 0, 0])
  press('ArrowDown', { shiftKey: true })
  press('ArrowRight', { shiftKey: true })
  expect(store.cursor.range).toEqual({ top: 0, bottom: 2, left: 0, right: 1 })
})

test('a parent and its child pasted together both stay, though what the child is chosen from has to be loaded first', async () => {
  const linked: GridColumn[] = [
    { key: 'province', title: '省', type: 'select', linkageKey: 'city' },
    { key: 'city', title: '市', type: 'select' },
  ]
  const load = async (parent: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return parent
      ? [{ value: `${parent}1`, text: `${parent}甲市` }]
      : ['p', 'q'].map((value) => ({ value, text: value }))
  }
  const store = grid({ columns: linked, linkages: [{ key: 'province', load }] }, [{ id: 'a', province: 'p', city: 'p1' }, { id: 'b' }]) // prettier-ignore
  store.cursor.goTo(0, 0)
  await new Pasting(store).paste('q\tq甲市\np\t无此市')
  expect(store.rows.list).toMatchObject([{ province: 'q', city: 'q1' }, { province: 'p' }])
  expect(said).toEqual(['warning 1 个单元格的内容无法识别，已跳过：第2行“市”的“无此市”'])
  // Below another parent the same child is another one.
  store.cursor.goTo(0, 1)
  store.cursor.goTo(1, 1, true)
  fillsBy(store, new Pasting(store), key('d', { ctrlKey: true }))
  await vi.waitFor(() => expect(said[1]).toMatch('第2行“市”的“q甲市”'))
  expect(store.rows.get('b')!.city).toBeNull()
})

test('a list that could not be loaded is asked for again', async () => {
  vi.useFakeTimers()
  const dict = vi
    .fn()
    .mockRejectedValueOnce(new Error('断网'))
    .mockResolvedValue([{ value: 'x', text: '甲' }])
  const store = grid({ columns: [{ key: 'f', type: 'select', dictCode: 'd' }], sources: { dict } }, [{ id: '1', f: 'x' }]) // prettier-ignore
  const text = () => store.textOf(store.rows.at(0)!, store.columns[0]!)
  store.signals.listen('looks', text)
  expect(text()).toBe('x')
  await vi.advanceTimersByTimeAsync(5000)
  expect([text(), dict.mock.calls.length]).toEqual(['甲', 2])
})

test('names of records that were never seen are looked up when they are pasted, in what the row chooses from', async () => {
  const search = vi.fn(async (of: string, name: string) => [{ value: `${of}-${name}`, text: name }, { value: 'no', text: `${name}2` }]) // prettier-ignore
  const choiceSource: ChoiceSource = { of: ({ kind }) => (kind ? `card${String(kind)}` : undefined), search, names: async () => [] } // prettier-ignore
  const card: GridColumn = { key: 'card', title: '卡', type: 'sel_search_async', choiceSource, disabled: (row) => choiceSource.of(row) === undefined } // prettier-ignore
  const store = grid({ columns: [columns[4]!, card] }, [])
  await new Pasting(store).paste('甲\t月卡\n乙\t月卡\n甲\t月卡')
  expect(store.rows.list).toMatchObject([
    { kind: '1', card: 'card1-月卡' },
    { kind: '2', card: 'card2-月卡' },
    { kind: '1', card: 'card1-月卡' },
  ])
  expect(search).toHaveBeenCalledTimes(2)
  expect(said).toEqual([])
})

test('a table is copied beside the text and read again with its line breaks, its blanks and what spans several cells', async () => {
  const cells = [['a  b ', '<i>&', '一\n二'], ['', '007', ' x']] // prettier-ignore
  expect(readHtml(writeHtml(cells.map((row) => row.map((text) => ({ text, plain: true })))))).toEqual(cells)
  const excel =
    '<html><head><style>td{x:y}</style></head><body>\n<!--StartFragment--><table>\n <col width=1>\n <tr>\n  <td colspan=2 rowspan=2>跨\n   格</td><td>一<br>\n   二</td></tr><tr><td><p>三</p><p>四</p></td></tr></table><!--EndFragment--></body></html>'
  expect(readHtml(excel)).toEqual([['跨 格', '', '一\n二'], ['', '', '三\n四']]) // prettier-ignore
  // A table within other words is not what was meant, and neither is what is none.
  for (const html of ['', '<p>x</p>', '<p>前言</p><table><tr><td>1</table>', '<table><tr><td><table><tr><td>1</table></table>'])
    expect(readHtml(html)).toBeUndefined() // prettier-ignore
  const store = grid(
    {
      columns: [
        { key: 'memo', type: 'textarea' },
        { key: 'tel', type: 'input' },
      ],
    },
    [{ id: '1' }],
  )
  store.cursor.goTo(0, 0)
  await new Pasting(store).paste('一 二\t1.38E+10', '<table><tr><td>一<br>二</td><td>013800000000</td></tr></table>')
  expect(store.rows.at(0)).toMatchObject({ memo: '一\n二', tel: '013800000000' })
  store.cursor.markAll()
  expect(new Pasting(store).copiedHtml()).toContain('一<br style="mso-data-placement:same-cell">二')
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
