import { Alert, Button, Modal, Skeleton } from 'antd'
import { changersText, useWhyNot, type WhyNotAsked } from '#headless/session/whyNot.ts'

interface Props {
  about: WhyNotAsked
  /** The list it is asked at is narrowed by what was searched for. */
  filtered?: boolean
  onClose: () => void
}

/** 为什么: one line for each thing that is kept away, what decided, who can change it. */
export default function WhyNot({ about, filtered = false, onClose }: Props) {
  const { answer, loading, problem, said, sending, request } = useWhyNot(about)
  return (
    <Modal open title={`为什么？${answer ? ` ${answer.label}` : ''}`} width={640} footer={null} onCancel={onClose}>
      {loading && <Skeleton active />}
      {problem && <Alert type="warning" showIcon title={problem} />}
      {said && <Alert type={said.good ? 'success' : 'warning'} showIcon title={said.text} role="status" />}
      {answer && (
        <section className="why-answer" aria-label="原因">
          {filtered && <Alert type="info" showIcon title="列表正在按查询条件筛选，清除条件后再看" />}
          <dl>
            {answer.obstacles.map((obstacle) => (
              <div key={obstacle.name}>
                <dt>{obstacle.label}</dt>
                <dd>
                  {obstacle.text}
                  <div className="why-changers">
                    {changersText(obstacle)}
                    {obstacle.mayAsk && (
                      <Button
                        size="small"
                        type="link"
                        loading={sending === obstacle.name}
                        onClick={() => void request(obstacle)}
                      >
                        申请
                      </Button>
                    )}
                  </div>
                </dd>
              </div>
            ))}
            {answer.scope.length > 0 && (
              <div>
                <dt>查看范围</dt>
                <dd>{answer.scope.join('；')}</dd>
              </div>
            )}
            <div>
              <dt>您的角色</dt>
              <dd>{answer.roles.join('、') || '没有角色'}</dd>
            </div>
          </dl>
          {!answer.obstacles.length && <p>没有发现权限上的限制。</p>}
        </section>
      )}
    </Modal>
  )
}
