// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { greeting } from '#headless/session/greeting.ts'
import { documentTitle } from '#headless/session/title.ts'
import { chooseShell } from '#adaptive/index.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
  localStorage.clear()
})

test('a session survives a reload for seven days and not longer', async () => {
  const first = await import('#headless/session/session.ts')
  first.keepSession({ token: 'T', username: 'li', realname: '李', tenantid: 2 })
  vi.resetModules()
  expect((await import('#headless/session/session.ts')).session()).toMatchObject({
    token: 'T',
    realname: '李',
    tenantid: 2,
  })
  vi.resetModules()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 604_800_001)
  expect((await import('#headless/session/session.ts')).session().token).toBe('')
})

test('a browser that refuses to store still works until the page goes', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError')
  })
  const { keepSession, session } = await import('#headless/session/session.ts')
  const { local } = await import('#headless/connection/storage.ts')
  keepSession({ token: 'T' })
  expect(session().token).toBe('T')
  expect(local.get<{ token: string }>('voltdesk:session')?.token).toBe('T')
})

test('signing out in one tab reaches the others', async () => {
  const { followOtherTabs, keepSession, session } = await import('#headless/session/session.ts')
  keepSession({ token: 'T', username: 'li' })
  const reload = vi.fn()
  const stop = followOtherTabs(reload)
  localStorage.removeItem('voltdesk:session')
  window.dispatchEvent(new StorageEvent('storage', { key: 'voltdesk:session' }))
  expect(session().token).toBe('')
  expect(reload).toHaveBeenCalledOnce()
  stop()
})

test('another place to work, chosen in one tab, reaches the others; a renewal goes on without a word', async () => {
  const { followOtherTabs, keepSession, session } = await import('#headless/session/session.ts')
  const info = { id: '1', username: 'li', realname: '李', orgCode: 'A01' }
  keepSession({ token: 'T', username: 'li', tenantid: 1, info })
  const reload = vi.fn()
  const stop = followOtherTabs(reload)
  const elsewhere = (change: object) => {
    const value = { ...session(), ...change }
    localStorage.setItem(
      'voltdesk:session',
      JSON.stringify({ value, until: Date.now() + 1000, expire: Date.now() + 1000 }),
    )
    window.dispatchEvent(new StorageEvent('storage', { key: 'voltdesk:session' }))
  }
  elsewhere({ token: 'T2' })
  expect(session().token).toBe('T2')
  expect(reload).not.toHaveBeenCalled()
  elsewhere({ tenantid: 2 })
  expect(reload).toHaveBeenLastCalledWith('place')
  expect(session().tenantid).toBe(2)
  elsewhere({ info: { ...info, orgCode: 'A02' } })
  expect(reload).toHaveBeenCalledTimes(2)
  stop()
})

test('the greeting follows the hour of the business', () => {
  const at = (hour: number) => greeting(Date.UTC(2026, 0, 1, hour - 8))
  expect([8, 9, 11, 12, 13, 14, 19, 20].map(at)).toEqual([
    '早上好',
    '上午好',
    '上午好',
    '中午好',
    '中午好',
    '下午好',
    '下午好',
    '晚上好',
  ])
})

test('the title is page, separator, platform; on the home page the platform only', () => {
  expect(documentTitle('用户提现', '平台')).toBe('用户提现 · 平台')
  expect(documentTitle(undefined, '平台')).toBe('平台')
})

test('the shell follows chat app, pointer and width, unless the person prefers another', () => {
  const desk = { userAgent: 'Mozilla Windows', width: 1440, coarse: false }
  expect(chooseShell(desk, undefined)).toBe('desktop')
  expect(chooseShell({ ...desk, coarse: true, width: 500 }, undefined)).toBe('mobile')
  expect(chooseShell({ ...desk, coarse: true, width: 768 }, undefined)).toBe('desktop')
  expect(chooseShell({ ...desk, userAgent: 'iPhone Mobile wxwork/4' }, undefined)).toBe('mobile')
  expect(chooseShell({ ...desk, userAgent: 'Windows wxwork/4' }, undefined)).toBe('desktop')
  expect(chooseShell(desk, 'mobile')).toBe('mobile')
})

/** An administrator with a tab open looks as 李. */
async function lookAsLi(): Promise<void> {
  sessionStorage.clear()
  const first = await import('#headless/session/session.ts')
  first.keepSession({ token: 'OWN', username: 'admin' })
  sessionStorage.setItem('voltdesk:tabs', JSON.stringify({ value: ['/finance'], expire: null }))
  const info = { id: '7', username: 'li', realname: '李' }
  const from = '/isystem/user?username=li'
  first.viewOf({ token: 'VIEW', tenantid: 1, info }, { viewer: '管理员', until: Date.now() + 60_000, from })
}

test('who looks as somebody else does so in one tab only, and is themselves again afterwards, as they left it', async () => {
  await lookAsLi()
  expect(sessionStorage.getItem('voltdesk:tabs')).toBeNull()

  vi.resetModules()
  const viewing = await import('#headless/session/session.ts')
  expect(viewing.session()).toMatchObject({ token: 'VIEW', username: 'li', viewing: { viewer: '管理员' } })
  viewing.keepSession({ avatar: 'face.png' })
  expect(JSON.parse(localStorage.getItem('voltdesk:session')!)).toMatchObject({ value: { token: 'OWN', avatar: '' } })
  const start = vi.fn()
  viewing.leaveView(start)
  expect(start).toHaveBeenCalledExactlyOnceWith('/isystem/user?username=li')
  expect(sessionStorage.getItem('voltdesk:tabs')).toContain('/finance')

  vi.resetModules()
  expect((await import('#headless/session/session.ts')).session()).toMatchObject({ token: 'OWN', viewing: null })
})

test('a tab the browser had put away while its owner looked as somebody else is theirs again, though the time is over', async () => {
  await lookAsLi()
  sessionStorage.setItem('voltdesk:tabs', JSON.stringify({ value: ['/of-li'], expire: null }))

  vi.resetModules()
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000)
  const back = await import('#headless/session/session.ts')
  expect(back.session()).toMatchObject({ token: 'OWN', viewing: null })
  expect(sessionStorage.getItem('voltdesk:tabs')).toContain('/finance')
  expect(sessionStorage.getItem('voltdesk-viewer')).toBeNull()
})
