/**
 * A record of a tree with all that lies below it, held: `look` answers and locks what it finds. Whatever appeared while it
 * waited for a lock is found by looking again, until nothing has; below a record that is held nothing appears any more.
 */
export async function heldBranch<T>(look: () => Promise<T[]>): Promise<T[]> {
  for (let found = await look(); ;) {
    const again = await look()
    if (again.length === found.length) return again
    found = again
  }
}
