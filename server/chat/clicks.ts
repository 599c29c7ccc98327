/** Buttons pressed in a chat, taken up after the chat had its answer. */
import { chatEntry } from '#model/chatNames.ts'
import { resources } from '#resources/index.ts'
import { logTypes, operateTypes } from '#resources/system/log.ts'
import { tableOf } from '../db/table.ts'
import { newId } from '../kernel/id.ts'
import { OPERATOR } from '../kernel/operator.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Services } from '../kernel/services.ts'
import type { Chat, ChatClick, ChatName } from '../kernel/ports/chat.ts'
import { job } from '../kernel/ports/queue.ts'

/**
 * What a pressed button means. Asks `callerOf` who that is and throws a Refusal when it may not be: a click is not a login.
 * May run twice for one click.
 */
export type OnClick = (services: Services, chat: Chat, click: ChatClick) => Promise<void>

interface Clicked {
  chat: ChatName
  click: ChatClick
}
export const chatClickJob = job<Clicked>('chat-click')

/** A refusal is written down and ends there; anything else is tried again by the queue. */
export async function takeClick(services: Services, { chat: name, click }: Clicked, onClick: OnClick): Promise<void> {
  const chat = services.chats.get(name)
  // While a new release goes round another node may have it: what was pressed is left to that one.
  if (!chat) throw new Error(`本节点未配置${chatEntry(name).label}，由其他节点处理卡片按钮`)
  try {
    await onClick(services, chat, click)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    services.log.warn({ chat: name, user: click.userId, choice: click.choice }, `卡片按钮未执行：${error.message}`)
    await services.db.insert(tableOf(resources.sysLog)).values({
      id: newId(),
      tenantId: OPERATOR,
      logType: logTypes.operation,
      operateType: operateTypes.edit,
      logContent: `${chat.label}卡片按钮“${click.choice.slice(0, 64)}”未执行：${error.message}`,
      username: click.userId.slice(0, 64),
      userid: click.userId.slice(0, 64),
      host: chat.label,
      requestParam: click.message.slice(0, 64),
    })
  }
}
