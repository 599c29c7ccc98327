import { createHash } from 'node:crypto'

/** The same id for the same thing on every installation, so that a later version finds what an earlier one wrote. */
export const seedId = (...parts: (string | number)[]): string =>
  createHash('sha256')
    .update(['voltdesk', ...parts].join('/'))
    .digest('hex')
    .slice(0, 32)
