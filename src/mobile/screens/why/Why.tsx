import { Button, Input } from 'antd-mobile'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { personField, useWhy, whyChoices, type Why as Found } from '#headless/messages/whyNotReceived.ts'
import { FieldLine } from '../../fields/Input.tsx'
import { OptionSheet } from '../../fields/OptionSheet.tsx'
import { Tap } from '../../fields/Tap.tsx'
import { FieldBox } from '../../fields/FieldBox.tsx'
import { Page } from '../../layout/Page.tsx'
import { Blocks } from '../../layout/Waiting.tsx'
import '../detail/detail.css'
import '../list/list.css'

/** 为什么我没收到: channel by channel what became of a notice. The address may name the record. */
export default function Why() {
  const [params] = useSearchParams()
  const [resource, recordId] = [params.get('resource'), params.get('recordId')]
  const about = resource && recordId ? { resource, recordId } : undefined
  const why = useWhy(about)
  const [choosing, setChoosing] = useState(false)
  const choices = whyChoices().map(({ value, label }) => ({ value, text: label }))
  const form = !about || why.mayAskForOthers
  return (
    <Page
      title="为什么我没收到"
      footer={
        form && (
          <div className="vd-buttons">
            <Button
              block
              size="large"
              color="primary"
              disabled={!why.complete}
              loading={why.loading}
              loadingText="查询"
              onClick={() => why.ask()}
            >
              查询
            </Button>
          </div>
        )
      }
    >
      <div className="vd-form">
        {form && (
          <section className="vd-section">
            {!about && (
              <>
                <FieldBox name="resource" label="业务" required>
                  <Tap
                    label="业务"
                    text={choices.find(({ value }) => value === why.draft.resource)?.text ?? ''}
                    placeholder="请选择业务"
                    onTap={() => setChoosing(true)}
                  />
                </FieldBox>
                <FieldBox name="title" label="编号" required>
                  <Input
                    aria-label="编号"
                    value={why.draft.title ?? ''}
                    placeholder="请输入记录的编号"
                    onChange={(title) => why.set({ title })}
                  />
                </FieldBox>
              </>
            )}
            {why.mayAskForOthers && (
              <FieldLine
                field={personField}
                name="userId"
                value={why.draft.userId}
                values={{}}
                error={undefined}
                onLeave={() => undefined}
                onChange={(userId) => why.set({ userId: String(userId ?? '') })}
              />
            )}
          </section>
        )}
        {why.problem ? (
          <p role="alert" className="vd-conflict">
            {why.problem}
          </p>
        ) : why.answer ? (
          <Answer of={why.answer} />
        ) : (
          why.loading && <Blocks count={1} />
        )}
      </div>
      <OptionSheet
        title="业务"
        visible={choosing}
        options={choices}
        chosen={why.draft.resource ? [why.draft.resource] : []}
        onClose={() => setChoosing(false)}
        onChoose={([chosen]) => {
          setChoosing(false)
          if (chosen) why.set({ resource: chosen })
        }}
      />
    </Page>
  )
}

const Answer = ({ of: { realname, notice, rights, summary, channels } }: { of: Found }) => (
  <section className="vd-section" aria-label="查询结果" role="status">
    <h3>{realname}</h3>
    {notice && (
      <p className="vd-message-foot">
        {notice.kind_dictText}“{notice.title}” <time>{notice.createTime.slice(5, 16)}</time>
      </p>
    )}
    {rights && <p className="vd-conflict">{rights}</p>}
    {channels.length ? (
      <dl>
        {channels.map(({ channel, label, text }) => (
          <div key={channel}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    ) : (
      !rights && <p>{summary}</p>
    )}
  </section>
)
