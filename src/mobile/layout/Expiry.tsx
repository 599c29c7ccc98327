import { Dialog, Mask, SpinLoading } from 'antd-mobile'
import { signInAgain } from '#headless/session/account.ts'
import { expiredText } from '#headless/session/api.ts'
import { useNoticeStore } from '#headless/connection/notices.ts'

/** The session is over: one modal, or a loading text while the host signs in again. */
export default function Expiry() {
  const { expired, endedBy, renewing } = useNoticeStore()
  return (
    <>
      <Dialog
        visible={expired}
        title="登录已过期"
        content={expiredText(endedBy)}
        actions={[{ key: 'again', text: '重新登录', bold: true, onClick: () => signInAgain() }]}
      />
      <Mask visible={renewing && !expired} opacity="thin">
        <div className="vd-renewing" role="status">
          <SpinLoading color="white" />
          <span>登录已过期，正在重新登陆</span>
        </div>
      </Mask>
    </>
  )
}
