/** Work notices in DingTalk's shape: at most 2,048 bytes, and never twice the same text to one person on one day. */
import type { ChatMessage } from '../../kernel/ports/chat.ts'
import { cut } from '../fitting.ts'
import { markOf } from '../message-mark.ts'

const MOST_BYTES = 2048
/** One of the six lines is ours. */
const FACTS = 5

export const statusColours = { waiting: '0xFFFF9D46', good: '0xFF78C06E', bad: '0xFFF65E5E' } as const
export const WAITING = '待处理'

/** The desktop client opens it beside the chat, signed in; an ordinary browser would not understand it. */
export const besideChat = (url: string) =>
  `dingtalk://dingtalkclient/page/link?url=${encodeURIComponent(url)}&pc_slide=true`

/** Tighter texts until it fits. */
const tightness = [
  { summary: 200, fact: 60, facts: FACTS },
  { summary: 100, fact: 40, facts: FACTS },
  { summary: 50, fact: 20, facts: 3 },
  { summary: 20, fact: 10, facts: 1 },
] as const

export function noticeOf(message: ChatMessage, url: string) {
  const made = tightness.map((limits) => notice(message, url, limits))
  return made.find((one) => Buffer.byteLength(JSON.stringify(one)) <= MOST_BYTES) ?? made.at(-1)!
}

function notice(message: ChatMessage, url: string, limits: (typeof tightness)[number]) {
  const decides = (message.choices?.length ?? 0) > 0
  const mark = markOf(message)
  return {
    msgtype: 'oa',
    oa: {
      message_url: url,
      pc_message_url: besideChat(url),
      head: { bgcolor: 'FF1677FF', text: '' },
      ...(decides && { status_bar: { status_value: WAITING, status_bg: statusColours.waiting } }),
      body: {
        title: cut(message.title, 50),
        form: [
          ...message.facts.slice(0, limits.facts).map(({ label, text }) => ({
            key: `${cut(label, 12)}：`,
            value: cut(text, limits.fact),
          })),
          { key: `${mark.label}：`, value: mark.text },
        ],
        content: cut(message.summary, limits.summary),
      },
    },
  }
}

export const todoOf = (message: ChatMessage, url: string, unionIds: readonly string[]) => ({
  sourceId: message.key,
  subject: cut(message.title, 200),
  creatorId: unionIds[0],
  description: cut(message.summary, 500),
  executorIds: unionIds,
  detailUrl: { appUrl: url, pcUrl: url },
  isOnlyShowExecutor: true,
  priority: 20,
  ...(message.todo?.due && { dueTime: message.todo.due }),
  // The notice has already rung.
  notifyConfigs: { dingNotify: '0', sendTodoApn: 'false', sendAssistantChat: 'false' },
})
