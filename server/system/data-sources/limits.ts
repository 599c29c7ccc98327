/** What holds for every database of others. */

/** Until the connection stands, sign-in included. */
export const CONNECT_MS = 5000
/** Characters of one value. */
export const MOST_CHARACTERS = 4000
