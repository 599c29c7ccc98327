import { Button } from 'antd-mobile'
import { useState } from 'react'
import { ACTIVE, deputyVerbs, periodOf, removalOfDeputy, useDeputies, type Deputy } from '#headless/todos/deputies.ts'
import { useDeputyForm } from '#headless/todos/useDeputyForm.ts'
import { FieldLine } from '../../fields/Input.tsx'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { Tap } from '../../fields/Tap.tsx'
import { Tone } from '../../fields/Tone.tsx'
import { choose } from '../../layout/ask.ts'
import { askToDiscard } from '../../layout/discard.ts'
import { useAskedBack } from '../../layout/back.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { askRemoval } from '../../layout/removal.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../list/list.css'
import './todo.css'
import '../detail/detail.css'

/** 请假代理: who decides for me while I am away, and for whom I decide. */
export default function Deputies() {
  const deputies = useDeputies()
  const [editing, setEditing] = useState<Deputy | 'new'>()
  if (editing)
    return <DeputyForm entry={editing === 'new' ? undefined : editing} onDone={() => setEditing(undefined)} />
  const open = async (entry: Deputy) => {
    const what = await choose({
      choices: [
        { key: 'edit', text: deputyVerbs.edit },
        { key: 'remove', text: deputyVerbs.remove, danger: true },
      ],
    })
    if (what === 'edit') setEditing(entry)
    if (what === 'remove') await askRemoval(removalOfDeputy(entry))
  }
  return (
    <Page
      title="请假代理"
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" onClick={() => setEditing('new')}>
            {deputyVerbs.add}
          </Button>
        </div>
      }
    >
      <div className="vd-list">
        {deputies.isPending ? (
          <Blocks count={2} />
        ) : !deputies.data ? (
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
                      <Tone color="green">{ACTIVE}</Tone>
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
  const { title, deputy, values, fields, dirty, problem, sending, save } = useDeputyForm(entry, onDone)
  const [choosing, setChoosing] = useState(false)
  const leave = async () => {
    if (!dirty || (await askToDiscard())) onDone()
  }
  useAskedBack(() => void leave())
  return (
    <Page
      title={title}
      onBack={() => void leave()}
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
              {deputy.label}
            </div>
            <div className="vd-input">
              <Tap
                label={deputy.label}
                text={deputy.name}
                placeholder={deputy.placeholder}
                onTap={() => setChoosing(true)}
              />
            </div>
          </div>
          {fields.map(({ name, field, value, set }) => (
            <FieldLine
              key={name}
              field={field}
              name={name}
              value={value}
              values={values}
              error={undefined}
              onLeave={() => undefined}
              onChange={set}
            />
          ))}
        </section>
      </div>
      <OptionSheet
        title={deputy.label}
        visible={choosing}
        options={deputy.people}
        chosen={deputy.value ? [deputy.value] : []}
        search={deputy.search}
        keyword={deputy.keyword}
        loading={deputy.searching}
        onClose={() => setChoosing(false)}
        onChoose={([deputyId]) => {
          setChoosing(false)
          if (deputyId) deputy.choose(deputyId)
        }}
      />
    </Page>
  )
}
