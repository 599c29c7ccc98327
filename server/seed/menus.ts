/** The menu tree: groups, one row a resource with its verbs and actions as buttons below, and the pages of `pages.ts`. */
import { permissionOf, type Resource, type Verb } from '#model/resource.ts'
import { allResources, resources } from '#resources/index.ts'
import { menuGroups, menuUrl } from '#resources/menu.ts'
import { menuTypes, permissionEffects, validStates } from '#resources/system/permission.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { insertMany } from '../db/bulk.ts'
import { furtherButtons, menuTitles, pages } from './pages.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

export interface MenuRow {
  key: string
  id: string
  parentKey?: string
  menuType: 0 | 1 | 2
  name: string
  perms?: string
  url?: string
  component?: string
  icon?: string
  sortNo: number
  hidden?: boolean
  leaf: boolean
}

export const VERB_LABELS: Record<Verb, string> = {
  add: '新增',
  edit: '修改',
  delete: '删除',
  export: '导出',
  import: '导入',
}

const row = (key: string, rest: Omit<MenuRow, 'key' | 'id'>): MenuRow => ({ key, id: seedId('menu', key), ...rest })

/** Permission code → name, in the order of the buttons. */
function buttonsOf(resource: Resource): Map<string, string> {
  const buttons = new Map<string, string>()
  for (const verb of resource.verbs) buttons.set(permissionOf(resource, verb), VERB_LABELS[verb])
  for (const [name, action] of Object.entries(resource.actions)) {
    const code = permissionOf(resource, name)
    // Two actions under one permission are one button: 冻结与解冻 are granted together.
    if (!buttons.has(code)) buttons.set(code, action.label)
  }
  if (Object.values(resource.fields).some((field) => field.mask))
    buttons.set(permissionOf(resource, 'unmask'), '查看完整信息')
  for (const [code, label] of Object.entries(furtherButtons[resource.name] ?? {})) buttons.set(code, label)
  return buttons
}

const buttonRows = (parentKey: string, buttons: Iterable<readonly [code: string, label: string]>): MenuRow[] =>
  [...buttons].map(([code, label], index) =>
    row(`button:${code}`, {
      parentKey,
      menuType: menuTypes.button,
      name: label,
      perms: code,
      sortNo: index + 1,
      leaf: true,
    }),
  )

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function resourceRows(resource: Resource): MenuRow[] {
  const { menu } = resource
  if (!menu) return []
  const key = `resource:${resource.name}`
  const buttons = buttonRows(key, buttonsOf(resource))
  return [
    row(key, {
      parentKey: `group:${menu.group}`,
      menuType: menuTypes.page,
      name: menuTitles[resource.name] ?? resource.label,
      perms: permissionOf(resource, 'list'),
      url: menuUrl(resource),
      component: menu.component?.[0] ?? `rental/${capital(resource.name)}List`,
      icon: menu.icon,
      sortNo: menu.order,
      hidden: menu.hidden,
      leaf: !buttons.length,
    }),
    ...buttons,
  ]
}

function pageRows(): MenuRow[] {
  return Object.entries(pages).flatMap(([name, page]) => {
    const key = `page:${name}`
    const buttons = buttonRows(key, Object.entries(page.buttons ?? {}))
    return [
      row(key, {
        parentKey: page.group && `group:${page.group}`,
        menuType: page.group ? menuTypes.page : menuTypes.top,
        name: page.title,
        perms: page.perms,
        url: page.url,
        component: page.component,
        icon: page.icon,
        sortNo: page.order,
        leaf: !buttons.length,
      }),
      ...buttons,
    ]
  })
}

/** Everything, parents before children. */
export function menuRows(): MenuRow[] {
  const below = [...allResources().flatMap(resourceRows), ...pageRows()]
  const groups = Object.entries(menuGroups).map(([group, { title, icon, order }]) =>
    row(`group:${group}`, {
      menuType: menuTypes.top,
      name: title,
      url: `/${group}`,
      component: 'layouts/RouteView',
      icon,
      sortNo: order,
      leaf: false,
    }),
  )
  // A code that two places declare is one button, where it is met first.
  return [...new Map([...groups, ...below].map((menu) => [menu.key, menu] as const).reverse()).values()].reverse()
}

export const menusPart = (): Part => ({
  name: 'menus',
  declared: Object.fromEntries(menuRows().map(({ key }) => [key, ''])),
})

/** What a menu is unless it says otherwise. */
export const PLAIN_MENU = {
  permsType: permissionEffects.visible,
  route: true,
  hidden: false,
  hideTab: false,
  alwaysShow: false,
  internalOrExternal: false,
  ruleFlag: 0,
  status: validStates.valid,
  delFlag: 0,
  createBy: 'system',
}

export async function seedMenus(tx: Tx, isNew: (key: string) => boolean): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.sysPermission),
    menuRows()
      .filter(({ key }) => isNew(key))
      .map(({ key: _, parentKey, ...menu }) => ({
        ...menu,
        parentId: parentKey ? seedId('menu', parentKey) : '',
        ...PLAIN_MENU,
        route: menu.menuType !== menuTypes.button,
        hidden: menu.hidden ?? false,
        keepAlive: menu.menuType === menuTypes.page,
      })),
  )
}
