const TEMPORARY = 'new:'
// A half-typed form that is taken up again brings rows of an earlier page along.
const PAGE = Math.random().toString(36).slice(2, 7)
let made = 0
/** The id of a row the server does not know yet. */
export const temporaryId = (): string => `${TEMPORARY}${PAGE}${++made}`
export const isTemporary = (id: string): boolean => id.startsWith(TEMPORARY)
