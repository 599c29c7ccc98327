// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Activity, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Values } from '#headless/grid/column.ts'
import { Pasting } from '#headless/grid/paste.ts'
import type { GridStore } from '#headless/grid/store.ts'
import { useLines } from '#headless/grid/useLines.ts'
import { Unfinished, UnfinishedUploads } from '#headless/forms/unfinishedUploads.ts'
import type { FieldOf } from '#model/fields.ts'
import LinesInput from '../../src/mobile/fields/LinesInput.tsx'

vi.mock('../../src/mobile/layout/ask.ts', () => ({ confirm: () => Promise.resolve(true) }))
afterEach(cleanup)

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
    store.cursor.goTo(1, 0)
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
