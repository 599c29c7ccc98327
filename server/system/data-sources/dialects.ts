/** The databases a data source may be: a table of contents. */
import { databaseTypes } from '#resources/system/dataSource.ts'
import type { NameIn } from '#model/choices.ts'
import type { Dialect } from './dialect.ts'
import { mariadb, mysql } from './mysql/index.ts'
import { postgresql } from './postgresql/index.ts'

export const dialects: Readonly<Record<NameIn<typeof databaseTypes>, Dialect>> = { mysql, mariadb, postgresql }
/** What our own tables are in. */
export const ownDialect = postgresql
