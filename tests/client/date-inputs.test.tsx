// @vitest-environment jsdom
/** Days and moments on the desktop: what is shown counts, whichever way one leaves, and Enter that takes it sends no form. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ReportPopup } from '#headless/forms/pickers/report.ts'
import { queryClient } from '#headless/session/queries.ts'
import { checkOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { Filter } from '../../src/desktop/fields/Filter.tsx'
import { Input } from '../../src/desktop/fields/Input.tsx'
import { ReportInput } from '../../src/desktop/fields/pickers/ReportInput.tsx'

beforeAll(() => {
  // What antd asks of a browser and jsdom does not have.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) // prettier-ignore
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)

const given = vi.fn()
const sent = vi.fn()
beforeEach(() => {
  given.mockClear()
  sent.mockClear()
})

function Form({ field, from = null }: { field: Field; from?: unknown }) {
  const [value, keep] = useState<unknown>(from)
  const change = (next: unknown) => {
    given(next)
    keep(next)
  }
  return (
    <App>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(value)
        }}
      >
        <label htmlFor="it">它</label>
        <Input field={field} name="it" id="it" value={value} values={{}} onChange={change} />
        <input aria-label="别的" />
        <button type="submit">保存</button>
      </form>
    </App>
  )
}

function Search({ field }: { field: Field }) {
  const [filters, keep] = useState<Readonly<Record<string, string>>>({})
  return (
    <App>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent(filters)
        }}
      >
        <Filter
          field={field}
          name="it"
          id="it"
          filters={filters}
          onChange={(change) => keep((before) => ({ ...before, ...change }))}
        />
        <button type="submit">查询</button>
      </form>
    </App>
  )
}

const moment: Field = { kind: 'dateTime', label: '生效时间' }
const day: Field = { kind: 'date', label: '日期' }
const input = (id = 'it') =>
  waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`#${id}`)
    expect(found?.closest('.ant-picker')).toBeTruthy()
    return found!
  })
const write = async (text: string, id?: string) => {
  const person = userEvent.setup()
  const box = await input(id)
  await person.click(box)
  await person.clear(box)
  await person.paste(text)
  return { person, box }
}

test.each([
  { field: moment, text: '2026-05-01 08:00:00' },
  { field: day, text: '2026-05-01' },
])(
  'what was typed into a calendar is sent when it is left by a click, by Tab or by the button: $field.kind',
  async ({ field, text }) => {
    const { person, box } = await (render(<Form field={field} />), write(text))
    await person.click(screen.getByRole('textbox', { name: '别的' }))
    await waitFor(() => expect(document.querySelector('.ant-picker-focused')).toBeNull())
    expect(box.value).toBe(text)
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect(sent).toHaveBeenLastCalledWith(text)
    cleanup()

    const tabbed = await (render(<Form field={field} />), write(text))
    await tabbed.person.tab()
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect(sent).toHaveBeenLastCalledWith(text)
    cleanup()

    const pressed = await (render(<Form field={field} />), write(text))
    await pressed.person.click(screen.getByRole('button', { name: '保存' }))
    expect(sent).toHaveBeenLastCalledWith(text)
  },
)

test.each([
  { field: moment, typed: '2026-12-24', kept: '2026-12-24 00:00:00' },
  { field: moment, typed: '2026-12-31 23:59', kept: '2026-12-31 23:59:00' },
  { field: moment, typed: '2026/12/31 23:59:59', kept: '2026-12-31 23:59:59' },
  { field: moment, typed: '2026年12月31日 8时5分', kept: '2026-12-31 08:05:00' },
  { field: moment, typed: '２０２６－１２－３１ ２３：５９', kept: '2026-12-31 23:59:00' },
  { field: moment, typed: '20261231', kept: '2026-12-31 00:00:00' },
  { field: day, typed: '20261231', kept: '2026-12-31' },
  { field: day, typed: '2026/1/3', kept: '2026-01-03' },
  { field: day, typed: '2026年1月3日', kept: '2026-01-03' },
  { field: day, typed: '2026-12-31 23:59', kept: '2026-12-31' },
])('a calendar reads the ways people write: $typed is $kept', async ({ field, typed, kept }) => {
  const { person, box } = await (render(<Form field={field} />), write(typed))
  // It stays as it is while it is written.
  expect(box.value).toBe(typed)
  await person.tab()
  await waitFor(() => expect(box.value).toBe(kept))
  await person.click(screen.getByRole('button', { name: '保存' }))
  expect(sent).toHaveBeenLastCalledWith(kept)
  cleanup()
  sent.mockClear()

  const entered = await (render(<Form field={field} />), write(typed))
  await entered.person.keyboard('{Enter}')
  expect([entered.box.value, sent.mock.calls]).toEqual([kept, []])
  const gone = '.ant-picker-dropdown[class*=leave], .ant-picker-dropdown-hidden'
  await waitFor(() => expect(document.querySelector(gone)).not.toBeNull())
  await entered.person.keyboard('{Enter}')
  expect(sent).toHaveBeenLastCalledWith(kept)
})

test('a moment written sign by sign is not filled up before it is whole', async () => {
  render(<Form field={moment} from="2026-05-01 08:00:00" />)
  const person = userEvent.setup()
  const box = await input()
  await person.click(box)
  await person.clear(box)
  await person.keyboard('2026/12/31 23:59')
  expect(box.value).toBe('2026/12/31 23:59')
  expect(given).toHaveBeenLastCalledWith('2026-12-31 23:59:00')
  await person.tab()
  await waitFor(() => expect(box.value).toBe('2026-12-31 23:59:00'))
})

test.each([
  { field: moment, from: null, text: '下周一', kept: '下周一', why: '时间格式应为 YYYY-MM-DD HH:mm:ss' },
  { field: moment, from: '2026-05-01 08:00:00', text: '2026-05-01 8点', kept: '2026-05-01 8点', why: '时间格式应为 YYYY-MM-DD HH:mm:ss' },
  { field: day, from: '2026-05-01', text: '2026/2/30', kept: '2026-02-30', why: '没有这一天' },
])('what is no day stays where it was written, for the check to name: $text', async ({ field, from, text, kept, why }) => {
  const { person, box } = await (render(<Form field={field} from={from} />), write(text))
  await person.click(screen.getByRole('textbox', { name: '别的' }))
  await waitFor(() => expect(document.querySelector('.ant-picker-focused')).toBeNull())
  expect(box.value).toBe(kept)
  await person.click(screen.getByRole('button', { name: '保存' }))
  expect(sent).toHaveBeenLastCalledWith(kept)
  expect(checkOf(field).safeParse(kept).error?.issues[0]?.message).toBe(why)
  // And it is put right, or taken away again, like any other text.
  await person.clear(box)
  expect(box.value).toBe('')
  expect(given).toHaveBeenLastCalledWith(null)
}) // prettier-ignore

test('a day taken away by the keyboard is gone', async () => {
  render(<Form field={day} from="2026-05-01" />)
  const person = userEvent.setup()
  const box = await input()
  await person.click(box)
  await person.clear(box)
  await person.tab()
  await waitFor(() => expect(document.querySelector('.ant-picker-focused')).toBeNull())
  expect(box.value).toBe('')
  await person.click(screen.getByRole('button', { name: '保存' }))
  expect(sent).toHaveBeenLastCalledWith(null)
})

test.each([
  { field: moment, from: '2026-05-01 08:00:00', text: '2026-05-09 10:00:00' },
  { field: day, from: '2026-05-01', text: '2026-05-09' },
  { field: day, from: null, text: '2026-05-09' },
])('Escape brings back what stood there, $from: $field.kind', async ({ field, from, text }) => {
  render(<Form field={field} from={from} />)
  const { person, box } = await write(text)
  await waitFor(() => expect(given).toHaveBeenLastCalledWith(text))
  await person.keyboard('{Escape}')
  await waitFor(() => expect(box.value).toBe(from ?? ''))
  await person.click(screen.getByRole('textbox', { name: '别的' }))
  await person.click(screen.getByRole('button', { name: '保存' }))
  expect(sent).toHaveBeenLastCalledWith(from)
})

test('what was chosen of a moment counts without 确定, and emptying it counts, too', async () => {
  render(<Form field={moment} from="2026-05-01 08:00:00" />)
  const box = await input()
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  fireEvent.click(await waitFor(() => document.querySelector<HTMLElement>('.ant-picker-cell[title="2026-05-20"]')!))
  await waitFor(() => expect(given).toHaveBeenLastCalledWith('2026-05-20 08:00:00'))
  expect(box.value).toBe('2026-05-20 08:00:00')
  expect(document.querySelector('.ant-picker-ok')).toBeNull()
  fireEvent.click(document.querySelector('.ant-picker-clear')!)
  await waitFor(() => expect(given).toHaveBeenLastCalledWith(null))
})

test.each([
  { field: moment, text: '2026-05-01 08:00:00' },
  { field: day, text: '2026-05-01' },
])('Enter takes what was typed and sends nothing; the next one does: $field.kind', async ({ field, text }) => {
  render(<Form field={field} />)
  const { person, box } = await write(text)
  await person.keyboard('{Enter}')
  expect([box.value, sent.mock.calls]).toEqual([text, []])
  expect(given).toHaveBeenLastCalledWith(text)
  // Going, or gone.
  const gone = '.ant-picker-dropdown[class*=leave], .ant-picker-dropdown-hidden'
  await waitFor(() => expect(document.querySelector(gone)).not.toBeNull())
  await person.keyboard('{Enter}')
  expect(sent).toHaveBeenLastCalledWith(text)
})

test('Enter over what is no day sends nothing', async () => {
  render(<Form field={day} />)
  const { person } = await write('2026-13-01')
  await person.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
})

test('one end of a range is asked for, also when only that was typed', async () => {
  render(<Search field={day} />)
  const { person, box } = await write('2026-05-01')
  await person.click(screen.getByRole('button', { name: '查询' }))
  expect(sent).toHaveBeenLastCalledWith({ it_begin: '2026-05-01', it_end: '' })
  await waitFor(() => expect(document.querySelector('.ant-picker-focused')).toBeNull())
  expect(box.value).toBe('2026-05-01')
  cleanup()

  render(<Search field={day} />)
  const last = await write('2026-05-31', 'it-end')
  await last.person.click(screen.getByRole('button', { name: '查询' }))
  expect(sent).toHaveBeenLastCalledWith({ it_begin: '', it_end: '2026-05-31' })
})

test('both ends of a range are read as they are written, and what is no day stays', async () => {
  render(<Search field={day} />)
  const { person, box } = await write('2026/11/01')
  await person.tab()
  const end = await input('it-end')
  await waitFor(() => expect(document.activeElement).toBe(end))
  await person.paste('20261120')
  await person.click(screen.getByRole('button', { name: '查询' }))
  expect(sent).toHaveBeenLastCalledWith({ it_begin: '2026-11-01', it_end: '2026-11-20' })
  await waitFor(() => expect([box.value, end.value]).toEqual(['2026-11-01', '2026-11-20']))

  await write('月底', 'it-end')
  await person.click(screen.getByRole('button', { name: '查询' }))
  expect(sent).toHaveBeenLastCalledWith({ it_begin: '2026-11-01', it_end: '月底' })
  expect([box.value, end.value]).toEqual(['2026-11-01', '月底'])
})

test('Enter takes the beginning of a range and goes to its end, where it asks', async () => {
  render(<Search field={day} />)
  const { person } = await write('2026-05-01')
  await person.keyboard('{Enter}')
  expect(sent).not.toHaveBeenCalled()
  const end = await input('it-end')
  await waitFor(() => expect(document.activeElement).toBe(end))
  await person.keyboard('{Enter}')
  expect(sent).toHaveBeenLastCalledWith({ it_begin: '2026-05-01', it_end: '' })
})

test('Enter that opens a report sends no form', async () => {
  const popup: ReportPopup = { code: '', orgFields: '', destFields: '' }
  render(
    <App>
      <form onSubmit={sent}>
        <ReportInput popup={popup} id="it" label="报表" value="" onFill={given} />
        <button type="submit">保存</button>
      </form>
    </App>,
  )
  const person = userEvent.setup()
  act(() => document.getElementById('it')!.focus())
  await person.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('.ant-message-warning')).not.toBeNull())
  expect(sent).not.toHaveBeenCalled()
})

test('Enter in a list opens it and takes a choice, and sends no form', async () => {
  const field: Field = { kind: 'dict', label: '类型', dict: 'pb_owner_type' }
  render(
    <QueryClientProvider client={queryClient}>
      <Form field={field} />
    </QueryClientProvider>,
  )
  const box = await screen.findByRole('combobox')
  const person = userEvent.setup()
  act(() => box.focus())
  await person.keyboard('{Enter}{Enter}')
  expect(sent).not.toHaveBeenCalled()
})
