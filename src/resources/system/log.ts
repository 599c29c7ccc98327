import { choices } from '#model/choices.ts'
import { choice, integer, text, user } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'

export const logTypes = choices('log_type', '日志类型', {
  login: [1, '登录日志', 'blue'],
  operation: [2, '操作日志', 'green'],
})

export const operateTypes = choices('operate_type', '操作类型', {
  query: [1, '查询'],
  add: [2, '添加'],
  edit: [3, '修改'],
  delete: [4, '删除'],
  import: [5, '导入'],
  export: [6, '导出'],
})

/** Who came in or failed to (登录日志), and every write that was asked for (操作日志): written by the server alone. */
export const sysLog = defineResource({
  name: 'sysLog',
  label: '日志',
  path: '/sys/log',
  title: 'logContent',
  scope: 'tenant',
  permission: 'system:log',
  contract: true,
  verbs: ['delete', 'export'],
  fields: {
    logContent: text('日志内容', { readOnly: true, max: 500, width: 300 }),
    logType: choice('日志类型', logTypes, { required: true, readOnly: true }),
    operateType: choice('操作类型', operateTypes, { readOnly: true }),
    personId: user('人员', { readOnly: true }),
    userid: text('账号', { readOnly: true, max: 64 }),
    username: text('姓名', { readOnly: true, max: 100 }),
    ip: text('来源地址', { readOnly: true, max: 64 }),
    host: text('终端', { readOnly: true, max: 32 }),
    requestType: text('请求方式', { readOnly: true, max: 10 }),
    requestUrl: text('请求地址', { readOnly: true, max: 300, width: 240 }),
    requestParam: text('请求对象', { readOnly: true, max: 300 }),
    method: text('处理程序', { readOnly: true, hidden: true, max: 300 }),
    costTime: integer('耗时', { readOnly: true, unit: ' 毫秒' }),
  },
  list: {
    source: '有人登录或提交内容后列在这里',
    columns: ['createTime', 'logType', 'logContent', 'userid', 'username', 'ip', 'host', 'operateType', 'requestUrl', 'costTime'],
    filters: ['logContent', 'personId', 'logType', 'operateType', 'createTime', 'ip'],
    card: { subtitle: 'username', badge: 'logType', aside: 'createTime', facts: ['ip', 'host'] },
  },
  form: [
    { title: '日志', fields: ['logContent', 'logType', 'operateType'] },
    { title: '人员', fields: ['personId', 'userid', 'username', 'ip', 'host'] },
    { title: '请求', fields: ['requestType', 'requestUrl', 'requestParam', 'costTime'] },
  ],
  menu: {
    group: 'system',
    icon: 'file-search',
    order: 86,
    url: '/isystem/log',
    component: ['system/LogList', 'monitor/log/index'],
  },
})
