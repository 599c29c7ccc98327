/** So many pages a person has at hand. */
export const MOST_SHORTCUTS = 24
