import { App, Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { signInAgain } from '#headless/session/account.ts'
import { expiredText } from '#headless/session/api.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'
import { askAbout, useNotices, useNoticeStore, WHY_NOT, type Notice } from '#headless/connection/notices.ts'
import { beginAnew } from '#headless/connection/leaving.ts'

const WhyNot = lazy(() => importWithTimeout(import('../screens/whyNot/WhyNot.tsx')))

/** Draws what the core says: notifications, passing messages, and the one modal of an ended session. */
export function Notices() {
  const { message, modal, notification } = App.useApp()
  const expired = useNoticeStore((state) => state.expired)
  const endedBy = useNoticeStore((state) => state.endedBy)
  const renewing = useNoticeStore((state) => state.renewing)
  const outdated = useNoticeStore((state) => state.outdated)
  const asked = useNoticeStore((state) => state.asked)

  useNotices(
    useCallback(
      ({ tone, title, text, permission }: Notice) => {
        const why = permission && (
          <Button size="small" onClick={() => askAbout(permission)}>
            {WHY_NOT}
          </Button>
        )
        if (title) notification[tone]({ title, description: text, actions: why })
        else void message[tone](text)
      },
      [message, notification],
    ),
  )
  useEffect(() => {
    if (!expired) return
    const shown = modal.error({
      title: '登录已过期',
      content: expiredText(endedBy),
      okText: '重新登录',
      mask: { closable: false },
      keyboard: false,
      onOk: () => signInAgain(),
    })
    return () => shown.destroy()
  }, [expired, endedBy, modal])
  useEffect(() => {
    if (!outdated) return
    const key = 'outdated'
    notification.info({
      key,
      title: '系统已更新',
      description: '请保存正在填写的内容，然后刷新页面。',
      duration: 0,
      actions: (
        <Button type="primary" size="small" onClick={beginAnew}>
          刷新
        </Button>
      ),
    })
    return () => notification.destroy(key)
  }, [outdated, notification])
  useEffect(() => {
    if (!renewing) return
    const close = message.loading('登录已过期，正在重新登陆', 0)
    return close
  }, [renewing, message])
  return (
    <Suspense fallback={null}>
      {asked && <WhyNot about={{ permission: asked }} onClose={() => askAbout(undefined)} />}
    </Suspense>
  )
}
