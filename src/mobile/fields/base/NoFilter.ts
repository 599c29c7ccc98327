/** Nothing to narrow a list by. */
export const NoFilter = null
