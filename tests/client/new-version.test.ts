// @vitest-environment jsdom
/** A page older than its server starts again by itself where nothing is lost by it. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useNoticeStore } from '#headless/connection/notices.ts'
import { during } from '#headless/connection/ready.ts'
import { keepFresh, mendAfterFailedLoad } from '#headless/session/newVersion.ts'
import { keepSession } from '#headless/session/session.ts'
import { closeTabs, markWork, openTab } from '#headless/session/tabs.ts'

const beginAnew = vi.hoisted(() => vi.fn())
vi.mock('#headless/connection/leaving.ts', async (actual) => ({ ...(await actual<object>()), beginAnew }))

beforeAll(() => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'voltdesk-version', content: 'old' }))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ version: 'new' })))
  keepSession({ token: 'T', username: 'li', tenantid: 1 })
  document.body.append(document.createElement('input'))
  keepFresh()
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
beforeEach(async () => {
  history.replaceState(null, '', '/isystem/user')
  await during(Promise.resolve())
  await settled()
})
afterEach(() => {
  sessionStorage.removeItem('voltdesk:reloaded')
  beginAnew.mockClear()
  useNoticeStore.setState({ outdated: false })
})
const comeBack = async () => {
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
}
const outdated = () => useNoticeStore.getState().outdated
const type = () => document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }))

test('it starts again when nothing was typed', async () => {
  await comeBack()
  expect(beginAnew).toHaveBeenCalledTimes(1)
})

test('what was typed here stays, and the person is told; from a page that is not kept it is gone anyway', async () => {
  type()
  await comeBack()
  await mendAfterFailedLoad()
  expect(beginAnew).not.toHaveBeenCalled()
  expect(outdated()).toBe(true)
  history.replaceState(null, '', '/isystem/role')
  await comeBack()
  expect(beginAnew).toHaveBeenCalledTimes(1)
})

describe('where the desktop keeps pages in tabs', () => {
  const show = (path: string) => {
    history.replaceState(null, '', path)
    openTab({ path, address: path, title: path, keepAlive: true })
  }
  const told = async () => {
    await comeBack()
    await mendAfterFailedLoad()
    expect(beginAnew).not.toHaveBeenCalled()
    expect(outdated()).toBe(true)
  }

  test('what was typed in one stays while another is shown, also when more was typed there; closed, it is gone', async () => {
    show('/isystem/kept')
    type()
    show('/isystem/other')
    await told()
    type()
    show('/isystem/kept')
    await told()
    show('/isystem/third')
    closeTabs('/isystem/third', 'others')
    await comeBack()
    expect(beginAnew).toHaveBeenCalledTimes(1)
  })

  test('what a page says it is at stays, though nothing was typed that was heard here', async () => {
    show('/account/base')
    markWork('/account/base', true)
    show('/isystem/elsewhere')
    await told()
    markWork('/account/base', false)
    await comeBack()
    expect(beginAnew).toHaveBeenCalledTimes(1)
  })
})

test('an open dialog that asks stays, and a sheet of the phone; one that is hidden or only says something holds nothing', async () => {
  history.replaceState(null, '', '/isystem/dict')
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  dialog.append(document.createElement('input'))
  // Nothing is laid out here.
  dialog.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
  await comeBack()
  await mendAfterFailedLoad()
  expect(beginAnew).not.toHaveBeenCalled()
  expect(outdated()).toBe(true)
  dialog.getClientRects = () => [] as unknown as DOMRectList
  await comeBack()
  expect(beginAnew).toHaveBeenCalledTimes(1)
  dialog.getClientRects = () => [new DOMRect()] as unknown as DOMRectList
  dialog.replaceChildren('系统将于今晚升级')
  sessionStorage.removeItem('voltdesk:reloaded')
  await comeBack()
  expect(beginAnew).toHaveBeenCalledTimes(2)
  dialog.remove()
  sessionStorage.removeItem('voltdesk:reloaded')
  useNoticeStore.setState({ outdated: false })
  history.replaceState({ popups: 1 }, '')
  await comeBack()
  expect(beginAnew).toHaveBeenCalledTimes(2)
  expect(outdated()).toBe(true)
})

test('what is under way is not broken off', async () => {
  history.replaceState(null, '', '/isystem/depart')
  let sent = () => undefined as void
  void during(new Promise<void>((resolve) => (sent = resolve)))
  await comeBack()
  expect(beginAnew).not.toHaveBeenCalled()
  sent()
  await settled()
  expect(beginAnew).toHaveBeenCalledTimes(1)
})
