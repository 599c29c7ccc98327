import { beforeEach, expect, test } from 'vitest'
import { closeTabs, HOME_TAB, openTab, useTabs } from '#headless/tabs.ts'

const tab = (path: string) => ({ path, address: `${path}?a=1`, title: path, keepAlive: true })
beforeEach(() => {
  useTabs.setState({ tabs: [HOME_TAB], active: HOME_TAB.path })
  for (const path of ['/a', '/b', '/c']) openTab(tab(path))
})
const paths = () => useTabs.getState().tabs.map(({ path }) => path)

test('one tab a page, found again', () => {
  openTab(tab('/a'))
  expect(paths()).toEqual([HOME_TAB.path, '/a', '/b', '/c'])
  expect(useTabs.getState().active).toBe('/a')
})
test('closing the shown tab shows the one beside it, where it stood', () => {
  expect(closeTabs('/c')).toEqual({ go: '/b?a=1' })
  expect(closeTabs('/a')).toEqual({})
})
test('the home page stays', () => {
  expect(closeTabs(HOME_TAB.path)).toEqual({ refused: '首页不能关闭!' })
  closeTabs('/b', 'left')
  expect(paths()).toEqual([HOME_TAB.path, '/b', '/c'])
  closeTabs('/b', 'others')
  expect(paths()).toEqual([HOME_TAB.path, '/b'])
  closeTabs(HOME_TAB.path, 'right')
  expect(paths()).toEqual([HOME_TAB.path])
  expect(closeTabs(HOME_TAB.path)).toEqual({ refused: '这是最后一页，不能再关闭了啦' })
})
