// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { arrangedColumns, movedColumn, useColumns, usualColumns } from '#headless/columns.ts'
import { keepSession } from '#headless/session.ts'
import { resources } from '#resources/index.ts'

const { userMessage } = resources
const namesOf = (columns: readonly { name: string; shown: boolean }[]) =>
  columns.filter(({ shown }) => shown).map(({ name }) => name)

beforeEach(() => {
  localStorage.clear()
  keepSession({ username: 'admin' })
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
