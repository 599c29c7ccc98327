import { longText, text, choice } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { enableStates } from '../enabled.ts'

/** A set of permissions that tenants get: what roles and departments give there goes no further than its packages. */
export const sysTenantPack = defineResource({
  name: 'sysTenantPack',
  label: '租户套餐',
  title: 'packName',
  scope: 'platform',
  permission: 'system:tenantPack',
  verbs: ['add', 'edit', 'delete'],
  fields: {
    packName: text('套餐名称', { required: true, unique: true, max: 50 }),
    status: choice('状态', enableStates, { required: true, initial: 'on' }),
    remark: longText('说明', { max: 500 }),
  },
  list: {
    columns: ['packName', 'status', 'remark', 'createTime'],
    filters: ['packName', 'status'],
    card: { badge: 'status', facts: ['remark'] },
  },
  form: [{ title: '套餐', fields: ['packName', 'status', 'remark'] }],
  menu: { group: 'system', icon: 'gift', order: 61, url: '/isys/tenantPack' },
})
