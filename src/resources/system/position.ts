import { dict, integer, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const sysPosition = defineResource({
  name: 'sysPosition',
  label: '职务',
  path: '/sys/position',
  title: 'name',
  scope: 'tenant',
  permission: 'system:position',
  contract: true,
  fields: {
    code: text('职务编码', { required: true, unique: true, max: 50, format: 'code' }),
    name: text('职务名称', { required: true, max: 50 }),
    postRank: dict('职级', 'position_rank', { required: true }),
    companyId: text('公司', { max: 36 }),
    sortNo: integer('排序', { initial: 0 }),
  },
  list: {
    columns: ['name', 'code', 'postRank', 'sortNo', 'createTime'],
    filters: ['name', 'code', 'postRank'],
    card: { subtitle: 'code', badge: 'postRank' },
  },
  form: [{ title: '职务', fields: ['name', 'code', 'postRank', 'sortNo'] }],
  excel: { import: ['code', 'name', 'postRank', 'sortNo'] },
  menu: {
    group: 'system',
    icon: 'idcard',
    order: 50,
    url: '/isystem/position',
    component: ['system/SysPositionList', 'system/position/index'],
  },
})
