/** Where the contract words the answer of a generated verb in its own way: the same work, its sentence. */
import type { Resource } from '#model/resource.ts'
import { resources } from '#resources/index.ts'
import { Said, type Route } from '../kernel/route.ts'
import { resourceRoutes } from '../resource/routes.ts'

type Verb = 'add' | 'edit' | 'delete' | 'deleteBatch'

// prettier-ignore
const sentences: readonly [resource: Resource, verb: Verb, message: string][] = [
  [resources.sysUser, 'delete', '删除用户成功'],
  [resources.sysUser, 'deleteBatch', '批量删除用户成功'],
  [resources.sysPermission, 'edit', '修改成功！'],
  [resources.sysPermission, 'deleteBatch', '删除成功!'],
  [resources.sysDepart, 'deleteBatch', '删除成功!'],
  [resources.sysPosition, 'deleteBatch', '删除成功!'],
  [resources.sysDict, 'add', '保存成功！'],
  [resources.sysDict, 'edit', '编辑成功!'],
  [resources.sysDictItem, 'add', '保存成功！'],
  [resources.sysDictItem, 'edit', '编辑成功!'],
  [resources.quartzJob, 'add', '创建定时任务成功'],
  [resources.quartzJob, 'edit', '更新定时任务成功!'],
  [resources.quartzJob, 'delete', '删除定时任务成功!'],
  [resources.quartzJob, 'deleteBatch', '删除定时任务成功!'],
]

function reworded(resource: Resource, verb: Verb, message: string): Route {
  const made = resourceRoutes(resource).find(({ path }) => path === `${resource.path}/${verb}`)
  if (!made) throw new Error(`${resource.name} has no ${verb}`)
  const work = made.handler as (call: unknown) => unknown
  return {
    ...made,
    handler: async (call: unknown) => {
      const answer = await work(call)
      return answer instanceof Said ? new Said(message, answer.result, answer.code) : answer
    },
  }
}

export const wordedRoutes = (): Route[] =>
  sentences.map(([resource, verb, message]) => reworded(resource, verb, message))
