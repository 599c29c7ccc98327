// @vitest-environment jsdom
/** Selects of the desktop: how several are shown, and what is said when nothing can be offered. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { dict, refs, text, type Field } from '#model/fields.ts'
import { refused, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
let Input: (typeof import('../../src/desktop/fields/Input.tsx'))['Input']
let Prompt: (typeof import('../../src/desktop/fields/Prompt.tsx'))['Prompt']
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
const nothing = () => undefined

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  server = await startToldServer()
  ;({ Input } = await import('../../src/desktop/fields/Input.tsx'))
  ;({ Prompt } = await import('../../src/desktop/fields/Prompt.tsx'))
  client = (await import('#headless/session/queries.ts')).queryClient
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
})

const show = (field: Field, value: string | null) =>
  render(
    <QueryClientProvider client={client}>
      <App>
        <Input field={field} name="x" id="x" value={value} values={{}} onChange={nothing} />
      </App>
    </QueryClientProvider>,
  )

test.each<[string, Field]>([
  ['words of a dictionary', dict('标签', 'none', { multiple: true })],
  ['records', refs('服务商', 'serviceProvider')],
])('G06: of several %s one is shown, and how many more, by name on hover', async (_, field) => {
  show(field, 'a,b,c')
  const more = await screen.findByText('+2')
  expect([more.title, screen.getByText('a').textContent, screen.queryByText('b')]).toEqual(['b、c', 'a', null])
})

test('H02: why there is nothing to choose from is said over the page too', async () => {
  server.reply = () => refused(500, '查询服务暂不可用')
  show(refs('服务商', 'serviceProvider'), null)
  fireEvent.mouseDown(await screen.findByRole('combobox'))
  await waitFor(() => expect(document.querySelector('.ant-message-warning')?.textContent).toBe('查询服务暂不可用'), {
    timeout: 10_000,
  })
})

test('E11: Enter a second time, while the first answer is awaited, does nothing', async () => {
  const onSubmit = vi.fn(() => new Promise<void>(nothing))
  render(
    <App>
      <Prompt title="改名" field={text('名称')} value="甲" onClose={nothing} onSubmit={onSubmit} />
    </App>,
  )
  const input = await screen.findByLabelText('名称')
  await userEvent.setup({ pointerEventsCheck: 0 }).type(input, '{Enter}')
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  fireEvent.submit(input.closest('form')!)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
