/** The chats drop a text a person had before without a word; what makes each message its own is a line of it. */
import { createHash } from 'node:crypto'
import type { ChatMessage } from '../kernel/ports/chat.ts'

/** The same for every try, so that a second one after a lost answer is dropped by the chat itself. */
export const markOf = ({ key }: Pick<ChatMessage, 'key'>) => ({
  label: '通知编号',
  text: createHash('sha256').update(key).digest('hex').slice(0, 8).toUpperCase(),
})
