import { QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd-mobile'
import { useEffect, useState, type ReactNode } from 'react'
import { say } from '#headless/connection/notices.ts'
import { hasTyped, startWith } from '#headless/forms/startValues.ts'
import { Unfinished, UnfinishedUploads, useUnfinished } from '#headless/forms/unfinishedUploads.ts'
import { queryClient } from '#headless/session/queries.ts'
import { checkOf } from '#model/checks.ts'
import type { Fields } from '#model/fields.ts'
import { FieldLine } from './Input.tsx'

interface InputSheetProps {
  title: string
  content?: ReactNode
  yes: string
  danger: boolean
  fields: Fields
  row?: Readonly<Record<string, unknown>> | undefined
  typed?: Readonly<Record<string, unknown>> | undefined
  errors?: Readonly<Record<string, string>> | undefined
  onTyped?: ((name: string, value: unknown) => void) | undefined
  /** Whether anything stands here that was not there at the start. */
  onChanged?: ((changed: boolean) => void) | undefined
  onCancel(): void
  onDone(values: Record<string, unknown>): void
}

/** The few fields an action asks for. Questions lie beside the pages, where nothing else hands inputs what they ask the server by. */
export default function InputSheet(props: InputSheetProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Sheet {...props} />
    </QueryClientProvider>
  )
}

function Sheet({
  title,
  content,
  yes,
  danger,
  fields,
  row,
  typed,
  errors: found = {},
  onTyped,
  onChanged,
  onCancel,
  onDone,
}: InputSheetProps) {
  const [start] = useState(() => startWith(fields, row))
  const [values, setValues] = useState<Record<string, unknown>>({ ...start, ...typed })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(found)
  const [uploads] = useState(() => new Unfinished())
  // However the question went away, nobody waits for them any more.
  useEffect(() => () => uploads.throwAway(), [uploads])
  const onTheirWay = useUnfinished(uploads)
  const changed = onTheirWay || hasTyped(fields, values, start)
  useEffect(() => onChanged?.(changed), [changed, onChanged])
  const known = { ...row, ...values }
  const send = () => {
    const results = Object.entries(fields).map(
      ([name, field]) => [name, checkOf(field, known).safeParse(values[name])] as const,
    )
    const wrong = results.filter(([, result]) => !result.success)
    setErrors(Object.fromEntries(wrong.map(([name, { error }]) => [name, error?.issues[0]?.message ?? '格式不正确'])))
    if (wrong.length) return
    const waiting = uploads.why()
    if (waiting) return say('warning', waiting)
    onDone(Object.fromEntries(results.map(([name, { data }]) => [name, data])))
  }
  return (
    <>
      <h2 className="vd-sheet-title">{title}</h2>
      <div className="vd-sheet-body">
        {content !== undefined && <div className="vd-asked">{content}</div>}
        <UnfinishedUploads value={uploads}>
          {Object.entries(fields).map(([name, field]) => (
            <FieldLine
              key={name}
              field={field}
              name={name}
              value={values[name]}
              values={known}
              error={errors[name]}
              onLeave={() => undefined}
              onChange={(value) => {
                setValues((others) => ({ ...others, [name]: value }))
                setErrors((others) => ({ ...others, [name]: '' }))
                onTyped?.(name, value)
              }}
            />
          ))}
        </UnfinishedUploads>
      </div>
      <div className="vd-buttons">
        <Button size="large" onClick={onCancel}>
          取消
        </Button>
        <Button size="large" color={danger ? 'danger' : 'primary'} onClick={send}>
          {yes}
        </Button>
      </div>
    </>
  )
}
