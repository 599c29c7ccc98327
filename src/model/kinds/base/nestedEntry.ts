import type { Entry } from '../entry.ts'

/** Neither imported nor, where nothing says how, exported. */
export const nestedSheet = {
  column: 'text',
  write: () => null,
  example: () => null,
} satisfies Entry['sheet']
