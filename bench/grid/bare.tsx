import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, useState } from 'react'
import { benchRows, FIELDS, fits, HEIGHT, ROW_HEIGHT, WIDTH, type BenchRow } from './rows.ts'

/** The floor: a virtual table without anything but text and one input where it was clicked. */
export function Bare({ rows: given }: { rows: BenchRow[] }) {
  const [rows, setRows] = useState(given)
  const [edited, edit] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  })
  return (
    <div ref={box} data-scrolls style={{ height: HEIGHT, width: WIDTH, overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative', width: FIELDS.length * 120 }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <BareRow
            key={index}
            row={rows[index]!}
            top={start}
            edited={edited?.startsWith(`${index} `) ? edited.split(' ')[1] : undefined}
            onEdit={(field) => edit(`${index} ${field}`)}
            onChange={(field, value) =>
              setRows(rows.map((row, at) => (at === index ? { ...row, [field]: value } : row)))
            }
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  row: BenchRow
  top: number
  edited: string | undefined
  onEdit: (field: string) => void
  onChange: (field: string, value: string) => void
}

const BareRow = memo(function BareRow({ row, top, edited, onEdit, onChange }: RowProps) {
  return (
    <div data-row style={{ position: 'absolute', top, height: ROW_HEIGHT, display: 'flex' }}>
      {FIELDS.map((field) => (
        <div key={field} style={{ width: 120, overflow: 'hidden', whiteSpace: 'nowrap' }} onClick={() => onEdit(field)}>
          {edited === field ? (
            <input autoFocus value={String(row[field])} onChange={(event) => onChange(field, event.target.value)} />
          ) : (
            row[field]
          )}
        </div>
      ))}
    </div>
  )
})

export const validateBare = (rows: BenchRow[]): number => {
  let failing = 0
  for (const row of rows) FIELDS.forEach((field, at) => (failing += Number(!fits(row[field], at))))
  return failing
}

export { benchRows }
