import { describe, expect, test } from 'vitest'
import { filled, leadsTo, MenuError, readMenu, routeAt, type SentMenu } from '#headless/session/menu.ts'

const variables = {
  api: '/jeecg-boot',
  origin: 'https://own.example',
  token: 'a.b_c',
  tenantId: 3,
  username: 'li',
}
const md5 = 'd41d8cd98f00b204e9800998ecf8427e'
const sent: SentMenu[] = [
  {
    id: '1',
    path: '/isystem',
    name: 'isystem',
    component: 'layouts/default/index',
    route: '1',
    meta: { title: '系统管理', icon: 'setting' },
    children: [
      { id: '2', path: '/isystem/user', component: 'system/UserList', route: '1', meta: { title: '用户管理' } },
      {
        id: '3',
        path: '/isystem/role',
        component: 'system/role/index',
        route: '1',
        meta: { title: null },
        name: 'role',
      },
      { id: '4', path: '/hidden', component: 'x/Y', route: '1', hidden: true, meta: { title: '藏' } },
      { id: '5', path: '/button', component: 'x/Z', route: '0', meta: { title: '不是路由' } },
      {
        id: '6',
        path: md5,
        component: 'layouts/IframePageView',
        route: '1',
        meta: { title: 'SQL监控', url: "{{ window._CONFIG['domianURL'] }}/druid/?token=${token}" },
      },
      {
        id: '7',
        path: '/out',
        component: '{{ API_BASE_URL }}/doc.html',
        route: '1',
        meta: { title: '在线文档', internalOrExternal: true },
      },
      { id: '8', path: '/report/:code', component: 'modules/online/cgreport/auto/OnlCgreportAutoList', route: '1' },
    ],
  },
  {
    id: '9',
    path: '/all-hidden',
    component: 'layouts/RouteView',
    hidden: true,
    meta: { hideMenu: true },
    children: [],
  },
  {
    id: '10',
    path: '/own/page',
    component: '/src/views/dashboard/Analysis.vue',
    meta: { title: '页面', keepAlive: true },
  },
]
const menu = readMenu(sent, variables)
const at = (path: string) => menu.routes.find((route) => route.path === path)!

describe('routes', () => {
  test('both menu families find the same screen', () => {
    expect(at('/isystem/user').screen).toEqual({ kind: 'resource', name: 'sysUser' })
    expect(at('/isystem/role').screen).toEqual({ kind: 'resource', name: 'sysRole' })
    expect(at('/own/page').screen).toEqual({ kind: 'page', page: 'dashboard/analysis' })
  })
  test("flag '0' makes no route, hidden entries keep theirs", () => {
    expect(at('/button')).toBeUndefined()
    expect(at('/hidden').hidden).toBe(true)
  })
  test('a missing title falls back to the name', () => expect(at('/isystem/role').title).toBe('role'))
  test('a group leads to its first entry', () => expect(at('/isystem').redirect).toBe('/isystem/user'))
  test('groups are followed to the page they lead to, and a circle of them ends', () => {
    const group = (path: string, redirect: string): SentMenu => ({ path, component: 'layouts/RouteView', redirect })
    const { routes } = readMenu(
      [group('/a', '/b'), group('/b', '/isystem'), group('/x', '/y'), group('/y', '/x'), ...sent],
      variables,
    )
    expect(leadsTo(routes, '/a')).toBe('/isystem/user')
    expect(leadsTo(routes, '/isystem/user')).toBeUndefined()
    expect(leadsTo(routes, '/nowhere')).toBeUndefined()
    expect(leadsTo(routes, '/x')).toBeUndefined()
  })
  test('an address is filled in and shown in a frame', () =>
    expect(at(`/${md5}`).screen).toEqual({ kind: 'frame', url: 'https://own.example/jeecg-boot/druid/?token=a.b_c' }))
  test('an external one opens elsewhere', () =>
    expect(at('/out').external).toBe('https://own.example/jeecg-boot/doc.html'))
  test('built-in online pages are known', () => expect(at('/report/:code').screen.kind).toBe('onlineReport'))
})

test('the side menu shows no hidden entry and no empty group', () => {
  expect(menu.visible.map(({ title }) => title)).toEqual(['系统管理', '页面'])
  expect(menu.visible[0]!.children!.map(({ title }) => title)).not.toContain('藏')
})

test('only known variables are filled in, and the token never leaves us', () => {
  expect(filled('https://evil.example/?t={{ token }}', variables)).toBe('https://evil.example/?t=')
  expect(filled('{{ process.env.SECRET }}/x', variables)).toBe('/x')
  expect(filled('https://a.example/{{tenantId}}/{{username}}', variables)).toBe('https://a.example/3/li')
})

test('what is no menu is refused with its reason', () => {
  expect(() => readMenu([], variables)).toThrow('must be a non-null array')
  expect(() => readMenu(null, variables)).toThrow(MenuError)
  expect(() => readMenu(sent, variables, { refuseLayoutIndex: true })).toThrow('菜单版本不正确')
})

test('an address finds its route, with path parameters and the pages below a list', () => {
  const found = (path: string) => routeAt(menu.routes, path)?.path
  expect(found('/isystem/user')).toBe('/isystem/user')
  expect(found('/isystem/user/5/edit')).toBe('/isystem/user')
  expect(found('/report/abc')).toBe('/report/:code')
  expect(found('/own/page/deeper')).toBeUndefined()
  expect(found('/nowhere')).toBeUndefined()
})
