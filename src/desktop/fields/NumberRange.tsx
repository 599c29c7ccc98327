import { InputNumber } from 'antd'
import { figureIn } from '#model/kinds/base/typedNumber.ts'

interface Props {
  id: string
  label: string
  value: readonly [string | undefined, string | undefined]
  /** What does not is marked. */
  fits: (text: string) => boolean
  onChange: (change: { from: string } | { to: string }) => void
}

/** From a number to another. */
export default function NumberRange({ id, label, value: [from, to], fits, onChange }: Props) {
  const marked = (text: string | undefined) => text && !fits(text) && ({ status: 'error' } as const)
  return (
    <div className="filter-range">
      <InputNumber<string>
        id={id}
        stringMode
        parser={figureIn}
        value={from ?? null}
        placeholder="最小"
        controls={false}
        {...marked(from)}
        onChange={(next) => onChange({ from: next ?? '' })}
      />
      <span>~</span>
      <InputNumber<string>
        stringMode
        parser={figureIn}
        value={to ?? null}
        placeholder="最大"
        aria-label={`${label}最大`}
        controls={false}
        {...marked(to)}
        onChange={(next) => onChange({ to: next ?? '' })}
      />
    </div>
  )
}
