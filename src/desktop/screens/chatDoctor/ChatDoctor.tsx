import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { Alert, App, Button, Skeleton } from 'antd'
import { useExamination, type Finding } from '#headless/messages/chatDoctor.ts'
import { chats, type ChatName } from '#model/chats.ts'
import { WhyRefused } from '../whyNot/WhyRefused.tsx'

/** 聊天接入检查: what works between us and each chat, and how to mend what does not. */
export default function ChatDoctor() {
  return (
    <div className="doctor">
      {chats.map((chat) => (
        <Examination key={chat.name} {...chat} />
      ))}
    </div>
  )
}

function Examination({ name, label }: { name: ChatName; label: string }) {
  const { message } = App.useApp()
  const { findings, verdict, error, examining, again, sending, test } = useExamination(name, {
    sent: (sentence) => void message.success(sentence),
    refused: (failure) => void message.warning((failure as Error).message),
  })

  return (
    <section className="card" aria-label={label}>
      <div className="toolbar">
        <h2>{label}</h2>
        <div className="toolbar-end">
          <Button loading={sending} disabled={!findings.length} onClick={test}>
            给我发测试消息
          </Button>{' '}
          <Button type="primary" loading={examining} onClick={again}>
            重新检查
          </Button>
        </div>
      </div>
      {error && <Alert type="warning" showIcon title={error.message} action={<WhyRefused error={error} />} />}
      {examining ? (
        <Skeleton active />
      ) : (
        <>
          {verdict && <p role="status">{verdict}</p>}
          <ul className="findings">
            {findings.map((finding) => (
              <Tick key={finding.name} {...finding} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Tick = ({ name, good, text, fix }: Finding) => (
  <li className={good ? 'finding-good' : 'finding-bad'}>
    {good ? <CheckCircleFilled aria-label="正常" /> : <CloseCircleFilled aria-label="有问题" />}
    <div>
      <b>{name}</b>
      <p>{text}</p>
      {fix && <p className="finding-fix">{fix}</p>}
    </div>
  </li>
)
