// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Column, GridColumn } from '#headless/grid/column.ts'
import { columnsOf } from '#headless/grid/fieldColumns.ts'
import { fillFrom, popupProblem, uploadInto } from '#headless/grid/sources.ts'
import type { GridOptions } from '#headless/grid/options.ts'
import { serverEditors } from '#headless/grid/serverSources.ts'
import { GridStore } from '#headless/grid/store.ts'
import { openSubTable } from '#headless/grid/subTable.ts'
import { Widths } from '#headless/grid/widths.ts'
import type { Fields } from '#model/fields.ts'
import { Grid } from '../../src/desktop/fields/grid/Grid.tsx'
import { heightOf, layoutOf, spotBeside } from '../../src/desktop/fields/grid/measures.ts'

const drawn: string[] = []
const columns: GridColumn[] = [
  { key: 'name', title: '名称', type: 'input', validateRules: [{ required: true, message: '名称不能为空' }] },
  { key: 'count', title: '数量', type: 'inputNumber', statistics: true },
  { key: 'kind', title: '类型', type: 'select', options: [{ value: '1', text: '甲' }, { value: '2', text: '乙' }] },
  { key: 'open', title: '启用', type: 'checkbox' },
  { key: 'seen', title: '画过', type: 'slot' },
] // prettier-ignore
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `r${at + 1}`, name: `名${at + 1}`, count: at, kind: '1', open: 'Y' }))

function show(options: Partial<GridOptions> = {}, count = 5) {
  const store = new GridStore({ columns, ...options }, rows(count))
  render(
    <App>
      <Grid
        store={store}
        label="奖品"
        slots={{
          seen: ({ row }) => {
            drawn.push(row.id)
            return null
          },
        }}
      />
    </App>,
  )
  return store
}
const cell = (row: number, place: number) =>
  document.querySelector<HTMLElement>(`[data-row="r${row}"] [data-place="${place}"]`)!

beforeAll(() => {
  // What antd asks of a browser and jsdom does not have.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) // prettier-ignore
})
beforeEach(() => {
  drawn.length = 0
  localStorage.clear()
})
afterEach(cleanup)

test('of 100,000 rows only those in sight are drawn, and no cell has an editor', () => {
  show({}, 100_000)
  expect(screen.getByRole('grid', { name: '奖品' }).getAttribute('aria-rowcount')).toBe('100001')
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(25)
  expect(document.querySelectorAll('.grid-editor, .ant-select, .ant-input, .grid-catcher-shown')).toHaveLength(0)
})

test('typing in one cell draws one row; only the edited cell has its editor', async () => {
  const store = show()
  const person = userEvent.setup()
  await person.click(cell(2, 0))
  drawn.length = 0
  await person.keyboard('新名字')
  expect(new Set(drawn)).toEqual(new Set(['r2']))
  expect(document.querySelectorAll('.grid-catcher-shown')).toHaveLength(1)
  await person.keyboard('{Enter}')
  expect([store.rows.get('r2')!.name, cell(2, 0).textContent]).toEqual(['新名字', '新名字'])
  expect(store.cursor.place).toEqual({ id: 'r3', field: 'name' })
  expect(document.querySelectorAll('.grid-catcher-shown')).toHaveLength(0)
})

/** What a spreadsheet has put on the clipboard, where the keys are heard. */
function paste(text: string) {
  const clipboardData = { getData: (type: string) => (type === 'text/plain' ? text : '') }
  fireEvent.paste(document.activeElement!, { clipboardData })
}

test('a click never opens a text, so that what is pasted then goes into the cells; a double click, F2 and typing do', async () => {
  const store = show()
  const person = userEvent.setup()
  await person.click(cell(2, 0))
  await person.click(cell(3, 0))
  await person.keyboard('{ArrowUp}')
  // One is there already.
  await person.click(cell(2, 0))
  expect(store.draft).toBeUndefined()
  paste('甲\t7\n乙\t8\n')
  await waitFor(() => expect(store.rows.get('r3')).toMatchObject({ name: '乙', count: 8 }))
  expect(store.rows.get('r2')).toMatchObject({ name: '甲', count: 7 })
  await person.dblClick(cell(2, 0))
  expect(store.draft).toMatchObject({ id: 'r2', field: 'name' })
  await person.keyboard('{Escape}{F2}')
  expect(store.draft).toMatchObject({ id: 'r2', field: 'name' })
})

test('a long text begins with what is typed, also before its box is there, and with a whole word of an input method', async () => {
  const store = show({ columns: [{ key: 'name', title: '备注', type: 'textarea' }] })
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('abc')
  const box = await screen.findByRole('textbox', { name: '备注' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await person.keyboard('d')
  expect((box as HTMLTextAreaElement).value).toBe('abcd')
  await person.keyboard('{Control>}{Enter}{/Control}')
  expect(store.rows.get('r1')!.name).toBe('abcd')
  await person.click(cell(2, 0))
  const input = document.activeElement!
  fireEvent.compositionStart(input)
  fireEvent.input(input, { target: { value: '你' }, isComposing: true })
  expect(store.draft).toBeUndefined()
  fireEvent.compositionEnd(input)
  expect(store.draft).toMatchObject({ id: 'r2', value: '你' })
})

test('a long text opens by a double click, too', async () => {
  const store = show({ columns: [{ key: 'name', title: '备注', type: 'textarea' }] })
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  expect(store.draft).toBeUndefined()
  await person.dblClick(cell(1, 0))
  expect(store.draft).toMatchObject({ id: 'r1', field: 'name' })
})

test('several cells pasted while a list is open go into the cells', async () => {
  const store = show()
  const person = userEvent.setup()
  await person.click(cell(1, 2))
  const list = await screen.findByRole('combobox', { name: '类型' })
  await waitFor(() => expect(document.activeElement).toBe(list))
  paste('乙')
  expect(store.draft).toBeDefined()
  paste('乙\tN\n乙\tN\n')
  await waitFor(() => expect(store.rows.get('r2')).toMatchObject({ kind: '2', open: 'N' }))
  expect([store.draft, store.rows.get('r1')!.kind]).toEqual([undefined, '2'])
})

test('Escape in a grid that is filled in stays in it, also while an input method composes', async () => {
  show()
  const outside = vi.fn()
  document.addEventListener('keydown', outside)
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  outside.mockClear()
  await person.keyboard('{Escape}')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape', isComposing: true })
  expect(outside).not.toHaveBeenCalled()
  await person.keyboard('{Shift}')
  expect(outside).toHaveBeenCalled()
  document.removeEventListener('keydown', outside)
})

test('a point of a Chinese input method is a point in a number, never another number', async () => {
  const store = show()
  const person = userEvent.setup()
  await person.click(cell(1, 1))
  await person.keyboard('12。5{Enter}')
  expect(store.rows.get('r1')!.count).toBe(12.5)
  await person.keyboard('１{Enter}')
  expect(store.rows.get('r2')!.count).toBe(1)
  // A blank is no figure, and takes none away.
  await person.click(cell(1, 1))
  await person.keyboard(' {Tab}')
  expect(store.rows.get('r1')!.count).toBe(12.5)
})

test('a text longer than its cell may hold is there as a whole, and said', async () => {
  const long: Fields = {
    name: { kind: 'text', label: '地址', max: 5 },
    kind: { kind: 'longText', label: '说明', max: 5 },
  }
  const store = show({ columns: columnsOf(long) })
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('南山区科技园{Enter}')
  expect(store.rows.get('r1')!.name).toBe('南山区科技园')
  await person.click(cell(1, 1))
  await person.keyboard('{F2}')
  const box = await screen.findByRole('textbox', { name: '说明' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  await person.clear(box)
  await person.paste('南山区科技园')
  await person.tab()
  expect(store.problems.of(store.rows.get('r1')!)).toEqual({ name: '最大长度5位字符', kind: '最大长度5位字符' })
  expect(store.rows.get('r1')!.kind).toBe('南山区科技园')
})

test.each([
  ['date', '2026-05-01'],
  ['datetime', '2026-05-01 08:00:00'],
  ['time', '08:00:00'],
  ['date', '2026/5/1', '2026-05-01'],
  ['datetime', '20260501', '2026-05-01 00:00:00'],
  ['time', '8:30', '08:30:00'],
] as const)(
  'a typed %s counts when its cell is left by Tab or by a click, and Enter sends no form around it: %s',
  async (type, written, text: string = written) => {
    const sent = vi.fn()
    document.addEventListener('submit', sent)
    const store = show({ columns: [{ key: 'day', title: '日期', type }, { key: 'name', title: '名称', type: 'input' }] }) // prettier-ignore
    const person = userEvent.setup()
    const open = async (row: number) => {
      await person.click(cell(row, 0))
      const box = await waitFor(() => {
        const found = cell(row, 0).querySelector('input')
        expect(found).toBeTruthy()
        return found!
      })
      await person.clear(box)
      await person.paste(written)
    }
    await open(1)
    await person.tab()
    expect(store.rows.get('r1')!.day).toBe(text)
    await open(2)
    await person.click(cell(3, 1))
    await waitFor(() => expect(store.rows.get('r2')!.day).toBe(text))
    await open(4)
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    act(() => void cell(4, 0).querySelector('input')!.dispatchEvent(enter))
    expect(enter.defaultPrevented).toBe(true)
    await waitFor(() => expect(store.rows.get('r4')!.day).toBe(text))
    document.removeEventListener('submit', sent)
  },
)

test('what is no day stays in its cell as it was typed', async () => {
  const store = show({ columns: columnsOf({ day: { kind: 'date', label: '日期' } }) })
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('{F2}')
  const box = await waitFor(() => {
    const found = cell(1, 0).querySelector('input')
    expect(found).toBeTruthy()
    return found!
  })
  await person.clear(box)
  await person.paste('月底')
  await person.tab()
  const row = store.rows.get('r1')!
  expect([row.day, store.problems.of(row)]).toEqual(['月底', { day: '日期格式应为 YYYY-MM-DD' }])
})

test('the key that ended a word of an input method does nothing else, also where WebKit tells it after the word', async () => {
  const store = show({}, 300)
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('你')
  fireEvent.keyDown(document.activeElement!, { key: 'Enter', keyCode: 229 })
  expect(store.draft).toMatchObject({ id: 'r1', value: '你' })
  await person.keyboard('{Enter}{Control>}f{/Control}')
  const box = await screen.findByRole('textbox', { name: '在表格中查找' })
  await person.type(box, '名27')
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect(screen.getByRole('search').querySelector('[role=status]')!.textContent).toBe('0 / 11')
})

test('I09 a failing cell is marked, says why, and is right again when corrected', async () => {
  show()
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('{Delete}')
  expect(cell(1, 0).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('tooltip').textContent).toBe('名称不能为空')
  await person.keyboard('好{Enter}')
  expect(cell(1, 0).hasAttribute('aria-invalid')).toBe(false)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('I12 a list opens in its cell, stores the value, and gives the keys back', async () => {
  const store = show()
  const person = userEvent.setup()
  await person.click(cell(1, 2))
  const list = await screen.findByRole('combobox', { name: '类型' })
  expect(document.querySelectorAll('.grid-editor')).toHaveLength(1)
  fireEvent.keyDown(list, { key: 'ArrowDown', keyCode: 40 })
  fireEvent.keyDown(list, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(store.rows.get('r1')!.kind).toBe('2'))
  expect(cell(1, 2).textContent).toBe('乙')
  await waitFor(() => expect(document.activeElement?.className).toContain('grid-catcher'))
})

test('I14 the footer follows a change, with its labels', async () => {
  const store = show()
  const total = (name: string) => document.querySelector(`[data-statistic="${name} count"]`)!.textContent
  expect([total('sum'), total('average')]).toEqual(['10', '2'])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent).slice(-2)).toEqual(['合计', '平均']) // prettier-ignore
  act(() => store.set('r1', 'count', 5))
  expect([total('sum'), total('average')]).toEqual(['15', '3'])
})

test('I14 sizes are those of the specification', () => {
  const store = new GridStore({ columns }, rows(30))
  const layout = layoutOf(store.shown, true)
  expect(layout.template).toBe(
    '60px 60px minmax(120px, 120fr) minmax(120px, 120fr) minmax(120px, 120fr) minmax(120px, 120fr) minmax(120px, 120fr)',
  )
  expect(layoutOf(new GridStore({ columns: [columns[0]!] }).shown, true).selectWidth).toBe(40)
  expect(heightOf(store, layout, 400).box).toBe(400)
  // Nine lines and no more, however much room there is.
  expect(heightOf(store, layout, 5000).box).toBe(9 * 61 + 44 + 2 * 32 + 12)
})

test('I18 the button that uploads has room, however narrow the column is said to be', () => {
  const { columns: made } = new GridStore({ columns: [{ key: 'f', type: 'image', width: 70 }] })
  expect(made[0]!.width).toBe(112)
})

test('a column keeps the width a person gave it, on this computer, until it is given back its own', () => {
  const store = new GridStore({ columns, name: 'prizes' })
  const widths = new Widths('prizes')
  const [name, count] = store.shown as [Column, Column]
  widths.set(name, 300)
  widths.set(count, 10)
  const template = () =>
    layoutOf(store.shown, false, new Widths('prizes'))
      .template.split(/ (?=\d+px|minmax)/)
      .slice(1, 3)
  expect(template()).toEqual(['300px', '60px'])
  widths.set(name, undefined)
  expect(template()).toEqual(['minmax(120px, 120fr)', '60px'])
  expect(layoutOf(store.shown, false, new Widths('others')).template).not.toContain(' 60px')
})

test('a column kept at the left stands behind the numbers and the boxes, as long as the others have room', () => {
  const { shown } = new GridStore({ columns })
  const at = (room: number) => layoutOf(shown, true, undefined, { frozen: 2, room })
  expect([at(1000).stuck, at(1000).stuckWidth]).toEqual([[120, 240], 360])
  expect(at(1000).template).toContain('60px 60px 120px 120px minmax(120px')
  expect([at(400).stuck, at(400).stuckWidth]).toEqual([[120], 240])
  expect(at(200).stuck).toEqual([])
})

test('the funnel of a column filters it, says how many rows are shown, and the way back; kept at the left it comes first', async () => {
  const store = show({ name: 'panel' })
  const person = userEvent.setup()
  const head = (field: string) => document.querySelector<HTMLElement>(`[data-head="${field}"]`)!
  const funnel = (field: string) => head(field).querySelector<HTMLElement>('.grid-funnel')!
  await person.click(funnel('name'))
  const box = await screen.findByRole('textbox', { name: '名称包含' })
  await person.type(box, '名3{Enter}')
  await waitFor(() => expect(document.querySelectorAll('[data-row]')).toHaveLength(1))
  expect(document.querySelector('.grid-number')!.textContent).toBe('3')
  const note = () => document.querySelector('.grid-filtered')?.textContent
  expect(note()).toBe('显示 1 / 5 行，合计按全部行计算清除筛选')
  expect(funnel('name').getAttribute('aria-label')).toBe('筛选与固定，已筛选')
  await person.click(screen.getByRole('button', { name: '清除筛选' }))
  expect([store.visible.count, note()]).toEqual([5, undefined])

  await person.click(cell(1, 1))
  await person.keyboard('{Control>}{Shift>}l{/Shift}{/Control}')
  await person.click(await screen.findByRole('switch', { name: '固定数量' }))
  expect([...document.querySelectorAll<HTMLElement>('[data-head]')].map((one) => one.dataset.head)[0]).toBe('count')
  expect([head('count').className, head('count').style.left]).toEqual([expect.stringContaining('grid-stuck'), '120px'])
  expect(cell(1, 0).style.left).toBe('120px')
})

test('the funnel of a column of days takes one end that was typed, also without Enter', async () => {
  const store = show({ columns: [{ key: 'day', title: '日期', type: 'date' }] })
  act(() => ['2026-04-01', '2026-05-01', '2026-06-01'].forEach((day, at) => store.set(`r${at + 1}`, 'day', day)))
  const person = userEvent.setup()
  await person.click(document.querySelector('[data-head="day"] .grid-funnel')!)
  const panel = await screen.findByRole('dialog', { name: '筛选日期' })
  await person.click(panel.querySelector('input')!)
  await person.paste('2026-05-01')
  await person.click([...panel.querySelectorAll('button')].find(({ textContent }) => /^确\s?定$/.test(textContent))!)
  await waitFor(() => expect(store.conditionOf('day')).toEqual({ kind: 'date', from: '2026-05-01' }))
})

test('a text that is cut off is told whole by the pointer, and one that is not says nothing twice', () => {
  show()
  const cut = (at: HTMLElement, width: number) => Object.defineProperty(at, 'scrollWidth', { value: width, configurable: true }) // prettier-ignore
  cut(cell(1, 0), 300)
  fireEvent.mouseOver(cell(1, 0))
  fireEvent.mouseOver(cell(2, 0))
  expect([cell(1, 0).title, cell(2, 0).title]).toEqual(['名1', ''])
})

test('Ctrl+F looks in all cells, also those out of sight, and Escape leads back to the one that was found', async () => {
  const store = show({}, 300)
  const person = userEvent.setup()
  await person.click(cell(1, 0))
  await person.keyboard('{Control>}f{/Control}')
  const box = await screen.findByRole('textbox', { name: '在表格中查找' })
  const status = () => screen.getByRole('search').querySelector('[role=status]')!.textContent
  await person.type(box, '名27')
  expect(status()).toBe('0 / 11')
  await person.keyboard('{Enter}{Enter}')
  expect([store.cursor.place, status()]).toEqual([{ id: 'r270', field: 'name' }, '2 / 11'])
  await person.keyboard('{Shift>}{Enter}{/Shift}{Shift>}{Enter}{/Shift}')
  expect([store.cursor.place, status()]).toEqual([{ id: 'r279', field: 'name' }, '11 / 11'])
  await person.type(box, '没有')
  expect(status()).toBe('没有找到')
  await person.keyboard('{Escape}')
  expect(document.activeElement?.className).toContain('grid-catcher')
  expect(screen.queryByRole('search')).toBeNull()
})

test('I14 something opens below when more than 350 px remain, else above', () => {
  vi.stubGlobal('innerHeight', 900)
  expect(spotBeside({ left: 20, top: 488, bottom: 549 }, 300)).toEqual({ left: 20, top: 549 })
  expect(spotBeside({ left: 20, top: 489, bottom: 550 }, 300)).toEqual({ left: 20, bottom: 411 })
})

test('I06 I07 the delete button comes with the selection and asks first', async () => {
  const store = show()
  const person = userEvent.setup()
  const button = () => document.querySelector<HTMLElement>('.grid-tools .ant-btn-dangerous')
  expect(button()).toBeNull()
  await person.click(screen.getByLabelText('全选'))
  expect(store.selection.size).toBe(5)
  await person.click(button()!)
  expect(await screen.findByText('确定要删除这 5 项吗?')).toBeTruthy()
})

test('I16 what is not permitted is not there', () => {
  show({ permissions: { exclude: ['add'] } })
  expect(document.querySelector('.grid-tools')!.textContent).not.toContain('新增')
})

test('I15 a sub-table is tried three times', async () => {
  let tries = 0
  const failing = () => Promise.reject(new Error(`${++tries}`))
  await expect(openSubTable(failing, 0)).rejects.toThrow('打开子表失败')
  expect(tries).toBe(3)
  tries = 0
  const third = () => (++tries < 3 ? Promise.reject(new Error('no')) : Promise.resolve('rows'))
  await expect(openSubTable(third, 0)).resolves.toBe('rows')
})

test('I15 a sub-table closes with a press elsewhere on the page, and not with one into it or what it opened', async () => {
  const store = new GridStore({ columns }, rows(1))
  render(
    <App>
      <h1>页面</h1>
      <Grid store={store} label="奖品" subTable={{ load: () => Promise.resolve(1), draw: () => <b>明细</b> }} />
      <div className="ant-select-dropdown">选项</div>
      <div className="ant-modal-wrap">对话框</div>
    </App>,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: '第1行详细信息' }))
  for (const words of ['明细', '选项', '对话框']) {
    fireEvent.mouseDown(await screen.findByText(words))
    expect(screen.queryByRole('dialog', { name: '详细信息' })).toBeTruthy()
  }
  fireEvent.mouseDown(screen.getByText('页面'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '详细信息' })).toBeNull())
})

test('I18 what the server keeps can be fetched, and a picture opens', async () => {
  const kept = { id: 'r1', file: 'temp/合同.pdf', picture: 'temp/门头.png' }
  const files: GridColumn[] = [
    { key: 'file', title: '文件', type: 'file' },
    { key: 'picture', title: '照片', type: 'image' },
  ]
  render(
    <App>
      <Grid store={new GridStore({ columns: files }, [kept])} label="附件" sources={serverEditors} />
    </App>,
  )
  const clicked: (readonly [string, string])[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push([decodeURIComponent(this.href), this.download])
  })
  await userEvent.setup().click(screen.getByRole('button', { name: '下载文件第1行' }))
  expect(clicked).toEqual([[expect.stringMatching(/\/sys\/common\/static\/temp\/合同\.pdf$/), '合同.pdf']])
  const picture = screen.getByRole('img', { name: '门头.png' })
  expect(picture.closest('a')).toMatchObject({ href: (picture as HTMLImageElement).src, target: '_blank' })
})

test('I13 a report fills several cells, and says what is wrong with its settings', () => {
  const column = (more: object) =>
    new GridStore({ columns: [{ key: 'p', type: 'popup', popupCode: 'x', ...more }] }).columns[0]!
  expect(popupProblem(column({ orgFields: 'a' }))).toBe('popup 参数未正确配置!')
  expect(popupProblem(column({ orgFields: 'a,b', destFields: 'p' }))).toBe('原值和目标值数量不一致')
  const good = column({ orgFields: 'a,b', destFields: 'p,name' })
  expect(popupProblem(good)).toBeUndefined()
  const store = new GridStore({ columns }, rows(1))
  fillFrom(store, 'r1', good, [{ a: 1, b: '张' }, { a: 2, b: '李' }]) // prettier-ignore
  expect(store.rows.get('r1')).toMatchObject({ p: '1,2', name: '张,李' })
})

test('I18 an upload shows its progress, is one step, and a failure stays visible and cannot be saved', async () => {
  const store = new GridStore({ columns: [{ key: 'f', title: '文件', type: 'file' }] }, [{ id: '1', f: null }])
  const seen: unknown[] = []
  const file = new File(['x'], 'a.pdf', { type: 'application/pdf' })
  await uploadInto(store, '1', store.columns[0]!, file, async (_file, _column, progress) => {
    progress(40)
    seen.push((store.rows.get('1')!.f as { percent: number; status: string }[])[0])
    await expect(store.readValid()).rejects.toThrow('文件正在上传，请稍候')
    return { path: 'temp/a.pdf' }
  })
  expect(seen).toMatchObject([{ status: 'uploading', percent: 40, name: 'a.pdf' }])
  expect(await store.readValid()).toEqual([{ id: '1', f: 'temp/a.pdf' }])
  store.undo()
  expect([store.rows.get('1')!.f, store.canUndo]).toEqual([null, false])
  await uploadInto(store, '1', store.columns[0]!, file, () => Promise.reject(new Error('磁盘已满')))
  expect(store.rows.get('1')!.f).toMatchObject([{ status: 'error', message: '磁盘已满' }])
  await expect(store.readValid()).rejects.toThrow('第1行：上传失败：磁盘已满')
})
