import type { Resource } from '#model/resource.ts'
import { sendOnce } from './intent.ts'
import type { Row } from './rows.ts'

// Asked again after a lost answer, the server says what it said the first time.

/** Deletes a record unless somebody has changed it since it was seen. Modules of the contract do not know versions. */
export async function deleteSeen({ path, contract }: Resource, { id, version }: Row): Promise<void> {
  const params: Record<string, string> = { id }
  if (!contract && typeof version === 'number') params.version = String(version)
  await sendOnce({ method: 'DELETE', url: `${path}/delete`, params })
}

/** Deletes several, all or none. */
export async function deleteRecords({ path }: Resource, ids: readonly string[]): Promise<void> {
  await sendOnce({ method: 'DELETE', url: `${path}/deleteBatch`, params: { ids: ids.join(',') } })
}
