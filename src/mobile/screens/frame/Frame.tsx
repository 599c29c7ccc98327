import { FRAME_TEXTS, framed } from '#headless/session/frames.ts'
import { useHost } from '../../HostContext.ts'
import { Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import './frame.css'

/** A page of another server that the menu shows inside. */
export default function Frame({ url, title }: { url: string; title: string }) {
  const host = useHost()
  const way = framed(url)
  return (
    <Page title={title}>
      {way === 'inside' ? (
        <iframe className="vd-frame" src={url} title={title} />
      ) : way === 'outside' ? (
        <Nothing action={FRAME_TEXTS.open} onAction={() => host.openLink(url)}>
          {FRAME_TEXTS.outside(title)}
        </Nothing>
      ) : (
        <Nothing>{FRAME_TEXTS.wrong(title)}</Nothing>
      )}
    </Page>
  )
}
