import { Avatar, List } from 'antd-mobile'
import { fileUrl } from '#headless/records/files.ts'
import { accountTabPath } from '#headless/session/accountPages.ts'
import { tabsOffered } from '#headless/session/accountTabs.ts'
import { givenFacts, useOwnAccount } from '#headless/session/ownData.ts'
import { useGo } from '../../layout/go.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import '../apps/apps.css'

/** 个人中心: who one is here and what one has been given, and the way to what can be changed. */
export default function AccountCentre() {
  const go = useGo()
  const { data, error, refetch } = useOwnAccount()
  return (
    <Page title="个人中心">
      {data ? (
        <>
          <header className="vd-me">
            <Avatar src={data.avatar ? fileUrl(data.avatar) : ''} alt="" />
            <div>
              <h2>{data.realname}</h2>
              <p>{[data.departNames.join('、'), data.postNames.join('、')].filter(Boolean).join(' · ')}</p>
            </div>
          </header>
          <List mode="card">
            {givenFacts(data).map(({ label, text }) => (
              <List.Item key={label} extra={text || '—'}>
                {label}
              </List.Item>
            ))}
            <List.Item extra={data.phone || '未绑定'}>手机号</List.Item>
            <List.Item extra={data.email || '未填写'}>邮箱</List.Item>
          </List>
          <List mode="card">
            {tabsOffered().map(({ key, label }) => (
              <List.Item key={key} onClick={() => go.to(accountTabPath(key))}>
                {label}
              </List.Item>
            ))}
          </List>
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Blocks />
      )}
    </Page>
  )
}
