/** Everything of this room that the server registers. */
import { deliveryRows } from './deliveries.ts'
import type { Route } from '../kernel/route.ts'
import { actionRoutes } from '../resource/action.ts'
import type { SaveHook } from '../resource/hooks.ts'
import { announcementRoutes } from './announcement-routes.ts'
import { announcementActions, announcementRules } from './announcements.ts'
import { messageRoutes } from './message-routes.ts'
import { preferenceRoutes } from './preferences.ts'
import { whyRoutes } from './why.ts'

export const notifyRoutes: Route[] = [
  ...messageRoutes,
  ...announcementRoutes,
  ...actionRoutes(announcementActions),
  ...preferenceRoutes,
  ...whyRoutes,
]
export const notifyHooks: readonly SaveHook[] = [announcementRules, deliveryRows]
