/** Online forms (contract.md §8.4): defined by administrators, published, used by everybody with their rights. */
import { z } from 'zod'
import { permissionOf } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { lacksRight } from '../../kernel/errors.ts'
import { route, said, type Route } from '../../kernel/route.ts'
import { once } from '../../resource/once.ts'
import { idText } from '../../resource/parameters.ts'
import type { Writing } from '../../resource/write.ts'
import { onlineContractRoutes } from './contract-routes.ts'
import { formOf, mayRead, onlineDataRoutes } from './data-routes.ts'
import { publish, shownPlan, stop, takeBack } from './publish.ts'
import { unlessBusy } from './unless-busy.ts'

export { saveOnlineForm } from './form-rules.ts'

const { onlineForm } = resources
const tag = onlineForm.label
const permission = 'online:form:publish'

const step = (
  name: string,
  summary: string,
  done: string,
  work: (writing: Writing, id: string, version: number) => Promise<void>,
) =>
  route({
    method: 'POST',
    path: `${onlineForm.path}/${name}`,
    permission,
    summary,
    tag,
    body: z.strictObject({
      id: idText(),
      version: z.number({ error: 'version 应为正整数' }).int('version 应为正整数').min(1, 'version 应为正整数'),
    }),
    handler: async ({ services, caller, request, body: { id, version } }) => {
      await once(services, caller, request, async (tx) => {
        await unlessBusy(tx, () => work({ tx, caller, services }, id, version))
        return null
      })
      return said(done, await shownPlan({ caller, services }, id))
    },
  })

export const onlineFormRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: `${onlineForm.path}/plan`,
    permission: 'online:form:list',
    summary: '发布在线表单将做的修改（文字和 SQL），以及发布记录',
    tag,
    query: z.strictObject({ id: idText() }),
    handler: ({ services, caller, query: { id } }) => shownPlan({ caller, services }, id),
  }),
  step('publish', '发布在线表单：修改数据表、菜单和权限', '发布成功', publish),
  step('takeBack', '撤回在线表单的上一次发布', '撤回成功', takeBack),
  step('stop', '停用在线表单，数据保留', '停用成功', stop),
  route({
    method: 'GET',
    path: '/online/cgform/api/definition/:code',
    permission: 'session',
    summary: '已发布的在线表单定义，列表、表单和详情由它生成',
    tag,
    params: z.strictObject({ code: z.string().max(64) }),
    handler: async ({ services, caller, params: { code } }) => {
      const { id, definition, resource } = await formOf(services, code)
      if (!mayRead(caller, resource)) throw lacksRight(permissionOf(resource, 'list'))
      return { id, definition }
    },
  }),
  ...onlineDataRoutes(),
  ...onlineContractRoutes,
]
