/** The row of a statement that always answers one: a count, a sum, an upsert. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('The database answered without a row')
  return row
}
