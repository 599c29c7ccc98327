import { Button } from 'antd-mobile'
import type { ComponentType } from 'react'
import { newLine } from '#headless/useForm.ts'
import type { Field } from '#model/fields.ts'
import type { Values } from './Cell.tsx'
import type { FieldLineProps, InputProps } from './Input.tsx'
import './lines.css'

interface Props extends InputProps<'lines'> {
  /** Draws one field of a line. */
  Line: ComponentType<FieldLineProps>
}

/** Rows of a record, one below the other. */
export default function LinesInput({ field, name, value, errors = {}, disabled, onChange, onLeave, Line }: Props) {
  const rows = (Array.isArray(value) ? value : []) as (Values & { id: string })[]
  const writable = Object.entries(field.of as Readonly<Record<string, Field>>).filter(([, of]) => !of.readOnly)
  return (
    <>
      {rows.map((row, index) => (
        <fieldset key={row.id} className="vd-line" disabled={disabled ?? false}>
          <legend>
            {field.label} {index + 1}
            <Button
              size="mini"
              fill="none"
              color="danger"
              aria-label={`删除${field.label}第${index + 1}行`}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              删除
            </Button>
          </legend>
          {writable.map(([key, of]) => (
            <Line
              key={key}
              field={of}
              name={key}
              value={row[key]}
              values={row}
              error={errors[`${name}.${index}.${key}`]}
              disabled={disabled}
              onChange={(next) => onChange(rows.map((one, at) => (at === index ? { ...one, [key]: next } : one)))}
              onLeave={onLeave}
            />
          ))}
        </fieldset>
      ))}
      <Button block size="small" disabled={disabled ?? false} onClick={() => onChange([...rows, newLine(field.of)])}>
        添加一行
      </Button>
    </>
  )
}
