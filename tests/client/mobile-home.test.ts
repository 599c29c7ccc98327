// @vitest-environment jsdom
/** Where a person begins on the phone: at the first page they were given, if the phone has it and their menu too. */
import { beforeEach, expect, test } from 'vitest'
import { useAccess } from '#headless/session/access.ts'
import type { MenuRoute, Screen } from '#headless/session/menu.ts'
import { homeHere } from '../../src/mobile/pages.tsx'

const route = (path: string, screen: Screen): MenuRoute => ({
  path,
  name: path,
  title: path,
  screen,
  keepAlive: false,
  hidden: false,
  hideTab: false,
  trail: [],
})
beforeEach(() =>
  useAccess.setState({
    routes: [
      route('/order/orderMessage', { kind: 'resource', name: 'orderMessage' }),
      route('/dashboard/workplace', { kind: 'page', page: 'dashboard/workplace' }),
      route('/online/graphreport', { kind: 'page', page: 'online/graphreport' }),
      { ...route('/order', { kind: 'layout' }), redirect: '/order/orderMessage' },
    ],
  }),
)

test.each([
  ['/order/orderMessage?status=1', '/order/orderMessage?status=1'],
  ['/dashboard/workplace', '/dashboard/workplace'],
  ['/order', '/order'],
  ['/apps', '/apps'],
  // Only the desktop has it, nobody gave it to them, or it is elsewhere.
  ['/online/graphreport', '/todo'],
  ['/finance/userWithdrawal', '/todo'],
  ['//other.site/order/orderMessage', '/todo'],
])('%s: they begin at %s', (homePath, begun) => {
  expect(homeHere(homePath)).toBe(begun)
})
