import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { useId, type ComponentType } from 'react'
import type { Row } from '#headless/rows.ts'
import { newLine } from '#headless/useForm.ts'
import type { Field, FieldOf } from '#model/fields.ts'
import { kinds } from '#model/kinds.ts'
import type { InputProps } from './types.ts'

interface Props extends InputProps<FieldOf<'lines'>> {
  /** Draws the input of one cell. */
  Line: ComponentType<InputProps>
}

/** Rows of a record, edited in place. */
export default function LinesInput({ field, value, errors = {}, disabled, onChange, onBlur, Line }: Props) {
  const id = useId()
  const rows = (Array.isArray(value) ? value : []) as Row[]
  const set = (index: number, name: string, next: unknown) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: next } : row)))
  const writable = Object.entries(field.of as Readonly<Record<string, Field>>).filter(([, of]) => !of.readOnly)

  // An empty table that scrolls could not be scrolled by keyboard: nothing in it takes the focus.
  return (
    <>
      {!rows.length && <p>还没有明细，请添加一行</p>}
      {rows.length > 0 && (
        <Table<Row>
          rowKey="id"
          size="small"
          pagination={false}
          dataSource={rows}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: '#', width: 44, render: (_, __, index) => index + 1 },
            ...writable.map(([name, of]) => ({
              key: name,
              title: of.required ? <span className="needed">{of.label}</span> : of.label,
              width: kinds[of.kind].width + 40,
              render: (_: unknown, row: Row, index: number) => {
                const error = errors[`${index}.${name}`]
                return (
                  <>
                    <label className="unseen" htmlFor={`${id}-${index}-${name}`}>
                      第{index + 1}行{of.label}
                    </label>
                    <Line
                      field={of}
                      name={name}
                      id={`${id}-${index}-${name}`}
                      value={row[name]}
                      values={row}
                      disabled={Boolean(disabled)}
                      invalid={Boolean(error)}
                      onChange={(next) => set(index, name, next)}
                      {...(onBlur && { onBlur })}
                    />
                    {error && (
                      <div role="alert" className="wrong">
                        {error}
                      </div>
                    )}
                  </>
                )
              },
            })),
            {
              title: '操作',
              width: 60,
              fixed: 'right' as const,
              render: (_, __, index) => (
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={`删除第${index + 1}行`}
                  disabled={Boolean(disabled)}
                  onClick={() => onChange(rows.filter((___, at) => at !== index))}
                />
              ),
            },
          ]}
        />
      )}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={Boolean(disabled)}
        onClick={() => onChange([...rows, newLine(field.of)])}
      >
        添加一行
      </Button>
    </>
  )
}
