import { category, department, refs, user, type Field } from '#model/fields.ts'
import { conditionProblem, tableTree } from '../../forms/pickers/lazyTree.ts'
import type { ReportPopup } from '../../forms/pickers/report.ts'

/** What the examples of pickers choose from, on either shell. */

export const pickerFields: Readonly<Record<string, Field>> = {
  person: user('用户'),
  people: user('多个用户', { multiple: true }),
  members: user('按部门选用户', { multiple: true, byDepartment: true }),
  roles: refs('角色', 'sysRole', { max: 3 }),
  positions: refs('职务', 'sysPosition'),
  department: department('部门'),
  departments: department('多个部门', { multiple: true }),
  category: category('分类'),
  categories: category('多个分类', { multiple: true, under: 'A01' }),
}

/** Departments as a tree that is a table. */
export const departmentTree = tableTree({
  table: 'sys_depart',
  text: 'depart_name',
  code: 'id',
  pidField: 'parent_id',
  pid: '',
})

const BROKEN = '{"status":'
/** Trees whose condition is no JSON, and what is said of them. */
export const brokenTrees = (['tree', 'category'] as const).map((what) => ({
  name: `broken-${what}`,
  label: what === 'tree' ? '条件错误的树' : '条件错误的分类',
  problem: conditionProblem(BROKEN, what),
}))

export const STAFF = 'sys_user,realname,username'

/** A report that fills two fields, and three that are set up wrong. */
export const reports: readonly { name: string; label: string; popup: ReportPopup }[] = [
  {
    name: 'staffName',
    label: '报表选择',
    popup: { code: 'staff', orgFields: 'realname,username', destFields: 'staffName,staffAccount' },
  },
  { name: 'popupEmpty', label: '未配置的报表', popup: { code: '', orgFields: '', destFields: '' } },
  {
    name: 'popupUnequal',
    label: '数量不一致的报表',
    popup: { code: 'staff', orgFields: 'realname', destFields: 'a,b' },
  },
  { name: 'popupGone', label: '不存在的报表', popup: { code: 'gone', orgFields: 'a', destFields: 'b' } },
]
/** The second field that the first report fills. */
export const FILLED_TOO = { name: 'staffAccount', label: '报表带出的账号' }
