import { choices } from '#model/choices.ts'
import { choice, decimal, icon, integer, ref, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const validStates = choices('valid_status', '有效无效状态', {
  invalid: ['0', '无效', 'default'],
  valid: ['1', '有效', 'green'],
})

export const menuTypes = choices('menu_type', '菜单类型', {
  top: [0, '一级菜单', 'blue'],
  page: [1, '子菜单', 'cyan'],
  button: [2, '按钮权限', 'default'],
})

export const permissionEffects = choices('global_perms_type', '全局权限策略', {
  visible: ['1', '可见/可访问(授权后可见/可访问)'],
  editable: ['2', '可编辑(未授权时禁用)'],
})

/** Menus, sub-menus and action permissions in one tree (JeecgBoot SysPermission). */
export const sysPermission = defineResource({
  name: 'sysPermission',
  label: '菜单',
  path: '/sys/permission',
  title: 'name',
  scope: 'platform',
  permission: 'system:permission',
  contract: true,
  verbs: ['add', 'edit', 'delete'],
  fields: {
    menuType: choice('菜单类型', menuTypes, { required: true, initial: 'page' }),
    name: text('菜单名称', { required: true, max: 100 }),
    parentId: ref('上级菜单', 'sysPermission'),
    url: text('访问路径', { max: 255 }),
    component: text('前端组件', { max: 255 }),
    componentName: text('组件名称', { max: 100 }),
    redirect: text('默认跳转地址', { max: 255 }),
    perms: text('授权标识', { max: 255, hint: '多个用英文逗号分隔' }),
    permsType: choice('授权策略', permissionEffects, { initial: 'visible' }),
    icon: icon('菜单图标', { max: 100 }),
    sortNo: decimal('排序', { scale: 2, initial: 1 }),
    route: toggle('是否路由菜单', { boolean: true, initial: 'true' }),
    hidden: toggle('隐藏路由', { boolean: true }),
    hideTab: toggle('隐藏标签页', { boolean: true }),
    keepAlive: toggle('缓存路由', { boolean: true }),
    alwaysShow: toggle('聚合路由', { boolean: true }),
    internalOrExternal: toggle('外部打开', { boolean: true }),
    leaf: toggle('叶子节点', { boolean: true, readOnly: true }),
    ruleFlag: integer('有数据规则', { readOnly: true, hidden: true, initial: 0 }),
    status: choice('状态', validStates, { initial: 'valid' }),
    description: text('描述', { max: 255 }),
    delFlag: integer('删除标记', { readOnly: true, hidden: true, initial: 0 }),
  },
  tree: { parent: 'parentId' },
  list: {
    columns: ['name', 'menuType', 'icon', 'component', 'url', 'perms', 'sortNo'],
    filters: ['name'],
    sort: 'sortNo',
    card: { subtitle: 'url', badge: 'menuType', facts: ['icon', 'perms', 'component'] },
  },
  form: [
    { title: '菜单', fields: ['menuType', 'name', 'parentId', 'url', 'component', 'componentName', 'redirect', 'icon', 'sortNo'] },
    { title: '授权', fields: ['perms', 'permsType', 'status'] },
    { title: '显示', fields: ['route', 'hidden', 'hideTab', 'keepAlive', 'alwaysShow', 'internalOrExternal', 'description'] },
  ],
  check(draft) {
    if (draft.menuType === 1 && !draft.parentId) return { parentId: '请选择上级菜单' }
    if (draft.menuType === 2 && !draft.perms) return { perms: '请输入授权标识' }
    if (draft.menuType !== 2 && !draft.url) return { url: '请输入访问路径' }
  },
  menu: {
    group: 'system',
    icon: 'menu',
    order: 30,
    url: '/isystem/newPermissionList',
    component: ['system/NewPermissionList', 'system/menu/index', 'system/PermissionList'],
  },
})
