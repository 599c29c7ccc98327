import { MESSAGE_TABS, type MessageCounts } from './messages.ts'

/** The question before everything counts as read: what lies under the other tab goes with it. */
export function readAllQuestion(counts: MessageCounts | undefined): { title: string; content: string } {
  const unread = MESSAGE_TABS.map(({ title, total }) => ({ title, count: counts?.[total] ?? 0 }))
  return {
    title: `把 ${unread.reduce((sum, { count }) => sum + count, 0)} 条未读消息都标为已读？`,
    content: unread.flatMap(({ title, count }) => (count ? `${title} ${count} 条` : [])).join('、'),
  }
}
