/** 通知设置: which chats a person wants for which kind of notice, and when none. */
import { useQuery } from '@tanstack/react-query'
import { api } from '../session/api.ts'
import { queryClient } from '../session/queries.ts'

/** A chat a notice may come by. The bell (`fixed`) always has everything. */
export interface NoticeChannel {
  channel: string
  label: string
  /** Set up on this server. */
  available: boolean
  /** The person has an account there. */
  bound: boolean
  fixed: boolean
}

export interface KindPreference {
  kind: string
  label: string
  /** The first is tried first. */
  chats: readonly string[]
  initial: readonly string[]
  /** Of what comes only when it is asked for: whether it is. */
  wanted?: boolean
}

/** `HH:mm` of the platform; over midnight when the end is the earlier one. */
export interface Quiet {
  on: boolean
  begin: string
  end: string
}

export interface NoticePreferences {
  quiet: Quiet
  channels: readonly NoticeChannel[]
  kinds: readonly KindPreference[]
}

const KEY = ['noticePreferences']

export const useNoticePreferences = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get<NoticePreferences>('/sys/notify/preferences', undefined, { quiet: true, signal }),
  })

const write = (change: (before: NoticePreferences) => NoticePreferences) =>
  queryClient.setQueryData<NoticePreferences>(KEY, (before) => before && change(before))

/** Shown at once; when the server will have none of it the page shows what holds. */
async function keep(change: (before: NoticePreferences) => NoticePreferences, send: () => Promise<unknown>) {
  write(change)
  try {
    await send()
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: KEY })
    throw error
  }
}

const changed = (one: KindPreference, chats: readonly string[] | null): KindPreference => ({
  ...one,
  chats: chats ?? one.initial,
  ...(one.wanted !== undefined && { wanted: chats !== null }),
})

/** `null`: as it was at first; what has to be asked for comes no more. */
export const saveChats = (kind: string, chats: readonly string[] | null): Promise<void> =>
  keep(
    (before) => ({ ...before, kinds: before.kinds.map((one) => (one.kind === kind ? changed(one, chats) : one)) }),
    () => api.put('/sys/notify/preferences', { kind, chats }, { quiet: true }),
  )

export const saveQuiet = (quiet: Quiet): Promise<void> =>
  keep(
    (before) => ({ ...before, quiet }),
    () => api.put('/sys/notify/quiet', { ...quiet }, { quiet: true }),
  )

/** With this chat or without it; a new one is tried last. */
export const turned = (chats: readonly string[], channel: string, on: boolean): readonly string[] =>
  on ? [...chats.filter((one) => one !== channel), channel] : chats.filter((one) => one !== channel)

/** This one is tried before the others. */
export const first = (chats: readonly string[], channel: string): readonly string[] => [
  channel,
  ...chats.filter((one) => one !== channel),
]

/** Why a switch cannot be used, in a few words; undefined when it can. */
export const hindrance = ({ available, bound, label }: NoticeChannel): string | undefined =>
  available ? (bound ? undefined : `您还没有绑定${label}`) : `${label}未配置`

/** With every chat that can be used, or not at all. */
export const turnedOn = (channels: readonly NoticeChannel[], on: boolean): readonly string[] | null =>
  on ? channels.filter((one) => !one.fixed && !hindrance(one)).map(({ channel }) => channel) : null

/** Beside what comes only when it is asked for. */
export const WANTED_HINT = '每天 9 点把看板的指标发给您，开启后才发送'
export const QUIET_HINT = '此时段内聊天软件不打扰您，消息留到结束后再发；紧急通知除外，站内消息照常。'
