// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import { ok, refused, startToldServer, type ToldServer } from './told-server.ts'

const { orderMessage } = resources
let server: ToldServer
let records: typeof import('#headless/records/useRecord.ts')
let client: (typeof import('#headless/session/queries.ts'))['queryClient']
let made = 0

beforeAll(async () => {
  server = await startToldServer()
  records = await import('#headless/records/useRecord.ts')
  client = (await import('#headless/session/queries.ts')).queryClient
  const { patience } = await import('#headless/session/idempotency.ts')
  patience.waitsMs = [0, 0]
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
})
afterEach(() => {
  cleanup()
  client.clear()
})

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
/** Refunds of one order, the first of which is never answered. */
async function afterALostRefund() {
  const id = `order${(made += 1)}`
  const { result } = renderHook(() => records.useActions(orderMessage), { wrapper })
  const refund = (refundAmount: string, version: number) =>
    result.current.act('refund', { row: { id, version } }, { refundAmount })
  server.reply = () => undefined
  await act(() => expect(refund('5.00', 3)).rejects.toThrow('网络连接失败'))
  server.asked.length = 0
  return refund
}

test('the same again is the same intent', async () => {
  const refund = await afterALostRefund()
  server.reply = () => ok(null)
  await act(async () => void (await refund('5.00', 3)))
  expect(server.asked).toMatchObject([{ withdraws: false, body: { refundAmount: '5.00' } }])
})

test('another amount is not sent, and not called done, while the first one stands unseen', async () => {
  const refund = await afterALostRefund()
  server.reply = () => ok(null)
  await act(() => expect(refund('3.00', 3)).rejects.toThrow('先前提交的已经生效，这一次没有执行'))
  expect(server.asked).toMatchObject([{ withdraws: true, body: { refundAmount: '5.00' } }])
})

test('a further one, decided after the first one was seen, is sent', async () => {
  const refund = await afterALostRefund()
  server.reply = () => ok(null)
  await act(async () => void (await refund('3.00', 4)))
  expect(server.asked).toMatchObject([
    { withdraws: true, body: { refundAmount: '5.00' } },
    { withdraws: false, body: { refundAmount: '3.00', version: 4 } },
  ])
})

test('what never arrived is taken back before another amount is sent', async () => {
  const refund = await afterALostRefund()
  server.reply = ({ withdraws }) => (withdraws ? refused(410, '已撤回') : ok(null))
  await act(async () => void (await refund('3.00', 3)))
  expect(server.asked.map(({ body }) => body.refundAmount)).toEqual(['5.00', '3.00'])
})
