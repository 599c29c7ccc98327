import { Button, SearchBar } from 'antd-mobile'
import { say } from '#headless/connection/notices.ts'
import { ONLINE, ONLINE_PAGE, useOnline, type OnlinePerson } from '#headless/monitoring/online.ts'
import { NAME_OR_ACCOUNT } from '#headless/records/people.ts'
import { useMay } from '#headless/session/access.ts'
import { Tone } from '../../fields/Tone.tsx'
import { confirm } from '../../layout/ask.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../detail/detail.css'
import '../list/list.css'
import './online.css'

/** 在线用户: who is signed in, since when and from where; whoever may ends a session of somebody else. */
export default function OnlinePeople() {
  const may = useMay()
  const { people, total, page, setPage, search, error, loading, again, end } = useOnline()
  const last = Math.max(1, Math.ceil(total / ONLINE_PAGE))
  const ask = async (person: OnlinePerson) => {
    const question = { title: ONLINE.sure(person), content: ONLINE.consequence, yes: ONLINE.end, danger: true }
    if (!(await confirm(question))) return
    try {
      say('success', await end(person))
    } catch (failure) {
      say('warning', wordsOf(failure))
    }
  }
  return (
    <Page
      title={ONLINE.title}
      head={
        <div className="vd-list-head">
          <SearchBar placeholder={NAME_OR_ACCOUNT} onSearch={search} onClear={() => search('')} />
        </div>
      }
    >
      <Refresh again={again}>
        <div className="vd-list">
          {loading ? (
            <Blocks count={4} />
          ) : error && !people.length ? (
            <Failed error={error} onRetry={() => void again().catch(() => undefined)} />
          ) : people.length ? (
            people.map((person) => (
              <article key={person.token} className="vd-card vd-online">
                <div className="vd-card-head">
                  <b>
                    {person.realname}（{person.username}）
                  </b>
                  {person.own && (
                    <span className="vd-badge">
                      <Tone color="blue">{ONLINE.own}</Tone>
                    </span>
                  )}
                </div>
                <dl>
                  {[
                    [ONLINE.loginTime, person.createTime],
                    [ONLINE.seenTime, person.seenTime],
                    [ONLINE.ip, person.ip ?? '—'],
                    [ONLINE.host, person.host],
                  ].map(([label, text]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{text}</dd>
                    </div>
                  ))}
                </dl>
                {may('system:online:forceLogout') && !person.own && (
                  <Button size="small" color="danger" fill="outline" onClick={() => void ask(person)}>
                    {ONLINE.end}
                  </Button>
                )}
              </article>
            ))
          ) : (
            <Nothing>{ONLINE.none}</Nothing>
          )}
          {last > 1 && (
            <p className="vd-pages">
              <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
                上一页
              </button>
              <button type="button" disabled={page === last} onClick={() => setPage(page + 1)}>
                下一页
              </button>
            </p>
          )}
        </div>
      </Refresh>
    </Page>
  )
}
