import { ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

/** The tree that fields of the kind `category` choose from (JeecgBoot SysCategory). Codes grow by level: A01, A01A01. */
export const sysCategory = defineResource({
  name: 'sysCategory',
  label: '分类',
  path: '/sys/category',
  title: 'name',
  scope: 'tenant',
  permission: 'system:category',
  contract: true,
  fields: {
    name: text('分类名称', { required: true, max: 100 }),
    pid: ref('上级分类', 'sysCategory', { fixed: true }),
    code: text('分类编码', { readOnly: true, unique: true, max: 255 }),
  },
  tree: { parent: 'pid' },
  list: {
    columns: ['name', 'code', 'createTime'],
    filters: ['name', 'code'],
    sort: 'code',
    card: { subtitle: 'code' },
  },
  form: [{ title: '分类', fields: ['name', 'pid'] }],
  excel: { import: ['name', 'pid'] },
  menu: {
    group: 'system',
    icon: 'cluster',
    order: 62,
    url: '/isystem/category',
    component: ['system/SysCategoryList', 'system/category/index'],
  },
})
