// @vitest-environment jsdom
/** The phone's form: nothing is saved or thrown away by a key or a tap that was not meant to. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { resources } from '#resources/index.ts'
import { GoContext } from '../../src/mobile/layout/go.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

const nothing = (): void => undefined
let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
let FormPage: (typeof import('../../src/mobile/screens/form/FormPage.tsx'))['default']
let Asker: (typeof import('../../src/mobile/layout/Asker.tsx'))['default']
let HostContext: (typeof import('../../src/mobile/HostContext.ts'))['HostContext']
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  Element.prototype.scrollIntoView = nothing
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
  FormPage = (await import('../../src/mobile/screens/form/FormPage.tsx')).default
  Asker = (await import('../../src/mobile/layout/Asker.tsx')).default
  HostContext = (await import('../../src/mobile/HostContext.ts')).HostContext
})
afterAll(() => server.close())
afterEach(() => {
  cleanup()
  client.clear()
  sessionStorage.clear()
})

const go = { to: vi.fn(), back: vi.fn() }
function open() {
  render(
    <QueryClientProvider client={client}>
      <HostContext value={{ setTitle: nothing } as unknown as Host}>
        <GoContext value={go}>
          <FormPage resource={resources.userCard} />
          <Asker />
        </GoContext>
      </HostContext>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const line = () => document.querySelector<HTMLInputElement>('.vd-form input')!

test('the Enter of a keyboard ends the typing and saves nothing, where a form has one line that is typed', async () => {
  server.reply = () => ok(null)
  const person = open()
  await vi.waitFor(() => expect(line()).not.toBeNull())
  expect(document.querySelectorAll('.vd-form input:not([type=file])')).toHaveLength(1)
  await person.type(line(), '1{Enter}')
  expect(document.activeElement).toBe(document.body)
  expect(screen.queryAllByRole('alert')).toEqual([])
  expect(server.asked.filter(({ url }) => url.includes('/add'))).toEqual([])
})

test('放弃 beside what was restored asks first', async () => {
  server.reply = () => ok(null)
  let person = open()
  await vi.waitFor(() => expect(line()).not.toBeNull())
  await person.type(line(), '12')
  cleanup()
  person = open()
  await screen.findByText('已恢复上次未保存的内容')
  expect(line().value).toBe('12')
  fireEvent.click(screen.getByRole('button', { name: '放弃' }))
  await person.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(line().value).toBe('12')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: '继续填写' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '放弃' }))
  await person.click((await screen.findAllByRole('button', { name: '放弃' })).at(-1)!)
  await vi.waitFor(() => expect(line().value).toBe(''))
})
