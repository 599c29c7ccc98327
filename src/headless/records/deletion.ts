import type { Excluded } from '#model/batch.ts'
import type { Resource } from '#model/resource.ts'
import { ApiError } from '../session/api.ts'
import { sendOnce } from '../session/idempotency.ts'
import type { Row } from './rows.ts'

// Asked again after a lost answer, the server says what it said the first time.

/** Deletes a record unless somebody has changed it since it was seen. Modules of the contract do not know versions. */
export async function deleteSeen({ path, contract }: Resource, { id, version }: Row): Promise<void> {
  const params: Record<string, string> = { id }
  if (!contract && typeof version === 'number') params.version = String(version)
  await sendOnce({ method: 'DELETE', url: `${path}/delete`, params })
}

/** More ids than this, with their versions, are more than every address between here and there holds. */
const MOST_IN_ADDRESS = 150

/** Deletes several as they were seen, all or none: the refusal names those that somebody has changed since. */
export async function deleteSeveral({ path, contract }: Resource, rows: readonly Row[]): Promise<void> {
  const url = `${path}/deleteBatch`
  const ids = rows.map(({ id }) => id)
  const seen = rows.map(({ version }) => version)
  const versions = !contract && seen.every((version) => typeof version === 'number') ? seen : undefined
  if (!contract && rows.length > MOST_IN_ADDRESS)
    await sendOnce({ method: 'POST', url, body: { ids, ...(versions && { versions }) } })
  else
    await sendOnce({
      method: 'DELETE',
      url,
      params: { ids: ids.join(), ...(versions && { versions: versions.join() }) },
    })
}

/** Those that kept the others from being deleted. They are to be looked at again before they are chosen again. */
export function changedSince(error: unknown, rows: readonly Row[]): string[] {
  if (!(error instanceof ApiError) || ![404, 409].includes(error.status)) return []
  const { excluded } = (error.result ?? {}) as { excluded?: Excluded[] }
  // A single one needs no name.
  return excluded?.map(({ id }) => id) ?? (rows.length === 1 ? [rows[0]!.id] : [])
}
