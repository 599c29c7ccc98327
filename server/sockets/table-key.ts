/** Which table a socket key means, and who may take part in it. */
import { and, eq } from 'drizzle-orm'
import { filledIn } from '#model/lines.ts'
import { isLines, permissionOf, type Resource, knownField } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { callerFor } from '../people/caller-for.ts'
import { may } from '../kernel/caller.ts'
import { scopeOf } from '../resource/scope.ts'
import { tableOf } from '../db/table.ts'
import type { Services } from '../kernel/services.ts'
import type { Line } from './hub.ts'

/** A socket of a page with tables. */
export interface Desk extends Line {
  /** Department the session works in. */
  orgCode: string | null
}

/** Lines of one record: `blindBox:{id}:prizes`. */
interface RecordTable {
  resource: Resource
  id: string
  /** Fields a person fills in. */
  fields: ReadonlySet<string>
}

/** Undefined: a table of a page that stands for no record of ours. It belongs to everybody of the tenant, as the contract has it. */
export function recordTableOf(socketKey: string): RecordTable | undefined {
  const [name = '', id = '', fieldName = ''] = socketKey.split(':')
  const resource = resourceNamed(name)
  if (!resource) return undefined
  const field = Object.hasOwn(resource.fields, fieldName) ? knownField(resource, fieldName) : undefined
  const open = field && isLines(field) && !field.readOnly ? filledIn(field.of) : []
  return { resource, id, fields: new Set(open.map(([key]) => key)) }
}

/** May this person change the record now? Rights are read anew: a socket lives longer than they do. */
export async function mayTakePart(
  { db }: Services,
  line: Desk,
  { resource, id, fields }: RecordTable,
): Promise<boolean> {
  if (!fields.size) return false
  const caller = await callerFor(db, line.userId, line.tenant, { ip: '', host: '' }, line.orgCode)
  if (!caller || !may(caller, permissionOf(resource, 'edit'))) return false
  const table = tableOf(resource)
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), scopeOf(caller, resource)))
    .limit(1)
  return found.length > 0
}
