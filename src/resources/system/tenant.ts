import { choices } from '#model/choices.ts'
import { choice, dateTime, dict, image, refs, text } from '#model/fields.ts'
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
    companyLogo: image('组织LOGO'),
    trade: dict('所属行业', 'trade'),
    companySize: dict('公司规模', 'company_size'),
    companyAddress: text('公司地址', { max: 200 }),
    workPlace: text('工作地点', { max: 200 }),
    position: dict('职级', 'company_rank'),
    department: dict('部门', 'company_department'),
    packIds: refs('套餐', 'sysTenantPack', { hint: '不选则不限制；选了之后，本租户的角色只能给出套餐里有的权限' }),
  },
  list: {
    columns: ['id', 'name', 'beginDate', 'endDate', 'status', 'packIds'],
    filters: ['name', 'status'],
    sort: 'id',
    card: { badge: 'status', facts: ['beginDate', 'endDate', 'packIds'] },
  },
  form: [
    { title: '租户', fields: ['name', 'beginDate', 'endDate', 'status', 'packIds'] },
    { title: '组织', fields: ['companyLogo', 'trade', 'companySize', 'companyAddress', 'workPlace', 'department', 'position'] },
  ],
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
