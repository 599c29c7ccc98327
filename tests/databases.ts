/** Which databases a suite runs on. */
import { postgresUrl } from './postgres.ts'

export type Kind = 'embedded' | 'postgres'

/** For suites about what SQL does: both, where this machine has a PostgreSQL. */
export const bothKinds = async (): Promise<readonly Kind[]> =>
  (await postgresUrl()) ? ['embedded', 'postgres'] : ['embedded']

/** For all others: the one that is sooner there. Whatever both must answer alike is asked by a suite of `bothKinds`. */
export const oneKind = async (): Promise<Kind> => ((await postgresUrl()) ? 'postgres' : 'embedded')
