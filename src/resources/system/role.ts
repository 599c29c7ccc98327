import { longText, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const sysRole = defineResource({
  name: 'sysRole',
  label: '角色',
  path: '/sys/role',
  title: 'roleName',
  scope: 'platform',
  permission: 'system:role',
  contract: true,
  fields: {
    roleName: text('角色名称', { required: true, max: 50 }),
    roleCode: text('角色编码', { required: true, unique: true, fixed: true, max: 50, format: 'code' }),
    description: longText('描述', { max: 500 }),
  },
  list: {
    columns: ['roleName', 'roleCode', 'description', 'createTime'],
    filters: ['roleName', 'roleCode'],
    sort: 'createTime',
    card: { subtitle: 'roleCode', facts: ['description'] },
  },
  form: [{ title: '角色', fields: ['roleName', 'roleCode', 'description'] }],
  menu: {
    group: 'system',
    icon: 'team',
    order: 20,
    url: '/isystem/roleUserList',
    component: ['system/RoleUserList', 'system/role/index'],
  },
})
