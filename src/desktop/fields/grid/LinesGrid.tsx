import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { serverEditors } from '#headless/grid/serverSources.ts'
import { useLines } from '#headless/grid/useLines.ts'
import type { FieldOf } from '#model/fields.ts'
import type { InputProps } from '../types.ts'
import { Grid } from './Grid.tsx'
import { isOpenedOver } from './openedOver.ts'

const NONE = {}

/** Rows of a record, edited in place. */
export default function LinesGrid(props: InputProps<FieldOf<'lines'>>) {
  // Who may not type has another grid, not the same one with less in it.
  return <Lines key={String(Boolean(props.disabled))} {...props} />
}

function Lines({ field, name, id, value, errors = NONE, disabled, onChange, onBlur }: InputProps<FieldOf<'lines'>>) {
  const { message } = App.useApp()
  const store = useLines({
    field,
    name,
    value,
    errors,
    readOnly: Boolean(disabled),
    onChange,
    say: (kind, text) => void message[kind](text),
  })
  const leave = useRef(onBlur)
  useEffect(() => {
    leave.current = onBlur
  }, [onBlur])
  return (
    <div
      onBlur={({ target, relatedTarget, currentTarget }) => {
        // What a column is filtered by is no input of the form.
        if (
          target.closest('.grid-column') ||
          currentTarget.contains(relatedTarget) ||
          isOpenedOver(currentTarget, relatedTarget)
        )
          return
        // After what was typed last is in the form.
        setTimeout(() => leave.current?.())
      }}
    >
      <Grid store={store} label={field.label} sources={serverEditors} inputId={id} />
      <Sentences
        field={field}
        errors={errors}
        onGo={(index, key) => {
          const row = store.rows.at(index)
          if (row) store.lead({ id: row.id, field: key })
          if (id) document.getElementById(id)?.focus({ preventScroll: true })
        }}
      />
    </div>
  )
}

interface SentencesProps {
  field: FieldOf<'lines'>
  errors: Readonly<Record<string, string>>
  onGo: (index: number, key: string) => void
}

/** With the number of the row and the name of the column: the cell itself may be out of sight. Each leads to it. */
function Sentences({ field, errors, onGo }: SentencesProps) {
  return Object.entries(errors).map(([path, message]) => {
    const [index, key] = path.split('.')
    const label = `第${Number(index) + 1}行${field.of[key ?? '']?.label ?? ''}`
    return (
      <div key={path} role="alert" className="wrong">
        <button type="button" className="grid-sentence" onClick={() => onGo(Number(index), key ?? '')}>
          {`${label}：${message}`}
        </button>
      </div>
    )
  })
}
