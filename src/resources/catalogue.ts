/**
 * Every resource by what is known of it without its definition, and the definitions that have come: for what is loaded with
 * the first page, which needs one of them and not all. Here they are all there; in what is built
 * (`scripts/vite/definitions-later.ts`) these facts are computed beforehand and a definition comes with the first call for
 * it, or with the table of contents.
 */
import { catalogueOf, entryOf } from './bringing.ts'
import { allResources, resources } from './index.ts'
export type { Entry } from './bringing.ts'

export const written = allResources().map(entryOf)
export const { entries, entryNamed, definitionOf, bringDefinition, know, followDefinitions } = catalogueOf(written, [])
know(resources)
