/** Where the bell and the running tasks stand, between the search and the person. */
export function HeaderExtras() {
  return null
}
