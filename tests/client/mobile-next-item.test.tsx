// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../src/headless/session/queries.ts'
import NextItem from '../../src/mobile/custom/decision/NextItem.tsx'
import { GoContext } from '../../src/mobile/layout/go.ts'

afterEach(cleanup)

function afterDeciding(left: readonly { resource: string; id: string }[]) {
  queryClient.setQueryData(['todo', 'page', 1, 2], { records: left, total: left.length })
  const moves: unknown[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <GoContext value={{ to: (...move) => void moves.push(move), back: () => undefined }}>
        <NextItem resource="userWithdrawal" id="1" />
      </GoContext>
    </QueryClientProvider>,
  )
  return moves
}

test('after a decision the most urgent of the rest opens in its place, whatever kind it is of', () => {
  const moves = afterDeciding([
    { resource: 'userWithdrawal', id: '1' },
    { resource: 'complaint', id: '1' },
  ])
  fireEvent.click(screen.getByRole('button', { name: '下一条' }))
  expect(moves).toEqual([['/customer/complaint/1', { replace: true }]])
})

test('with nothing left it says so', () => {
  afterDeciding([{ resource: 'userWithdrawal', id: '1' }])
  expect(screen.getByRole('status').textContent).toBe('待办已全部处理')
  expect(screen.queryByRole('button')).toBeNull()
})
