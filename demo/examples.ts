/** Pages on which developers and buyers see every cell, editor, picker and check at work; for administrators. */
import { resources } from '#resources/index.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { PLAIN_MENU } from '../server/seed/menus.ts'
import { seedId } from '../server/seed/seed-id.ts'

export const examplePages = [
  { name: '表格示例', url: '/examples/grid', component: 'examples/Grid', icon: 'ordered-list' },
  { name: '编辑器示例', url: '/examples/editors', component: 'examples/Editors', icon: 'edit' },
  { name: '选择器示例', url: '/examples/pickers', component: 'examples/Pickers', icon: 'appstore' },
  { name: '校验示例', url: '/examples/checks', component: 'examples/Checks', icon: 'safety' },
] as const

const GROUP = seedId('menu', 'group:examples')
const common = {
  ...PLAIN_MENU,
  // Granted to no role: administrators have every permission there is.
  perms: 'demo:examples:list',
}

export async function seedExamples(tx: Tx): Promise<void> {
  await insertMany(tx, tableOf(resources.sysPermission), [
    {
      ...common,
      id: GROUP,
      parentId: '',
      menuType: 0,
      name: '示例',
      url: '/examples',
      component: 'layouts/RouteView',
      icon: 'question-circle',
      sortNo: 99,
      leaf: false,
      keepAlive: false,
    },
    ...examplePages.map((page, index) => ({
      ...common,
      ...page,
      id: seedId('menu', `page:${page.url}`),
      parentId: GROUP,
      menuType: 1,
      sortNo: index + 1,
      leaf: true,
      keepAlive: true,
    })),
  ])
}
