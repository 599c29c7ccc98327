/** Menu rows that no resource stands behind, and permissions of endpoints that are no verb or action of a resource. */
import { ADDRESS_BOOK, HOME, TODO } from '#model/addresses.ts'
import type { MenuGroup } from '#resources/menu.ts'

export interface Page {
  title: string
  url: string
  component: string
  /** What JeecgBoot's newer client family has the same page under. */
  newer?: string
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
  home: {
    title: '首页',
    url: HOME,
    component: 'dashboard/Analysis',
    newer: 'dashboard/Analysis/index',
    icon: 'home',
    order: 0,
  },
  todo: { title: '我的待办', url: TODO, component: 'todo/mine', icon: 'audit', order: 1 },
  messages: {
    title: '我的消息',
    url: '/isps/userAnnouncement',
    component: 'system/UserAnnouncementList',
    newer: 'monitor/mynews/index',
    icon: 'message',
    order: 95,
  },
  workplace: {
    title: '工作台',
    url: '/dashboard/workplace',
    component: 'dashboard/Workplace',
    icon: 'solution',
    order: 5,
    group: 'board',
  },
  dashboardIndex: {
    title: '经营看板',
    url: '/dashboard/index',
    component: 'dashboard/Index',
    icon: 'fund',
    order: 10,
    group: 'board',
  },
  dashboardTask: {
    title: '审批看板',
    url: '/dashboard/task',
    component: 'dashboard/Task',
    icon: 'reconciliation',
    order: 20,
    group: 'board',
  },
  dashboardMonitor: {
    title: '设备看板',
    url: '/dashboard/monitor',
    component: 'dashboard/Monitor',
    icon: 'hdd',
    order: 30,
    group: 'board',
  },
  dashboardChart: {
    title: '趋势图表',
    url: '/dashboard/chart',
    component: 'dashboard/Chart',
    icon: 'bar-chart',
    order: 40,
    group: 'board',
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
  online: {
    title: '在线用户',
    url: '/isystem/online',
    component: 'system/SysUserOnlineList',
    newer: 'system/onlineuser/OnlineUserList',
    icon: 'laptop',
    order: 87,
    group: 'system',
    perms: 'system:online:list',
    buttons: { 'system:online:forceLogout': '强制下线' },
  },
  dataLog: {
    title: '数据日志',
    url: '/sys/dataLog-list',
    component: 'system/DataLogList',
    newer: 'monitor/datalog/index',
    icon: 'diff',
    order: 88,
    group: 'system',
    perms: 'system:dataLog:list',
  },
  addressBook: {
    title: '通讯录',
    url: ADDRESS_BOOK,
    component: 'system/AddressList',
    newer: 'system/address/index',
    icon: 'phone',
    order: 55,
    group: 'system',
    perms: 'system:addressBook:list',
    // A right of its own, which older installations have given already or taken away.
    buttons: { 'system:address:list': '查看人员与联系方式' },
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
  problems: {
    title: '运行状况',
    url: '/monitor/problems',
    component: 'modules/monitor/Problems',
    icon: 'alert',
    order: 0,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  cacheFacts: {
    title: 'Redis监控',
    url: '/monitor/redis/info',
    component: 'modules/monitor/RedisInfo',
    newer: 'monitor/redis/index',
    icon: 'database',
    order: 1,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  tomcat: {
    title: 'Tomcat信息',
    url: '/monitor/TomcatInfo',
    component: 'modules/monitor/TomcatInfo',
    newer: 'monitor/server/index',
    icon: 'cloud-server',
    order: 2,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  server: {
    title: '服务器信息',
    url: '/monitor/SystemInfo',
    component: 'modules/monitor/SystemInfo',
    newer: 'monitor/server/index',
    icon: 'desktop',
    order: 3,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  jvm: {
    title: 'JVM信息',
    url: '/monitor/JvmInfo',
    component: 'modules/monitor/JvmInfo',
    newer: 'monitor/server/index',
    icon: 'block',
    order: 4,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  httpTrace: {
    title: '请求追踪',
    url: '/monitor/HttpTrace',
    component: 'modules/monitor/HttpTrace',
    newer: 'monitor/trace/index',
    icon: 'node-index',
    order: 5,
    group: 'monitor',
    perms: 'system:monitor:list',
  },
  disk: {
    title: '磁盘监控',
    url: '/monitor/Disk',
    component: 'modules/monitor/DiskMonitoring',
    newer: 'monitor/disk/DiskInfo',
    icon: 'pie-chart',
    order: 6,
    group: 'monitor',
    perms: 'system:monitor:list',
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
  sysLog: '日志管理',
  sysFillRule: '系统编码规则',
  sysMessage: '消息管理',
  sysFile: '文件管理',
}

/** By resource: what the contract's clients call besides the verbs (contract.md §4.5). */
export const furtherButtons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sysUser: {
    'system:user:frozenBatch': '冻结与解冻',
    'system:user:changepwd': '修改密码',
    'system:user:resetPassword': '重置密码',
    'system:user:viewAs': '看作某人',
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
  sysTenantPack: { 'system:tenantPack:grant': '设置套餐的权限' },
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
  sysGatewayRoute: { 'system:gatewayRoute:recycleBin': '网关路由回收站' },
  onlineForm: { 'online:form:publish': '发布、撤回与停用' },
}
