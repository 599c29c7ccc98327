// @vitest-environment jsdom
/** What is said on the phone when something was refused, is gone or came too late. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import { ApiError } from '#headless/session/api.ts'
import { useSettings } from '#headless/session/settings.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { documentTitle } from '#headless/session/title.ts'
import { HostContext } from '../../src/mobile/HostContext.ts'
import { Failed } from '../../src/mobile/layout/Nothing.tsx'
import { wordsOf } from '../../src/mobile/layout/useRun.ts'
import ErrorPage from '../../src/mobile/screens/errors/ErrorPage.tsx'
import { ColourChoice } from '../../src/mobile/screens/me/ColourChoice.tsx'

vi.stubGlobal('fetch', () => new Promise(() => undefined))
afterEach(cleanup)

const failed = (message: string, status: number) => new ApiError(message, status, status)

test.each([
  [403, '没有权限，请联系管理员授权', ['拒绝访问', '没有权限，请联系管理员授权']],
  [404, 'Not Found', ['很抱歉，资源未找到!', 'Not Found']],
  [504, '网络超时', ['网络超时']],
  [400, '没有字段 shoeSize', ['没有字段 shoeSize']],
  [409, '已由 张三 修改', ['已由 张三 修改']],
])('a page that answers %i says what that is called, and what the server says', (status, message, lines) => {
  render(<Failed error={failed(message, status)} onRetry={() => undefined} />)
  const said = [...document.querySelectorAll('[role=alert] p')].map(({ textContent }) => textContent)
  expect(said).toEqual(lines)
})

test.each([
  [403, 'Forbidden', '拒绝访问'],
  [404, 'Not Found', '很抱歉，资源未找到!'],
  [504, '上游没有回应', '网络超时'],
  [403, '只有管理员可以看作他人', '只有管理员可以看作他人'],
  [404, '提现单不存在或已被删除', '提现单不存在或已被删除'],
  [409, '已由 张三 于 10:32 通过', '已由 张三 于 10:32 通过'],
])('an action that is answered %i with “%s” says %s', (status, message, words) => {
  expect(wordsOf(failed(message, status))).toBe(words)
})

test('the window is called as the error page is', () => {
  const setTitle = vi.fn()
  render(
    <HostContext value={{ name: 'browser', setTitle } as unknown as Host}>
      <ErrorPage reason="forbidden" />
    </HostContext>,
  )
  expect(setTitle).toHaveBeenCalledWith(documentTitle(screen.getByRole('heading').textContent))
})

test('another colour is said to be on its way', async () => {
  render(<ColourChoice />)
  const [, second] = screen.getAllByRole('radio')
  await userEvent.click(second!)
  expect(useNoticeStore.getState().queue.map(({ text }) => text)).toContain('正在编译主题！')
  expect(useSettings.getState().colour).toBe((second as HTMLInputElement).value)
})
