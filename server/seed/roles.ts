/** Who may what at the start. Staff change it in 角色管理; a later version only grants what is new. */
import { inArray } from 'drizzle-orm'
import { resources } from '#resources/index.ts'
import { tableOf } from '../db/table.ts'
import type { Tx } from '../kernel/database.ts'
import { rolePermission } from '../db/tables.ts'
import { insertMany } from '../db/bulk.ts'
import { menuRows, type MenuRow } from './menus.ts'
import type { Part } from './part.ts'
import { seedId } from './seed-id.ts'

interface Role {
  name: string
  description: string
  /** Permission codes; `*` stands for any part, `!` takes away, the last pattern that fits decides. */
  grants: readonly string[]
}

/** What staff of the platform need to find each other. */
const STAFF = ['system:address:list', 'system:addressBook:list', 'system:myDepart:list']

export const roles: Readonly<Record<string, Role>> = {
  admin: { name: '管理员', description: '全部权限', grants: ['*'] },
  'operations-manager': {
    name: '运营经理',
    description: '管理全部业务，审核提现；打款前的复核在财务',
    grants: [
      'rental:*',
      '!rental:*:review',
      'rental:agentApply:review',
      '!rental:*:pay',
      ...STAFF,
      'system:user:list',
      'system:depart:list',
      'system:savedQuery:share',
    ],
  },
  operator: {
    name: '运营专员',
    description: '日常维护业务资料，不审核、不删除',
    grants: [
      'rental:*:list',
      'rental:*:add',
      'rental:*:edit',
      'rental:*:export',
      'rental:*:import',
      '!rental:appConfig:*',
      '!rental:serviceProviderConfig:*',
      '!rental:userWithdrawal:*',
      '!rental:ledgerAdjustment:*',
      'rental:ledgerAdjustment:list',
      'rental:*:sell',
      'rental:rechargeSetting:recharge',
      'rental:device:command',
      'rental:device:transfer',
      'rental:device:repair',
      'rental:boxDraw:deliver',
      'rental:appConfig:list',
      'rental:serviceProviderConfig:list',
      'rental:userWithdrawal:list',
      'rental:userWithdrawal:add',
      'rental:userWithdrawal:export',
      'rental:agentApply:approve',
      'rental:driver*:approve',
      'rental:driver*:reject',
      'rental:driver*:switch',
      'rental:driverCar:unbind',
      'rental:*:shelve',
      'rental:*:publish',
      'rental:deviceNumber:void',
      'rental:orderMessage:settle',
      'rental:orderDeposit:requestRefund',
      'rental:agentApply:reject',
      'rental:userMessage:freeze',
      ...STAFF,
    ],
  },
  finance: {
    name: '财务',
    description: '复核与打款，查账',
    grants: [
      'rental:userWithdrawal:*',
      '!rental:userWithdrawal:add',
      '!rental:userWithdrawal:approve',
      'rental:amountDetail:*',
      'rental:orderDeposit:*',
      'rental:orderMessage:list',
      'rental:orderMessage:export',
      'rental:userCard:list',
      'rental:userCard:export',
      'rental:userCard:review',
      'rental:userCard:refuseRefund',
      'rental:userRecharge:*',
      'rental:boxDraw:list',
      'rental:boxDraw:export',
      'rental:ledgerAdjustment:*',
      '!rental:ledgerAdjustment:approve',
      'rental:configChange:list',
      'rental:configChange:approve',
      'rental:configChange:reject',
      'rental:accountChange:*',
      'rental:reconcileDifference:*',
      'rental:driverMessage:list',
      'rental:serviceProvider:list',
      'rental:serviceProvider:export',
      'rental:serviceProviderConfig:list',
      'rental:serviceProviderConfig:unmask',
      'rental:userMessage:list',
      'rental:appConfig:list',
      ...STAFF,
    ],
  },
  service: {
    name: '客服',
    description: '处理投诉，查询用户与订单',
    grants: [
      'rental:complaint:*',
      '!rental:complaint:approve',
      '!rental:complaint:reject',
      'rental:userMessage:list',
      'rental:userMessage:edit',
      'rental:userMessage:freeze',
      'rental:userMessage:close',
      'rental:userMessage:unmask',
      'rental:orderMessage:list',
      'rental:orderMessage:settle',
      'rental:orderMessage:refund',
      'rental:orderDeposit:list',
      'rental:orderDeposit:requestRefund',
      'rental:userCard:list',
      'rental:userCard:pause',
      'rental:userCard:refund',
      'rental:userRecharge:list',
      'rental:boxDraw:list',
      'rental:boxDraw:deliver',
      'rental:device:command',
      'rental:deviceCommand:list',
      'rental:device:list',
      'rental:serviceProvider:list',
      'rental:amountDetail:list',
      'rental:userWithdrawal:list',
      'rental:commonProblem:*',
      'rental:cancelReason:list',
      'rental:settleReason:list',
      ...STAFF,
    ],
  },
  readonly: { name: '只读', description: '查看业务数据', grants: ['rental:*:list', ...STAFF] },
  provider: {
    name: '服务商',
    description: '查看自己及下级的数据，申请提现',
    grants: [
      'rental:serviceProvider:list',
      'rental:serviceProviderConfig:list',
      'rental:device:list',
      'rental:orderMessage:list',
      'rental:orderMessage:export',
      'rental:complaint:list',
      'rental:driverMessage:list',
      'rental:driverCar:list',
      'rental:amountDetail:list',
      'rental:amountDetail:export',
      'rental:userWithdrawal:list',
      'rental:userWithdrawal:add',
      'rental:userWithdrawal:export',
    ],
  },
}

const fits = (pattern: string, code: string) =>
  new RegExp(`^${pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`))}$`).test(code)

function isGranted(grants: readonly string[], code: string): boolean {
  const last = grants.findLast((pattern) => fits(pattern.replace(/^!/, ''), code))
  return last !== undefined && !last.startsWith('!')
}

/** Rows a role gets, with the rows above them; what has no code of its own comes with what is below it, a page that asks for none always. */
function rowsOf(role: Role, menus: readonly MenuRow[]): Set<string> {
  const byKey = new Map(menus.map((menu) => [menu.key, menu]))
  const keys = new Set<string>()
  for (const menu of menus) {
    const open = !menu.perms && menu.key.startsWith('page:')
    if (!open && !(menu.perms && isGranted(role.grants, menu.perms))) continue
    for (let at: MenuRow | undefined = menu; at; at = at.parentKey ? byKey.get(at.parentKey) : undefined)
      keys.add(at.key)
  }
  return keys
}

const grantKey = (roleCode: string, menuKey: string) => `${roleCode}>${menuKey}`

const grants = (): { key: string; roleCode: string; permissionId: string }[] => {
  const menus = menuRows()
  return Object.entries(roles).flatMap(([roleCode, role]) =>
    [...rowsOf(role, menus)].map((menuKey) => ({
      key: grantKey(roleCode, menuKey),
      roleCode,
      permissionId: seedId('menu', menuKey),
    })),
  )
}

export const rolesPart = (): Part => ({
  name: 'roles',
  declared: Object.fromEntries([...Object.keys(roles), ...grants().map(({ key }) => key)].map((key) => [key, ''])),
})

export async function seedRoles(tx: Tx, now: Date, isNew: (key: string) => boolean): Promise<void> {
  const table = tableOf(resources.sysRole)
  const codes = Object.keys(roles)
  const added = Object.entries(roles).filter(([code]) => isNew(code))
  await insertMany(
    tx,
    table,
    added.map(([code, { name, description }], index) => ({
      id: seedId('role', code),
      roleCode: code,
      roleName: name,
      description,
      createBy: 'system',
      // The list is in order of time.
      createTime: new Date(now.getTime() + index).toISOString(),
    })),
  )
  const rows = (await tx
    .select({ id: table.id, code: table.roleCode })
    .from(table)
    .where(inArray(table.roleCode, codes))) as { id: string; code: string }[]
  const ids = new Map(rows.map((role) => [role.code, role.id]))
  await insertMany(
    tx,
    rolePermission,
    grants()
      .filter(({ key, roleCode }) => isNew(key) && ids.has(roleCode))
      .map(({ roleCode, permissionId }) => ({ roleId: ids.get(roleCode), permissionId })),
  )
}
