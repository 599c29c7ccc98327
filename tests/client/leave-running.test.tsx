// @vitest-environment jsdom
/** What goes on by itself may be left, and what ends late closes nothing that was opened since. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { resources } from '#resources/index.ts'
import { HostContext } from '../../src/desktop/HostContext.ts'
import type { ToolProps } from '../../src/desktop/custom/tools.tsx'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const { deviceNumber, sysRole } = resources
const nothing = (): void => undefined
/** How each opened tool closes itself, by its record. */
const closes = new Map<string, () => void>()
vi.mock('../../src/desktop/custom/sysRole/RoleUsers.tsx', () => ({
  default: function Tool({ row, onClose }: ToolProps) {
    useEffect(() => void closes.set(row.id, onClose), [row, onClose])
    return <p>用户 {row.id}</p>
  },
}))

let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
beforeAll(async () => {
  server = await startToldServer()
  client = (await import('#headless/session/queries.ts')).queryClient
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
afterAll(() => server.close())
beforeEach(() => {
  server.reply = () => ok(null)
})
afterEach(() => {
  cleanup()
  client.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <HostContext value={{} as Host}>
        <App>{children}</App>
      </HostContext>
    </MemoryRouter>
  </QueryClientProvider>
)
const sheet = () => new File(['编号'], '新设备.xlsx')
const task = (state: string) => ({ id: 't1', title: '导入设备：新设备.xlsx', state, counts: { added: 1 } })

test('an import that ends after it was left closes nothing', async () => {
  const { useImport } = await import('#headless/lists/useImport.ts')
  let answer = nothing
  server.reply = ({ url }) => {
    if (url.includes('importExcel')) return ok({ tasks: [task('checked')] })
    if (url.includes('confirm')) return new Promise((resolve) => (answer = () => resolve(ok(task('done')))))
    return ok(null)
  }
  const told = vi.fn()
  const onEnd = vi.fn()
  const { result, unmount } = renderHook(() => useImport(deviceNumber, { told, onEnd }), { wrapper })
  act(() => void result.current.add([sheet()]))
  await act(() => result.current.check())
  let written = Promise.resolve()
  act(() => void (written = result.current.write()))
  await waitFor(() => expect(answer).not.toBe(nothing))
  unmount()
  answer()
  await written
  expect(told).toHaveBeenCalledTimes(1)
  expect(onEnd).not.toHaveBeenCalled()
})

test('whoever left a check is told where it goes on', async () => {
  const { useImport } = await import('#headless/lists/useImport.ts')
  let answer = nothing
  server.reply = ({ url }) =>
    url.includes('importExcel')
      ? new Promise((resolve) => (answer = () => resolve(ok({ tasks: [task('checked')] }))))
      : ok(null)
  const { result, unmount } = renderHook(() => useImport(deviceNumber, { told: nothing, onEnd: nothing }), { wrapper })
  act(() => void result.current.add([sheet()]))
  let checked = Promise.resolve()
  act(() => void (checked = result.current.check()))
  await waitFor(() => expect(answer).not.toBe(nothing))
  unmount()
  answer()
  await checked
  expect(useNoticeStore.getState().queue).toMatchObject([{ text: expect.stringContaining('任务中心') as string }])
})

test('the desktop leaves an import that goes on', async () => {
  let lose = nothing
  server.reply = ({ url }) =>
    url.includes('importExcel') ? new Promise((resolve) => (lose = () => resolve(undefined))) : ok(null)
  const { default: ImportDialog } = await import('../../src/desktop/screens/list/ImportDialog.tsx')
  const onClose = vi.fn()
  render(<ImportDialog resource={deviceNumber} mayUpdate onClose={onClose} />, { wrapper })
  const person = userEvent.setup()
  await person.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, sheet())
  await person.click(screen.getByRole('button', { name: '开始上传' }))
  await screen.findByText('正在上传')
  await person.click(screen.getByRole('button', { name: /^关\s?闭$/ }))
  expect(onClose).toHaveBeenCalled()
  await waitFor(() => expect(lose).not.toBe(nothing))
  lose()
})

test('a tool that closes itself late leaves the one open that was opened since', async () => {
  const { useRecordTools } = await import('../../src/desktop/custom/tools.tsx')
  let open: (id: string) => void = nothing
  function Page() {
    const tools = useRecordTools(sysRole)
    open = (id) =>
      tools
        .of({ id })
        .find(({ key }) => key === 'users')!
        .onClick()
    return tools.open
  }
  render(<Page />, { wrapper })
  act(() => open('1'))
  await screen.findByText('用户 1')
  act(() => open('2'))
  await screen.findByText('用户 2')
  act(() => closes.get('1')!())
  expect(screen.getByText('用户 2')).toBeTruthy()
  act(() => closes.get('2')!())
  expect(screen.queryByText(/用户 /)).toBeNull()
})
