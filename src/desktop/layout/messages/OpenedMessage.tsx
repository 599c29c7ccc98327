import { Button, Modal, Skeleton } from 'antd'
import { lazy, Suspense, type ComponentType } from 'react'
import { useNavigate } from 'react-router-dom'
import { resourceOfComponent } from '#headless/session/menu.ts'
import {
  closeMessage,
  placeOf,
  senderOf,
  useOpenMessage,
  type Message,
  type Opened,
} from '#headless/messages/messages.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { resourceNamed } from '#resources/index.ts'
import { menuUrl } from '#resources/menu.ts'
import { custom } from '../../custom/index.ts'
import { StoredFiles } from '../../fields/StoredFiles.tsx'
import { useHost } from '../../HostContext.ts'
import { PriorityTag } from './PriorityTag.tsx'

const SafeHtml = lazy(() => importWithTimeout(import('#headless/records/SafeHtml.tsx')))
const Detail = lazy(() => importWithTimeout(import('../../screens/detail/Detail.tsx')))

const WIDTH = 800

/** The message that lies open over the page. */
export default function OpenedMessage() {
  const { opened, loadingId } = useOpenMessage()
  if (loadingId)
    return (
      <Modal open title="通知消息" footer={null} onCancel={closeMessage} width={WIDTH}>
        <Skeleton active />
      </Modal>
    )
  if (!opened) return null
  const Show = dialogs[opened.as] as ComponentType<{ opened: Opened }>
  return <Show opened={opened} />
}

const dialogs: { [A in Opened['as']]: ComponentType<{ opened: Extract<Opened, { as: A }> }> } = {
  notice: ({ opened: { message } }) => <NoticeDialog message={message} />,
  component: ({ opened }) => <ComponentDialog {...opened} />,
}

function NoticeDialog({ message }: { message: Message }) {
  const navigate = useNavigate()
  const host = useHost()
  const place = placeOf(message)
  const leave = () => {
    closeMessage()
    if (!place) return
    if ('to' in place) void navigate(place.to)
    else host.openLink(place.outside)
  }
  return (
    <Modal
      open
      title="通知消息"
      width={WIDTH}
      onCancel={closeMessage}
      footer={[
        <Button key="close" onClick={closeMessage}>
          关闭
        </Button>,
        place && (
          <Button key="go" type="primary" onClick={leave}>
            去处理
          </Button>
        ),
      ]}
    >
      <article className="message-text">
        <h2>
          {message.titile} <PriorityTag priority={message.priority} />
        </h2>
        <p className="message-sender">
          发布人：{senderOf(message)}
          <time>发布时间：{message.sendTime}</time>
        </p>
        <Suspense fallback={<Skeleton active />}>
          <SafeHtml html={message.msgContent || message.msgAbstract || ''} />
        </Suspense>
        {message.files && (
          <p>
            附件：
            <StoredFiles value={message.files} />
          </p>
        )}
      </article>
    </Modal>
  )
}

/** The component a message names, drawn with its record; one that is not ours falls back to the text. */
function ComponentDialog({ message, component, busId }: Extract<Opened, { as: 'component' }>) {
  const name = resourceOfComponent(component)
  const resource = name && resourceNamed(name)
  if (!name || !resource || !busId) return <NoticeDialog message={message} />
  const Own = custom[name]?.detail ?? Detail
  return (
    <Modal open title={message.titile} width="min(1200px, 92vw)" footer={null} onCancel={closeMessage}>
      <Suspense fallback={<Skeleton active />}>
        <Own resource={resource} id={busId} listPath={menuUrl(resource)} />
      </Suspense>
    </Modal>
  )
}
