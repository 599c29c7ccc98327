import { useEffect } from 'react'
import { preferShell } from '#adaptive/index.ts'
import { useHost } from '../../HostContext.ts'
import { Button } from '../../layout/plain.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import { beginAnew, leaveFor } from '#headless/connection/leaving.ts'
import { documentTitle } from '#headless/session/title.ts'
import type { WhyNotAsked } from '#headless/session/whyNot.ts'

const texts = {
  missing: ['页面不存在', '地址可能已经改变，或者您没有查看它的权限。'],
  desktop: ['请在电脑上打开', '这个页面内容较多，手机上暂不提供。'],
  forbidden: ['无权限', '抱歉，您没有权限访问此页面。'],
  broken: ['服务器出错', '抱歉，服务器出错了，请稍后再试。'],
} as const
type Reason = keyof typeof texts

/** Addresses that say themselves what is wrong. */
const reasons: Readonly<Record<string, Reason>> = { '/403': 'forbidden', '/500': 'broken' }

interface Props {
  reason?: Reason
  /** Where one may ask 为什么. */
  about?: WhyNotAsked
}

/** A page that is not here. Works outside the router too. */
export default function ErrorPage({ reason = reasons[location.pathname] ?? 'missing', about }: Props) {
  const [title, text] = texts[reason]
  const host = useHost()
  useEffect(() => host.setTitle(documentTitle(title)), [host, title])
  return (
    <div className="vd-sorry">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button color="primary" onClick={() => leaveFor('/')}>
        回到首页
      </Button>
      {about && <WhyNotButton about={about} />}
      {reason === 'desktop' && (
        <Button
          fill="none"
          onClick={() => {
            preferShell('desktop')
            beginAnew()
          }}
        >
          切换到桌面版
        </Button>
      )}
    </div>
  )
}
