// @vitest-environment jsdom
/** Every kind on the desktop: its cell, its input and what that gives, its place in the search area. */
import { EditorView } from '@codemirror/view'
import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { IDomEditor } from '@wangeditor-next/editor'
import { App } from 'antd'
import { useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAnswers } from './answers.ts'
import { allKinds, faceOf, sampleOf, type Gesture } from './samples.ts'

/** The editors of formatted text that were made: there is no typing into one where nothing can be selected. */
const editors = vi.hoisted((): IDomEditor[] => [])
vi.mock('@wangeditor-next/editor', async (original) => {
  const theirs = await original<typeof import('@wangeditor-next/editor')>()
  const createEditor: typeof theirs.createEditor = (options) => {
    const made = theirs.createEditor(options)
    editors.push(made)
    return made
  }
  return { ...theirs, createEditor }
})

type Fields = typeof import('../../src/desktop/fields/Cell.tsx') &
  typeof import('../../src/desktop/fields/Input.tsx') &
  typeof import('../../src/desktop/fields/Filter.tsx')

let fields: Fields
let client: QueryClient
let stop: () => Promise<void>

beforeAll(async () => {
  // What antd asks of a browser and jsdom does not have.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} })) // prettier-ignore
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Element.prototype.scrollIntoView = () => undefined
  stop = await startAnswers()
  fields = {
    ...(await import('../../src/desktop/fields/Cell.tsx')),
    ...(await import('../../src/desktop/fields/Input.tsx')),
    ...(await import('../../src/desktop/fields/Filter.tsx')),
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
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <App>
          <div data-testid="drawn">{what}</div>
        </App>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return screen.getByTestId('drawn')
}

const all = (place: ParentNode, selector: string) => [...place.querySelectorAll<HTMLElement>(selector)]

/** What somebody finds in an input: what is chosen, the state of a switch, the names of files, what is written. */
function found(place: HTMLElement): string {
  const toggle = place.querySelector('[role=switch]')
  if (toggle) return toggle.getAttribute('aria-checked')!
  const several = all(place, '.ant-select-selection-item-content')
  if (several.length) return several.map(({ textContent }) => textContent).join('、')
  const one = place.querySelector<HTMLElement>('.ant-select-content-has-value')
  if (one) return one.title
  const files = all(place, '.upload-tile img, .upload-files a')
  if (files.length) return files.map((file) => file.getAttribute('alt') ?? file.textContent).join('、')
  const lines = all(place, '[data-row] [data-place]')
  if (lines.length)
    return lines
      .map(({ textContent }) => textContent)
      .filter(Boolean)
      .join('、')
  const code = place.querySelector<HTMLElement>('.cm-content')
  if (code) return EditorView.findFromDOM(code)!.state.doc.toString()
  const text = place.querySelector<HTMLElement>('[data-slate-editor]')
  if (text) return text.textContent.trim()
  return place.querySelector<HTMLInputElement>('input, textarea')?.value ?? ''
}

/** Of what is open over the page. */
const OPTIONS =
  '.ant-select-item-option, .ant-cascader-menu-item, .ant-select-tree-title, .ant-tree-title, .ant-picker-presets li'
async function take(text: string): Promise<void> {
  const option = await waitFor(() => {
    const [first] = all(document.body, OPTIONS).filter(({ textContent }) => textContent === text)
    expect(first, text).toBeDefined()
    return first!
  })
  const box = option.closest('.ant-tree-treenode')?.querySelector('.ant-tree-checkbox')
  fireEvent.click(box ?? option)
}

async function perform(place: HTMLElement, does: Gesture): Promise<void> {
  if ('write' in does) await write(place, does.write)
  else if ('press' in does) fireEvent.click(within(place).getByRole('switch'))
  else if ('from' in does)
    [does.from, does.to].forEach((text, at) =>
      fireEvent.change(within(place).getAllByRole('spinbutton')[at]!, { target: { value: text } }),
    )
  else if ('upload' in does)
    await userEvent.upload(place.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], does.upload))
  else if ('remove' in does) fireEvent.click(within(place).getByRole('button', { name: `删除${does.remove}` }))
  else if ('firstLine' in does) {
    await userEvent.click(place.querySelector('[data-row] [data-place="0"]')!)
    await userEvent.keyboard(`${does.firstLine}{Enter}`)
  } else if ('choose' in does) {
    const opens = within(place).queryByRole('button', { name: /^选择部门/ })
    const range = place.querySelector('.ant-picker input')
    if (opens) fireEvent.click(opens)
    else if (range) fireEvent.mouseDown(range)
    else fireEvent.mouseDown(within(place).getByRole('combobox'))
    if (range) fireEvent.click(range)
    for (const text of does.choose) await take(text)
    if (opens) fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /确\s*定/ }))
  }
}

async function write(place: HTMLElement, text: string): Promise<void> {
  if (place.querySelector('[data-slate-editor]')) {
    return editors.at(-1)!.setHtml(`<p>${text}</p>`)
  }
  const code = place.querySelector<HTMLElement>('.cm-content')
  if (code) {
    const view = EditorView.findFromDOM(code)!
    return view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
  }
  const box = await waitFor(() => {
    const drawn = place.querySelector<HTMLInputElement>('input:enabled, textarea:enabled')
    expect(drawn).not.toBeNull()
    return drawn!
  })
  if (box.closest('.ant-picker')) fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: text } })
  if (!box.closest('.ant-picker')) return
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
}

describe.each(allKinds)('%s on the desktop', (kind) => {
  const { field, value, beside, dictText } = sampleOf(kind)
  const { cell, holds, does, gives, filter } = faceOf(kind, 'desktop')
  const given = vi.fn()
  function Kept() {
    const [now, keep] = useState<unknown>(value)
    const change = (next: unknown) => {
      given(next)
      keep(next)
    }
    return <fields.Input field={field} name={kind} id={kind} value={now} values={beside ?? {}} onChange={change} />
  }
  function Asked() {
    const [filters, ask] = useState<Record<string, string>>({})
    const change = (more: Record<string, string>) => {
      given(more)
      ask((before) => ({ ...before, ...more }))
    }
    return <fields.Filter field={field} name={kind} id={kind} filters={filters} onChange={change} />
  }
  beforeEach(() => void given.mockClear())

  it('is read in a list', async () => {
    const row = { ...beside, [kind]: value, ...(dictText && { [`${kind}_dictText`]: dictText }) }
    const place = draw(<fields.Cell field={field} row={row} name={kind} />)
    const said = () => {
      const named = all(place, 'img, a[target]').map((one) => (one.getAttribute('alt') ?? one.textContent).trim())
      return [...new Set(named.filter(Boolean))].join('、') || place.textContent
    }
    await waitFor(() => expect(said()).toBe(cell))
  })

  it('is found in its input', async () => {
    const place = draw(<Kept />)
    if (holds === null) return expect(place.textContent).toBe('')
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

  it('is asked about in the search area, or not at all', async () => {
    const place = draw(<Asked />)
    if (!filter) return expect(place.textContent).toBe('')
    await waitFor(() => expect(place.querySelector('input:enabled')).not.toBeNull())
    await perform(place, filter.does)
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    const wanted = Object.fromEntries(
      Object.entries(filter.gives).map(([name, text]) => [name, text.replace('<today>', today)]),
    )
    await waitFor(() => expect(Object.assign({}, ...given.mock.calls.flat())).toEqual(wanted))
  })
})
