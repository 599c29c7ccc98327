import { Nothing } from '../frame/Nothing.tsx'
import { Page } from '../frame/Page.tsx'

/** Announcements and system messages. Until the server keeps some there is nothing to show. */
export default function Messages() {
  return (
    <Page title="消息" root>
      <Nothing>还没有消息。待您审批的事项在“待办”里</Nothing>
    </Page>
  )
}
