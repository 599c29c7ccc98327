import { Button, Checkbox, DatePicker, Input, InputNumber, Popover, Switch } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Column } from '#headless/grid/column.ts'
import { choicesOf, conditionKindOf, meantBy, type Condition } from '#headless/grid/filters.ts'
import type { GridStore } from '#headless/grid/store.ts'
import { figureIn } from '#model/kinds/base/typedNumber.ts'
import { composes } from './composing.ts'
import type { View } from './types.ts'

interface Props {
  view: View
  column: Column
  at: HTMLElement
  onClose: () => void
}

const EMPTY: { readonly [K in Condition['kind']]: Extract<Condition, { kind: K }> } = {
  choices: { kind: 'choices', values: [] },
  text: { kind: 'text', text: '' },
  number: { kind: 'number' },
  date: { kind: 'date' },
}

/** What a column is filtered by, and whether it stays at the left. */
export default function ColumnPanel({ view, column, at, onClose }: Props) {
  const { store } = view
  const [edge] = useState(() => at.getBoundingClientRect())
  const [condition, ask] = useState<Condition>(() => store.conditionOf(column.field) ?? EMPTY[conditionKindOf(column)])
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = (next: Condition | undefined) => {
    store.filter(column.field, next)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    // A dialog or a form around the grid hears neither.
    event.stopPropagation()
    // A calendar takes what was typed into it first.
    if (composes(event.nativeEvent) || (event.target as Element).closest('.ant-picker')) return
    if (event.key === 'Escape') close()
    else if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') {
      event.preventDefault()
      apply(meantBy(condition))
    }
  }
  return (
    <Popover
      open
      trigger="click"
      placement="bottomLeft"
      onOpenChange={(open) => !open && close()}
      content={
        <div className="grid-column" role="dialog" aria-label={`筛选${column.title}`} onKeyDown={onKeyDown}>
          <Asked store={store} column={column} condition={condition} onAsk={ask} />
          <div className="grid-column-does">
            <Button size="small" disabled={!store.conditionOf(column.field)} onClick={() => apply(undefined)}>
              清除
            </Button>
            <Button size="small" type="primary" onClick={() => apply(meantBy(condition))}>
              确定
            </Button>
          </div>
          <label className="grid-column-freeze">
            固定在左侧
            <Switch
              size="small"
              aria-label={`固定${column.title}`}
              checked={store.isFrozen(column)}
              onChange={(on) => {
                store.freeze(column, on)
                close()
              }}
            />
          </label>
        </div>
      }
    >
      <span className="grid-anchor" style={{ left: edge.left, top: edge.bottom }} />
    </Popover>
  )
}

interface AskedProps {
  store: GridStore
  column: Column
  condition: Condition
  onAsk: (condition: Condition) => void
}

/** Lists of so many choices can be searched. */
const MANY = 8

function Asked({ store, column, condition, onAsk }: AskedProps): ReactNode {
  const [wanted, look] = useState('')
  const { title } = column
  if (condition.kind === 'choices') {
    const all = choicesOf(store, column)
    const found = all.filter(({ text }) => text.toLowerCase().includes(wanted.trim().toLowerCase()))
    const { values } = condition
    const tick = (value: string, on: boolean) =>
      onAsk({ kind: 'choices', values: on ? [...values, value] : values.filter((one) => one !== value) })
    return (
      <>
        {all.length > MANY && (
          <Input
            autoFocus
            allowClear
            size="small"
            aria-label={`查找${title}`}
            placeholder="查找"
            value={wanted}
            onChange={({ target }) => look(target.value)}
          />
        )}
        <div className="grid-column-choices">
          {found.map(({ value, text }, at) => (
            <Checkbox
              key={value}
              autoFocus={at === 0 && all.length <= MANY}
              checked={values.includes(value)}
              onChange={({ target }) => tick(value, target.checked)}
            >
              {text}
            </Checkbox>
          ))}
          {!found.length && '没有找到'}
        </div>
      </>
    )
  }
  if (condition.kind === 'text')
    return (
      <Input
        autoFocus
        allowClear
        aria-label={`${title}包含`}
        placeholder="包含"
        value={condition.text}
        onChange={({ target }) => onAsk({ kind: 'text', text: target.value })}
      />
    )
  if (condition.kind === 'number') {
    const { from, to } = condition
    const range = (next: { from?: number | string | null; to?: number | string | null }) => {
      const both = { from, to, ...next }
      onAsk({
        kind: 'number',
        ...(typeof both.from === 'number' && { from: both.from }),
        ...(typeof both.to === 'number' && { to: both.to }),
      })
    }
    return (
      <div className="grid-column-range">
        <InputNumber<number | string>
          autoFocus
          parser={figureIn}
          aria-label={`${title}最小`}
          placeholder="最小"
          value={from ?? null}
          onChange={(value) => range({ from: value })}
        />
        –
        <InputNumber<number | string>
          parser={figureIn}
          aria-label={`${title}最大`}
          placeholder="最大"
          value={to ?? null}
          onChange={(value) => range({ to: value })}
        />
      </div>
    )
  }
  const { from, to } = condition
  const range = (days: readonly (Dayjs | null)[] | null) => {
    const [first, last] = [days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD')]
    onAsk({ kind: 'date', ...(first && { from: first }), ...(last && { to: last }) })
  }
  return (
    <DatePicker.RangePicker
      allowEmpty
      aria-label={title}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      onChange={range}
      // Told with each end; the other only when both were passed through.
      onCalendarChange={range}
    />
  )
}
