/** Forgets what was put in first, until no more than `most` are left. */
export function keepNewest<K>(all: Map<K, unknown>, most: number): void {
  for (const oldest of all.keys()) {
    if (all.size <= most) return
    all.delete(oldest)
  }
}
