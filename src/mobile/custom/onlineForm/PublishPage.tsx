import { Button, List, NoticeBar } from 'antd-mobile'
import { useState } from 'react'
import {
  publicationText,
  publishingWords,
  usePublishing,
  type PublishingStep,
} from '#headless/forms/onlinePublishing.ts'
import { say } from '#headless/connection/notices.ts'
import { confirm } from '../../layout/ask.ts'
import { useGo } from '../../layout/go.ts'
import { Failed, Nothing } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import type { ToolProps } from '../tools.ts'
import '../../screens/detail/detail.css'

/** What publishing would do, in words, before anybody presses the button; what was published before, and the way back. */
export default function PublishPage({ row, title }: ToolProps) {
  const go = useGo()
  const { plan, error, retry, may, take } = usePublishing(row.id)
  const [busy, setBusy] = useState<PublishingStep>()
  const url = plan?.url

  async function run(step: PublishingStep) {
    const { label, question } = publishingWords[step]
    if (question && !(await confirm({ title: label, content: question, yes: label, danger: step === 'stop' }))) return
    setBusy(step)
    try {
      say('success', await take(step))
    } catch (refusal) {
      say('error', wordsOf(refusal))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Page
      title={`${title}：${String(row.name ?? '')}`}
      footer={
        plan && (
          <div className="vd-buttons">
            <Button
              block
              size="large"
              color="primary"
              disabled={!may.publish}
              loading={busy === 'publish'}
              onClick={() => void run('publish')}
            >
              {publishingWords.publish.label}
            </Button>
          </div>
        )
      }
    >
      {!plan ? (
        error ? (
          <Failed error={error} onRetry={retry} />
        ) : (
          <Blocks />
        )
      ) : (
        <>
          {plan.problems.map((problem) => (
            <NoticeBar key={problem} color="error" wrap content={problem} />
          ))}
          {plan.steps.length ? (
            <List mode="card" header="将要做的修改">
              {plan.steps.map(({ words }) => (
                <List.Item key={words}>{words}</List.Item>
              ))}
            </List>
          ) : (
            <Nothing>没有要发布的修改</Nothing>
          )}
          {(url || may.takeBack || may.stop) && (
            <List mode="card">
              {url && <List.Item onClick={() => go.to(url)}>打开表单</List.Item>}
              {may.takeBack && (
                <List.Item arrowIcon={false} onClick={() => void run('takeBack')}>
                  {publishingWords.takeBack.label}
                </List.Item>
              )}
              {may.stop && (
                <List.Item arrowIcon={false} onClick={() => void run('stop')}>
                  {publishingWords.stop.label}
                </List.Item>
              )}
            </List>
          )}
          {plan.versions.length > 0 && (
            <List mode="card" header="发布记录">
              {plan.versions.map((one) => (
                <List.Item key={one.id}>{publicationText(one)}</List.Item>
              ))}
            </List>
          )}
        </>
      )}
    </Page>
  )
}
