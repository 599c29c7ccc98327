import { Button, List, SearchBar } from 'antd-mobile'
import { useState } from 'react'
import { addMembers, removalOfMember, useMembers, wordsOfGroup, type Group } from '#headless/forms/members.ts'
import { say } from '#headless/connection/notices.ts'
import { NAME_OR_ACCOUNT, NOBODY_FOUND } from '#headless/records/people.ts'
import type { Row } from '#headless/records/rows.ts'
import { useShown } from '#headless/records/useShown.ts'
import { useMay } from '#headless/session/access.ts'
import { user } from '#model/fields.ts'
import { askInput, choose, type InputQuestion } from '../../layout/ask.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { Refresh } from '../../layout/Refresh.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../../screens/apps/apps.css'
import '../../screens/detail/detail.css'
import '../../screens/list/list.css'

interface Props {
  group: Group
  title: string
  /** What else may be done about one of them, by its words. */
  further?: { text: string; open(row: Row): void }
}

const SIZE = 20
const people = user('用户', { multiple: true, required: true })

/** Who has a role, belongs to a department, holds a position. */
export function MembersPage({ group, title, further }: Props) {
  const may = useMay()
  const shown = useShown()
  const { empty, mayAdd, mayRemove } = wordsOfGroup(group)
  const [word, setWord] = useState('')
  const [query, setQuery] = useState({ page: 1, size: SIZE, words: '' })
  const { data, error, refetch } = useMembers(group, query)
  const rows = data?.rows ?? []
  const more = (data?.total ?? 0) > rows.length

  async function add(refused: Pick<InputQuestion, 'typed' | 'errors'> = {}): Promise<void> {
    const chosen = await askInput({ title: '添加用户', yes: '添加', danger: false, fields: { people }, ...refused })
    if (!chosen) return
    try {
      say('success', await addMembers(group, String(chosen.people).split(',')))
    } catch (failure) {
      // Over another page nobody would know whose users are meant.
      if (!shown.current) return say('error', wordsOf(failure))
      // Whoever was chosen still is: one who may not join keeps the others out of nothing.
      await add({ typed: chosen, errors: { people: wordsOf(failure) } })
    }
  }
  async function about(row: Row) {
    const choices = [
      ...(further ? [{ key: 'further', text: further.text }] : []),
      ...(may(mayRemove) ? [{ key: 'remove', text: '移除', danger: true }] : []),
    ]
    const key = await choose({ title: String(row.realname ?? row.username), choices })
    if (key === 'further') further?.open(row)
    if (key === 'remove') await askRemoval(removalOfMember(group, row))
  }
  const acts = Boolean(further) || may(mayRemove)
  return (
    <Page
      title={title}
      head={
        <div className="vd-list-head">
          <SearchBar
            placeholder={NAME_OR_ACCOUNT}
            value={word}
            onChange={(text) => {
              setWord(text)
              if (!text) setQuery({ ...query, size: SIZE, words: '' })
            }}
            onSearch={(text) => setQuery({ ...query, size: SIZE, words: text.trim() })}
          />
        </div>
      }
      footer={
        may(mayAdd) && (
          <div className="vd-buttons">
            <Button block size="large" color="primary" onClick={() => void add()}>
              添加用户
            </Button>
          </div>
        )
      }
    >
      <Refresh again={() => refetch({ throwOnError: true })}>
        {error && !data ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Blocks count={4} />
        ) : rows.length ? (
          <>
            <List mode="card" header={`共 ${data.total} 人`}>
              {rows.map((row) => (
                <List.Item
                  key={row.id}
                  description={[row.username, row.orgCodeTxt].filter(Boolean).join(' · ')}
                  arrowIcon={acts}
                  {...(acts && { onClick: () => void about(row) })}
                >
                  {String(row.realname ?? row.username)}
                </List.Item>
              ))}
            </List>
            {more && (
              <button
                type="button"
                className="vd-text-button"
                onClick={() => setQuery({ ...query, size: query.size + SIZE })}
              >
                显示更多
              </button>
            )}
          </>
        ) : (
          <Nothing>{query.words ? NOBODY_FOUND : empty}</Nothing>
        )}
      </Refresh>
    </Page>
  )
}
