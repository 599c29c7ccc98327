import { Button, Result } from 'antd'
import { FRAME_TEXTS, framed } from '#headless/session/frames.ts'
import { useHost } from '../../HostContext.ts'

/** A page of another system within ours. */
export default function Frame({ url, title }: { url: string; title: string }) {
  const host = useHost()
  const way = framed(url)
  if (way === 'inside') return <iframe src={url} title={title} className="frame" />
  if (way === 'wrong') return <p className="card">{FRAME_TEXTS.wrong(title)}</p>
  return (
    <div className="card">
      <Result
        status="info"
        title={title}
        subTitle={FRAME_TEXTS.outside(title)}
        extra={
          <Button type="primary" onClick={() => host.openLink(url)}>
            {FRAME_TEXTS.open}
          </Button>
        }
      />
    </div>
  )
}
