import { importWithTimeout } from '../connection/importWithTimeout.ts'

/** The first page needs one definition; the next may need any. What does not come is asked for by the page that needs it. */
export const bringTheOthers = (): void => void importWithTimeout(import('#resources/index.ts')).catch(() => undefined)
