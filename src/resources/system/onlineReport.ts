import { choices } from '#model/choices.ts'
import { choice, code, integer, lines, longText, ref, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const reportColumnTypes = choices('report_column_type', '报表列类型', {
  text: ['String', '文字'],
  whole: ['Integer', '整数'],
  number: ['Number', '小数'],
  date: ['Date', '日期'],
  dateTime: ['Datetime', '日期时间'],
})
export const reportSearchModes = choices('report_search_mode', '报表查询方式', {
  single: ['single', '单值'],
  group: ['group', '范围'],
})
export const reportCharts = choices('report_chart', '报表图表', { bars: ['bar', '条形图'], line: ['line', '曲线图'] })

/** What a column and a parameter may be called: a name of the SQL that needs no quotes, as the wire has it too. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,58}$/
const yesNo = { on: '1', off: '0' } as const

/** Where the client opens a stored report, and the right to read it: the menu entry that leads there carries it. */
export const reportUrl = (reportCode: string): string => `/online/cgreport/${reportCode}`
export const mayReadReport = (reportCode: string): string => `online:report:view:${reportCode}`
export const REPORT_COMPONENT = 'modules/online/cgreport/auto/OnlCgreportAutoList'

/** Reports that an administrator writes as SQL (contract.md §8.3): what it may say is decided by `server/reports`. */
export const onlineReport = defineResource({
  name: 'onlineReport',
  label: '在线报表',
  path: '/online/cgreport/head',
  table: 'onl_cgreport_head',
  title: 'name',
  scope: 'tenant',
  permission: 'online:report',
  verbs: ['add', 'edit', 'delete'],
  fields: {
    code: text('报表编码', { required: true, unique: true, fixed: true, max: 50, format: 'code', width: 160 }),
    name: text('报表名称', { required: true, max: 100, width: 200 }),
    dbSource: ref('数据源', 'sysDataSource', { width: 140, hint: '留空为本系统的数据' }),
    cgrSql: code('SQL', 'SQL', {
      required: true,
      max: 20_000,
      hint: '一条 SELECT 语句；参数写作 #{名称}，不加引号',
    }),
    content: longText('说明', { max: 500, width: 240 }),
    chart: choice('图表', reportCharts, { width: 90 }),
    chartLabel: text('图表的名称列', { max: 60, hint: '列名，例如 provider_name' }),
    chartValue: text('图表的数值列', { max: 60, hint: '列名，例如 income' }),
    items: lines(
      '列',
      {
        fieldName: text('列名', { required: true, max: 60, width: 150 }),
        fieldTxt: text('标题', { required: true, max: 50, width: 130 }),
        fieldType: choice('类型', reportColumnTypes, { required: true, initial: 'text', width: 110 }),
        dictCode: text('字典编码', { max: 64, width: 130 }),
        fieldWidth: integer('列宽', { min: 40, max: 800, width: 90 }),
        isShow: toggle('显示', { ...yesNo, initial: '1', width: 70 }),
        isOrder: toggle('可排序', { ...yesNo, width: 70 }),
        isSearch: toggle('可查询', { ...yesNo, width: 70 }),
        searchMode: choice('查询方式', reportSearchModes, { width: 100 }),
        isTotal: toggle('合计', { ...yesNo, width: 70 }),
      },
      { hint: '列名与 SQL 结果的列一致；可用“从 SQL 生成列”填写' },
    ),
    params: lines(
      '参数',
      {
        paramName: text('参数名', { required: true, max: 60, width: 150 }),
        paramTxt: text('标题', { required: true, max: 50, width: 150 }),
        paramValue: text('默认值', { max: 200, width: 200 }),
      },
      { hint: 'SQL 中每个 #{名称} 一行；未给值时用默认值，都没有时为空' },
    ),
  },
  list: {
    columns: ['code', 'name', 'dbSource', 'content', 'chart', 'updateTime'],
    filters: ['name', 'code', 'dbSource'],
    card: { subtitle: 'code', badge: 'chart', facts: ['dbSource', 'content'] },
  },
  form: [
    { title: '报表', fields: ['code', 'name', 'dbSource', 'content', 'cgrSql'] },
    { title: '列与参数', fields: ['items', 'params'] },
    { title: '图表', fields: ['chart', 'chartLabel', 'chartValue'] },
  ],
  actions: {
    toMenu: {
      label: '加到菜单',
      permission: 'edit',
      confirm: '在菜单中新增一项打开这份报表，然后在角色管理中授权给要看的人。',
      input: { parentId: ref('上级菜单', 'sysPermission', { required: true }) },
    },
  },
  check(draft) {
    const columns = (draft.items ?? []).map(({ fieldName }) => fieldName)
    const params = (draft.params ?? []).map(({ paramName }) => paramName)
    for (const [index, name] of columns.entries()) {
      if (name && !NAME.test(name)) return { [`items.${index}.fieldName`]: '应为字母、数字和下划线，以字母开头' }
      if (columns.indexOf(name) < index) return { [`items.${index}.fieldName`]: '列名重复' }
    }
    for (const [index, name] of params.entries()) {
      if (name && !NAME.test(name)) return { [`params.${index}.paramName`]: '应为字母、数字和下划线，以字母开头' }
      if (params.indexOf(name) < index) return { [`params.${index}.paramName`]: '参数名重复' }
    }
    if (!draft.chart) return undefined
    for (const end of ['chartLabel', 'chartValue'] as const) {
      const name = draft[end]
      if (!name) return { [end]: '请填写图表用的列' }
      if (!columns.includes(name)) return { [end]: `没有名为 ${name} 的列` }
    }
  },
  menu: {
    group: 'system',
    icon: 'bar-chart',
    order: 80,
    url: '/online/report',
    component: ['modules/online/cgreport/OnlCgreportHeadList', 'super/online/cgreport/index'],
  },
})
