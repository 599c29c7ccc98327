/** Menu rows that no resource stands behind, and permissions of endpoints that are no verb or action of a resource. */
import type { MenuGroup } from '#resources/menu.ts'

export interface Page {
  title: string
  url: string
  component: string
  icon: string
  order: number
  /** Without a group it stands at the top. */
  group?: MenuGroup
  /** Code of the page itself; without one everybody may open it. */
  perms?: string
  buttons?: Readonly<Record<string, string>>
}

/** By a key that never changes. */
export const pages: Readonly<Record<string, Page>> = {
  home: { title: '首页', url: '/dashboard/analysis', component: 'dashboard/Analysis', icon: 'home', order: 0 },
  todo: { title: '我的待办', url: '/todo', component: 'todo/mine', icon: 'audit', order: 1 },
  messages: {
    title: '我的消息',
    url: '/isps/userAnnouncement',
    component: 'system/UserAnnouncementList',
    icon: 'message',
    order: 95,
  },
  deviceMap: {
    title: '设备地图',
    url: '/device/map',
    component: 'rental/DeviceMap',
    icon: 'environment',
    order: 12,
    group: 'device',
    perms: 'rental:deviceMap:list',
  },
  chatDoctor: {
    title: '聊天接入检查',
    url: '/system/chatDoctor',
    component: 'system/ChatDoctor',
    icon: 'safety',
    order: 90,
    group: 'system',
    perms: 'system:chat:doctor',
  },
}

/** By resource: the name of its menu row where the contract's is not its label. */
export const menuTitles: Readonly<Record<string, string>> = {
  sysUser: '用户管理',
  sysRole: '角色管理',
  sysPermission: '菜单管理',
  sysDepart: '部门管理',
  sysPosition: '职务管理',
  sysTenant: '租户管理',
  sysThirdAccount: '聊天账号绑定',
  sysCategory: '分类字典',
}

/** By resource: what the contract's clients call besides the verbs (contract.md §4.5). */
export const furtherButtons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sysUser: {
    'system:address:list': '查看通讯录',
    'system:user:frozenBatch': '冻结与解冻',
    'system:user:changepwd': '修改密码',
    'system:user:recycleBin': '查看回收站',
    'system:user:putRecycleBin': '从回收站还原',
    'system:user:deleteRecycleBin': '彻底删除用户',
  },
  sysRole: {
    'system:user:addUserRole': '给角色添加用户',
    'system:user:deleteRole': '从角色移除用户',
    'system:permission:saveRole': '角色授权',
    'system:savedQuery:share': '与角色共享查询条件',
  },
  sysPermission: {
    'system:permission:addRule': '新增数据规则',
    'system:permission:editRule': '修改数据规则',
    'system:permission:deleteRule': '删除数据规则',
  },
  sysDepart: {
    'system:myDepart:list': '查看我的部门',
    'system:user:editDepartWithUser': '给部门添加用户',
    'system:user:deleteUserInDepart': '从部门移除用户',
    'system:permission:saveDepart': '部门授权',
    'system:depart:role:list': '查看部门角色',
    'system:depart:role:add': '新增部门角色',
    'system:depart:role:edit': '修改部门角色',
    'system:depart:role:delete': '删除部门角色',
    'system:depart:role:userAdd': '部门角色授权给用户',
  },
  sysDict: { 'system:dict:deleteRecycleBin': '字典回收站' },
}
