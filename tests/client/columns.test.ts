// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './own-server.ts'
import { api } from '#headless/session/api.ts'
import { arrangedColumns, movedColumn, useColumns, usualColumns } from '#headless/lists/columns.ts'
import { keepSession } from '#headless/session/session.ts'
import { allResources, resources } from '#resources/index.ts'

const { userMessage } = resources
const namesOf = (columns: readonly { name: string; shown: boolean }[]) =>
  columns.filter(({ shown }) => shown).map(({ name }) => name)

afterEach(async () => {
  // What a test changed must not wait to be sent into the next one.
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
beforeEach(() => {
  vi.useFakeTimers()
  for (const verb of ['get', 'put', 'delete'] as const) vi.spyOn(api, verb).mockResolvedValue(null)
  localStorage.clear()
  keepSession({ username: 'admin' })
})

test('what only the machine needs is offered as no column', () => {
  for (const resource of allResources())
    expect(
      usualColumns(resource).filter(({ name }) => resource.fields[name]?.hidden || name === 'delFlag'),
      resource.name,
    ).toEqual([])
})

test('an untouched list shows the columns of its definition, and offers every other field', () => {
  const usual = usualColumns(userMessage)
  expect(namesOf(usual)).toEqual(userMessage.list.columns)
  expect(usual.map(({ name }) => name)).toEqual(expect.arrayContaining(['realName', 'createBy', 'updateTime']))
  expect(arrangedColumns(userMessage, undefined)).toEqual(usual)
  expect(arrangedColumns(userMessage, 'nonsense')).toEqual(usual)
})

test('what was kept is taken as far as it still means something', () => {
  const arranged = arrangedColumns(userMessage, [
    { name: 'balance', shown: true, width: 150.4 },
    { name: 'gone', shown: true },
    null,
    { name: 'nickName', shown: false },
    { name: 'phone', shown: true, width: 5 },
  ])
  expect(arranged.slice(0, 3)).toEqual([
    { name: 'balance', shown: true, width: 150 },
    // It leads to the record.
    { name: 'nickName', shown: true },
    { name: 'phone', shown: true },
  ])
  expect(arranged).toHaveLength(usualColumns(userMessage).length)
})

test('a column moves one place, and not past the ends', () => {
  const [first, second] = usualColumns(userMessage)
  const moved = movedColumn(usualColumns(userMessage), second!.name, -1)
  expect(moved.slice(0, 2)).toEqual([second, first])
  expect(movedColumn(moved, second!.name, -1)).toEqual(moved)
})

test('each person has their own, and 恢复默认 brings the definition back', () => {
  const { result, rerender } = renderHook(() => useColumns(userMessage))
  act(() => result.current.change(movedColumn(result.current.all, 'nickName', -1)))
  expect(namesOf(result.current.all).slice(0, 2)).toEqual(['nickName', 'userNo'])
  expect(result.current.changed).toBe(true)
  keepSession({ username: 'operator' })
  rerender()
  expect(result.current.changed).toBe(false)
  keepSession({ username: 'admin' })
  rerender()
  expect(result.current.changed).toBe(true)
  act(() => result.current.reset())
  expect(result.current.all).toEqual(usualColumns(userMessage))
  expect(result.current.changed).toBe(false)
})

test('what was set elsewhere is taken over, what is changed here is sent, and an unsent change wins over the server', async () => {
  const only = (wanted: string) => usualColumns(userMessage).map(({ name }) => ({ name, shown: name === wanted }))
  const columns = only('balance')
  const sent: { method: string; path: string; body: unknown }[] = []
  let kept: Record<string, unknown> = { userMessage: columns }
  const get = vi.spyOn(api, 'get').mockImplementation(async () => kept)
  vi.spyOn(api, 'put').mockImplementation(async (path, body) => {
    sent.push({ method: 'PUT', path, body })
    return null
  })
  vi.spyOn(api, 'delete').mockImplementation(async (path, body) => {
    sent.push({ method: 'DELETE', path, body })
    return null
  })
  keepSession({ username: 'somebody', token: 'x' })
  const first = renderHook(() => useColumns(userMessage))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(namesOf(first.result.current.all)).toEqual(['nickName', 'balance'])

  act(() => first.result.current.change(usualColumns(userMessage).map((one) => ({ ...one, shown: true }))))
  act(() => first.result.current.reset())
  await vi.advanceTimersByTimeAsync(1000)
  // The last of several changes is the one that counts.
  expect(sent).toEqual([{ method: 'DELETE', path: '/sys/listColumns/delete', body: { resource: 'userMessage' } }])
  first.unmount()

  // Changed, and the page left before it was sent.
  keepSession({ username: 'another', token: 'y' })
  localStorage.setItem('voltdesk:columns-unsent:another', JSON.stringify({ value: ['userMessage'], expire: null }))
  localStorage.setItem('voltdesk:columns:another:userMessage', JSON.stringify({ value: columns, expire: null }))
  kept = { userMessage: only('phone') }
  sent.length = 0
  const second = renderHook(() => useColumns(userMessage))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(get).toHaveBeenCalledTimes(2)
  expect(sent).toEqual([{ method: 'PUT', path: '/sys/listColumns/save', body: { resource: 'userMessage', columns } }])
  expect(namesOf(second.result.current.all)).toEqual(['nickName', 'balance'])
})

test('what is changed while the one before is being saved is sent after it, and stays unsent until its own answer', async () => {
  const answers: (() => void)[] = []
  vi.mocked(api.put).mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(null))))
  const { result } = renderHook(() => useColumns(userMessage))
  await act(() => vi.advanceTimersByTimeAsync(0))
  act(() => result.current.change(movedColumn(result.current.all, 'nickName', -1)))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  act(() => result.current.change(movedColumn(result.current.all, 'nickName', 1)))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  // The newer one must not arrive first.
  expect(answers).toHaveLength(1)
  const unsent = () => localStorage.getItem('voltdesk:columns-unsent:admin') ?? ''
  await act(async () => answers[0]!())
  expect(answers).toHaveLength(2)
  expect(unsent()).toContain('userMessage')
  await act(async () => answers[1]!())
  expect(unsent()).not.toContain('userMessage')
})

test('a form that is published anew shows its new column at once, and what was set of the others stays', () => {
  const before = { ...userMessage, fields: { ...userMessage.fields } }
  delete (before.fields as Record<string, unknown>).realName
  const { result, rerender } = renderHook(({ resource }) => useColumns(resource), {
    initialProps: { resource: before },
  })
  act(() => result.current.change(movedColumn(result.current.all, 'nickName', -1)))
  expect(result.current.all.map(({ name }) => name)).not.toContain('realName')
  rerender({ resource: { ...userMessage } })
  expect(result.current.all.map(({ name }) => name)).toContain('realName')
  expect(namesOf(result.current.all)[0]).toBe('nickName')
})

test('what was set elsewhere for an online form is taken over too', async () => {
  const onlineForm = { ...userMessage, name: 'cgform_of_somebody' } as unknown as typeof userMessage
  const columns = usualColumns(userMessage).map(({ name }) => ({ name, shown: name === 'balance' }))
  vi.spyOn(api, 'get').mockResolvedValue({ cgform_of_somebody: columns })
  keepSession({ username: 'who has forms', token: 'z' })
  const { result } = renderHook(() => useColumns(onlineForm))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(namesOf(result.current.all)).toEqual(['nickName', 'balance'])
})
