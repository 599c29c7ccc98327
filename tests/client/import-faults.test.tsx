// @vitest-environment jsdom
/** What is wrong with a file is read where it was sent, and a better one is sent from there. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { resources } from '#resources/index.ts'
import { HostContext as Desk } from '../../src/desktop/HostContext.ts'
import { HostContext as Phone } from '../../src/mobile/HostContext.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
beforeAll(async () => {
  server = await startToldServer()
  client = (await import('#headless/session/queries.ts')).queryClient
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  Element.prototype.setPointerCapture = nothing
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>
    <MemoryRouter>
      <Desk value={{} as Host}>
        <Phone value={{} as Host}>
          <App>{children}</App>
        </Phone>
      </Desk>
    </MemoryRouter>
  </QueryClientProvider>
)
const faults = [
  { line: 3, label: '软件版本', text: '', reason: '请输入软件版本' },
  { line: 7, label: '起始编号', text: 'abc', reason: '应为 8 到 20 位数字' },
]
const checked = { id: 't1', title: '导入设备编号：新编号.xlsx', state: 'checked', faultName: '错误.xlsx', faults }

test.each([
  ['desktop', async () => (await import('../../src/desktop/screens/list/ImportDialog.tsx')).default],
  ['phone', async () => (await import('../../src/mobile/screens/list/ImportSheet.tsx')).default],
])('the %s lists what is wrong, and takes another file instead', async (_, shell) => {
  server.asked.length = 0
  server.reply = ({ url }) =>
    url.includes('importExcel') ? ok({ tasks: [{ ...checked, counts: { total: 40, wrong: 12 } }] }) : ok(null)
  const Import = await shell()
  render(<Import resource={resources.deviceNumber} mayUpdate visible onClose={nothing} />, { wrapper })
  const person = userEvent.setup()
  await waitFor(() => expect(document.querySelector('input[type=file]')).toBeTruthy())
  await person.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['编号'], '新编号.xlsx'))
  await person.click(screen.getByRole('button', { name: '开始上传' }))
  await screen.findByText('第 3 行 软件版本：请输入软件版本')
  screen.getByText('第 7 行 起始编号“abc”：应为 8 到 20 位数字')
  screen.getByText('以上为前 2 处，共 12 行有错误，全部见错误清单')
  await person.click(screen.getByRole('button', { name: '重新上传' }))
  await waitFor(() => expect(document.querySelector('input[type=file]')).toBeTruthy())
  expect(screen.queryByText(/第 3 行/)).toBeNull()
  // Nobody will say yes to the first one any more.
  await waitFor(() => expect(server.asked.find(({ url }) => url.includes('/sys/task/cancel'))?.body).toEqual({ id: 't1' })) // prettier-ignore
})

test('a checked file that would change nothing says so', async () => {
  const { checkedAdvice } = await import('#headless/lists/useImport.ts')
  const advice = (counts: object, validate = true) =>
    checkedAdvice([{ ...checked, counts } as unknown as Parameters<typeof checkedAdvice>[0][number]], validate).text
  expect(advice({ added: 0, changed: 0, same: 3 })).toBe('没有需要写入的变化')
  expect(advice({ added: 1, same: 3 })).toBe('尚未写入任何数据，确认后开始导入')
  expect(advice({ same: 3, wrong: 1 })).toContain('有错误行的文件不会导入')
  expect(advice({ same: 3, wrong: 1 }, false)).toBe('没有需要写入的变化')
})
