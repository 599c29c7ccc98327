import { List, Picker, Switch } from 'antd-mobile'
import { useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import {
  first,
  hindrance,
  QUIET_HINT,
  saveChats,
  saveQuiet,
  turned,
  turnedOn,
  useNoticePreferences,
  WANTED_HINT,
  type KindPreference,
  type NoticeChannel,
  type Quiet,
} from '#headless/messages/noticePreferences.ts'
import { useBackToClose } from '../../layout/back.ts'
import { useGo } from '../../layout/go.ts'
import { WHY } from '../../layout/paths.ts'
import { choose } from '../../layout/ask.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../../layout/imperative.ts'
import '../apps/apps.css'

const save = (saved: Promise<void>) => void saved.catch((error: unknown) => say('error', wordsOf(error)))

/** 通知设置: by which chat a person is told what, and when by none. */
export default function NoticeSettings() {
  const go = useGo()
  const { data, error, refetch } = useNoticePreferences()
  const chats = data?.channels.filter(({ fixed }) => !fixed) ?? []
  return (
    <Page title="通知设置">
      {error && !data ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Blocks count={4} />
      ) : (
        <>
          <QuietHours quiet={data.quiet} />
          {data.kinds.map((kind) => (
            <Kind key={kind.kind} kind={kind} chats={chats} />
          ))}
          <List mode="card">
            <List.Item onClick={() => go.to(WHY)}>为什么我没收到</List.Item>
          </List>
        </>
      )}
    </Page>
  )
}

function Kind({
  kind: { kind, label, chats: chosen, wanted },
  chats,
}: {
  kind: KindPreference
  chats: readonly NoticeChannel[]
}) {
  const both = chosen.filter((channel) => chats.some((chat) => chat.channel === channel && !hindrance(chat)))
  const labelOf = (channel: string) => chats.find((chat) => chat.channel === channel)?.label ?? channel
  const order = async () => {
    const channel = await choose({
      title: `${label}先发`,
      choices: both.map((one) => ({ key: one, text: `${labelOf(one)}${one === both[0] ? '（当前）' : ''}` })),
    })
    if (channel) save(saveChats(kind, first(chosen, channel)))
  }
  return (
    <List mode="card" header={label}>
      {wanted !== undefined && (
        <List.Item
          description={WANTED_HINT}
          extra={
            <Switch aria-label={label} checked={wanted} onChange={(on) => save(saveChats(kind, turnedOn(chats, on)))} />
          }
        >
          接收
        </List.Item>
      )}
      {chats.map((chat) => (
        <List.Item
          key={chat.channel}
          description={hindrance(chat)}
          extra={
            <Switch
              aria-label={`${label}发${chat.label}`}
              checked={chosen.includes(chat.channel) && !hindrance(chat)}
              disabled={Boolean(hindrance(chat))}
              onChange={(on) => save(saveChats(kind, turned(chosen, chat.channel, on)))}
            />
          }
        >
          {chat.label}
        </List.Item>
      ))}
      {both.length > 1 && (
        <List.Item extra={labelOf(both[0]!)} onClick={() => void order()}>
          先发
        </List.Item>
      )}
    </List>
  )
}

const two = (number: number) => String(number).padStart(2, '0')
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ label: `${two(hour)} 时`, value: two(hour) }))
const MINUTES = Array.from({ length: 12 }, (_, part) => ({ label: `${two(part * 5)} 分`, value: two(part * 5) }))

function QuietHours({ quiet }: { quiet: Quiet }) {
  const [picking, setPicking] = useState<'begin' | 'end'>()
  useBackToClose(Boolean(picking), () => setPicking(undefined))
  return (
    <>
      <List mode="card" header="免打扰">
        <List.Item
          extra={<Switch aria-label="免打扰" checked={quiet.on} onChange={(on) => save(saveQuiet({ ...quiet, on }))} />}
        >
          免打扰
        </List.Item>
        {quiet.on && (
          <>
            <List.Item extra={quiet.begin} onClick={() => setPicking('begin')}>
              开始
            </List.Item>
            <List.Item extra={quiet.end} onClick={() => setPicking('end')}>
              结束
            </List.Item>
          </>
        )}
      </List>
      <p className="vd-list-hint">{QUIET_HINT}</p>
      <Picker
        title={picking === 'end' ? '结束时间' : '开始时间'}
        visible={Boolean(picking)}
        columns={[HOURS, MINUTES]}
        value={quiet[picking ?? 'begin'].split(':')}
        onClose={() => setPicking(undefined)}
        onConfirm={([hour, minute]) => {
          if (picking) save(saveQuiet({ ...quiet, [picking]: `${String(hour)}:${String(minute)}` }))
        }}
      />
    </>
  )
}
