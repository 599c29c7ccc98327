// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Activity, useLayoutEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Values } from '#headless/grid/column.ts'
import { Pasting } from '#headless/grid/paste.ts'
import { columnsOf } from '#headless/grid/fieldColumns.ts'
import { GridStore } from '#headless/grid/store.ts'
import { useLines } from '#headless/grid/useLines.ts'
import { Unfinished, UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import type { FieldOf } from '#model/fields.ts'
import LinePage from '../../src/mobile/fields/LinePage.tsx'
import LinesInput from '../../src/mobile/fields/LinesInput.tsx'

/** What happens while a person is asked. */
const asked = vi.hoisted(() => ({ meanwhile: () => {} }))
vi.mock('../../src/mobile/layout/ask.ts', () => ({
  choose: () => Promise.resolve('name'),
  confirm() {
    asked.meanwhile()
    return Promise.resolve(true)
  },
}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const field = {
  kind: 'lines',
  label: '奖品',
  of: { name: { kind: 'text', label: '名称' }, picture: { kind: 'image', label: '图片' } },
} as unknown as FieldOf<'lines'>
const given = [{ id: '1', name: '一', picture: null, orderNum: 1 }]

let store: GridStore
const told: (readonly Values[])[] = []
function Lines() {
  const [value, setValue] = useState<readonly Values[]>(given)
  store = useLines({
    field,
    name: 'prizes',
    value,
    onChange(rows) {
      told.push(rows)
      setValue(rows)
    },
  })
  return null
}

test('what ends in a grid while its page is put aside is in the form when it is shown again, and holds back a saving', async () => {
  told.length = 0
  const waiting = new Unfinished()
  const page = (mode: 'visible' | 'hidden') => (
    <UnfinishedUploads value={waiting}>
      <Activity mode={mode}>
        <Lines />
      </Activity>
    </UnfinishedUploads>
  )
  const { rerender } = render(page('visible'))
  // Nothing was done yet.
  expect(told).toEqual([])
  act(() => store.show('1', 'picture', [{ name: 'a.png', status: 'uploading' }]))
  expect(waiting.size).toBe(1)
  told.length = 0
  rerender(page('hidden'))
  rerender(page('visible'))
  expect([waiting.size, told]).toEqual([1, []])
  rerender(page('hidden'))
  await act(async () => {
    store.settle('1', 'picture', [{ name: 'a.png', status: 'done', path: 'temp/a.png' }])
    store.cursor.goTo(0, 0)
    await new Pasting(store).paste('粘\n贴')
  })
  expect(told).toEqual([])
  rerender(page('visible'))
  expect(waiting.size).toBe(0)
  expect(told.at(-1)).toMatchObject([{ name: '粘', picture: 'temp/a.png' }, { name: '贴' }])
})

test('rows that come from the form, thrown away or saved, are not typed here', () => {
  const saved = [
    { id: '1', name: '一', picture: null, orderNum: 0 },
    { id: '2', name: '二', picture: null, orderNum: 1 },
  ]
  const heard: (readonly Values[])[] = []
  const hear = (rows: readonly Values[]) => void heard.push(rows)
  let grid: GridStore
  const Of = ({ value }: { value: readonly Values[] }) => {
    grid = useLines({ field, name: 'prizes', value, onChange: hear })
    return null
  }
  const { rerender } = render(<Of value={given} />)
  rerender(<Of value={saved} />)
  rerender(<Of value={given.map((row) => ({ ...row, orderNum: 7 }))} />)
  expect(heard).toEqual([])
  act(() => void grid.show('1', 'name', '改'))
  expect(heard).toMatchObject([[{ id: '1', name: '改' }]])
})

test('what others send faster than the form is drawn all stays, and so do the open cell and the steps to undo', () => {
  let grid: GridStore
  let form: readonly Values[] = []
  let throwAway: () => void
  const ids = Array.from({ length: 20 }, (_, at) => `n${at}`)
  const arrive = (at: number) => {
    const id = ids[at]
    if (id === undefined) return
    const order = [...grid.rows.list.map((row) => row.id), id]
    grid.arrange({ added: [{ id, name: `新${at}`, picture: null }], gone: [], order })
  }
  function Slow() {
    const [value, setValue] = useState<readonly Values[]>(given)
    form = value
    throwAway = () => setValue(given)
    grid = useLines({ field, name: 'prizes', value, onChange: setValue })
    // The next one comes when this is drawn, before anything that waits for a turn of the page.
    useLayoutEffect(() => {
      if (value !== given) arrive(grid.rows.count - 1)
    }, [value])
    return null
  }
  render(<Slow />)
  act(() => {
    grid.set('1', 'picture', 'a.png')
    grid.edit({ id: '1', field: 'name' })
    grid.type('打到一半')
  })
  expect(grid!.rows.list.slice(1).map(({ id }) => id)).toEqual(ids)
  expect(form.slice(1).map(({ id }) => id)).toEqual(ids)
  expect([form[0]!.name, grid!.draft?.value, grid!.canUndo, grid!.loads]).toEqual(['打到一半', '打到一半', true, 0])
  // What is thrown away is gone all the same.
  act(() => throwAway())
  expect([grid!.rows.list, grid!.draft, grid!.loads]).toEqual([given, undefined, 1])
})

test('rows that were told to the form once and are taken up again later are loaded', () => {
  let grid: GridStore
  let set: (rows: readonly Values[]) => void
  function Form() {
    const [value, setValue] = useState<readonly Values[]>(given)
    set = setValue
    grid = useLines({ field, name: 'prizes', value, onChange: setValue })
    useLayoutEffect(() => void said.push(value))
    return null
  }
  const said: (readonly Values[])[] = []
  render(<Form />)
  act(() => grid.set('1', 'name', '二'))
  const second = said.at(-1)!
  act(() => grid.set('1', 'name', '三'))
  act(() => set(second))
  expect([grid!.rows.get('1')!.name, grid!.loads]).toEqual(['二', 1])
})

test('a paste that is going on holds back a saving, and another paste', async () => {
  told.length = 0
  const waiting = new Unfinished()
  render(
    <UnfinishedUploads value={waiting}>
      <Lines />
    </UnfinishedUploads>,
  )
  let paste: Promise<void>
  // Each row takes longer than a page may wait.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  act(() => {
    store.cursor.goTo(0, 0)
    paste = new Pasting(store).paste('粘\n贴')
  })
  expect([...waiting.values()]).toEqual(['正在粘贴，请稍候'])
  expect(new Pasting(store).refuses()).toBe(true)
  await act(() => paste)
  expect([waiting.size, waiting.stops.size, told.at(-1)?.map(({ name }) => name)]).toEqual([0, 0, ['粘', '贴']])
  act(() => void (paste = new Pasting(store).paste('丢\n掉')))
  act(() => waiting.throwAway())
  await act(() => paste)
  expect([waiting.size, told.at(-1)?.map(({ name }) => name)]).toEqual([0, ['粘', '贴']])
})

test('on a phone the rows that were looked through stay in reach when there are few of them left', async () => {
  const six = Array.from({ length: 6 }, (_, at) => ({ id: String(at), name: `名${at}`, picture: null }))
  function Cards() {
    const [value, setValue] = useState<readonly Values[]>(six)
    const nothing = () => undefined
    return (
      <LinesInput field={field} name="prizes" value={value} values={{}} onChange={(rows) => setValue(rows as readonly Values[])} onLeave={nothing} Line={() => null} />
    ) // prettier-ignore
  }
  render(<Cards />)
  const cards = () => screen.queryAllByRole('button', { name: /^编辑奖品第/ }).length
  const search = () => screen.getByPlaceholderText('查找奖品')
  fireEvent.change(search(), { target: { value: '名3' } })
  expect(cards()).toBe(1)
  fireEvent.click(screen.getByRole('button', { name: '删除奖品第4行' }))
  await screen.findByText('没有找到')
  fireEvent.change(search(), { target: { value: '' } })
  expect(cards()).toBe(5)
  expect(screen.queryByPlaceholderText('查找奖品')).toBeNull()
})

test('what is copied down on a phone goes into the rows that stand below when it was confirmed', async () => {
  const rows = ['一', '二', '三'].map((name, at) => ({ id: String(at), name, picture: null }))
  const grid = new GridStore({ columns: columnsOf(field.of) }, rows)
  const page = () => {
    cleanup()
    const nothing = () => undefined
    render(
      <LinePage title="奖品 2" fields={field.of} store={grid} id="1" adds={false} errors={{}} Line={() => null} onClose={nothing} />
    ) // prettier-ignore
    fireEvent.click(screen.getByRole('button', { name: '复制到下面各行' }))
  }
  const names = () => grid.rows.list.map(({ name }) => name)
  asked.meanwhile = () => grid.arrange({ added: [{ id: 'n', name: '新' }], gone: [], order: ['0', 'n', '1', '2'] })
  page()
  await waitFor(() => expect(names()).toEqual(['一', '新', '二', '二']))
  asked.meanwhile = () => grid.arrange({ added: [], gone: ['1'], order: [] })
  grid.set('2', 'name', '三')
  page()
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(names()).toEqual(['一', '新', '三'])
  asked.meanwhile = () => {}
})
