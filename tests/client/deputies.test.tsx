// @vitest-environment jsdom
/** 请假代理 on the phone: the form lies over its list, and going back asks before what was typed is thrown away. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => {
  server = await startToldServer()
  server.reply = () => ok([])
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }) // prettier-ignore
})
afterAll(() => {
  cleanup()
  return server.close()
})

test('back asks, and leads to the list', async () => {
  const { queryClient } = await import('#headless/session/queries.ts')
  const { default: Deputies } = await import('../../src/mobile/screens/todo/Deputies.tsx')
  const { default: Asker } = await import('../../src/mobile/layout/Asker.tsx')
  const { closeTopmost } = await import('../../src/mobile/layout/back.ts')
  const { GoContext } = await import('../../src/mobile/layout/go.ts')
  const { HostContext } = await import('../../src/mobile/HostContext.ts')
  const away = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <HostContext value={{ setTitle: () => undefined } as unknown as Host}>
        <GoContext value={{ to: away, back: away }}>
          <Deputies />
          <Asker />
        </GoContext>
      </HostContext>
    </QueryClientProvider>,
  )
  const person = userEvent.setup()
  const open = async () => person.click(await screen.findByRole('button', { name: '设置代理人' }))
  const back = () => act(() => void closeTopmost())
  await open()
  back()
  await open()
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '说明' })
  await person.type(input, '年假')
  back()
  await person.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(input.value).toBe('年假')
  await person.click(screen.getByRole('button', { name: '返回' }))
  await person.click((await screen.findAllByRole('button', { name: '放弃' })).at(-1)!)
  expect(await screen.findByRole('button', { name: '设置代理人' })).toBeTruthy()
  expect(away).not.toHaveBeenCalled()
})
