import type { GivenRow, GridColumn } from '#headless/grid/column.ts'
import type { Linkage } from '#headless/grid/looks.ts'
import { gridPatterns, type GridPattern } from '#model/patterns.ts'

/** What the examples of the grid hold: every cell type, and every option of a column at least once. */

const CITIES: Readonly<Record<string, readonly string[]>> = {
  '': ['北京', '上海', '广东'],
  北京: ['东城区', '海淀区'],
  上海: ['黄浦区', '浦东新区'],
  广东: ['广州', '深圳'],
  广州: ['天河区', '越秀区'],
  深圳: ['南山区', '福田区'],
}
export const cities: Linkage = {
  key: 'province',
  load: (parent) => Promise.resolve((CITIES[parent] ?? []).map((name) => ({ value: name, text: name }))),
}

const level = [
  { value: '1', text: '一等奖' },
  { value: '2', title: '二等奖' },
  { value: '3', label: '停用', disabled: true },
]
const sex = [
  { value: '1', text: '男' },
  { value: '2', text: '女' },
]
const REGISTERED = '京A00000'
const PLATE = /^[\u4e00-\u9fa5][A-Z][A-Z0-9]{5,6}$/

export const columns: readonly GridColumn[] = [
  { key: 'no', title: '编号', type: 'normal', width: 80, sorter: true },
  { key: 'name', field: 'prizeName', title: '名称', type: 'input', width: '160px', placeholder: '请输入名称', defaultValue: '新奖品', validateRules: [{ required: true, message: '${title}不能为空' }, { unique: true, message: '${title}不能重复' }] },
  { key: 'orderNum', title: '排序', type: 'inputNumber', width: 80, isOrder: true },
  { key: 'count', title: '数量', type: 'inputNumber', statistics: true, validateRules: [{ required: true }, { pattern: 'z', message: '请输入整数' }] },
  { key: 'price', title: '单价', type: 'inputNumber', statistics: ['sum'], validateRules: [{ pattern: 'money', message: '最多两位小数' }] },
  { key: 'mobile', title: '手机', type: 'input', width: 140, props: { maxLength: 11 }, validateRules: [{ pattern: 'm', message: '手机号格式不正确' }] },
  { key: 'plate', title: '车牌', type: 'input', validateRules: [{ pattern: PLATE, message: '车牌格式不正确' }, { handler: ({ value }) => (value === REGISTERED ? '该车牌已登记' : undefined) }] },
  { key: 'open', title: '启用', type: 'checkbox', width: 80, customValue: ['1', '0'], defaultChecked: true },
  { key: 'meta', title: '必填', type: 'checkbox_meta', width: 80 },
  { key: 'level', title: '等级', type: 'select', options: level },
  { key: 'unit', title: '单位', type: 'select', allowInput: true, options: [{ value: '台', text: '台' }, { value: '张', text: '张' }] },
  { key: 'kinds', title: '种类', type: 'select', width: 160, props: { mode: 'multiple' }, options: level },
  { key: 'tags', title: '标签', type: 'list_multi', width: 160, options: [{ value: 'a', text: '热门' }, { value: 'b', text: '新品' }, { value: 'c', text: '限量' }] },
  { key: 'priority', title: '优先级', type: 'select', dictCode: 'priority', allowSearch: false },
  { key: 'sex', title: '性别', type: 'radio', width: 140, options: sex },
  { key: 'search', title: '可搜索', type: 'sel_search', dictCode: 'priority' },
  { key: 'remote', title: '远程搜索', type: 'sel_search_async', width: 150, dictCode: 'sys_depart,depart_name,org_code' },
  { key: 'province', title: '省', type: 'select', linkageKey: 'city' },
  { key: 'city', title: '市', type: 'select', linkageKey: 'district' },
  { key: 'district', title: '区', type: 'select' },
  { key: 'depart', title: '部门', type: 'sel_depart', fieldExtendJson: { store: 'orgCode', text: 'departName', multiSelect: false } },
  { key: 'user', title: '用户', type: 'sel_user', fieldExtendJson: '{"store":"username","text":"realname","multiSelect":true}' },
  { key: 'day', title: '日期', type: 'date' },
  { key: 'moment', title: '时刻', type: 'datetime' },
  { key: 'time', title: '时间', type: 'time' },
  { key: 'deadline', title: '截止', type: 'date', format: 'YYYY年MM月DD日', width: 160 },
  { key: 'remark', title: '备注', type: 'textarea', width: 160 },
  { key: 'long', title: '长文本', type: 'input_pop', width: 160 },
  { key: 'popup', title: '报表选择', type: 'popup', popupCode: 'demo', orgFields: 'realname,phone', destFields: 'popup,mobile', param: { status: '1' } },
  { key: 'upload', title: '上传', type: 'upload', width: 170, action: '/sys/common/upload', token: true, responseName: 'message', btnText: '选择文件' },
  { key: 'file', title: '文件', type: 'file', width: 150, number: 3 },
  { key: 'scan', title: '存档', type: 'file', width: 150, allowDownload: false, allowRemove: false },
  { key: 'image', title: '图片', type: 'image', width: 150 },
  { key: 'slot', title: '自定义', type: 'slot', width: 100 },
  { key: 'locked', title: '锁定', type: 'input', width: 100, disabled: ({ no }) => no === 2 },
  { key: 'secret', title: '隐藏', type: 'hidden', defaultValue: 'x' },
] // prettier-ignore

const exampleRow = (index: number): GivenRow => ({
  id: `r${index + 1}`,
  no: index + 1,
  prizeName: `奖品${index + 1}`,
  orderNum: index + 1,
  count: (index * 7) % 50,
  price: ((index * 13) % 900) / 10,
  mobile: `138${String(10_000_000 + index)}`,
  plate: null,
  open: index % 3 ? '1' : '0',
  meta: index % 2 === 0,
  level: String((index % 2) + 1),
  unit: '台',
  kinds: '1,2',
  tags: 'a,b',
  priority: 'H',
  sex: '1',
  search: 'M',
  remote: 'A01',
  province: '广东',
  city: '深圳',
  district: '南山区',
  depart: 'A01',
  user: 'admin,operator',
  day: '2026-01-05',
  moment: '2026-01-05 08:30:00',
  time: '08:30:00',
  deadline: '2026-12-31',
  remark: '说明文字',
  scan: 'temp/存档扫描件.pdf',
  locked: '原值',
  secret: 'x',
})
export const exampleRows = (count: number): GivenRow[] => Array.from({ length: count }, (_, index) => exampleRow(index))

/** One column for each named pattern, with its own sentence. */
export const patternColumns: readonly GridColumn[] = (Object.keys(gridPatterns) as GridPattern[]).map(
  (pattern, place) => ({
    key: `p${place}`,
    title: pattern,
    type: 'input',
    validateRules: [{ pattern }],
  }),
)

/** Some of what a table of orders has; the rest is a matter of rights. */
export const grantedColumns: readonly GridColumn[] = [
  { key: 'name', title: '品名', type: 'input' },
  { key: 'count', title: '件数', type: 'inputNumber' },
  { key: 'cost', title: '成本', type: 'inputNumber' },
  { key: 'price', title: '售价', type: 'inputNumber' },
]
