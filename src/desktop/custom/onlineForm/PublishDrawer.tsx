import { Alert, App, Button, Collapse, Drawer, Empty, Flex, Skeleton, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import {
  publicationText,
  publishingWords,
  usePublishing,
  type PublishingStep,
} from '#headless/forms/onlinePublishing.ts'
import type { ToolProps } from '../tools.tsx'

/** What publishing would do, in words and as SQL, before anybody presses the button; what was published before, and the way back. */
export default function PublishDrawer({ row, onClose }: ToolProps) {
  const { message, modal } = App.useApp()
  const { plan, error, retry, may, take } = usePublishing(row.id)
  const [busy, setBusy] = useState<PublishingStep>()

  async function run(step: PublishingStep) {
    const { label, question } = publishingWords[step]
    if (question && !(await modal.confirm({ title: label, content: question, okText: label }))) return
    setBusy(step)
    try {
      void message.success(await take(step))
    } catch (refusal) {
      void message.warning((refusal as Error).message)
    } finally {
      setBusy(undefined)
    }
  }
  const button = (step: PublishingStep) =>
    (step === 'publish' || may[step]) && (
      <Button
        key={step}
        {...(step === 'publish' && { type: 'primary' as const })}
        danger={step === 'stop'}
        disabled={!may[step]}
        loading={busy === step}
        onClick={() => void run(step)}
      >
        {publishingWords[step].label}
      </Button>
    )

  return (
    <Drawer open title={`发布：${String(row.name ?? '')}（${String(row.code ?? '')}）`} size={760} onClose={onClose}>
      {!plan ? (
        error ? (
          <Alert type="warning" showIcon title={error.message} action={<Button onClick={retry}>重试</Button>} />
        ) : (
          <Skeleton active />
        )
      ) : (
        <Flex vertical gap={16}>
          {plan.problems.map((problem) => (
            <Alert key={problem} type="error" showIcon title={problem} />
          ))}
          <Typography.Title level={5}>将要做的修改</Typography.Title>
          {plan.steps.length ? (
            <>
              <ol aria-label="将要做的修改">
                {plan.steps.map(({ words }) => (
                  <li key={words}>{words}</li>
                ))}
              </ol>
              <Collapse
                items={[
                  {
                    key: 'sql',
                    label: '查看 SQL',
                    children: (
                      <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', margin: 0 }}>
                        {plan.steps.flatMap(({ sql }) => sql).join(';\n')}
                      </pre>
                    ),
                  },
                ]}
              />
            </>
          ) : (
            <Typography.Text type="secondary">没有要发布的修改。修改表单定义后再来发布。</Typography.Text>
          )}
          <Flex gap={8} wrap>
            {button('publish')}
            {button('takeBack')}
            {button('stop')}
            {plan.url && (
              <Link to={plan.url} onClick={onClose}>
                <Button>打开表单</Button>
              </Link>
            )}
          </Flex>
          <Typography.Title level={5}>发布记录</Typography.Title>
          {plan.versions.length ? (
            <Timeline
              items={plan.versions.map((one) => ({
                key: one.id,
                color: one.takenBackTime ? 'gray' : 'blue',
                content: publicationText(one),
              }))}
            />
          ) : (
            <Empty description="还没有发布过，核对上面的修改后点击发布" />
          )}
        </Flex>
      )}
    </Drawer>
  )
}
