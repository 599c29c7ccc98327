import { References } from '../References.tsx'
import { filterBy } from './filterBy.tsx'

/** Any of some records, found as one types. */
export const RecordFilter = filterBy(References, { multiple: true, searchOnly: true })
