// @vitest-environment jsdom
/** What was typed into a question is not thrown away by a press or a tap beside it. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '#headless/session/queries.ts'
import { longText } from '#model/fields.ts'
import { resources } from '#resources/index.ts'
import ActionDialog from '../../src/desktop/screens/list/ActionDialog.tsx'
import Asker from '../../src/mobile/layout/Asker.tsx'
import { askInput, useQuestions } from '../../src/mobile/layout/ask.ts'

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
