/** Every endpoint and every rule of the server, by name. */
import { allResources } from '#resources/index.ts'
import { actions, businessRules } from './actions/index.ts'
import { methodsOf } from './http/register.ts'
import type { Route } from './http/route.ts'
import { actionRoutes } from './resource/action.ts'
import { useHooks } from './resource/hooks.ts'
import { previewRoutes } from './resource/preview.ts'
import { resourceRoutes } from './resource/routes.ts'
import { dataLogRoutes } from './system/data-log.ts'
import { systemHooks } from './system/hooks.ts'
import { systemRoutes } from './system/index.ts'
import { loginRoutes } from './system/login.ts'
import { todoRoutes } from './system/todos.ts'

const namesOf = (route: Route) => methodsOf(route).map((method) => `${method} ${route.path}`)

/** What is written by hand stands before what is generated: `/sys/permission/list` answers with a tree. */
export function everyRoute(): Route[] {
  useHooks([...systemHooks, ...businessRules])
  const written = [...loginRoutes, ...systemRoutes, ...todoRoutes, ...dataLogRoutes, ...actionRoutes(actions)]
  const taken = new Set(written.flatMap(namesOf))
  const generated = allResources().flatMap((resource) => [...resourceRoutes(resource), ...previewRoutes(resource)])
  return [...written, ...generated.filter((route) => !namesOf(route).some((name) => taken.has(name)))]
}
