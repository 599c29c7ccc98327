import { Button, Popup } from 'antd-mobile'
import { useEffect } from 'react'
import { closeMessage, senderOf, usePriority, type Message } from '#headless/messages/messages.ts'
import { openedWords as words, useOpenedMessage, type Shown } from '#headless/messages/useOpenedMessage.ts'
import { StoredFiles } from '../../fields/StoredFiles.tsx'
import { Tone } from '../../fields/Tone.tsx'
import { useBackToClose } from '../back.ts'
import { useGo } from '../go.ts'
import { useHost } from '../../HostContext.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { overPages } from '../overPages.tsx'
import { recordAddress } from '../places.ts'
import { Blocks } from '../Waiting.tsx'
import '../../screens/messages/messages.css'

const SafeHtml = overPages(
  () => importWithTimeout(import('#headless/records/SafeHtml.tsx')),
  closeMessage,
  <Blocks count={2} />,
)

/** The message that lies open over the page. One that names a record leads to it. */
export default function OpenedMessage() {
  const go = useGo()
  const host = useHost()
  const shown = useOpenedMessage({ to: go.to, outside: (url) => host.openLink(url) })
  const record = shown?.as === 'record' ? recordAddress(shown.of, shown.id) : undefined
  useEffect(() => {
    if (!record) return
    closeMessage()
    go.to(record)
  }, [record, go])
  const visible = !record && Boolean(shown)
  useBackToClose(visible, closeMessage)
  return (
    <Popup
      visible={visible}
      onMaskClick={closeMessage}
      destroyOnClose
      bodyStyle={{ maxHeight: '85vh', overflowY: 'auto', borderRadius: '12px 12px 0 0' }}
    >
      <div role="dialog" aria-label={words.title}>
        <p className="vd-message-kind">{words.title}</p>
        {shown?.as === 'text' ? <Text {...shown} /> : <Blocks count={2} />}
      </div>
    </Popup>
  )
}

const Text = ({ message, html, leave }: Extract<Shown, { as: 'text' }>) => (
  <article className="vd-message-text">
    <h2>
      {message.titile} <Priority of={message} />
    </h2>
    <p className="vd-message-foot">
      <span>
        {words.sender}
        {senderOf(message)}
      </span>
      <time>
        {words.sent}
        {message.sendTime}
      </time>
    </p>
    <SafeHtml html={html} />
    {message.files && (
      <p>
        {words.files}
        <StoredFiles value={message.files} />
      </p>
    )}
    <div className="vd-buttons">
      <Button size="large" onClick={closeMessage}>
        {words.close}
      </Button>
      {leave && (
        <Button size="large" color="primary" onClick={leave}>
          {words.leave}
        </Button>
      )}
    </div>
  </article>
)

function Priority({ of: { priority } }: { of: Message }) {
  const known = usePriority(priority)
  return known && <Tone color={known.color}>{known.text}</Tone>
}
