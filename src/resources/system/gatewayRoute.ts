import { choice, integer, lines, text, toggle } from '#model/fields.ts'
import { defineResource } from '#model/resource.ts'
import { argumentProblem, gatewayFilters, gatewayPredicates } from './gatewayParts.ts'

const TARGET = /^(lb(:(http|https|ws|wss))?|https?|wss?):\/\/[\w.-]+(:\d{1,5})?(\/\S*)?$/
const yesNo = { on: '1', off: '0', numeric: true } as const

/** Where a gateway sends what (JeecgBoot SysGatewayRoute): kept here and served to the gateway, which is not ours. */
export const sysGatewayRoute = defineResource({
  name: 'sysGatewayRoute',
  label: '网关路由',
  title: 'name',
  scope: 'platform',
  permission: 'system:gatewayRoute',
  verbs: ['add', 'edit', 'delete', 'export'],
  fields: {
    name: text('路由名称', { required: true, max: 50, width: 180 }),
    routerId: text('路由编号', { required: true, unique: true, max: 50, format: 'code', width: 180 }),
    uri: text('转发到', { required: true, max: 255, width: 220, hint: 'lb://服务名，或 http(s)、ws(s) 地址' }),
    predicates: lines(
      '匹配条件',
      {
        name: choice('类型', gatewayPredicates, { required: true }),
        args: text('参数', { required: true, max: 500, width: 320 }),
      },
      { required: true, hint: '须全部符合。多个参数用逗号分隔，例如 路径：/order/**,/pay/**；请求头：X-Client,^app$' },
    ),
    filters: lines(
      '过滤器',
      {
        name: choice('类型', gatewayFilters, { required: true }),
        args: text('参数', { required: true, max: 500, width: 320 }),
      },
      { hint: '依次处理。例如 去掉前几级路径：1；加请求头：X-From,gateway' },
    ),
    stripPrefix: toggle('去掉前缀', yesNo),
    retryable: toggle('可重试', yesNo),
    persistable: toggle('持久化', { ...yesNo, initial: '1' }),
    showApi: toggle('显示在接口文档', yesNo),
    status: toggle('状态', { ...yesNo, onText: '启用', offText: '停用', inList: true, initial: '1' }),
    sortNo: integer('排序', { required: true, min: 0, max: 9999, initial: 100 }),
  },
  list: {
    columns: ['name', 'routerId', 'uri', 'status', 'retryable', 'showApi', 'sortNo', 'updateTime'],
    filters: ['name', 'routerId', 'uri', 'status'],
    order: 'sortNo',
    card: { subtitle: 'routerId', badge: 'status', facts: ['uri', 'sortNo'] },
  },
  form: [
    { title: '路由', fields: ['name', 'routerId', 'uri', 'status', 'sortNo'] },
    { title: '条件与处理', fields: ['predicates', 'filters'] },
    { title: '其他', fields: ['stripPrefix', 'retryable', 'persistable', 'showApi'] },
  ],
  actions: { copy: { label: '复制', permission: 'add', confirm: '复制为一条停用的新路由。' } },
  check(draft) {
    if (draft.uri && !TARGET.test(draft.uri)) return { uri: '应为 lb://服务名，或 http(s)、ws(s) 地址' }
    for (const part of ['predicates', 'filters'] as const)
      for (const [index, { name, args }] of (draft[part] ?? []).entries()) {
        const problem = name && argumentProblem(name, args)
        if (problem) return { [`${part}.${index}.args`]: problem }
      }
  },
  menu: {
    group: 'system',
    icon: 'global',
    order: 78,
    url: '/isystem/gatewayroute',
    component: ['system/SysGatewayRouteList', 'monitor/route/index'],
  },
})
