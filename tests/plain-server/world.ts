/** What lies in the memory of the plain server at its start. */
import { newId, now, type Row } from './rows.ts'
import type { EntityName } from './fields.ts'

export type Generation = 'old' | 'new'

export const ADMIN = { username: 'admin', password: 'Plain#2026' } as const

/** Menus of either family (§13.3): title, address, component. */
const menus: Readonly<Record<Generation, readonly (readonly [string, string, string])[]>> = {
  old: [
    ['用户管理', '/isystem/user', 'system/UserList'],
    ['角色管理', '/isystem/roleUserList', 'system/RoleUserList'],
    ['菜单管理', '/isystem/newPermissionList', 'system/NewPermissionList'],
    ['租户管理', '/isys/tenant', 'system/TenantList'],
    ['部门管理', '/isystem/depart', 'system/DepartList'],
    ['职务管理', '/isystem/position', 'system/SysPositionList'],
    ['数据字典', '/isystem/dict', 'system/DictList'],
    ['系统通告', '/isystem/annountCement', 'system/SysAnnouncementList'],
    ['我的消息', '/isps/userAnnouncement', 'system/UserAnnouncementList'],
  ],
  new: [
    ['用户管理', '/system/user', 'system/user/index'],
    ['角色管理', '/system/role', 'system/role/index'],
    ['菜单管理', '/system/menu', 'system/menu/index'],
    ['租户管理', '/system/tenant', 'system/tenant/index'],
    ['部门管理', '/system/depart', 'system/depart/index'],
    ['职务管理', '/system/position', 'system/position/index'],
    ['数据字典', '/system/dict', 'system/dict/index'],
    ['系统通告', '/system/notice', 'system/notice/index'],
    ['我的消息', '/monitor/mynews', 'monitor/mynews/index'],
  ],
}

export interface World {
  generation: Generation
  rows: Record<EntityName, Row[]>
  /** Ids by user. */
  roles: Map<string, string[]>
  departs: Map<string, string[]>
  /** Menus by role, by department. */
  granted: Map<string, string[]>
  /** Announcements by reader: read or not. */
  sent: { id: string; anntId: string; userId: string; readFlag: '0' | '1' }[]
  bin: { user: Row[]; dict: Row[] }
  /** User by token. */
  tokens: Map<string, string>
  passwords: Map<string, string>
  captchas: Map<string, string>
}

export function makeWorld(generation: Generation): World {
  const made = (row: Record<string, unknown>): Row => ({
    id: newId(),
    createBy: 'admin',
    createTime: now(),
    updateBy: null,
    updateTime: null,
    ...row,
  })
  const menu = (row: Record<string, unknown>) =>
    made({
      parentId: '',
      perms: null,
      permsType: '1',
      icon: null,
      componentName: null,
      redirect: null,
      sortNo: 1,
      menuType: 1,
      leaf: true,
      route: true,
      keepAlive: false,
      hidden: false,
      hideTab: false,
      alwaysShow: false,
      internalOrExternal: false,
      description: null,
      delFlag: 0,
      ruleFlag: 0,
      status: '1',
      ...row,
    })
  const system = menu({
    name: '系统管理',
    url: '/isystem',
    component: generation === 'old' ? 'layouts/RouteView' : 'layouts/default/index',
    menuType: 0,
    leaf: false,
  })
  const pages = menus[generation].map(([name, url, component], at) =>
    menu({ name, url, component, parentId: system.id, sortNo: at + 1 }),
  )
  // What the older line knows of permission codes is next to nothing (§4.5).
  const codes = generation === 'old' ? ['user:add'] : ['system:user:add', 'system:user:edit', 'system:role:add']
  const buttons = codes.map((perms) =>
    menu({ name: perms, perms, url: '', component: '', menuType: 2, route: false, parentId: pages[0]!.id }),
  )
  pages[0]!.leaf = false
  const root = made({
    parentId: '',
    departName: '总部',
    orgCode: 'A01',
    orgType: '1',
    orgCategory: '1',
    departOrder: 0,
    status: '1',
    delFlag: '0',
    mobile: null,
    fax: null,
    address: null,
    memo: null,
    directorUserIds: '',
  })
  const branch = made({
    ...root,
    id: newId(),
    parentId: root.id,
    departName: '市场部',
    orgCode: 'A01A01',
    orgType: '2',
    orgCategory: '2',
  })
  const roles = [
    made({ roleName: '管理员', roleCode: 'admin', description: null }),
    made({ roleName: '客服', roleCode: 'service', description: '接电话' }),
  ]
  const user = (row: Record<string, unknown>) =>
    made({
      avatar: null,
      sex: 1,
      birthday: null,
      phone: null,
      email: null,
      orgCode: 'A01',
      status: 1,
      delFlag: 0,
      workNo: null,
      post: null,
      telephone: null,
      activitiSync: 1,
      userIdentity: 1,
      departIds: null,
      relTenantIds: '1',
      clientId: null,
      homePath: null,
      ...(generation === 'new' && { mainDepPostId: null, otherDepPostId: null, sort: 1000 }),
      ...row,
    })
  const admin = user({ username: 'admin', realname: '管理员', userIdentity: 2 })
  const li = user({ username: 'lisi', realname: '李四', phone: '13800000001' })
  root.directorUserIds = admin.id
  const position = (code: string, name: string, rank: string) =>
    made({
      code,
      name,
      companyId: null,
      sysOrgCode: 'A01',
      ...(generation === 'old' ? { postRank: rank } : { postLevel: Number(rank) }),
    })
  const dictionary = made({ dictName: '电池规格', dictCode: 'battery', description: null, type: 0, delFlag: 0 })
  return {
    generation,
    rows: {
      user: [admin, li],
      role: roles,
      permission: [system, ...pages, ...buttons],
      rule: [],
      depart: [root, branch],
      departRole: [],
      position: [position('manager', '经理', '3'), position('clerk', '专员', '1')],
      tenant: [made({ id: 1, name: '第一租户', beginDate: null, endDate: null, status: 1 })],
      dict: [dictionary],
      dictItem: [
        made({
          dictId: dictionary.id,
          itemText: '小',
          itemValue: '1',
          description: null,
          sortOrder: 1,
          status: 1,
          ...(generation === 'new' && { itemColor: null }),
        }),
      ],
      announcement: [],
    },
    roles: new Map([
      [String(admin.id), [String(roles[0]!.id)]],
      [String(li.id), [String(roles[1]!.id)]],
    ]),
    departs: new Map([
      [String(admin.id), [String(root.id), String(branch.id)]],
      [String(li.id), [String(branch.id)]],
    ]),
    granted: new Map(),
    sent: [],
    bin: { user: [], dict: [] },
    tokens: new Map(),
    passwords: new Map([
      ['admin', ADMIN.password],
      ['lisi', ADMIN.password],
    ]),
    captchas: new Map(),
  }
}
