import { UserOutlined } from '@ant-design/icons'
import { Alert, Button, Descriptions, Skeleton } from 'antd'
import { Link } from 'react-router-dom'
import { accountTabPath } from '#headless/session/accountPages.ts'
import { firstTab, tabsOffered } from '#headless/session/accountTabs.ts'
import { givenFacts, useOwnAccount } from '#headless/session/ownData.ts'
import { fileUrl } from '#headless/records/files.ts'
import './account.css'

/** 个人中心: who one is here and what one has been given, and the way to what can be changed. */
export default function AccountCentre() {
  const { data, error, refetch } = useOwnAccount()
  if (!data && error)
    return (
      <Alert
        type="warning"
        showIcon
        title={error.message}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  if (!data) return <Skeleton active className="card" />
  return (
    <section className="card account-centre" aria-label="个人中心">
      <header className="account-who">
        <span className="avatar account-picture">
          {data.avatar ? <img src={fileUrl(data.avatar)} alt="头像" /> : <UserOutlined />}
        </span>
        <div>
          <h2>{data.realname}</h2>
          <p>{[data.departNames.join('、'), data.postNames.join('、')].filter(Boolean).join(' · ') || '未分配部门'}</p>
        </div>
        <Link to={accountTabPath(firstTab())}>修改资料</Link>
      </header>
      <Descriptions
        column={{ xs: 1, md: 2 }}
        items={[
          ...givenFacts(data).map(({ label, text }) => ({ key: label, label, children: text || '—' })),
          { key: 'phone', label: '手机号', children: data.phone || '未绑定' },
          { key: 'email', label: '邮箱', children: data.email || '未填写' },
          { key: 'createTime', label: '账号创建', children: data.createTime ?? '—' },
        ]}
      />
      <nav className="account-ways" aria-label="个人设置">
        {tabsOffered().map(({ key, label }) => (
          <Link key={key} to={accountTabPath(key)}>
            {label}
          </Link>
        ))}
      </nav>
    </section>
  )
}
