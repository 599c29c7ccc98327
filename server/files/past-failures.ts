/** Does it to each in turn, past those with which it fails; then throws what the first of them threw. */
export async function pastFailures<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const failed: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failed.push(error))
  if (failed.length) throw failed[0]
}
