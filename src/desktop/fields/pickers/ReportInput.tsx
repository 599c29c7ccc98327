import { App, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  filledFrom,
  popupProblem,
  REPORT_TEXTS,
  reportSource,
  type ReportPopup,
} from '#headless/forms/pickers/report.ts'
import type { PickerSource } from '#headless/forms/pickers/source.ts'
import { importWithTimeout } from '#headless/connection/importWithTimeout.ts'

const PickerModal = lazy(() => importWithTimeout(import('./PickerModal.tsx')))

interface Props {
  popup: ReportPopup
  id: string
  label: string
  value: unknown
  multiple?: boolean
  disabled?: boolean
  /** Values of the destination fields. */
  onFill: (values: Record<string, string>) => void
}

/** Fills fields of the form from rows of a report. */
export function ReportInput({ popup, id, label, value, multiple = false, disabled = false, onFill }: Props) {
  const { message, modal } = App.useApp()
  const [source, setSource] = useState<PickerSource>()
  const [loading, setLoading] = useState(false)
  async function open() {
    const problem = popupProblem(popup)
    if (problem) return void message.warning(problem)
    setLoading(true)
    try {
      setSource(await reportSource(popup))
    } catch (error) {
      modal.error({
        title: REPORT_TEXTS.failedTitle,
        content: (
          <>
            <p>{REPORT_TEXTS.failed}</p>
            <p>{(error as Error).message}</p>
          </>
        ),
        okText: '确定',
        onOk: () => setSource(undefined),
      })
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Input.Search
        id={id}
        readOnly
        disabled={disabled}
        loading={loading}
        value={String(value ?? '')}
        placeholder={`请选择${label}`}
        onClick={() => void (loading || disabled || open())}
        enterButton="选择"
        // Opens the report; the form around it is not sent.
        onPressEnter={(event) => event.preventDefault()}
        onSearch={() => void (loading || open())}
      />
      {source && (
        <Suspense>
          <PickerModal
            source={source}
            title={source.label}
            none={REPORT_TEXTS.chooseOne}
            values={[]}
            multiple={multiple}
            onClose={() => setSource(undefined)}
            onChoose={(chosen) => {
              setSource(undefined)
              onFill(
                filledFrom(
                  chosen.flatMap(({ row }) => row ?? []),
                  popup,
                ),
              )
            }}
          />
        </Suspense>
      )}
    </>
  )
}
