import { Checkbox, SwipeAction } from 'antd-mobile'
import { parentPathOf, type Row } from '#headless/records/rows.ts'
import type { Field } from '#model/fields.ts'
import { fieldOf, type Resource } from '#model/resource.ts'
import { Cell } from '../../fields/Cell.tsx'
import { useHold } from '../../layout/useHold.ts'
import './list.css'

const MOST_FACTS = 3

interface RecordCardProps {
  resource: Resource
  row: Row
  onOpen(): void
  /** The finger stays on it. */
  onHold?: (() => void) | undefined
  /** Undefined while nothing is being chosen. */
  ticked?: boolean | undefined
}

/** Money says what it is, a count says nothing of what was counted. */
const isBareNumber = (field: Field | undefined) => field?.kind === 'integer' || field?.kind === 'decimal'

/** One record of a list: title and state, who and how much, two or three facts. */
export function RecordCard({ resource, row, onOpen, onHold, ticked }: RecordCardProps) {
  const hold = useHold(onHold)
  const { subtitle, badge, aside, facts = [] } = resource.list.card
  const cell = (name: string | undefined, empty?: string) => {
    const field = name && fieldOf(resource, name)
    return name && field ? (
      <Cell brief field={field} name={name} row={row} {...(empty !== undefined && { empty })} />
    ) : null
  }
  return (
    <button
      type="button"
      className={ticked === undefined ? 'vd-card' : 'vd-card vd-ticking'}
      aria-pressed={ticked}
      onClick={onOpen}
      {...hold}
    >
      {ticked !== undefined && <Checkbox checked={ticked} className="vd-tick" />}
      <span className="vd-card-head">
        <b>{cell(resource.title)}</b>
        {badge && <span className="vd-badge">{cell(badge, '')}</span>}
      </span>
      {parentPathOf(row) && <span className="vd-subtitle">{parentPathOf(row)}</span>}
      {(subtitle || aside) && (
        <span className="vd-card-line">
          <span className="vd-subtitle">{cell(subtitle, '')}</span>
          <span className="vd-aside">
            {aside && isBareNumber(fieldOf(resource, aside)) && <small>{fieldOf(resource, aside)!.label}</small>}
            {cell(aside, '')}
          </span>
        </span>
      )}
      {facts.length > 0 && (
        <span className="vd-facts">
          {facts.slice(0, MOST_FACTS).map((name) => (
            <span key={name} className={fieldOf(resource, name)?.kind === 'dateTime' ? 'vd-fact-whole' : undefined}>
              <small>{fieldOf(resource, name)?.label}</small>
              <span>{cell(name)}</span>
            </span>
          ))}
        </span>
      )}
    </button>
  )
}

export interface SwipeChoice {
  key: string
  text: string
  color: 'primary' | 'danger' | 'weak'
}

/** The same with what may be done behind it, to be pulled out from the right. */
export function SwipeCard({
  choices,
  onChoose,
  ...card
}: RecordCardProps & { choices: readonly SwipeChoice[]; onChoose(key: string): void }) {
  if (!choices.length) return <RecordCard {...card} />
  return (
    <SwipeAction
      className="vd-swipe"
      rightActions={choices.map(({ key, text, color }) => ({ key, text, color }))}
      onAction={({ key }) => onChoose(String(key))}
    >
      <RecordCard {...card} />
    </SwipeAction>
  )
}
