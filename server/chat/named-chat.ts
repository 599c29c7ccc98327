import { z } from 'zod'
import { chatNames } from '#model/chatNames.ts'

/** The chat an address names. */
export const namedChat = z.object({ name: z.enum(chatNames, { error: '不支持的聊天软件' }) })
