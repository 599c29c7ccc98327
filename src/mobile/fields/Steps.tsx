import type { Field, FieldOf } from '#model/fields.ts'
import { textOf } from '#headless/records/formats.ts'
import { FileCell } from './base/FileCell.tsx'
import { PictureCell } from './base/PictureCell.tsx'
import type { Values } from './types.ts'
import './steps.css'

const TIMES = ['date', 'dateTime']

/** Rows of a sub-table one below the other: with a time they read as steps, otherwise as small cards. */
export function Steps({ field, lines }: { field: FieldOf<'lines'>; lines: readonly Values[] }) {
  if (!lines.length) return <span className="vd-weak">暂无</span>
  const names = Object.keys(field.of)
  const time = names.findLast((name) => TIMES.includes(field.of[name]!.kind))
  return (
    <ol className={time ? 'vd-steps' : 'vd-lines'}>
      {lines.map((line, index) => (
        <li key={String(line.id ?? index)}>
          {time ? <Step field={field} line={line} time={time} /> : <Line field={field} line={line} />}
        </li>
      ))}
    </ol>
  )
}

function Step({ field, line, time }: { field: FieldOf<'lines'>; line: Values; time: string }) {
  // Ids of people tell a reader nothing the name beside them does not.
  const names = Object.keys(field.of).filter((name) => name !== time && field.of[name]!.kind !== 'user')
  const [first, ...rest] = names.map((name) => textOf(field.of[name]!, line, name)).filter(Boolean)
  return (
    <>
      <b>{first}</b>
      <time>{textOf(field.of[time]!, line, time).slice(0, 16)}</time>
      <p>{rest.join(' · ')}</p>
    </>
  )
}

const Line = ({ field, line }: { field: FieldOf<'lines'>; line: Values }) => (
  <dl>
    {Object.entries(field.of).map(([name, of]) => (
      <div key={name}>
        <dt>{of.label}</dt>
        <dd>
          <Value field={of} line={line} name={name} />
        </dd>
      </div>
    ))}
  </dl>
)

/** What is kept as a file is seen, not its path. */
function Value({ field, line, name }: { field: Field; line: Values; name: string }) {
  const text = textOf(field, line, name)
  if (!text) return '—'
  if (field.kind === 'image' || field.kind === 'images') return <PictureCell field={field} name={name} row={line} />
  if (field.kind === 'file' || field.kind === 'files') return <FileCell field={field} name={name} row={line} />
  return text
}
