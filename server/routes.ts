/** Every endpoint of the product. */
import { allResources } from '#resources/index.ts'
import { installFlows, ownRoutes, works } from './flows.ts'
import { methodsOf } from './http/register.ts'
import type { Route } from './kernel/route.ts'
import { previewRoutes } from './resource/preview.ts'
import { resourceRoutes } from './resource/routes.ts'
import { actionRoutes } from './tasks/action-routes.ts'
import { filesRoutes } from './tasks/resource-routes.ts'

export function productRoutes(): Route[] {
  installFlows()
  const own = ownRoutes()
  const taken = new Set(own.flatMap((route) => methodsOf(route).map((method) => `${method} ${route.path}`)))
  const generated = [
    ...allResources().flatMap((resource) => [
      ...resourceRoutes(resource),
      ...filesRoutes(resource),
      ...previewRoutes(resource),
    ]),
    ...actionRoutes(works),
  ]
  return [
    ...own,
    ...generated.flatMap((route) => {
      const free = methodsOf(route).filter((method) => !taken.has(`${method} ${route.path}`))
      return free.length ? [{ ...route, method: free as Exclude<Route['method'], string> }] : []
    }),
  ]
}
