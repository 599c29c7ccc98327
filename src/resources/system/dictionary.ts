import { choices } from '#model/choices.ts'
import { choice, integer, ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const itemStates = choices('dict_item_status', '字典项状态', {
  on: [1, '启用', 'green'],
  off: [0, '不启用', 'default'],
})

export const sysDict = defineResource({
  name: 'sysDict',
  label: '数据字典',
  path: '/sys/dict',
  title: 'dictName',
  scope: 'platform',
  permission: 'system:dict',
  contract: true,
  fields: {
    dictName: text('字典名称', { required: true, max: 100 }),
    dictCode: text('字典编号', { required: true, unique: true, max: 100, format: 'code' }),
    description: text('描述', { max: 255 }),
    type: integer('类型', { hidden: true, min: 0, max: 2, initial: 0 }),
    delFlag: integer('删除标记', { readOnly: true, hidden: true, initial: 0 }),
  },
  list: {
    columns: ['dictName', 'dictCode', 'description', 'createTime'],
    filters: ['dictName', 'dictCode'],
    card: { subtitle: 'dictCode', facts: ['description'] },
  },
  form: [{ title: '字典', fields: ['dictName', 'dictCode', 'description'] }],
  excel: { import: ['dictName', 'dictCode', 'description'] },
  menu: {
    group: 'system',
    icon: 'book',
    order: 70,
    url: '/isystem/dict',
    component: ['system/DictList', 'system/dict/index'],
  },
})

export const sysDictItem = defineResource({
  name: 'sysDictItem',
  label: '字典项',
  path: '/sys/dictItem',
  title: 'itemText',
  scope: 'platform',
  permission: 'system:dict:item',
  contract: true,
  verbs: ['add', 'edit', 'delete'],
  unique: [['dictId', 'itemValue']],
  fields: {
    dictId: ref('所属字典', 'sysDict', { required: true, fixed: true }),
    itemText: text('名称', { required: true, max: 100 }),
    itemValue: text('数据值', { required: true, max: 100 }),
    itemColor: text('颜色', { max: 32 }),
    description: text('描述', { max: 255 }),
    sortOrder: integer('排序', { initial: 1 }),
    status: choice('状态', itemStates, { initial: 'on' }),
  },
  list: {
    columns: ['itemText', 'itemValue', 'itemColor', 'sortOrder', 'status'],
    filters: ['dictId', 'itemText', 'status'],
    sort: 'sortOrder',
    card: { subtitle: 'itemValue', badge: 'status' },
  },
  form: [{ title: '字典项', fields: ['dictId', 'itemText', 'itemValue', 'itemColor', 'sortOrder', 'status', 'description'] }],
  menu: {
    group: 'system',
    icon: 'ordered-list',
    order: 71,
    url: '/isystem/dictItem',
    component: ['system/DictItemList'],
    hidden: true,
  },
})
