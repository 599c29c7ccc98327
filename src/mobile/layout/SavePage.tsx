import { Button } from 'antd-mobile'
import type { ReactNode } from 'react'
import { Page } from './Page.tsx'
import '../screens/detail/detail.css'
import '../fields/form.css'

interface Props {
  title: string
  /** What the one button says and does; `Enter` does it too. */
  yes?: string
  busy: boolean
  onSave(): Promise<unknown>
  onBack?: () => void
  /** What was wrong as a whole. */
  problem?: string | undefined
  children: ReactNode
}

/** A page of a few fields with one button below. */
export function SavePage({ title, yes = '保存', busy, onSave, onBack, problem, children }: Props) {
  return (
    <Page
      title={title}
      {...(onBack && { onBack })}
      footer={
        <div className="vd-buttons">
          <Button block size="large" color="primary" loading={busy} loadingText={yes} onClick={() => void onSave()}>
            {yes}
          </Button>
        </div>
      }
    >
      <form
        className="vd-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void onSave()
        }}
      >
        {problem && (
          <p role="alert" className="vd-conflict">
            {problem}
          </p>
        )}
        {children}
        <button type="submit" hidden />
      </form>
    </Page>
  )
}
