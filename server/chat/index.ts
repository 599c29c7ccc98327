/** The chats: signing in through them, what they call back, their files and the doctor. Each chat is a folder (`chats.ts`). */
import { noParameter, timed } from '../kernel/timed-work.ts'
import type { Flow } from '../resource/flow.ts'
import { callbackRoutes } from './callback-routes.ts'
import { allChatKinds } from './chats.ts'
import { chatDoctorRoutes } from './doctor-routes.ts'
import { chatFileRoutes } from './file-routes.ts'
import { lookAtMembers } from './members.ts'
import { chatSetupRoutes } from './setup-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'

export const chatFlow: Flow = {
  timed: { 'look-at-members': timed(noParameter, lookAtMembers, { long: true }) },
  routes: [
    ...signInRoutes,
    ...chatSetupRoutes,
    ...chatDoctorRoutes,
    ...chatFileRoutes,
    ...callbackRoutes,
    ...allChatKinds.flatMap(({ routes = [] }) => routes),
  ],
}
