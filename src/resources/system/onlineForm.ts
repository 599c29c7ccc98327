import { choice, integer, lines, longText, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { formProblems } from './onlineFormRules.ts'
import { comparisons, onlineKinds, formScopes, formStates } from './onlineKinds.ts'

/** A form that an administrator defines (JeecgBoot OnlCgformHead). What is published of it is another record, see `online_form_version`. */
export const onlineForm = defineResource({
  name: 'onlineForm',
  label: '在线表单',
  path: '/online/cgform/head',
  table: 'online_form',
  title: 'name',
  scope: 'platform',
  permission: 'online:form',
  verbs: ['add', 'edit', 'delete'],
  fields: {
    name: text('表单名称', { required: true, max: 50, width: 180 }),
    code: text('表单编码', {
      required: true,
      unique: true,
      fixed: true,
      max: 40,
      width: 160,
      hint: '小写字母开头，只用小写字母、数字和下划线。地址、权限和数据表都用它，之后不能修改',
    }),
    formState: choice('状态', formStates, { readOnly: true, initial: 'draft' }),
    dataScope: choice('数据范围', formScopes, { required: true, initial: 'tenant' }),
    liveNumber: integer('已发布版本', { readOnly: true }),
    liveId: text('已发布版本编号', { readOnly: true, hidden: true, max: 64 }),
    remark: longText('说明', { max: 500 }),
    fields: lines(
      '字段',
      {
        name: text('字段名', { required: true, max: 40, width: 150 }),
        label: text('显示名称', { required: true, max: 30, width: 150 }),
        kind: choice('控件', onlineKinds, { required: true, initial: 'text', width: 130 }),
        required: toggle('必填', { width: 70 }),
        dictCode: text('字典编码', { max: 100, width: 140 }),
        size: integer('长度', { min: 0, max: 5000, width: 90 }),
        inList: toggle('列表', { initial: 'Y', width: 70 }),
        inSearch: toggle('查询', { width: 70 }),
        hint: text('提示', { max: 100, width: 180 }),
        checkRule: text('校验规则', { max: 64, width: 140 }),
      },
      {
        required: true,
        hint: '字段名用小写字母开头的英文，例如 visitDate。长度：文字为最多字数，小数为小数位数，多张图片和多个文件为最多个数。校验规则：填写其规则编码，只用于单行文字',
      },
    ),
    enhancements: lines(
      '增强记录',
      {
        field: text('字段名', { required: true, max: 40, width: 150 }),
        comparison: choice('应', comparisons, { required: true, initial: 'atLeast', width: 110 }),
        other: text('另一字段名或值', { required: true, max: 100, width: 180 }),
        message: text('不符合时提示', { required: true, max: 100, width: 260 }),
      },
      { hint: '保存数据时检查，最多 16 条。例如 endDate 不小于 startDate，提示“结束日期不能早于开始日期”' },
    ),
  },
  list: {
    columns: ['name', 'code', 'formState', 'liveNumber', 'dataScope', 'updateTime', 'createTime'],
    filters: ['name', 'code', 'formState'],
    card: { subtitle: 'code', badge: 'formState', facts: ['liveNumber', 'dataScope', 'updateTime'] },
  },
  form: [
    { title: '表单', fields: ['name', 'code', 'dataScope', 'remark'] },
    { title: '字段与增强', fields: ['fields', 'enhancements'] },
  ],
  check: (draft) => formProblems(draft),
  menu: {
    group: 'online',
    icon: 'edit',
    order: 10,
    url: '/online/cgform',
    component: ['modules/online/cgform/OnlCgformHeadList', 'super/online/cgform/index'],
  },
})
