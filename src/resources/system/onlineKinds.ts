/** What an administrator may choose from for an online form: kinds that are kept in one column each. */
import { choices } from '#model/choices.ts'

export const onlineKinds = choices('ol_field_kind', '在线表单控件', {
  text: ['text', '单行文字'],
  longText: ['longText', '多行文字'],
  integer: ['integer', '整数'],
  decimal: ['decimal', '小数'],
  money: ['money', '金额（元）'],
  percent: ['percent', '百分比'],
  date: ['date', '日期'],
  dateTime: ['dateTime', '日期时间'],
  switch: ['switch', '开关'],
  dict: ['dict', '字典单选'],
  dicts: ['dicts', '字典多选'],
  user: ['user', '人员'],
  department: ['department', '部门'],
  area: ['area', '省市区'],
  image: ['image', '图片'],
  images: ['images', '多张图片'],
  file: ['file', '文件'],
  files: ['files', '多个文件'],
})

export const formStates = choices('ol_form_state', '在线表单状态', {
  draft: ['0', '未发布', 'default'],
  live: ['1', '已发布', 'green'],
  stopped: ['2', '已停用', 'orange'],
})

export const formScopes = choices('ol_form_scope', '在线表单数据范围', {
  tenant: ['tenant', '本租户全部数据'],
  department: ['department', '本部门及下级的数据'],
  own: ['own', '仅本人的数据'],
})

export const comparisons = choices('ol_comparison', '在线表单增强比较', {
  equal: ['eq', '等于'],
  unequal: ['ne', '不等于'],
  greater: ['gt', '大于'],
  atLeast: ['ge', '不小于'],
  less: ['lt', '小于'],
  atMost: ['le', '不大于'],
})
