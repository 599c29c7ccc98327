import { Alert, Button, Form, Input, Modal, Select, Skeleton } from 'antd'
import { useId } from 'react'
import { personField, useWhy, whyChoices, type Why, type WhyAsked } from '#headless/messages/whyNotReceived.ts'
import { Input as FieldInput } from '../../fields/Input.tsx'

interface Props {
  /** The record it is asked at; without it the person names one. */
  about?: Pick<WhyAsked, 'resource' | 'recordId' | 'userId'>
  onClose: () => void
}

/** 为什么我没收到: channel by channel what became of a notice, and of whom it was never asked. */
export default function WhyDialog({ about, onClose }: Props) {
  const why = useWhy(about)
  const id = useId()
  const form = !about || why.mayAskForOthers
  return (
    <Modal open title="为什么我没收到" width={640} footer={null} onCancel={onClose}>
      {form && (
        <Form layout="vertical" onFinish={why.ask}>
          {!about && (
            <div className="why-record">
              <Form.Item label="业务" htmlFor={`${id}-resource`} required>
                <Select
                  id={`${id}-resource`}
                  value={why.draft.resource || null}
                  placeholder="请选择业务"
                  options={whyChoices()}
                  onChange={(resource: string) => why.set({ resource })}
                />
              </Form.Item>
              <Form.Item label="编号" htmlFor={`${id}-title`} required>
                <Input
                  id={`${id}-title`}
                  value={why.draft.title ?? ''}
                  placeholder="请输入记录的编号"
                  onChange={({ target }) => why.set({ title: target.value })}
                />
              </Form.Item>
            </div>
          )}
          {why.mayAskForOthers && (
            <Form.Item label={personField.label} htmlFor={`${id}-person`} extra={personField.hint}>
              <FieldInput
                field={personField}
                name="userId"
                id={`${id}-person`}
                value={why.draft.userId}
                values={{}}
                onChange={(userId) => why.set({ userId: String(userId ?? '') })}
              />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" disabled={!why.complete} loading={why.loading}>
            查询
          </Button>
        </Form>
      )}
      {why.problem ? (
        <Alert type="warning" showIcon title={why.problem} />
      ) : why.answer ? (
        <Answer of={why.answer} />
      ) : (
        why.loading && <Skeleton active />
      )}
    </Modal>
  )
}

const Answer = ({ of: { realname, notice, rights, summary, channels } }: { of: Why }) => (
  <section className="why-answer" aria-label="查询结果" role="status">
    <h3>{realname}</h3>
    {notice && (
      <p>
        {notice.kind_dictText}“{notice.title}” <time>{notice.createTime}</time>
      </p>
    )}
    {rights && <Alert type="info" showIcon title={rights} />}
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
