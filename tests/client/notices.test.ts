import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say, systemNotice, useNoticeStore } from '#headless/connection/notices.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** What a shell draws: it takes everything out of the queue at once. */
const drawn = () => {
  const texts = useNoticeStore.getState().queue.map(({ text }) => text)
  useNoticeStore.setState({ queue: [] })
  return texts
}

test('a broken network is told once, however many calls it fails and how often they are tried again', () => {
  systemNotice('网络连接失败')
  expect(drawn()).toEqual(['网络连接失败'])
  for (const later of [0, 1000, 2000]) {
    vi.advanceTimersByTime(later)
    systemNotice('网络连接失败')
  }
  systemNotice('拒绝访问')
  expect(drawn()).toEqual(['拒绝访问'])
  vi.advanceTimersByTime(1500)
  systemNotice('网络连接失败')
  expect(drawn()).toEqual(['网络连接失败'])
})

test('a passing message answers each press', () => {
  say('error', '保存失败')
  expect(drawn()).toEqual(['保存失败'])
  say('error', '保存失败')
  expect(drawn()).toEqual(['保存失败'])
})
