import type { Resource } from '#model/resource.ts'

/** The groups of the menu, top to bottom. A resource names its group; the server seeds the tree from both. */
export const menuGroups = {
  board: { title: '数据看板', icon: 'dashboard', order: 3 },
  order: { title: '订单管理', icon: 'profile', order: 5 },
  finance: { title: '财务管理', icon: 'wallet', order: 10 },
  partner: { title: '服务商管理', icon: 'cluster', order: 20 },
  customer: { title: '用户管理', icon: 'smile', order: 30 },
  product: { title: '套餐卡券', icon: 'credit-card', order: 35 },
  device: { title: '设备管理', icon: 'hdd', order: 40 },
  content: { title: '内容运营', icon: 'picture', order: 50 },
  system: { title: '系统管理', icon: 'tool', order: 90 },
  online: { title: '在线开发', icon: 'appstore', order: 91 },
  monitor: { title: '系统监控', icon: 'dashboard', order: 92 },
} as const
export type MenuGroup = keyof typeof menuGroups

/** Address of its list in the menu. */
export const menuUrl = (resource: Pick<Resource, 'name' | 'menu'>): string => resource.menu?.url ?? `/${resource.menu?.group ?? 'record'}/${resource.name}`
