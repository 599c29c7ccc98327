/** Every endpoint of the product, by name. */
import { allResources } from '#resources/index.ts'
import { actions, businessRules } from './business/index.ts'
import { reconcileRoutes } from './business/reconciliation/reconcile.ts'
import { deviceMapRoutes } from './business/device/map-routes.ts'
import { methodsOf } from './http/register.ts'
import type { Route } from './kernel/route.ts'
import { casRoutes } from './system/cas.ts'
import { chatRoutes } from './chat/index.ts'
import { notifyHooks, notifyRoutes } from './notify/index.ts'
import { quartzJobRoutes } from './jobs/job-routes.ts'
import { quartzJobRules } from './jobs/job-rules.ts'
import { actionRoutes } from './resource/action.ts'
import { useHooks as install } from './resource/hooks.ts'
import { previewRoutes } from './resource/preview.ts'
import { resourceRoutes } from './resource/routes.ts'
import { captchaRoutes } from './system/captcha.ts'
import { dataLogRoutes } from './system/data-log.ts'
import { fileRoutes } from './files/file-routes.ts'
import { forgottenPasswordRoutes } from './system/forgotten-password.ts'
import { loginRoutes } from './system/login.ts'
import { menuRoutes } from './system/menu.ts'
import { onlineRoutes } from './system/online.ts'
import { ownAccountRoutes } from './system/own-account.ts'
import { phoneLoginRoutes } from './system/phone-login.ts'
import { proofRoutes } from './system/proof-of-work.ts'
import { registrationRoutes } from './system/registration.ts'
import { systemHooks } from './system/hooks.ts'
import { systemRoutes } from './system/index.ts'
import { todoRoutes } from './system/todos.ts'
import { taskRoutes } from './tasks/routes.ts'

/** Endpoints with a file of their own. Where one has the address of a resource's verb, it takes that verb's place. */
const written = (): Route[] => [
  ...captchaRoutes,
  ...proofRoutes,
  ...loginRoutes,
  ...phoneLoginRoutes,
  ...registrationRoutes,
  ...forgottenPasswordRoutes,
  ...ownAccountRoutes,
  ...menuRoutes,
  ...onlineRoutes,
  ...fileRoutes,
  ...dataLogRoutes,
  ...todoRoutes,
  ...notifyRoutes,
  ...quartzJobRoutes,
  ...reconcileRoutes,
  ...deviceMapRoutes,
  ...taskRoutes(),
  ...chatRoutes,
  ...casRoutes,
  ...systemRoutes,
]

export function productRoutes(): Route[] {
  // Before the routes are made: a list's parameters include those of its hooks.
  install([...systemHooks, ...notifyHooks, quartzJobRules, ...businessRules])
  const own = written()
  const taken = new Set(own.flatMap((route) => methodsOf(route).map((method) => `${method} ${route.path}`)))
  const generated = [
    ...allResources().flatMap((resource) => [...resourceRoutes(resource), ...previewRoutes(resource)]),
    ...actionRoutes(actions),
  ]
  return [
    ...own,
    ...generated.flatMap((route) => {
      const free = methodsOf(route).filter((method) => !taken.has(`${method} ${route.path}`))
      return free.length ? [{ ...route, method: free as Exclude<Route['method'], string> }] : []
    }),
  ]
}
