import type { Entry } from '#resources/bringing.ts'
import { entryNamed } from '#resources/catalogue.ts'
import { resourceOfComponent } from '../session/menu.ts'
import { closeMessage, placeOf, useOpenMessage, type Message } from './messages.ts'

export const openedWords = {
  title: '通知消息',
  sender: '发布人：',
  sent: '发布时间：',
  files: '附件：',
  close: '关闭',
  leave: '去处理',
} as const

/** What lies open over the page. */
export type Shown =
  | { as: 'waiting' }
  /** The record a message names, in its place. */
  | { as: 'record'; message: Message; of: Entry; id: string }
  | {
      as: 'text'
      message: Message
      html: string
      /** To where it sends its reader; undefined when it sends nobody anywhere. */
      leave: (() => void) | undefined
    }

interface Ways {
  to(address: string): void
  outside(address: string): void
}

/** Undefined when nothing lies open. A message whose component is not ours, or names no record, falls back to its text. */
export function useOpenedMessage({ to, outside }: Ways): Shown | undefined {
  const { opened, loadingId } = useOpenMessage()
  if (!opened) return loadingId ? { as: 'waiting' } : undefined
  const { message } = opened
  const name = opened.as === 'component' && opened.busId ? resourceOfComponent(opened.component) : undefined
  const of = name && entryNamed(name)
  if (opened.as === 'component' && of) return { as: 'record', message, of, id: opened.busId }
  const place = placeOf(message)
  return {
    as: 'text',
    message,
    html: message.msgContent || message.msgAbstract || '',
    leave:
      place &&
      (() => {
        closeMessage()
        if ('to' in place) to(place.to)
        else outside(place.outside)
      }),
  }
}
