// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

test('who reads a record as somebody else has not seen it for them, and does not say so', async () => {
  const { useSession } = await import('#headless/session/session.ts')
  const { userWithdrawal } = resources
  server.reply = () => ok({ id: '7', version: 1 })
  const told = () => server.asked.filter(({ url }) => url === '/sys/notify/opened').map(({ body }) => body.recordId)
  const read = async (id: string) => {
    const { result, unmount } = renderHook(() => records.useRecord(userWithdrawal, id), { wrapper })
    await waitFor(() => expect(result.current.row).toBeTruthy())
    unmount()
  }
  useSession.setState({ viewing: { viewer: '管理员', until: Date.now() + 60_000 } })
  await read('7')
  useSession.setState({ viewing: null })
  await read('8')
  await waitFor(() => expect(told()).toContain('8'))
  expect(told()).toEqual(['8'])
})

test('what was left out of a batch is named, with the reason, up to three', async () => {
  const { userWithdrawal } = resources
  const { result } = renderHook(() => records.useActions(userWithdrawal), { wrapper })
  const left = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `TX${at + 1}`, reason: '服务商已停用' }))
  const said = async (count: number) => {
    server.reply = () => ok({ done: [], excluded: left(count) })
    let sentence = ''
    await act(async () => void (sentence = await result.current.act('approve', { ids: ['1'], versions: [1] })))
    return sentence.slice(sentence.indexOf('：'))
  }
  expect(await said(1)).toBe('：TX1（服务商已停用）')
  expect(await said(4)).toBe('：TX1（服务商已停用）、TX2（服务商已停用）、TX3（服务商已停用）等共 4 条')
})

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

const changed = '刚刚被修改，请核对'

/** A record that lies open, and what becomes of it on the server. */
async function opened() {
  const { doing, recordChanged, tellServer } = await import('#headless/records/following.ts')
  const { forgetResource } = await import('#headless/session/queries.ts')
  const id = `order${(made += 1)}`
  let row: Record<string, unknown> = { id, version: 1 }
  server.reply = ({ url }) => ok(url.includes('queryById') ? row : null)
  const { result } = renderHook(() => records.useRecord(orderMessage, id), { wrapper })
  await waitFor(() => expect(result.current.row?.version).toBe(1))
  const becomes = (next: object) => (row = { ...row, ...next })
  return {
    result,
    save: (next: object) =>
      act(() => doing(orderMessage.name, async () => (becomes(next), forgetResource(orderMessage)))),
    /** The connection comes, and nobody knows whether something was missed. */
    connect: () =>
      act(async () => {
        const late = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
        tellServer(() => undefined)
        late.mockRestore()
        await new Promise((done) => setTimeout(done, 50))
      }),
    async somebodySaves(next: { version: number }) {
      becomes(next)
      await act(async () => recordChanged(orderMessage.name, id))
      await waitFor(() => expect(result.current.row?.version).toBe(next.version))
    },
  }
}

test('what one has saved oneself is not said to be somebody else’s, also after a connection that came late', async () => {
  const { result, connect, save, somebodySaves } = await opened()
  await connect()
  expect(result.current.conflict).toBe('')
  await save({ version: 2 })
  await waitFor(() => expect(result.current.row?.version).toBe(2))
  expect(result.current.conflict).toBe('')
  await somebodySaves({ version: 3 })
  await waitFor(() => expect(result.current.conflict).toContain(changed))
  await save({ version: 4 })
  await waitFor(() => expect(result.current.row?.version).toBe(4))
  expect(result.current.conflict).toBe('')
})

test('what was missed before the connection came is said', async () => {
  const { result, connect } = await opened()
  server.reply = ({ url }) => ok(url.includes('queryById') ? { ...result.current.row, version: 2 } : null)
  await connect()
  await waitFor(() => expect(result.current.conflict).toContain(changed))
})

test('a change of something decided long ago is not said to be that decision', async () => {
  const { result, somebodySaves } = await opened()
  const trail = (...results: string[]) => ({ auditTrail: results.map((said, at) => ({ step: '审核', personId: 'p', person: '张三', time: `2026-11-2${at} 10:32:00`, result: said })) }) // prettier-ignore
  await somebodySaves({ version: 2, ...trail('通过') })
  await waitFor(() => expect(result.current.conflict).toBe('已由 张三 于 11-20 10:32 通过'))
  await somebodySaves({ version: 3, ...trail('通过') })
  await waitFor(() => expect(result.current.conflict).toContain(changed))
})
