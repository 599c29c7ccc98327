// @vitest-environment jsdom
/** What is typed into an input reaches the form as it was meant, or as it was typed so that the form can say what is wrong. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { checkOf } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { LONGEST } from '#model/lengths.ts'
import { Filter as DesktopFilter } from '../../src/desktop/fields/Filter.tsx'
import { Input as DesktopInput } from '../../src/desktop/fields/Input.tsx'
import { Filter as PhoneFilter } from '../../src/mobile/fields/Filter.tsx'
import { FieldLine } from '../../src/mobile/fields/Input.tsx'

beforeAll(() => {
  // What antd asks of a browser and jsdom does not have.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) // prettier-ignore
})
afterEach(cleanup)

const given = vi.fn()
beforeEach(() => void given.mockClear())

const shells = ['desktop', 'phone'] as const
type Shell = (typeof shells)[number]

function Form({ shell, field, from = null }: { shell: Shell; field: Field; from?: unknown }) {
  const [value, keep] = useState<unknown>(from)
  const onChange = (next: unknown) => {
    given(next)
    keep(next)
  }
  const shared = { field, name: 'it', value, values: {}, onChange }
  return (
    <App>
      <button type="button" onClick={() => keep(from)}>
        放弃
      </button>
      <div className="drawn">
        {shell === 'desktop' ? (
          <DesktopInput {...shared} id="it" />
        ) : (
          <FieldLine {...shared} error={undefined} onLeave={() => undefined} />
        )}
      </div>
    </App>
  )
}

const draw = (shell: Shell, field: Field, from?: unknown) => {
  render(<Form shell={shell} field={field} from={from} />)
  return waitFor(() => {
    const box = document.querySelector<HTMLInputElement | HTMLTextAreaElement>('.drawn :is(input, textarea):enabled')
    expect(box).not.toBeNull()
    return box!
  })
}
const write = (box: Element, text: string) => {
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

test.each(
  shells.flatMap((shell) => [
    { shell, field: { kind: 'money', label: '金额' } as Field, number: '12.5' },
    { shell, field: { kind: 'percent', label: '比例' } as Field, number: '12.5' },
    { shell, field: { kind: 'decimal', label: '重量', scale: 2 } as Field, number: 12.5 },
  ]),
)('12。5 and １２．５ are 12.5 on the $shell: $field.kind', async ({ shell, field, number }) => {
  for (const text of ['12。5', '１２．５', '12．5']) {
    write(await draw(shell, field), text)
    expect(given).toHaveBeenLastCalledWith(number)
    cleanup()
  }
})

test.each(shells)('a point typed in the middle of an amount leaves the caret there on the %s', async (shell) => {
  const box = await draw(shell, { kind: 'money', label: '金额' }, '125')
  const person = userEvent.setup()
  await person.click(box)
  box.setSelectionRange(1, 1)
  await person.keyboard('。')
  expect(box.value).toBe('1.25')
  expect(box.selectionStart).toBe(2)
})

test('what is written around a figure is left out of it, never the figure', async () => {
  for (const [text, number] of [
    ['1200 元', 1200],
    ['$12', 12],
    ['12 000', 12_000],
    ['\u202d12', 12],
  ] as const) {
    // prettier-ignore
    write(await draw('desktop', { kind: 'integer', label: '数量' }), text)
    expect(given).toHaveBeenLastCalledWith(number)
    cleanup()
  }
})

test.each(shells)(
  'what is no whole number, or has its point in the wrong place, never becomes another number on the %s',
  async (shell) => {
    write(await draw(shell, { kind: 'integer', label: '数量' }), '１２')
    expect(given).toHaveBeenLastCalledWith(12)
    cleanup()
    write(await draw(shell, { kind: 'integer', label: '数量' }), '12.5')
    expect(given).toHaveBeenLastCalledWith(12.5)
    cleanup()
    given.mockClear()
    write(await draw(shell, { kind: 'decimal', label: '重量', scale: 2 }), '12,5')
    for (const [value] of given.mock.calls) expect([null, '12,5']).toContain(value)
  },
)

test.each(shells)('a range of numbers is asked for as it was meant on the %s', async (shell) => {
  const field: Field = { kind: 'money', label: '金额' }
  const Filter = shell === 'desktop' ? DesktopFilter : PhoneFilter
  render(
    <App>
      <Filter field={field} name="it" id="it" filters={{}} onChange={given} set={given} />
    </App>,
  )
  const [box] = await waitFor(() => {
    const found = document.querySelectorAll('input:enabled')
    expect(found).toHaveLength(2)
    return found
  })
  write(box!, '１２。5')
  expect(given).toHaveBeenLastCalledWith({ it_begin: '12.5' })
})

test.each<Field>([
  { kind: 'text', label: '地址', max: 5 },
  { kind: 'text', label: '地址' },
  { kind: 'longText', label: '说明', max: 5 },
  { kind: 'tags', label: '标签', max: 5 },
  { kind: 'money', label: '金额' },
])('a text longer than it may be is there as a whole, and refused with a sentence: $kind', async (field) => {
  for (const shell of shells) {
    const box = await draw(shell, field)
    expect(box.maxLength, shell).toBe(-1)
    cleanup()
  }
  const long = (field.kind === 'money' ? '1' : 'x').repeat(LONGEST.longText + 1)
  expect(checkOf(field, {}).safeParse(long).success).toBe(false)
})

test.each(shells)(
  'broken JSON reaches the form, which refuses it and keeps what was typed, on the %s',
  async (shell) => {
    const field: Field = { kind: 'json', label: '结构' }
    const box = await draw(shell, field, { 甲: 1 })
    write(box, '{"甲": 2')
    const broken: unknown = given.mock.lastCall![0]
    expect(checkOf(field, {}).safeParse(broken).error?.issues[0]?.message).toBe('请输入 JSON')
    expect(box.value).toBe('{"甲": 2')
    cleanup()
    // As a draft brings it back.
    expect((await draw(shell, field, JSON.parse(JSON.stringify(broken)))).value).toBe('{"甲": 2')
  },
)

test.each(shells)(
  'JSON is as it is typed while it is typed, and follows a value from elsewhere, on the %s',
  async (shell) => {
    const box = await draw(shell, { kind: 'json', label: '结构' }, { 甲: 1 })
    write(box, '{"甲":   2}')
    expect(given).toHaveBeenLastCalledWith({ 甲: 2 })
    expect(box.value).toBe('{"甲":   2}')
    write(box, '{"甲":   ')
    fireEvent.click(screen.getByRole('button', { name: '放弃' }))
    await waitFor(() => expect(box.value).toBe('{\n  "甲": 1\n}'))
    write(box, ' ')
    expect(given).toHaveBeenLastCalledWith(null)
    write(box, '"一段文字"')
    expect(given).toHaveBeenLastCalledWith('一段文字')
  },
)
