import { Button } from 'antd-mobile'
import { CheckCircleFill, CloseCircleFill } from 'antd-mobile-icons'
import { useExamination, type Finding } from '#headless/messages/chatDoctor.ts'
import { chats, type ChatName } from '#model/chats.ts'
import { say } from '#headless/connection/notices.ts'
import { Failed } from '../../layout/Nothing.tsx'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import { Blocks } from '../../layout/Waiting.tsx'
import '../detail/detail.css'
import './doctor.css'

/** 聊天接入检查: what works between us and each chat, and how to mend what does not. */
export default function ChatDoctor() {
  return (
    <Page title="聊天接入检查">
      <div className="vd-detail">
        {chats.map((chat) => (
          <Examination key={chat.name} {...chat} />
        ))}
      </div>
    </Page>
  )
}

function Examination({ name, label }: { name: ChatName; label: string }) {
  const { findings, verdict, error, examining, again, sending, test } = useExamination(name, {
    sent: (sentence) => say('success', sentence),
    refused: (failure) => say('warning', wordsOf(failure)),
  })

  return (
    <section className="vd-section" aria-label={label}>
      <h3>{label}</h3>
      {examining ? (
        <Blocks count={2} />
      ) : error ? (
        <Failed error={error} onRetry={again} />
      ) : (
        <>
          <p role="status">{verdict}</p>
          <ul className="vd-findings">
            {findings.map((finding) => (
              <Tick key={finding.name} {...finding} />
            ))}
          </ul>
        </>
      )}
      <div className="vd-buttons vd-doctor-buttons">
        <Button loading={sending} loadingText="给我发测试消息" disabled={!findings.length} onClick={test}>
          给我发测试消息
        </Button>
        <Button color="primary" fill="outline" loading={examining} loadingText="重新检查" onClick={again}>
          重新检查
        </Button>
      </div>
    </section>
  )
}

const Tick = ({ name, good, text, fix }: Finding) => (
  <li className={good ? 'vd-good' : 'vd-bad'}>
    {good ? <CheckCircleFill aria-label="正常" /> : <CloseCircleFill aria-label="有问题" />}
    <div>
      <b>{name}</b>
      <p>{text}</p>
      {fix && <p className="vd-fix">{fix}</p>}
    </div>
  </li>
)
