/** The chats the product can live in: a folder each, and its line here. */
import type { ChatName } from '../kernel/ports/chat.ts'
import { dingtalk } from './dingtalk/index.ts'
import type { ChatKind } from './kind.ts'
import { wecom } from './wecom/index.ts'

export const chatKinds: Readonly<Record<ChatName, ChatKind>> = { wecom, dingtalk }
export const allChatKinds: readonly ChatKind[] = Object.values(chatKinds)
