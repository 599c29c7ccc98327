// @vitest-environment jsdom
/** What somebody reads who comes back from a chat's login page to the login of a browser, and was not let in. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Host } from '#adaptive/index.ts'
import './own-server.ts'

beforeEach(() => vi.resetModules())

async function reads(problem: string): Promise<string> {
  history.replaceState(null, '', `/oauth2-app/login?problem=${problem}&uuid=qianer&ref=r1`)
  const { begin } = await import('#oauth2/begin.ts')
  const { useNoticeStore } = await import('#headless/connection/notices.ts')
  expect(await begin({ name: 'browser', signsIn: false } as Host)).toBe('failed')
  return useNoticeStore.getState().queue.at(-1)!.text
}

test('whose account is bound to nobody reads where to bind it, not that a form is here', async () => {
  expect(await reads('unbound')).toMatch(/^您的账号尚未绑定。请用账号密码登录.+“账号绑定”.+编号 r1$/)
  expect(await reads('unbound')).not.toContain('您可以自己绑定')
})

test('a stranger to the corporation does not read that their staff account was switched off', async () => {
  expect(await reads('left')).toMatch(/不在本企业的通讯录中.+编号 r1$/)
  expect(await reads('left')).not.toContain('停用')
})
