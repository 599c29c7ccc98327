import { Button, Popup } from 'antd-mobile'
import { lazy, Suspense, useEffect } from 'react'
import { resourceOfComponent } from '#headless/session/menu.ts'
import { closeMessage, placeOf, senderOf, useOpenMessage, type Message } from '#headless/messages/messages.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { resourceNamed } from '#resources/index.ts'
import { StoredFiles } from '../fields/StoredFiles.tsx'
import { useBackToClose } from './back.ts'
import { useGo } from './go.ts'
import { useHost } from './host.ts'
import { recordAddress } from './places.ts'
import { Blocks } from './Waiting.tsx'
import '../screens/messages.css'

const SafeHtml = lazy(() => importWithTimeout(import('#headless/records/SafeHtml.tsx')))

/** The message that lies open over the page. One that names a record leads to it. */
export default function OpenedMessage() {
  const { opened, loadingId } = useOpenMessage()
  const go = useGo()
  const name = opened?.as === 'component' ? resourceOfComponent(opened.component) : undefined
  const resource = name && resourceNamed(name)
  const record =
    opened?.as === 'component' && resource && opened.busId ? recordAddress(resource, opened.busId) : undefined
  useEffect(() => {
    if (!record) return
    closeMessage()
    go.to(record)
  }, [record, go])
  const visible = !record && Boolean(opened ?? loadingId)
  useBackToClose(visible, closeMessage)
  return (
    <Popup
      visible={visible}
      onMaskClick={closeMessage}
      destroyOnClose
      bodyStyle={{ maxHeight: '85vh', overflowY: 'auto', borderRadius: '12px 12px 0 0' }}
    >
      <div role="dialog" aria-label="通知消息">
        {opened && !record ? <Text message={opened.message} /> : <Blocks count={2} />}
      </div>
    </Popup>
  )
}

function Text({ message }: { message: Message }) {
  const go = useGo()
  const host = useHost()
  const place = placeOf(message)
  const leave = () => {
    closeMessage()
    if (!place) return
    if ('to' in place) go.to(place.to)
    else host.openLink(place.outside)
  }
  return (
    <article className="vd-message-text">
      <h2>{message.titile}</h2>
      <p className="vd-message-foot">
        <span>{senderOf(message)}</span>
        <time>{message.sendTime}</time>
      </p>
      <Suspense fallback={<Blocks count={2} />}>
        <SafeHtml html={message.msgContent || message.msgAbstract || ''} />
      </Suspense>
      {message.files && (
        <p>
          附件：
          <StoredFiles value={message.files} />
        </p>
      )}
      <div className="vd-buttons">
        <Button size="large" onClick={closeMessage}>
          关闭
        </Button>
        {place && (
          <Button size="large" color="primary" onClick={leave}>
            去处理
          </Button>
        )}
      </div>
    </article>
  )
}
