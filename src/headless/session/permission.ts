/** One entry of `auth` (granted to the person) or `allAuth` (everything there is). */
export interface AuthEntry {
  action: string
  /** '1': visible only when granted; '2': editable only when granted. */
  type?: string | null
  /** '0': the code is switched off and restricts nobody. Only in `allAuth`. */
  status?: string | null
}

export interface Grants {
  auth: readonly AuthEntry[]
  allAuth: readonly AuthEntry[]
  /** What is listed nowhere restricts nobody: the codes of another's server are not ours, and it judges by itself. */
  unknownIsFree?: boolean
}

const codes = (entries: readonly AuthEntry[]) => entries.flatMap(({ action }) => action.split(','))
const has = (entries: readonly AuthEntry[], code: string) => codes(entries).includes(code)
const seen = (entries: readonly AuthEntry[]) => entries.filter(({ type }) => type !== '2')
const typed = (entries: readonly AuthEntry[]) => entries.filter(({ type }) => type === '2')

/**
 * May the button of this code be shown (contract.md §4.2)? A form node's own list comes first, then codes that are
 * switched off for everybody, then what the person was granted. Unknown codes are not shown, unless they are free.
 */
export function mayUse(
  code: string,
  { auth, allAuth, unknownIsFree = false }: Grants,
  node: readonly AuthEntry[] = [],
): boolean {
  if (has(seen(node), code)) return true
  if (
    has(
      seen(allAuth).filter(({ status }) => status === '0'),
      code,
    )
  )
    return true
  return has(seen(auth), code) || (unknownIsFree && !has(allAuth, code))
}

/** May a field of this code be edited? Only codes listed as type 2 restrict. */
export function mayEdit(code: string, { auth, allAuth }: Grants, node: readonly AuthEntry[] = []): boolean {
  if (has(typed(node), code)) return false
  const entry = typed(allAuth).find(({ action }) => action.split(',').includes(code))
  return !entry || entry.status === '0' || has(typed(auth), code)
}

/** Is a column shown? Only an enabled code of type 1 that is not granted hides it. */
export const mayShowColumn = (code: string, { auth, allAuth }: Grants): boolean =>
  !has(
    allAuth.filter(({ type, status }) => type === '1' && status === '1'),
    code,
  ) || has(seen(auth), code)
