import { serverEditors } from '#headless/grid/serverSources.ts'
import { useLines } from '#headless/grid/useLines.ts'
import type { Row } from '#headless/records/rows.ts'
import type { FieldOf } from '#model/fields.ts'
import { Grid } from './Grid.tsx'

/** Rows of a record, only read. */
export default function LinesTable({
  field,
  name,
  rows,
}: {
  field: FieldOf<'lines'>
  name: string
  rows: readonly Row[]
}) {
  const store = useLines({ field, name, value: rows, readOnly: true })
  return <Grid store={store} label={field.label} sources={serverEditors} toolbar={false} />
}
