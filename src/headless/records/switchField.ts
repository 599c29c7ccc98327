import type { FieldOf } from '#model/fields.ts'
import { offValue, onValue } from '#model/kinds/switch/values.ts'
import type { Resource } from '#model/resource.ts'
import { sendOnce } from '../session/idempotency.ts'
import { forgetResource } from '../session/queries.ts'
import { wayOf } from '../session/ways.ts'
import type { Row } from './rows.ts'

/** Turns one switch of a record; the server's sentence. */
export async function switchField(
  resource: Resource,
  row: Row,
  name: string,
  field: FieldOf<'switch'>,
  on: boolean,
): Promise<string> {
  const { id, version } = row
  const body = wayOf(resource).change({ id, version, row }, { [name]: on ? onValue(field) : offValue(field) })
  try {
    return (await sendOnce({ method: 'PUT', url: `${resource.path}/edit`, body })).message
  } finally {
    // Also when it was refused: somebody else may have changed the record.
    await forgetResource(resource)
  }
}
