import type { ResourceName } from '#resources/index.ts'
import { entries } from '#resources/catalogue.ts'

/** A menu entry as the server sends it (contract.md §4.1). Nothing in it is certain. */
export interface SentMenu {
  id?: string
  path?: string
  name?: string | null
  component?: string | null
  redirect?: string | null
  /** '0': no route. */
  route?: string | null
  hidden?: boolean
  alwaysShow?: boolean
  meta?: {
    title?: string | null
    icon?: string | null
    url?: string | null
    keepAlive?: boolean
    hideTab?: boolean
    hideMenu?: boolean
    internalOrExternal?: boolean
    componentName?: string | null
    permissionList?: unknown
  } | null
  children?: SentMenu[] | null
}

/** What a route shows. The shell has one map with these kinds. */
export type Screen =
  | { kind: 'resource'; name: ResourceName }
  /** A page of its own, by the key the shells map: `dashboard/analysis`. */
  | { kind: 'page'; page: string }
  | { kind: 'frame'; url: string }
  | { kind: 'onlineForm' }
  | { kind: 'onlineReport' }
  /** Only holds others. */
  | { kind: 'layout' }

export interface MenuRoute {
  path: string
  name: string
  title: string
  screen: Screen
  redirect?: string
  keepAlive: boolean
  hidden: boolean
  /** Opens in a new window instead. */
  external?: string
  hideTab: boolean
  icon?: string
  componentName?: string
  permissionList?: unknown
  /** Titles and paths above it, outermost first. */
  trail: readonly { title: string; path: string }[]
}

export interface MenuNode {
  key: string
  title: string
  icon?: string
  /** Absent on a group. */
  path?: string
  external?: string
  children?: MenuNode[]
}

export interface Menu {
  routes: readonly MenuRoute[]
  /** What the side menu shows. */
  visible: readonly MenuNode[]
}

/** What `{{ }}` in an address may stand for. The token only ever travels to our own server. */
export interface MenuVariables {
  api: string
  origin: string
  token: string
  tenantId: number
  username: string
}

export class MenuError extends Error {}

export interface MenuSettings {
  /** The specification's start-up failure; off, because newer servers send exactly that component. */
  refuseLayoutIndex?: boolean
}

/** Throws a MenuError for an empty or foreign menu. */
export function readMenu(sent: unknown, variables: MenuVariables, settings: MenuSettings = {}): Menu {
  if (!Array.isArray(sent) || !sent.length)
    throw new MenuError('getPermissions: permissions must be a non-null array! 菜单为空，请联系管理员授权')
  const roots = sent as SentMenu[]
  if (settings.refuseLayoutIndex && flat(roots).some(({ component }) => component === 'layouts/default/index'))
    throw new MenuError('菜单版本不正确：当前菜单属于 Vue3 版本，请联系管理员更换菜单')
  const routes = roots.flatMap((item) => routesOf(item, [], variables))
  return { routes, visible: roots.flatMap((item) => nodesOf(item, variables)) }
}

const flat = (items: readonly SentMenu[]): SentMenu[] => items.flatMap((item) => [item, ...flat(item.children ?? [])])

const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
/** Addresses stand under the MD5 of themselves, which is a path of its own; other names continue the path above. */
const below = (path: string | undefined, parent: string): string | undefined =>
  !path || path.startsWith('/')
    ? path
    : /^[0-9a-f]{32}$/i.test(path)
      ? `/${path}`
      : `${parent.replace(/\/$/, '')}/${path}`
const titleOf = ({ meta, name, path }: SentMenu) => meta?.title || name || path || '未命名'
const isHidden = ({ hidden, meta }: SentMenu) => Boolean(hidden || meta?.hideMenu)
const isAddress = (text: string | null | undefined): text is string => /^(https?:\/\/|\{\{)/.test(text?.trim() ?? '')

/** The address behind an entry: of the Vue 2 family in `meta.url`, of the Vue 3 family in `component`. */
function addressOf({ meta, component, path }: SentMenu, variables: MenuVariables): string | undefined {
  const raw = [meta?.url, component, path].find(isAddress)
  return raw && filled(raw, variables)
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}|\$\{\s*(\w+)\s*\}/g

/** Fills in the placeholders. An unknown one becomes nothing: expressions are never evaluated. */
export function filled(raw: string, variables: MenuVariables): string {
  const api = variables.api.startsWith('/') ? variables.origin + variables.api : variables.api
  const plain: Record<string, string> = {
    "window._CONFIG['domianURL']": api,
    'window._CONFIG["domianURL"]': api,
    domianURL: api,
    domainURL: api,
    API_BASE_URL: api,
    tenantId: String(variables.tenantId),
    username: variables.username,
    token: '{token}',
  }
  const text = raw.trim().replace(PLACEHOLDER, (_, braces?: string, dollar?: string) => {
    const name = braces ?? dollar ?? ''
    return Object.hasOwn(plain, name) ? plain[name]! : ''
  })
  return text.replaceAll('{token}', isOurs(text, api, variables.origin) ? encodeURIComponent(variables.token) : '')
}

function isOurs(address: string, api: string, origin: string): boolean {
  try {
    const target = new URL(address.replaceAll('{token}', ''), origin).origin
    return target === origin || target === new URL(api, origin).origin
  } catch {
    return false
  }
}

function routesOf(item: SentMenu, trail: MenuRoute['trail'], variables: MenuVariables): MenuRoute[] {
  const path = absolute(item.path ?? '')
  const title = titleOf(item)
  const inner = (item.children ?? []).flatMap((child) =>
    routesOf({ ...child, path: below(child.path, path) }, [...trail, { title, path }], variables),
  )
  if (item.route === '0' || !item.path) return inner
  const { meta } = item
  const address = addressOf(item, variables)
  const route: MenuRoute = {
    path,
    name: item.name ?? path,
    title,
    screen: screenOf(item, path, address),
    keepAlive: Boolean(meta?.keepAlive),
    hidden: isHidden(item),
    hideTab: Boolean(meta?.hideTab),
    trail,
    ...redirectOf(item, path),
    ...(meta?.internalOrExternal && address && { external: address }),
    ...(meta?.icon && { icon: meta.icon }),
    ...(meta?.componentName && { componentName: meta.componentName }),
    ...(meta?.permissionList !== undefined && { permissionList: meta.permissionList }),
  }
  return [route, ...inner]
}

/** A gathering entry (alwaysShow) leads to itself as a group; others where the server says. */
const redirectOf = ({ redirect, alwaysShow, children }: SentMenu, path: string): { redirect?: string } => {
  if (redirect && !alwaysShow && absolute(redirect) !== path) return { redirect: absolute(redirect) }
  const first = children?.find((child) => !isHidden(child) && child.path)
  return first ? { redirect: below(first.path, path)! } : {}
}

function nodesOf(item: SentMenu, variables: MenuVariables): MenuNode[] {
  if (isHidden(item)) return []
  const path = absolute(item.path ?? '')
  const children = (item.children ?? []).flatMap((child) =>
    nodesOf({ ...child, path: below(child.path, path) }, variables),
  )
  const address = item.meta?.internalOrExternal ? addressOf(item, variables) : undefined
  const node: MenuNode = {
    key: item.id ?? path,
    title: titleOf(item),
    ...(item.meta?.icon && { icon: item.meta.icon }),
  }
  if (children.length) return [{ ...node, children }]
  // A group whose entries are all hidden leads nowhere.
  if (item.route === '0' || (item.children?.length && isLayout(item.component))) return []
  return [{ ...node, path, ...(address && { external: address }) }]
}

/** `src/views/system/user/index.vue` and `system/user/index` are one name. */
const plainName = (component: string | null | undefined): string =>
  (component ?? '')
    .trim()
    .replace(/^\/+|\.(vue|tsx?)$/g, '')
    .replace(/^(src\/)?(views|components)\//, '')
    .toLowerCase()

const isLayout = (component: string | null | undefined) =>
  /^(layouts?\/|layout$|parentview$)/.test(plainName(component)) && !/iframe/.test(plainName(component))

let byComponent: Map<string, ResourceName> | undefined
const resourceByComponent = () =>
  (byComponent ??= new Map(
    entries.flatMap(({ name, components }) => components.map((component) => [plainName(component), name])),
  ))
/** The resource a component name stands for, in either menu family. */
export const resourceOfComponent = (component: string): ResourceName | undefined =>
  resourceByComponent().get(plainName(component))
const resourceByPath = (path: string) => entries.find(({ url }) => url === path)

/** Pages that go by several names: both menu families to the one key the shells know. */
const SAME: Record<string, string> = {
  'monitor/redis/index': 'modules/monitor/redisinfo',
  'monitor/trace/index': 'modules/monitor/httptrace',
  'monitor/disk/diskinfo': 'modules/monitor/diskmonitoring',
  'monitor/server/index': 'modules/monitor/systeminfo',
  'monitor/datalog/index': 'system/dataloglist',
  'system/onlineuser/onlineuserlist': 'system/sysuseronlinelist',
  'system/userannouncementlist': 'message/mine',
  'monitor/mynews/index': 'message/mine',
  'dashboard/workplace': 'dashboard/workplace',
  'dashboard/workbench/index': 'dashboard/workplace',
  'system/address/index': 'system/addresslist',
  'account/center/index': 'account/center',
  'system/usersetting/usersetting': 'account/settings',
}

const ONLINE: readonly [RegExp, Screen][] = [
  [/cgreport\/auto\/|onlcgreportautolist/, { kind: 'onlineReport' }],
  [/cgform\/auto\/|onlcgformautolist/, { kind: 'onlineForm' }],
]

function screenOf({ component, children }: SentMenu, path: string, address: string | undefined): Screen {
  if (address !== undefined) return { kind: 'frame', url: address }
  const name = plainName(component)
  const known = resourceByComponent().get(name) ?? resourceByPath(path)?.name
  if (known) return { kind: 'resource', name: known }
  const online = ONLINE.find(([pattern]) => pattern.test(name))
  if (online) return online[1]
  if (isLayout(component) || (!name && children?.length)) return { kind: 'layout' }
  return { kind: 'page', page: SAME[name] ?? name }
}

/** `ant-design:user-outlined`, `UserOutlined` and `user` are one icon. */
export const iconName = (name: string): string =>
  name
    .replace(/^[\w-]+:/, '')
    .replace(/-?(outlined|filled|twotone)$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()

/** The route of an address; `/finance/userWithdrawal/123/edit` belongs to `/finance/userWithdrawal`. */
export function routeAt(routes: readonly MenuRoute[], pathname: string): MenuRoute | undefined {
  const exact = routes.find(({ path }) => path === pathname)
  if (exact) return exact
  return routes
    .filter(
      ({ path, screen }) =>
        screen.kind !== 'layout' && fits(path, pathname, screen.kind === 'resource' || screen.kind === 'onlineForm'),
    )
    .sort((a, b) => b.path.length - a.path.length)[0]
}

/** Where a page that only holds others leads in the end; undefined when it is one itself, or when they lead in a circle. */
export function leadsTo(routes: readonly MenuRoute[], pathname: string): string | undefined {
  const passed = new Set<string>()
  let at = pathname
  for (;;) {
    const route = routeAt(routes, at)
    if (route?.screen.kind !== 'layout' || !route.redirect) return at === pathname ? undefined : at
    passed.add(at)
    if (passed.has(route.redirect)) return undefined
    at = route.redirect
  }
}

/** `/online/cgformList/visit/123/edit` → the code of the form, where its list stands, and what follows. */
export function onlineFormAt(route: Pick<MenuRoute, 'path'>, pathname: string): OnlineFormPlace {
  const parts = pathname.split('/')
  const length = route.path.split('/').length
  return {
    code: decodeURIComponent(parts[length - 1] ?? ''),
    listPath: parts.slice(0, length).join('/'),
    rest: parts.slice(length).filter(Boolean).map(decodeURIComponent),
  }
}
export interface OnlineFormPlace {
  code: string
  listPath: string
  rest: readonly string[]
}

/** Path parameters (`:code`, or the `@` a server writes for `:`) match one part each; only a resource and an online form have pages below them. */
function fits(pattern: string, pathname: string, below: boolean): boolean {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (below ? given.length < wanted.length || given.length > wanted.length + 2 : given.length !== wanted.length)
    return false
  return wanted.every((part, index) => /^[:@]/.test(part) || part === given[index])
}

/** An address of the product that is not in this person's menu: it is there, but not for them. */
export const isForbidden = (pathname: string): boolean =>
  entries.some(({ url }) => url !== undefined && (pathname === url || pathname.startsWith(`${url}/`)))
