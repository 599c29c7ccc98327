// @vitest-environment jsdom
/** The desktop's form as a page of its own: what was typed is thrown away by whoever says so, and not while it is saved. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

const { sysRole } = resources
const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
let FormPage: (typeof import('../../src/desktop/screens/form/FormPage.tsx'))['default']
beforeAll(async () => {
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
  FormPage = (await import('../../src/desktop/screens/form/FormPage.tsx')).default
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.scrollIntoView = nothing
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
  sessionStorage.clear()
})

const stored = { id: '1', version: 1, roleName: '财务', roleCode: 'finance' }
function open(path = '/isystem/role/add') {
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <App>
          <Routes>
            <Route path="/isystem/role/add" element={<FormPage resource={sysRole} listPath="/isystem/role" />} />
            <Route
              path="/isystem/role/1/edit"
              element={<FormPage resource={sysRole} listPath="/isystem/role" id="1" />}
            />
            <Route path="*" element={<p>列表</p>} />
          </Routes>
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const hasDraft = () => Object.keys(sessionStorage).some((key) => key.startsWith('voltdesk:draft:'))
const cancel = () => screen.getByRole<HTMLButtonElement>('button', { name: /^取\s?消$/ })

test('nothing typed is left at once', async () => {
  const person = open()
  await person.click(cancel())
  expect(await screen.findByText('列表')).toBeTruthy()
})

test('what was typed is asked about first', async () => {
  const person = open()
  await person.type(await screen.findByLabelText('角色名称'), '财务')
  await person.click(cancel())
  await person.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(hasDraft()).toBe(true)
  expect(screen.queryByText('列表')).toBeNull()
  await person.click(cancel())
  await person.click((await screen.findAllByRole('button', { name: /^放\s?弃$/ })).at(-1)!)
  expect(await screen.findByText('列表')).toBeTruthy()
  expect(hasDraft()).toBe(false)
})

test('a saving that fails leads to the first field that is wrong, whoever found it', async () => {
  const person = open()
  const name = await screen.findByLabelText('角色名称')
  const code = screen.getByLabelText('角色编码')
  const save = screen.getByRole('button', { name: /^保\s?存$/ })
  await person.click(save)
  await waitFor(() => expect(document.activeElement).toBe(name))
  await person.type(name, '财务')
  await person.type(code, 'finance')
  server.reply = ({ url }) =>
    url.includes('/add') ? refused(200, '角色编码已存在', { fields: { roleCode: '角色编码已存在' } }) : ok(null)
  await person.click(save)
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(screen.getByText('角色编码已存在')).toBeTruthy()
})

test('it is not thrown away while it is saved', async () => {
  const person = open()
  await person.type(await screen.findByLabelText('角色名称'), '财务')
  await person.type(screen.getByLabelText('角色编码'), 'finance')
  let answer = nothing
  server.reply = ({ url }) =>
    url.includes('/add') ? new Promise((resolve) => (answer = () => resolve(ok({ id: '1', version: 1 })))) : ok(null)
  await person.click(screen.getByRole('button', { name: /^保\s?存$/ }))
  await waitFor(() => expect(answer).not.toBe(nothing))
  expect(cancel().disabled).toBe(true)
  answer()
  expect(await screen.findByText('列表')).toBeTruthy()
})

test('a record that did not come is asked for again, and what was typed about it before is still there', async () => {
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const person = open('/isystem/role/1/edit')
  await person.type(await screen.findByDisplayValue('财务'), '部')
  cleanup()
  client.clear()
  server.reply = ({ url }) => (url.includes('queryById') ? refused(500, '服务器出错') : ok(null))
  open('/isystem/role/1/edit')
  expect(await screen.findByText('服务器出错')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^保\s?存$/ }).disabled).toBe(true)
  // Nothing is shown of it: leaving throws nothing away.
  await person.click(cancel())
  expect(await screen.findByText('列表')).toBeTruthy()
  expect(hasDraft()).toBe(true)
  cleanup()
  open('/isystem/role/1/edit')
  const retry = await screen.findByRole('button', { name: /^重\s?试$/ })
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  await person.click(retry)
  expect(await screen.findByDisplayValue('财务部')).toBeTruthy()
})

test('a record that cannot be read again leaves the form as it is', async () => {
  server.reply = ({ url }) => ok(url.includes('queryById') ? stored : null)
  const person = open('/isystem/role/1/edit')
  const name = await screen.findByDisplayValue('财务')
  await person.type(name, '部')
  server.reply = () => refused(404, '角色不存在或已删除')
  await act(() => client.invalidateQueries({ queryKey: [sysRole.name] }))
  expect(screen.getByDisplayValue('财务部')).toBe(name)
  await person.click(screen.getByRole('button', { name: /^保\s?存$/ }))
  expect(await screen.findByText('角色不存在或已删除')).toBeTruthy()
  expect(screen.getByDisplayValue('财务部')).toBe(name)
})

test('放弃 beside what was restored asks first', async () => {
  server.reply = () => ok(null)
  const person = open()
  await person.type(await screen.findByLabelText('角色名称'), '财务')
  const asked = async () => {
    cleanup()
    open()
    const restored = (await screen.findByText('已恢复上次未提交的内容')).closest('.ant-alert')!
    await person.click(restored.querySelector('button')!)
    return (await screen.findByText('继续填写')).closest('.ant-modal-confirm')!
  }
  await asked()
  await person.click(screen.getByText('继续填写'))
  expect(screen.getByDisplayValue('财务')).toBeTruthy()
  const question = await asked()
  await person.click(question.querySelector('.ant-btn-dangerous')!)
  await waitFor(() => expect(screen.queryByDisplayValue('财务')).toBeNull())
  expect(hasDraft()).toBe(false)
})
