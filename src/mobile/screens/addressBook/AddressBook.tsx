import { ADDRESS_BOOK } from '#model/addresses.ts'
import { Avatar, List, SearchBar } from 'antd-mobile'
import { MailOutline, PhoneFill } from 'antd-mobile-icons'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import {
  branchNamed,
  callAddress,
  mailAddress,
  noColleagues,
  useBranches,
  useEndlessColleagues,
  type Colleague,
} from '#headless/records/addressBook.ts'
import { fileUrl } from '#headless/records/files.ts'
import { useGo } from '../../layout/go.ts'
import { More } from '../../layout/More.tsx'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import { WhyNotButton } from '../whyNot/WhyNotButton.tsx'
import '../apps/apps.css'
import '../list/list.css'
import './addressBook.css'

/** 通讯录: a department with those below it, and everybody in them. The department stands in the address. */
export default function AddressBook() {
  const go = useGo()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [word, setWord] = useState('')
  const [realname, setRealname] = useState('')
  const branches = useBranches()
  const here = branchNamed(branches.data ?? [], params.get('depart'))
  const below = here ? (here.children ?? []) : (branches.data ?? [])
  const people = useEndlessColleagues({ orgCode: here?.orgCode, realname })
  const again = () => Promise.all([branches.refetch({ throwOnError: true }), people.reload()])
  return (
    <Page
      title={here?.title ?? '通讯录'}
      head={
        <div className="vd-list-head">
          <SearchBar
            placeholder="搜索姓名"
            value={word}
            onChange={(text) => {
              setWord(text)
              if (!text) setRealname('')
            }}
            onSearch={(text) => setRealname(text.trim())}
          />
        </div>
      }
    >
      <Refresh again={again}>
        {!realname && below.length > 0 && (
          <List mode="card" header="部门">
            {below.map(({ key, title }) => (
              <List.Item key={key} onClick={() => go.to(`${pathname}?depart=${encodeURIComponent(key)}`)}>
                {title}
              </List.Item>
            ))}
          </List>
        )}
        {/* Departments that came above people later would move them away under a thumb. */}
        {people.loading || branches.isPending ? (
          <Blocks count={4} />
        ) : people.error && !people.people.length ? (
          <Failed error={people.error} onRetry={() => void again().catch(() => undefined)} />
        ) : people.people.length ? (
          <>
            <List mode="card" className="vd-people" header={`共 ${people.total} 人`}>
              {people.people.map((one) => (
                <Person key={one.userId} one={one} />
              ))}
            </List>
            <More {...people} end="没有更多了" />
          </>
        ) : (
          <>
            <Nothing>{noColleagues(realname !== '')}</Nothing>
            <WhyNotButton about={{ path: ADDRESS_BOOK }} filtered={realname !== ''} />
          </>
        )}
      </Refresh>
    </Page>
  )
}

function Person({ one: { realname, avatar, departName, postText, phone, email } }: { one: Colleague }) {
  return (
    <List.Item
      prefix={<Avatar src={avatar ? fileUrl(avatar) : ''} alt="" />}
      description={
        <>
          {[departName, postText].filter(Boolean).join(' · ')}
          {(phone || email) && (
            <span className="vd-reach">
              {phone && (
                <a href={callAddress(phone)} aria-label={`给${realname}打电话 ${phone}`}>
                  <PhoneFill /> {phone}
                </a>
              )}
              {email && (
                <a href={mailAddress(email)} aria-label={`给${realname}发邮件 ${email}`}>
                  <MailOutline /> {email}
                </a>
              )}
            </span>
          )}
        </>
      }
    >
      {realname}
    </List.Item>
  )
}
