/** Messages in WeCom's own shapes and limits (developer.work.weixin.qq.com 90236). */
import type { CardFact, ChatMessage } from '../../kernel/ports/chat.ts'
import { cut, cutInside, cutToBytes } from '../fitting.ts'
import { markOf } from '../message-mark.ts'

const BUTTONS = 6
const FACTS = 6
/** The longest WeCom remembers: a message whose answer was lost is not shown twice. */
export const REMEMBER_SECONDS = 4 * 3600

export interface Envelope {
  userIds: readonly string[]
  agentId: string
}

export const envelope = ({ userIds, agentId }: Envelope, msgtype: string, content: object) => ({
  touser: userIds.join('|'),
  agentid: Number(agentId),
  msgtype,
  [msgtype]: content,
  enable_duplicate_check: 1,
  duplicate_check_interval: REMEMBER_SECONDS,
})

/** A card whose buttons call back with the key of the choice, or open the page. */
export const cardOf = (message: ChatMessage, url: string) => ({
  card_type: 'button_interaction',
  main_title: { title: cut(message.title, 36), desc: cutInside(message.summary, 44) },
  horizontal_content_list: message.facts.slice(0, FACTS).map(({ label, text }) => ({
    keyname: cut(label, 10),
    value: cut(text, 30),
  })),
  card_action: { type: 1, url },
  task_id: message.key,
  button_list: message.choices!.slice(0, BUTTONS).map(({ key, label, danger, opens }) => ({
    text: cut(label, 10),
    // 1 is blue, 3 red, 4 grey.
    style: danger ? 3 : 1,
    ...(opens ? { type: 1, url } : { type: 0, key }),
  })),
})

/** WeCom reads a few tags here, so what would look like one is written wide. */
const plain = (text: string) => text.replaceAll('<', '＜').replaceAll('>', '＞').replaceAll('&', '＆')
const MOST_BYTES = 512

/** A card that only opens the page. Whole lines are left out where the limit is met, never half a tag. */
export function textCardOf(message: ChatMessage, url: string) {
  const fact = ({ label, text }: CardFact) => `<div class="gray">${plain(label)}：${plain(cut(text, 40))}</div>`
  const lines = [`<div class="normal">${plain(cutInside(message.summary, 60))}</div>`, ...message.facts.map(fact)]
  const mark = fact(markOf(message))
  let shown = ''
  for (const line of lines) if (Buffer.byteLength(shown + line + mark) <= MOST_BYTES) shown += line
  return { title: cutToBytes(message.title, 128), description: shown + mark, url, btntxt: '查看' }
}
