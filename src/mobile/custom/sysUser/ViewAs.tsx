import { Button } from 'antd-mobile'
import { useState } from 'react'
import { leaveFor } from '#headless/connection/leaving.ts'
import { useShown } from '#headless/records/useShown.ts'
import { leaveView } from '#headless/session/session.ts'
import { beginView, VIEW_AS } from '#headless/session/viewAs.ts'
import { Page } from '../../layout/Page.tsx'
import { wordsOf } from '../../layout/useRun.ts'
import type { ToolProps } from '../tools.ts'
import '../../screens/detail/detail.css'

/** Said once before the page becomes somebody else's. */
export default function ViewAs({ row, title }: ToolProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const shown = useShown()
  const open = () => {
    if (shown.current) return leaveFor('/')
    // Left meanwhile: the tab stays its owner's. At the server the view ends by itself.
    leaveView(() => setBusy(false))
  }
  const begin = async () => {
    setBusy(true)
    try {
      await beginView(String(row.id), open)
    } catch (error) {
      setProblem(wordsOf(error))
      setBusy(false)
    }
  }
  return (
    <Page
      title={`${title}：${String(row.realname ?? row.username)}`}
      footer={
        <div className="vd-buttons">
          <Button
            block
            size="large"
            color="primary"
            loading={busy}
            loadingText={VIEW_AS.yes}
            onClick={() => void begin()}
          >
            {VIEW_AS.yes}
          </Button>
        </div>
      }
    >
      <section className="vd-section vd-view-as">
        <p>{VIEW_AS.consequence}</p>
        {problem && (
          <p role="alert" className="vd-conflict">
            {problem}
          </p>
        )}
      </section>
    </Page>
  )
}
