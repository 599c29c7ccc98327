import { Button } from 'antd-mobile'
import type { GridStore } from '#headless/grid/store.ts'
import { useSignal } from '#headless/grid/useGrid.ts'
import { targetOf } from '#headless/records/target.ts'
import { useReferences } from '#headless/records/useReferences.ts'
import type { Field, FieldOf } from '#model/fields.ts'
import { filledIn } from '#model/lines.ts'
import { Cell } from './Cell.tsx'
import type { Values } from './types.ts'

interface Props {
  store: GridStore
  field: FieldOf<'lines'>
  row: Values & { id: string }
  index: number
  last: boolean
  errors: Readonly<Record<string, string>>
  disabled: boolean
  onOpen(): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** One row: what it holds, what is wrong with it, and what can be done with it. */
export function LineCard({ store, field, row, index, last, errors, disabled, onOpen, onMove, onRemove }: Props) {
  useSignal(store, `row:${row.id}`)
  const facts = filledIn(field.of).filter(([name]) => isFilled(row[name]))
  const label = `${field.label}第${index + 1}行`
  const names = [
    'vd-line-card',
    Object.keys(errors).length > 0 && 'vd-wrong',
    // Somebody else just changed it.
    store.isFlashing(row.id) && 'vd-line-flash',
  ]
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <button type="button" aria-label={`编辑${label}`} disabled={disabled} onClick={onOpen}>
        <b>
          {field.label} {index + 1}
        </b>
        <span className="vd-weak">{facts.length ? '编辑' : '尚未填写'}</span>
      </button>
      <dl>
        {facts.map(([name, of]) => (
          <div key={name}>
            <dt>{of.label}</dt>
            <dd>
              <Fact field={of} name={name} row={row} />
            </dd>
          </div>
        ))}
      </dl>
      {Object.entries(errors).map(([name, message]) => (
        <p key={name} role="alert" className="vd-error">
          {`第${index + 1}行${field.of[name]?.label ?? ''}：${message}`}
        </p>
      ))}
      {!disabled && (
        <div className="vd-line-tools">
          <Button size="mini" fill="none" disabled={index === 0} aria-label={`上移${label}`} onClick={() => onMove(-1)}>
            上移
          </Button>
          <Button size="mini" fill="none" disabled={last} aria-label={`下移${label}`} onClick={() => onMove(1)}>
            下移
          </Button>
          <Button size="mini" fill="none" color="danger" aria-label={`删除${label}`} onClick={onRemove}>
            删除
          </Button>
        </div>
      )}
    </li>
  )
}

function Fact({ field, name, row }: { field: Field; name: string; row: Values }) {
  const of = targetOf(field, row)
  // The words beside an id are those of the record as it was loaded.
  return of ? <Named of={of} ids={String(row[name])} /> : <Cell field={field} name={name} row={row} />
}

function Named({ of, ids }: { of: string; ids: string }) {
  const { chosen } = useReferences(of, { ids: ids.split(',').filter(Boolean), open: false })
  return chosen.map(({ text }) => text).join('、')
}
