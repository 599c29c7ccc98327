interface Pages {
  fetchNextPage(options: { throwOnError: true }): Promise<unknown>
  refetch(options: { throwOnError: true }): Promise<unknown>
}

/**
 * The next page of a list whose pages go by number. Where what stands last before it by now was not shown, something above
 * is gone and that one has slipped in between: everything shown is asked for again. Rejects when nothing came.
 */
export async function nextWhole({ fetchNextPage, refetch }: Pages, lastBefore: () => Promise<boolean>): Promise<void> {
  await fetchNextPage({ throwOnError: true })
  // Who gets no answer to this asks a busy server for nothing more.
  const shown = await lastBefore().catch(() => true)
  if (!shown) await refetch({ throwOnError: true })
}
