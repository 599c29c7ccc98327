import { Button } from 'antd-mobile'
import { useState } from 'react'
import {
  periodFields,
  periodOf,
  problemOf,
  removeDeputy,
  saveDeputy,
  useCandidates,
  useDeputies,
  type Deputy,
  type DeputyDraft,
} from '#headless/todos/deputies.ts'
import { say } from '#headless/connection/notices.ts'
import { FieldLine } from '../fields/Input.tsx'
import { OptionSheet } from '../fields/OptionSheet.tsx'
import { Tap } from '../fields/Tap.tsx'
import { Tone } from '../fields/Tone.tsx'
import { choose, confirm } from '../frame/ask.ts'
import { Failed, Nothing } from '../frame/Nothing.tsx'
import { Page } from '../frame/Page.tsx'
import { wordsOf } from '../frame/useRun.ts'
import { Blocks } from '../frame/Waiting.tsx'
import './list.css'
import './todo.css'
import './detail.css'

/** 请假代理: who decides for me while I am away, and for whom I decide. */
export default function Deputies() {
  const deputies = useDeputies()
  const [editing, setEditing] = useState<Deputy | 'new'>()
  if (editing)
    return <DeputyForm entry={editing === 'new' ? undefined : editing} onDone={() => setEditing(undefined)} />
  const open = async (entry: Deputy) => {
    const what = await choose({
      choices: [
        { key: 'edit', text: '修改' },
        { key: 'delete', text: '取消代理', danger: true },
      ],
    })
    if (what === 'edit') setEditing(entry)
    if (what !== 'delete') return
    if (!(await confirm({ title: '确定取消代理吗？', yes: '取消代理', no: '保留', danger: true }))) return
    try {
      await removeDeputy(entry.id)
      say('success', '删除成功!')
    } catch (error) {
      say('error', wordsOf(error))
    }
  }
  return (
    <Page
      title="请假代理"
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" onClick={() => setEditing('new')}>
            设置代理人
          </Button>
        </div>
      }
    >
      <div className="vd-list">
        {deputies.isPending ? (
          <Blocks count={2} />
        ) : deputies.error ? (
          <Failed error={deputies.error} onRetry={() => void deputies.refetch()} />
        ) : deputies.data.length ? (
          deputies.data.map((entry) => (
            <button
              key={entry.id}
              type="button"
              className="vd-card vd-todo"
              disabled={!entry.may.length}
              onClick={() => void open(entry)}
            >
              <span className="vd-grow">
                <span className="vd-card-head">
                  <b>
                    {entry.mine
                      ? `由 ${entry.deputyId_dictText} 代我处理`
                      : `${entry.deputyId_dictText} 代 ${entry.userId_dictText}`}
                  </b>
                  {entry.active && (
                    <span className="vd-badge">
                      <Tone color="green">代理中</Tone>
                    </span>
                  )}
                </span>
                <span className="vd-due">{periodOf(entry)}</span>
                {entry.reason && <span className="vd-subtitle">{entry.reason}</span>}
              </span>
            </button>
          ))
        ) : (
          <Nothing>请假时可以请同事代为审批，由您选择人和时间</Nothing>
        )}
      </div>
    </Page>
  )
}

function DeputyForm({ entry, onDone }: { entry: Deputy | undefined; onDone(): void }) {
  const [draft, setDraft] = useState<Partial<DeputyDraft>>(entry ?? {})
  const [name, setName] = useState(entry?.deputyId_dictText ?? '')
  const [choosing, setChoosing] = useState(false)
  const [keyword, setKeyword] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const candidates = useCandidates(keyword)
  const options = (candidates.data ?? []).map(({ id, realname, username }) => ({
    value: id,
    text: `${realname}（${username}）`,
  }))
  const save = async () => {
    const wrong = problemOf(draft)
    setProblem(wrong ?? '')
    if (wrong) return
    setSending(true)
    try {
      const { deputyId, beginTime, endTime, reason = null } = draft as DeputyDraft
      await saveDeputy({ deputyId, beginTime, endTime, reason }, entry?.id)
      say('success', '代理已设置')
      onDone()
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Page
      title={entry ? '修改代理' : '设置代理人'}
      onBack={onDone}
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" loading={sending} loadingText="保存" onClick={() => void save()}>
            保存
          </Button>
        </div>
      }
    >
      <div className="vd-form">
        {problem && (
          <p role="alert" className="vd-conflict">
            {problem}
          </p>
        )}
        <section className="vd-section">
          <div className="vd-field">
            <div className="vd-label">
              <i aria-hidden="true" className="vd-required">
                *
              </i>
              代理人
            </div>
            <div className="vd-input">
              <Tap label="代理人" text={name} placeholder="请选择代理人" onTap={() => setChoosing(true)} />
            </div>
          </div>
          {Object.entries(periodFields).map(([key, field]) => (
            <FieldLine
              key={key}
              field={field}
              name={key}
              value={draft[key as keyof typeof periodFields]}
              values={draft as Record<string, unknown>}
              error={undefined}
              onLeave={() => undefined}
              onChange={(value) => setDraft((before) => ({ ...before, [key]: value }))}
            />
          ))}
        </section>
      </div>
      <OptionSheet
        title="代理人"
        visible={choosing}
        options={options}
        chosen={draft.deputyId ? [draft.deputyId] : []}
        search={setKeyword}
        keyword={keyword}
        loading={candidates.isFetching}
        onClose={() => setChoosing(false)}
        onChoose={([deputyId]) => {
          setChoosing(false)
          if (!deputyId) return
          setDraft((before) => ({ ...before, deputyId }))
          setName(options.find(({ value }) => value === deputyId)?.text ?? '')
        }}
      />
    </Page>
  )
}
