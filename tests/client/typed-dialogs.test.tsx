// @vitest-environment jsdom
/** What was typed into a question is not thrown away by a press or a tap beside it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#headless/session/queries.ts'
import { longText } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import ActionDialog from '../../src/desktop/screens/list/ActionDialog.tsx'
import Asker from '../../src/mobile/layout/Asker.tsx'
import { askInput, askReason, useQuestions } from '../../src/mobile/layout/ask.ts'

const { complaint } = resources
const nothing = () => undefined
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('fetch', () => new Promise(nothing))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  useQuestions.setState({ queue: [] })
})

const fields = Object.values(complaint.actions.resolve.input)
const [{ label }] = [fields.find(({ kind }) => kind === 'longText')!]

test('a tap beside the sheet of the phone', async () => {
  render(<Asker />)
  const answered = vi.fn()
  void askInput({ title: '办结', yes: '办结', danger: false, fields: { result: longText('处理结果') } }).then(answered)
  const input = await screen.findByRole('textbox')
  await userEvent.setup().type(input, '已退款')
  fireEvent.click(document.querySelector('.adm-mask-aria-button, .adm-mask')!)
  await new Promise((resolve) => setTimeout(resolve))
  expect(answered).not.toHaveBeenCalled()
})

test('a press beside the dialog of the desktop', async () => {
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <App>
          <ActionDialog
            resource={complaint}
            name="resolve"
            target={{ row: { id: '1', version: 1 } }}
            onClose={onClose}
          />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  await person.type(screen.getByLabelText(label), '已退款')
  await person.click(document.querySelector('.ant-modal-wrap')!)
  expect(onClose).not.toHaveBeenCalled()
})

describe('the dialog of the desktop', () => {
  const open = () => {
    const onClose = vi.fn()
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ConfigProvider button={{ autoInsertSpace: false }}>
            <App>
              <ActionDialog
                resource={complaint}
                name="resolve"
                target={{ row: { id: '1', version: 1 } }}
                onClose={onClose}
              />
            </App>
          </ConfigProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    return { onClose, input: screen.getByLabelText<HTMLInputElement>(label), person: userEvent.setup() }
  }

  test('asks before it is given up, and Esc and Enter keep what was typed', async () => {
    const { onClose, input, person } = open()
    await person.type(input, '已退款')
    await person.keyboard('{Escape}')
    const keep = await screen.findByRole('button', { name: '继续填写' })
    await vi.waitFor(() => expect(document.activeElement).toBe(keep))
    await person.keyboard('{Enter}')
    expect(onClose).not.toHaveBeenCalled()
    expect(input.value).toBe('已退款')
  })

  test('is given up at once when nothing was typed, else by an answer', async () => {
    const { onClose, input, person } = open()
    await person.click(screen.getByRole('button', { name: '取消' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await person.type(input, '已退款')
    await person.click(screen.getByRole('button', { name: '取消' }))
    await person.click(await screen.findByRole('button', { name: '放弃' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('a reason that is pasted and too long', () => {
  const long = '由'.repeat(256)
  const said = '最大长度255位字符'

  test('is kept whole on the phone, and said to be', async () => {
    render(<Asker />)
    const answered = vi.fn()
    void askReason({ title: '驳回原因', yes: '驳回', required: true, phrases: [] }).then(answered)
    const input = await screen.findByRole<HTMLTextAreaElement>('textbox')
    const person = userEvent.setup()
    await person.click(input)
    await person.paste(long)
    expect(input.value).toBe(long)
    expect(screen.getByText('256/255')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: '驳回' }))
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(answered).not.toHaveBeenCalled()
    fireEvent.change(input, { target: { value: long.slice(1) } })
    await person.click(screen.getByRole('button', { name: '驳回' }))
    await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(long.slice(1)))
  })

  test('is kept whole on the desktop, and said to be', async () => {
    const { userWithdrawal } = resources
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <App>
            <ActionDialog
              resource={userWithdrawal}
              name="reject"
              target={{ row: { id: '1', version: 1 } }}
              onClose={nothing}
            />
          </App>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const input = screen.getByLabelText<HTMLTextAreaElement>('原因')
    const person = userEvent.setup()
    await person.click(input)
    await person.paste(long)
    expect(input.value).toBe(long)
    await person.click(screen.getByRole('button', { name: /^确定/ }))
    expect(await screen.findByText(said)).toBeTruthy()
  })
})
