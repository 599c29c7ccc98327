import { decisionsOf } from '#model/deciding.ts'
import type { Resource } from '#model/resource.ts'
import { may } from '../kernel/caller.ts'
import { forbidden, Refusal } from '../kernel/errors.ts'
import { standInsOf } from '../people/stand-ins.ts'
import type { Row } from './hooks.ts'
import { readRow, type Reading } from './list.ts'

/**
 * The record for whoever asks: with their own eyes, and where it is decided on also with those of the people they stand
 * in for. What only a principal may decide is in `may` too, and `actingFor` says for whom.
 */
export async function readAsWhoMay({ services, caller }: Reading, resource: Resource, id: string): Promise<Row> {
  if (!resource.approval) return readRow({ services, caller }, resource, id)
  const everybody = [caller, ...(await standInsOf(services.db, caller, services.clock.now()))]
  const permitted = everybody.filter((one) => may(one, `${resource.permission}:list`))
  let found: (Row & { may: string[] }) | undefined
  let problem: Refusal | undefined
  for (const one of permitted) {
    try {
      const row = (await readRow({ services, caller: one }, resource, id)) as Row & { may: string[] }
      if (one.principal) {
        row.may = row.may.filter((name) => decisionsOf(resource).includes(name))
        if (row.may.length) row.actingFor = one.principal.realname
      }
      found ??= row
      const { may: known } = found
      const more = row.may.filter((name) => !known.includes(name))
      if (more.length) Object.assign(found, { may: [...known, ...more], actingFor: row.actingFor })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problem ??= error
    }
  }
  if (found) return found
  throw problem ?? forbidden()
}
