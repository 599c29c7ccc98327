import { choices } from '#model/choices.ts'
import { choice, dateTime, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const tenantStates = choices('tenant_status', '租户状态', {
  normal: [1, '正常', 'green'],
  frozen: [0, '冻结', 'red'],
})

/** Tenants; the id is a number given by the server. */
export const sysTenant = defineResource({
  name: 'sysTenant',
  label: '租户',
  path: '/sys/tenant',
  title: 'name',
  scope: 'platform',
  permission: 'system:tenant',
  contract: true,
  verbs: ['add', 'edit', 'delete'],
  fields: {
    name: text('租户名称', { required: true, unique: true, max: 100 }),
    beginDate: dateTime('开始时间'),
    endDate: dateTime('结束时间'),
    status: choice('状态', tenantStates, { required: true, initial: 'normal' }),
  },
  list: {
    columns: ['id', 'name', 'beginDate', 'endDate', 'status'],
    filters: ['name', 'status'],
    sort: 'id',
    card: { badge: 'status', facts: ['beginDate', 'endDate'] },
  },
  form: [{ title: '租户', fields: ['name', 'beginDate', 'endDate', 'status'] }],
  check(draft) {
    if (draft.beginDate && draft.endDate && draft.endDate < draft.beginDate) return { endDate: '结束时间不能早于开始时间' }
  },
  menu: {
    group: 'system',
    icon: 'bank',
    order: 60,
    url: '/isys/tenant',
    component: ['system/TenantList', 'system/tenant/index'],
  },
})
