import { Dialog } from 'antd-mobile'
import { useState } from 'react'
import { say } from '#headless/connection/notices.ts'
import {
  filledFrom,
  popupProblem,
  REPORT_TEXTS,
  reportSource,
  type ReportPopup,
} from '#headless/forms/pickers/report.ts'
import type { PickerSource } from '#headless/forms/pickers/source.ts'
import { useBackToClose } from '../../layout/back.ts'
import { Tap } from '../Tap.tsx'
import PickerSheet from './PickerSheet.tsx'

interface Props {
  popup: ReportPopup
  label: string
  value: unknown
  multiple?: boolean
  disabled?: boolean
  /** Values of the destination fields. */
  onFill(values: Record<string, string>): void
}

/** Fills fields of the form from rows of a report. */
export function ReportInput({ popup, label, value, multiple = false, disabled = false, onFill }: Props) {
  const [source, setSource] = useState<PickerSource>()
  const [open, setOpen] = useState(false)
  const [loading, setLoading] = useState(false)
  const [why, setWhy] = useState<string>()
  const settle = () => setWhy(undefined)
  useBackToClose(why !== undefined, settle)
  async function show() {
    const problem = popupProblem(popup)
    if (problem) return say('warning', problem)
    setLoading(true)
    try {
      setSource(await reportSource(popup))
      setOpen(true)
    } catch (error) {
      setWhy((error as Error).message)
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <Tap
        label={label}
        text={String(value ?? '')}
        placeholder={loading ? '正在载入…' : `请选择${label}`}
        disabled={disabled || loading}
        onTap={() => void show()}
      />
      {source && (
        <PickerSheet
          source={source}
          title={source.label}
          none={REPORT_TEXTS.chooseOne}
          values={[]}
          multiple={multiple}
          visible={open}
          onClose={() => setOpen(false)}
          onChoose={(_, chosen) => {
            setOpen(false)
            onFill(
              filledFrom(
                chosen.flatMap(({ row }) => row ?? []),
                popup,
              ),
            )
          }}
        />
      )}
      <Dialog
        visible={why !== undefined}
        getContainer={() => document.body}
        title={REPORT_TEXTS.failedTitle}
        content={
          <>
            <p>{REPORT_TEXTS.failed}</p>
            <p>{why}</p>
          </>
        }
        onClose={settle}
        actions={[{ key: 'ok', text: '确定', onClick: settle }]}
      />
    </>
  )
}
