import { Button, Modal, Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { closeMessage, senderOf } from '#headless/messages/messages.ts'
import { openedWords as words, useOpenedMessage, type Shown } from '#headless/messages/useOpenedMessage.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { Defined } from '#headless/session/Defined.tsx'
import { addressOf } from '#headless/session/places.ts'
import { detailFor } from '../../custom/index.ts'
import { LoadBoundary } from '../../LoadBoundary.tsx'
import { StoredFiles } from '../../fields/StoredFiles.tsx'
import { useHost } from '../../HostContext.ts'
import { PriorityTag } from './PriorityTag.tsx'

const SafeHtml = lazy(() => importWithTimeout(import('#headless/records/SafeHtml.tsx')))
const Detail = lazy(() => importWithTimeout(import('../../screens/detail/Detail.tsx')))

const WIDTH = 800

/** The message that lies open over the page. */
export default function OpenedMessage() {
  const navigate = useNavigate()
  const host = useHost()
  const shown = useOpenedMessage({ to: (address) => void navigate(address), outside: (url) => host.openLink(url) })
  if (!shown) return null
  const Show = dialogs[shown.as] as ComponentType<{ shown: Shown }>
  return <Show shown={shown} />
}

type Show<A extends Shown['as']> = ComponentType<{ shown: Extract<Shown, { as: A }> }>

const Waiting: Show<'waiting'> = () => (
  <Modal open title={words.title} footer={null} onCancel={closeMessage} width={WIDTH}>
    <Skeleton active />
  </Modal>
)

const Text: Show<'text'> = ({ shown: { message, html, leave } }) => (
  <Modal
    open
    title={words.title}
    width={WIDTH}
    onCancel={closeMessage}
    footer={[
      <Button key="close" onClick={closeMessage}>
        {words.close}
      </Button>,
      leave && (
        <Button key="go" type="primary" onClick={leave}>
          {words.leave}
        </Button>
      ),
    ]}
  >
    <article className="message-text">
      <h2>
        {message.titile} <PriorityTag priority={message.priority} />
      </h2>
      <p className="message-sender">
        {words.sender}
        {senderOf(message)}
        <time>
          {words.sent}
          {message.sendTime}
        </time>
      </p>
      <Suspense fallback={<Skeleton active />}>
        <SafeHtml html={html} />
      </Suspense>
      {message.files && (
        <p>
          {words.files}
          <StoredFiles value={message.files} />
        </p>
      )}
    </article>
  </Modal>
)

/** The component a message names, drawn with its record. */
const RecordDialog: Show<'record'> = ({ shown: { message, of, id } }) => {
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  // A link, 编辑 or a deletion leads on to a page, and that is to be seen. The page below may write its own address anew.
  useEffect(() => {
    if (pathname !== opened) closeMessage()
  }, [pathname, opened])
  return (
    <Modal open title={message.titile} width="min(1200px, 92vw)" footer={null} onCancel={closeMessage}>
      <LoadBoundary>
        <Suspense fallback={<Skeleton active />}>
          <Defined
            name={of.name}
            draw={(resource) => {
              const Own = detailFor(resource) ?? Detail
              return <Own resource={resource} id={id} listPath={addressOf(resource)} />
            }}
          />
        </Suspense>
      </LoadBoundary>
    </Modal>
  )
}

const dialogs: { [A in Shown['as']]: Show<A> } = { waiting: Waiting, text: Text, record: RecordDialog }
