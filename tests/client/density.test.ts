// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './own-server.ts'
import { api } from '#headless/session/api.ts'
import { useDensity } from '#headless/session/density.ts'
import { keepSession } from '#headless/session/session.ts'

const put = vi.spyOn(api, 'put')
const get = vi.spyOn(api, 'get')
beforeEach(() => {
  localStorage.clear()
  put.mockReset().mockResolvedValue(null)
  get.mockReset().mockResolvedValue({ density: null })
})
afterEach(cleanup)
const as = (username: string) => {
  keepSession({ username, token: 'x' })
  return renderHook(() => useDensity()).result
}

test('what was set elsewhere is taken over, what is set here is sent, and everybody has their own', async () => {
  get.mockResolvedValue({ density: 'compact' })
  const first = as('first')
  expect(first.current[0]).toBe('medium')
  await waitFor(() => expect(first.current[0]).toBe('compact'))
  act(() => first.current[1]('loose'))
  expect(first.current[0]).toBe('loose')
  expect(put).toHaveBeenCalledExactlyOnceWith('/sys/listDensity/save', { density: 'loose' }, { quiet: true })
  cleanup()
  get.mockResolvedValue({ density: null })
  expect(as('second').current[0]).toBe('medium')
})

test('what the server has not confirmed is sent again, and wins over what it has', async () => {
  get.mockResolvedValue({ density: 'compact' })
  put.mockRejectedValueOnce(new Error('网络连接失败'))
  const away = as('away')
  await waitFor(() => expect(away.current[0]).toBe('compact'))
  act(() => away.current[1]('loose'))
  await waitFor(() => expect(put).toHaveBeenCalledTimes(1))
  cleanup()
  // Somebody else sits here in between.
  as('guest')
  cleanup()
  const back = as('away')
  await waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(put).toHaveBeenLastCalledWith('/sys/listDensity/save', { density: 'loose' }, { quiet: true })
  expect(back.current[0]).toBe('loose')
})
