// @vitest-environment jsdom
/** Every kind on the phone: its cell, its input and what that gives, its place among the filters. */
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnswers } from './answers.ts'
import { allKinds, faceOf, sampleOf, type Gesture } from './samples.ts'

type Drawn = typeof import('../../src/mobile/fields/Cell.tsx') &
  typeof import('../../src/mobile/fields/Input.tsx') &
  typeof import('../../src/mobile/fields/Filter.tsx')

let fields: Drawn
let client: QueryClient
let stop: () => Promise<void>

beforeAll(async () => {
  // What the kit asks of a browser and jsdom does not have.
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('IntersectionObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.scrollIntoView = () => undefined
  stop = await startAnswers()
  fields = {
    ...(await import('../../src/mobile/fields/Cell.tsx')),
    ...(await import('../../src/mobile/fields/Input.tsx')),
    ...(await import('../../src/mobile/fields/Filter.tsx')),
  }
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(() => stop?.())
afterEach(() => {
  cleanup()
  client.clear()
})

function draw(what: ReactNode) {
  render(
    <QueryClientProvider client={client}>
      <div data-testid="drawn">{what}</div>
    </QueryClientProvider>,
  )
  return screen.getByTestId('drawn')
}

const all = (place: ParentNode, selector: string) => [...place.querySelectorAll<HTMLElement>(selector)]
const joined = (elements: readonly HTMLElement[]) =>
  elements
    .map((one) => one.getAttribute('alt') ?? one.textContent)
    .filter(Boolean)
    .join('、')

/** What somebody finds in an input: the state of a switch, what a button says is chosen, files, lines, what is written. */
function found(place: HTMLElement): string {
  const toggle = place.querySelector('[role=switch]')
  if (toggle) return toggle.getAttribute('aria-checked')!
  const parts = [
    '.vd-tap > button:first-child > span:not(.vd-placeholder)',
    '.vd-selector .adm-selector-item-active',
    '.vd-upload-picture img, .vd-upload-file > span:first-child',
    '.vd-line-cards dd',
  ]
  const said = parts.map((part) => joined(all(place, part))).find(Boolean)
  if (said) return said
  const rich = place.querySelector<HTMLElement>('[contenteditable]')
  if (rich) return rich.textContent
  return place.querySelector<HTMLInputElement>('input:not([type=file]), textarea')?.value ?? ''
}

/** Of what is open over the page, or stands there. */
const OPTIONS = '.vd-option > span, .vd-chip, .adm-cascader-view-item, .adm-selector-item'
async function take(text: string): Promise<void> {
  const option = await waitFor(() => {
    const [first] = all(document.body, OPTIONS).filter(
      (one) => (one.firstChild?.textContent ?? '') === text || one.textContent === text,
    )
    expect(first, text).toBeDefined()
    return first!
  })
  fireEvent.click(option)
}

/** Where one tap is not enough. */
function settle(): void {
  const sheets = all(document.body, '.vd-sheet-bar, .adm-cascader-header, .adm-picker-header')
  const button = sheets
    .flatMap((sheet) => all(sheet, 'button, a'))
    .find(({ textContent }) => textContent.startsWith('确定'))
  if (button) fireEvent.click(button)
}

const tap = (place: HTMLElement) => {
  const button = place.querySelector<HTMLElement>('.vd-tap > button:first-child')
  if (button) fireEvent.click(button)
}

async function perform(place: HTMLElement, does: Gesture): Promise<void> {
  if ('write' in does) write(place, does.write)
  else if ('press' in does) fireEvent.click(within(place).getByRole('switch'))
  else if ('from' in does)
    [does.from, does.to].forEach((text, at) =>
      fireEvent.change(within(place).getAllByRole('textbox')[at]!, { target: { value: text } }),
    )
  else if ('upload' in does)
    await userEvent.upload(
      all(place, 'input[type=file]').at(-1) as HTMLInputElement,
      new File(['x'], does.upload, { type: 'image/png' }),
    )
  else if ('remove' in does) fireEvent.click(within(place).getByRole('button', { name: `删除${does.remove}` }))
  else if ('firstLine' in does) {
    fireEvent.click(all(place, '.vd-line-cards button')[0]!)
    const page = await waitFor(() => {
      const opened = document.querySelector<HTMLElement>('.vd-line-body')
      expect(opened).not.toBeNull()
      return opened!
    })
    write(page, does.firstLine)
    settle()
  } else if ('confirm' in does) {
    tap(place)
    await waitFor(() => expect(document.querySelector('.adm-picker-header')).not.toBeNull())
    settle()
  } else {
    tap(place)
    for (const text of does.choose) await take(text)
    settle()
  }
}

function write(place: HTMLElement, text: string): void {
  const rich = place.querySelector<HTMLElement>('[contenteditable]')
  if (rich) {
    rich.innerHTML = `<p>${text}</p>`
    fireEvent.input(rich)
    return
  }
  const box = place.querySelector<HTMLInputElement>('input:not([type=file]), textarea')!
  fireEvent.change(box, { target: { value: text } })
  fireEvent.blur(box)
}

describe.each(allKinds)('%s on the phone', (kind) => {
  const { field, value, beside, dictText } = sampleOf(kind)
  const { cell, holds, does, gives, filter } = faceOf(kind, 'phone')
  const given = vi.fn()
  const nothing = () => undefined
  function Kept() {
    const [now, keep] = useState<unknown>(value)
    const change = (next: unknown) => {
      given(next)
      keep(next)
    }
    return (
      <fields.FieldLine
        field={field}
        name={kind}
        value={now}
        values={{ ...beside, [kind]: now }}
        error={undefined}
        onChange={change}
        onLeave={nothing}
      />
    )
  }
  function Asked() {
    const [filters, ask] = useState<Record<string, string>>({})
    const change = (more: Record<string, string>) => {
      given(more)
      ask((before) => ({ ...before, ...more }))
    }
    return <fields.Filter field={field} name={kind} filters={filters} set={change} />
  }
  beforeEach(() => void given.mockClear())

  it('is read in a record', async () => {
    const row = { ...beside, [kind]: value, ...(dictText && { [`${kind}_dictText`]: dictText }) }
    const place = draw(<fields.Cell field={field} row={row} name={kind} />)
    await waitFor(() => expect(joined(all(place, 'img, a')) || place.textContent.trim()).toBe(cell))
  })

  it('is found below its label', async () => {
    const place = draw(<Kept />)
    expect(place.textContent).toContain(field.label)
    if (holds === null) return expect(place.textContent).toContain(String(value))
    await waitFor(() => expect(found(place)).toBe(holds))
  })

  // What the server writes has no input.
  if (does)
    it('is changed in its input', async () => {
      const place = draw(<Kept />)
      await waitFor(() => expect(found(place)).toBe(holds))
      await perform(place, does)
      if (kind === 'lines') await waitFor(() => expect(given.mock.lastCall![0]).toMatchObject(gives as object[]))
      else await waitFor(() => expect(given).toHaveBeenLastCalledWith(gives))
    })

  it('is asked about among the filters, or not at all', async () => {
    const place = draw(<Asked />)
    if (!filter) return expect(place.textContent).toBe('')
    await waitFor(() => expect(all(place, 'input, button').length).toBeGreaterThan(0))
    await perform(place, filter.does)
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    const wanted = Object.fromEntries(
      Object.entries(filter.gives).map(([name, text]) => [name, text.replace('<today>', today)]),
    )
    await waitFor(() => expect(Object.assign({}, ...given.mock.calls.flat())).toEqual(wanted))
  })
})
