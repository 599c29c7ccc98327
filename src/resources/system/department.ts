import { choices } from '#model/choices.ts'
import { choice, integer, longText, ref, text } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const departStates = choices('depart_status', '部门状态', {
  off: ['0', '不启用', 'default'],
  on: ['1', '启用', 'green'],
})

export const orgCategories = choices('org_category', '机构类型', {
  company: ['1', '公司'],
  department: ['2', '部门'],
  post: ['3', '岗位'],
})

export const deletionFlags = choices('del_flag', '删除状态', {
  deleted: ['1', '已删除'],
  kept: ['0', '正常'],
})

/** Departments (JeecgBoot SysDepart). `orgCode` grows by level (A01, A01A02), so "this department and below" is a prefix. */
export const sysDepart = defineResource({
  name: 'sysDepart',
  label: '部门',
  title: 'departName',
  scope: 'department',
  permission: 'system:depart',
  contract: true,
  fields: {
    departName: text('部门名称', { required: true, max: 100 }),
    parentId: ref('上级部门', 'sysDepart', { fixed: true }),
    orgCategory: choice('机构类别', orgCategories, { initial: 'department' }),
    orgType: text('层级', { readOnly: true }),
    orgCode: text('机构编码', { readOnly: true, unique: true }),
    departNameEn: text('英文名', { max: 100 }),
    departNameAbbr: text('缩写', { max: 50 }),
    departOrder: integer('排序', { initial: 0 }),
    mobile: text('电话', { max: 32 }),
    fax: text('传真', { max: 32 }),
    address: text('地址', { max: 200 }),
    memo: longText('备注', { max: 500 }),
    status: choice('状态', departStates, { initial: 'on' }),
    delFlag: choice('删除状态', deletionFlags, { readOnly: true, hidden: true, initial: 'kept' }),
    qywxIdentifier: text('企业微信部门', { max: 100 }),
  },
  tree: { parent: 'parentId' },
  list: {
    columns: ['departName', 'orgCategory', 'orgCode', 'mobile', 'departOrder', 'status'],
    filters: ['departName'],
    sort: 'departOrder',
    card: { subtitle: 'parentId', badge: 'status', facts: ['orgCategory', 'mobile'] },
  },
  form: [
    { title: '部门', fields: ['departName', 'parentId', 'orgCategory', 'departOrder', 'status'] },
    { title: '联系方式', fields: ['mobile', 'fax', 'address', 'memo'] },
  ],
  excel: { import: ['departName', 'parentId', 'orgCategory', 'departOrder', 'mobile', 'fax', 'address', 'memo'] },
  menu: {
    group: 'system',
    icon: 'apartment',
    order: 40,
    url: '/isystem/depart',
    component: ['system/DepartList', 'system/depart/index'],
  },
})
