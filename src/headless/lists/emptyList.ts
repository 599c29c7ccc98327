import type { Resource } from '#model/resource.ts'

/** What a list without any record says: what to do, or where its records come from. */
export function emptyList({ label, list }: Resource, mayAdd: boolean): string {
  const next = mayAdd ? '请先新增' : list.source
  return next ? `还没有${label}，${next}` : `还没有${label}`
}
