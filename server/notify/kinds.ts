import { textIn } from '#model/choices.ts'
import { dictionaries } from '#resources/dictionaries.ts'

export type NoticeKind = (typeof dictionaries.notify_kind.items)[number][0]

export interface KindOfNotice {
  /** Sent to a chat too, unless the person says otherwise. */
  chats: boolean
  /** It stays open until `settle`; then what was delivered reads so. */
  closes?: 'decided' | 'cancelled'
  /** Who does not open it is reached another way: the next channel, then the deputy. */
  urges: boolean
  /** Shown by the bell as a system message. Announcements have entries of their own. */
  bell: boolean
  /** Nobody gets it before asking for it in 通知设置. */
  wanted?: true
  /** H is urgent: it goes out in quiet hours too. */
  priority: 'L' | 'M' | 'H'
}

export const noticeKinds: Readonly<Record<NoticeKind, KindOfNotice>> = {
  todo: { chats: true, closes: 'decided', urges: true, bell: true, priority: 'M' },
  overdue: { chats: true, closes: 'decided', urges: true, bell: true, priority: 'H' },
  decided: { chats: false, urges: false, bell: true, priority: 'L' },
  result: { chats: true, urges: false, bell: true, priority: 'M' },
  announcement: { chats: true, closes: 'cancelled', urges: false, bell: false, priority: 'L' },
  system: { chats: false, urges: false, bell: true, priority: 'L' },
  morning: { chats: false, urges: false, bell: true, wanted: true, priority: 'M' },
}

export const labelOfKind = (kind: NoticeKind): string => textIn(dictionaries.notify_kind.items, kind)

export const isNoticeKind = (text: string): text is NoticeKind => Object.hasOwn(noticeKinds, text)
