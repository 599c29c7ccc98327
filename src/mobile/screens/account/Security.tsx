import { Button, List } from 'antd-mobile'
import { say } from '#headless/connection/notices.ts'
import { END_OTHERS, endOtherSessions, useOwnSessions, useOwnViews } from '#headless/session/ownSessions.ts'
import { confirm } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { PASSWORD } from '../../layout/paths.ts'
import { Refresh } from '../../layout/Refresh.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../apps/apps.css'
import '../detail/detail.css'

/** 安全设置: the password, and where one is signed in. */
export default function Security() {
  const go = useGo()
  const { data, error, refetch } = useOwnSessions()
  const { data: views = [] } = useOwnViews()
  // Whoever is looking as me is sent away with them.
  const others = [...(data ?? []), ...views].some((one) => ('current' in one ? !one.current : one.now))
  const endOthers = async () => {
    const { question, consequence } = END_OTHERS
    if (!(await confirm({ title: question, content: consequence, yes: '退出', danger: true }))) return
    try {
      say('success', await endOtherSessions())
    } catch (refusal) {
      say('error', wordsOf(refusal))
    }
  }
  return (
    <Page
      title="安全设置"
      footer={
        others && (
          <div className="vd-buttons">
            <Button block size="large" color="danger" fill="outline" onClick={() => void endOthers()}>
              {END_OTHERS.button}
            </Button>
          </div>
        )
      }
    >
      <Refresh again={refetch}>
        <List mode="card">
          <List.Item onClick={() => go.to(PASSWORD)}>修改密码</List.Item>
        </List>
        {data ? (
          <List mode="card" header="登录的设备">
            {data.map(({ id, device, ip, seenTime, createTime, current }) => (
              <List.Item
                key={id}
                extra={current ? '本机' : ''}
                description={`${ip ?? '未知地址'} · 登录 ${createTime} · 最近 ${seenTime}`}
              >
                {device}
              </List.Item>
            ))}
          </List>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Blocks count={3} />
        )}
        {views.length > 0 && (
          <List mode="card" header="谁看作过我">
            {views.map(({ id, viewer, ip, beginTime, endTime, now }) => (
              <List.Item
                key={id}
                extra={now ? '正在查看' : ''}
                description={`${ip ?? '未知地址'} · ${beginTime} 至 ${endTime}`}
              >
                {viewer}
              </List.Item>
            ))}
          </List>
        )}
      </Refresh>
    </Page>
  )
}
