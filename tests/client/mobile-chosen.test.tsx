// @vitest-environment jsdom
/** Several records of a list on the phone: what is chosen is seen, and goes into a file as well. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { useSelection } from '#headless/lists/selection.ts'
import { queryClient } from '#headless/session/queries.ts'
import { resources } from '#resources/index.ts'
import { HostContext } from '../../src/mobile/HostContext.ts'
import { useQuestions } from '../../src/mobile/layout/ask.ts'
import Asker from '../../src/mobile/layout/Asker.tsx'
import Chosen from '../../src/mobile/screens/list/Chosen.tsx'

const nothing = () => undefined
beforeAll(() => {
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  vi.stubGlobal('fetch', () => new Promise(nothing))
})
beforeEach(() => useNoticeStore.setState({ queue: [] }))
afterEach(() => {
  cleanup()
  useQuestions.setState({ queue: [] })
})

const rows = ['1', '2', '3'].map((id) => ({ id, version: 1 }))
const saveFile = vi.fn(() => Promise.resolve())
const exportFile = vi.fn(() => Promise.resolve({ file: { blob: new Blob(['x']), name: 'a.xlsx' } }))

function Choosing() {
  const selection = useSelection()
  const list = { may: (verb: string) => verb === 'export', exportFile, remove: vi.fn(), removeOne: vi.fn() }
  return (
    <>
      {rows.map((row) => (
        <button key={row.id} onClick={() => selection.toggle(row)}>{`第${row.id}条`}</button>
      ))}
      <Chosen resource={resources.userMessage} list={list} rows={rows} selection={selection} onDone={nothing} />
    </>
  )
}

const choosing = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <HostContext value={{ saveFile } as unknown as Host}>
        <Choosing />
        <Asker />
      </HostContext>
    </QueryClientProvider>,
  )

test('of none chosen it says that one is to be chosen; of some 全选 is neither on nor off', async () => {
  choosing()
  const all = () => screen.getByText('全选').closest('label')!.className
  await userEvent.click(screen.getByRole('button', { name: '处理 0 项' }))
  expect(useNoticeStore.getState().queue.map(({ text }) => text)).toEqual(['请选择一条记录！'])
  expect(all()).not.toContain('indeterminate')
  await userEvent.click(screen.getByText('第2条'))
  expect(all()).toContain('adm-checkbox-indeterminate')
  await userEvent.click(screen.getByText('全选'))
  expect(all()).toContain('adm-checkbox-checked')
  expect(screen.getByRole('button', { name: '处理 3 项' })).toBeTruthy()
})

test('the chosen ones alone are exported', async () => {
  choosing()
  await userEvent.click(screen.getByText('第1条'))
  await userEvent.click(screen.getByText('第3条'))
  await userEvent.click(screen.getByRole('button', { name: '处理 2 项' }))
  await userEvent.click(await screen.findByText('批量导出'))
  await userEvent.click(await screen.findByText(/^导出 Excel/))
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1))
  expect(exportFile).toHaveBeenCalledExactlyOnceWith('xls', ['1', '3'])
})
