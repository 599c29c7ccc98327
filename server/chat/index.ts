/** Every endpoint of the chats. */
import type { Route } from '../kernel/route.ts'
import { actionRoutes } from '../resource/action.ts'
import { accountRoutes } from '../system/chat-accounts/account-routes.ts'
import { bindUser } from '../system/chat-accounts/account-rules.ts'
import { callbackRoutes } from './callback-routes.ts'
import { chatDoctorRoutes } from './doctor-routes.ts'
import { chatFileRoutes } from './file-routes.ts'
import { pickedPeopleRoutes } from '../system/chat-accounts/picked-people.ts'
import { chatSetupRoutes } from './setup-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

export const chatRoutes: Route[] = [
  ...signInRoutes,
  ...chatSetupRoutes,
  ...chatDoctorRoutes,
  ...chatFileRoutes,
  ...pickedPeopleRoutes,
  ...callbackRoutes,
  ...accountRoutes,
  ...actionRoutes([bindUser]),
]
