// @vitest-environment jsdom
/** A number as phones fill it in, at every door where somebody proves a mobile number: it is not cut, and goes out plain. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { ok, startToldServer, type ToldServer } from './told-server.ts'

let server: ToldServer
beforeAll(async () => {
  server = await startToldServer()
  const nothing = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addListener: nothing, removeListener: nothing, addEventListener: nothing, removeEventListener: nothing })) // prettier-ignore
  server.reply = () => ok(null)
})
afterAll(() => server.close())
afterEach(cleanup)

type Door = { default: ComponentType<Record<string, unknown>> }
const doors = {
  'desktop, login': () => import('../../src/desktop/screens/login/PhoneForm.tsx'),
  'phone, login': () => import('../../src/mobile/screens/login/PhoneForm.tsx'),
  'desktop, registration': () => import('../../src/desktop/screens/register/Register.tsx'),
  'phone, registration': () => import('../../src/mobile/screens/register/Register.tsx'),
  'desktop, forgotten password': () => import('../../src/desktop/screens/alteration/Alteration.tsx'),
  'phone, forgotten password': () => import('../../src/mobile/screens/alteration/Alteration.tsx'),
  'binding in a chat': () => import('../../src/oauth2/BindAccount.tsx'),
} as unknown as Record<string, () => Promise<Door>>
const props = { attempt: (work: () => Promise<void>) => work(), say: () => undefined, source: 'dingtalk', account: 'a' }

test.each(Object.entries(doors))('%s', async (name, load) => {
  const { default: Door } = await load()
  const { queryClient } = await import('#headless/session/queries.ts')
  const { HostContext } = await import('../../src/desktop/HostContext.ts')
  const { HostContext: PhoneHost } = await import('../../src/mobile/HostContext.ts')
  const host = { setTitle: () => undefined } as unknown as Host
  server.asked.length = 0
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HostContext value={host}>
          <PhoneHost value={host}>
            <Door {...props} />
          </PhoneHost>
        </HostContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const bySms = screen.queryByRole('button', { name: '用短信验证码绑定' })
  if (bySms) fireEvent.click(bySms)
  const number = document.querySelector<HTMLInputElement>('input[type=tel], input[inputmode=tel]')!
  expect(number.maxLength).toBe(-1)
  fireEvent.change(number, { target: { value: '+86 138-0013 8000' } })
  fireEvent.click(screen.getByRole('button', { name: '获取验证码' }))
  // There the slider is asked for first.
  if (name.includes('forgotten')) await screen.findByText('请先按住滑块拖动到最右边')
  else await vi.waitFor(() => expect(server.asked.find(({ url }) => url.includes('/sys/sms'))?.body.mobile).toBe('13800138000')) // prettier-ignore
  expect(screen.queryByText('请输入正确手机号')).toBeNull()
})
