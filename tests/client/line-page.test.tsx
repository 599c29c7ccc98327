// @vitest-environment jsdom
/** 返回 from a row of a form takes back what this person wrote there, and nothing of anybody else. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { columnsOf } from '#headless/grid/fieldColumns.ts'
import { GridStore } from '#headless/grid/store.ts'
import type { FieldOf } from '#model/fields.ts'
import LinePage from '../../src/mobile/fields/LinePage.tsx'
import type { FieldLineProps } from '../../src/mobile/fields/types.ts'

const asked = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../src/mobile/layout/discard.ts', () => ({ askToDiscard: () => Promise.resolve(++asked.times > 0) }))
afterEach(() => {
  cleanup()
  asked.times = 0
})

const field = {
  kind: 'lines',
  label: '奖品',
  of: { name: { kind: 'text', label: '名称' }, note: { kind: 'text', label: '备注' } },
} as unknown as FieldOf<'lines'>

const Line = ({ field: { label }, value, onChange, onLeave }: FieldLineProps) => (
  <input
    aria-label={label}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => onChange(target.value)}
    onBlur={onLeave}
  />
)

function page(adds = false) {
  const store = new GridStore({ columns: columnsOf(field.of) }, [{ id: '1', name: '一', note: null }])
  const onClose = vi.fn()
  render(
    <LinePage title="奖品" fields={field.of} store={store} id="1" adds={adds} errors={{}} Line={Line} onClose={onClose} />,
  ) // prettier-ignore
  return {
    write(label: string, value: string) {
      const input = screen.getByLabelText(label)
      fireEvent.change(input, { target: { value } })
      fireEvent.blur(input)
    },
    theirs: (values: Record<string, unknown>) => act(() => void store.merge({ id: '1', ...values })),
    async back() {
      fireEvent.click(screen.getByRole('button', { name: '返回' }))
      await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
      const row = store.rows.get('1')
      return row && { name: row.name, note: row.note }
    },
  }
}

test('what another wrote over it since stays', async () => {
  const { write, theirs, back } = page()
  write('名称', '我的')
  write('备注', '我的备注')
  theirs({ name: '他的' })
  expect(await back()).toEqual({ name: '他的', note: null })
  expect(asked.times).toBe(1)
})

test('what another wrote before it comes back', async () => {
  const { write, theirs, back } = page()
  theirs({ name: '他的' })
  write('名称', '我的')
  write('名称', '又是我的')
  expect(await back()).toEqual({ name: '他的', note: null })
})

test('where nothing of mine is left, nothing is asked', async () => {
  const { write, theirs, back } = page()
  write('名称', '我的')
  theirs({ name: '他的' })
  expect(await back()).toEqual({ name: '他的', note: null })
  expect(asked.times).toBe(0)
})

test('a new row in which nothing was written goes without a question', async () => {
  expect(await page(true).back()).toBeUndefined()
  expect(asked.times).toBe(0)
  cleanup()
  const { write, back } = page(true)
  write('名称', '我的')
  expect(await back()).toBeUndefined()
  expect(asked.times).toBe(1)
})
