/** Messages of both chats in one shape, as an inbox shows them. */
import type { SimMessage } from '../simulator.ts'

export interface Entry {
  id: string
  title: string
  lines: string[]
  url?: string
  /** Buttons that decide; `key` is what the chat calls back with. */
  buttons: { text: string; key?: string; url?: string }[]
  taskId?: string
  /** What the card says once it is decided. */
  state?: string
  at: number
}

type Body = SimMessage['body']
type Shown = Pick<Entry, 'title' | 'lines' | 'buttons'> & { url?: string }

const shapes: Readonly<Record<string, (body: Body) => Shown>> = {
  template_card: ({ template_card: card }) => ({
    title: card.main_title.title,
    lines: [
      card.main_title.desc,
      ...(card.horizontal_content_list ?? []).map((line: Body) => `${line.keyname}：${line.value}`),
    ],
    url: card.card_action?.url,
    buttons: (card.button_list ?? []).map(({ text, key, url }: Body) => ({ text, key, url })),
  }),
  textcard: ({ textcard: card }) => ({
    title: card.title,
    lines: String(card.description)
      .split(/<\/div>/)
      .map((line) => line.replace(/<[^>]+>/g, '')),
    url: card.url,
    buttons: [],
  }),
  oa: ({ msg, oa = msg?.oa }) => ({
    title: oa.body.title,
    lines: [oa.body.content, ...(oa.body.form ?? []).map(({ key, value }: Body) => `${key}${value}`)],
    url: oa.message_url,
    buttons: [],
  }),
  file: () => ({ title: '文件', lines: [], buttons: [] }),
  text: ({ text, msg }) => ({ title: (text ?? msg?.text)?.content ?? '', lines: [], buttons: [] }),
}

export function entryOf(message: SimMessage, userId: string): Entry {
  const kind = String(message.body.msgtype ?? message.body.msg?.msgtype)
  const show = Object.hasOwn(shapes, kind) ? shapes[kind]! : () => ({ title: kind, lines: [], buttons: [] })
  const shown = show(message.body)
  return {
    id: message.id,
    at: message.at,
    ...shown,
    lines: shown.lines.filter(Boolean),
    ...(message.taskId && { taskId: message.taskId }),
    ...(message.state[userId] && { state: message.state[userId] }),
  }
}
