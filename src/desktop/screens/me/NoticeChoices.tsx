import { Alert, App, Checkbox, Segmented, Skeleton, Switch, Table, TimePicker, Tooltip } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
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
} from '#headless/messages/noticePreferences.ts'
import type { KindPreference, NoticePreferences, Quiet } from '#headless/messages/noticePreferences.ts'

dayjs.extend(customParseFormat)
const MINUTE = 'HH:mm'

/** By which chat a person is told what, and when by none. */
export function NoticeChoices() {
  const { data, error } = useNoticePreferences()
  if (!data && error) return <Alert type="warning" showIcon title={error.message} />
  if (!data) return <Skeleton active />
  return (
    <>
      <Kinds of={data} />
      <QuietHours quiet={data.quiet} />
    </>
  )
}

/** Runs it and says what the server had against it. */
function useSaving() {
  const { message } = App.useApp()
  return (saved: Promise<void>) => void saved.catch((error: Error) => message.warning(error.message))
}

function Kinds({ of: { channels, kinds } }: { of: NoticePreferences }) {
  const save = useSaving()
  const chats = channels.filter(({ fixed }) => !fixed)
  const usable = chats.filter((chat) => !hindrance(chat)).map(({ channel }) => channel)
  return (
    <Table<KindPreference>
      rowKey="kind"
      size="middle"
      pagination={false}
      dataSource={[...kinds]}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          title: '通知',
          render: (_, { label, wanted }) => (
            <>
              {label}
              {wanted !== undefined && <div className="notice-hint">{WANTED_HINT}</div>}
            </>
          ),
        },
        ...channels
          .filter(({ fixed }) => fixed)
          .map(({ label, channel }) => ({
            title: label,
            key: channel,
            render: (_: unknown, { kind, label: text, wanted }: KindPreference) => (
              <Checkbox
                checked={wanted ?? true}
                disabled={wanted === undefined}
                aria-label={`${text}发${label}`}
                onChange={({ target }) => save(saveChats(kind, turnedOn(channels, target.checked)))}
              />
            ),
          })),
        ...chats.map((chat) => ({
          title: chat.label,
          key: chat.channel,
          render: (_: unknown, { kind, label, chats: chosen }: KindPreference) => (
            <Tooltip title={hindrance(chat)}>
              <Checkbox
                checked={chosen.includes(chat.channel) && !hindrance(chat)}
                disabled={Boolean(hindrance(chat))}
                aria-label={`${label}发${chat.label}`}
                onChange={({ target }) => save(saveChats(kind, turned(chosen, chat.channel, target.checked)))}
              />
            </Tooltip>
          ),
        })),
        {
          title: '先发',
          render: (_, { kind, label, chats: chosen }) => {
            const both = chosen.filter((channel) => usable.includes(channel))
            return both.length > 1 ? (
              <Segmented
                size="small"
                aria-label={`${label}先发`}
                value={both[0]}
                options={chats.map(({ channel, label: text }) => ({ value: channel, label: text }))}
                onChange={(channel) => save(saveChats(kind, first(chosen, channel)))}
              />
            ) : (
              '—'
            )
          },
        },
      ]}
    />
  )
}

function QuietHours({ quiet }: { quiet: Quiet }) {
  const save = useSaving()
  const change = (times: [Dayjs | null, Dayjs | null] | null) => {
    const [begin, end] = (times ?? []).map((time) => time?.format(MINUTE))
    if (begin && end) save(saveQuiet({ ...quiet, begin, end }))
  }
  return (
    <section className="quiet-hours" aria-label="免打扰时段">
      <div className="setting">
        <b>免打扰</b>
        <Switch checked={quiet.on} aria-label="免打扰" onChange={(on) => save(saveQuiet({ ...quiet, on }))} />
      </div>
      <div className="setting">
        <span>时段</span>
        <TimePicker.RangePicker
          aria-label="免打扰时段"
          format={MINUTE}
          minuteStep={5}
          order={false}
          allowClear={false}
          disabled={!quiet.on}
          value={[dayjs(quiet.begin, MINUTE), dayjs(quiet.end, MINUTE)]}
          onChange={change}
        />
      </div>
      <p>{QUIET_HINT}</p>
    </section>
  )
}
