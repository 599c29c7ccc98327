// @vitest-environment jsdom
/** 自选快捷入口 writes over nothing that it has not seen. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

vi.mock('../../src/mobile/layout/places.ts', () => ({ opens: (screen: string) => screen === 'both' }))
vi.mock('../../src/mobile/layout/go.ts', () => ({ useGo: () => ({ to: () => undefined, back: () => undefined }) }))

let server: ToldServer
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
/** What the server keeps; undefined: it does not answer. */
let kept: string[] | null | undefined

const pages = ['/a', '/b', '/c', '/desk']
beforeAll(async () => {
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
  server = await startToldServer()
  const { keepSession } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  client = (await import('#headless/session/queries.ts')).queryClient
  const { useAccess } = await import('#headless/session/access.ts')
  useAccess.setState({
    visible: pages.map((path) => ({ key: path, title: `页面${path}`, path })),
    routes: pages.map((path) => ({ path, screen: path === '/desk' ? 'desk' : 'both' })) as never,
  })
  server.reply = ({ url, method, body }) => {
    if (kept === undefined) return refused(400, '参数错误')
    if (method === 'PUT') kept = body.paths as string[]
    return url.includes('/sys/shortcut/') ? ok({ paths: kept }) : undefined
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  const { ShortcutCard } = await import('../../src/mobile/screens/workplace/ShortcutCard.tsx')
  draw = () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ShortcutCard />
        </MemoryRouter>
      </QueryClientProvider>,
    )
})
afterEach(() => {
  cleanup()
  client.clear()
})
let draw: () => void

const open = async () => fireEvent.click(await screen.findByRole('button', { name: '自选' }))
const tick = (path: string) => fireEvent.click(screen.getByRole('option', { name: `页面${path}` }))
const take = () => fireEvent.click(screen.getByRole('button', { name: /^确定/ }))

test('what the phone cannot open stays, and where it stood', async () => {
  kept = ['/a', '/desk', '/b']
  draw()
  await open()
  tick('/a')
  tick('/c')
  tick('/a')
  take()
  await waitFor(() => expect(kept).toEqual(['/b', '/desk', '/c', '/a']))
})

test('also when nothing is chosen any more', async () => {
  kept = ['/a', '/desk', '/b']
  draw()
  await open()
  tick('/a')
  tick('/b')
  take()
  await waitFor(() => expect(kept).toEqual(['/desk']))
})

test('as long as nobody knows what was chosen, nothing is chosen anew', async () => {
  kept = undefined
  draw()
  await waitFor(() => expect(server.asked.some(({ url }) => url.includes('/sys/shortcut/mine'))).toBe(true))
  await waitFor(() => expect(client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })).not.toEqual([])) // prettier-ignore
  expect(screen.queryByRole('button', { name: '自选' })).toBeNull()
})
