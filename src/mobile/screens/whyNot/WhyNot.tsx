import { Button, Popup } from 'antd-mobile'
import { changersText, useWhyNot, type WhyNotAsked } from '#headless/session/whyNot.ts'
import { useBackToClose } from '../../layout/back.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../../layout/sheet.css'
import './why-not.css'

interface Props {
  about: WhyNotAsked
  /** The list it is asked at is narrowed by what was searched for. */
  filtered?: boolean
  onClose: () => void
}

/** 为什么: one line for each thing that is kept away, what decided, who can change it. */
export default function WhyNot({ about, filtered = false, onClose }: Props) {
  useBackToClose(true, onClose)
  const { answer, loading, problem, said, sending, request } = useWhyNot(about)
  return (
    <Popup visible onMaskClick={onClose} bodyClassName="vd-sheet" aria-label="为什么">
      <div className="vd-sheet-bar">
        <Button fill="none" onClick={onClose}>
          关闭
        </Button>
        <h2 className="vd-sheet-title">为什么？{answer && ` ${answer.label}`}</h2>
      </div>
      <div className="vd-why-not">
        {loading && <Blocks count={2} />}
        {problem && <p role="alert">{problem}</p>}
        {said && <p role="status">{said.text}</p>}
        {answer && (
          <section aria-label="原因">
            {filtered && <p>列表正在按查询条件筛选，清除条件后再看。</p>}
            <dl>
              {answer.obstacles.map((obstacle) => (
                <div key={obstacle.name}>
                  <dt>{obstacle.label}</dt>
                  <dd>
                    {obstacle.text}
                    <div className="vd-why-changers">
                      <span>{changersText(obstacle)}</span>
                      {obstacle.mayAsk && (
                        <Button
                          size="small"
                          color="primary"
                          fill="outline"
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
      </div>
    </Popup>
  )
}
