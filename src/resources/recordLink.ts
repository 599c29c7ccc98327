import { RECYCLE_BIN } from '#model/addresses.ts'
import { entries, type Entry } from './catalogue.ts'

export interface RecordLink {
  of: Entry
  id: string
}

/** The record that an address names. */
export function recordLink(pathname: string): RecordLink | undefined {
  const of = entries.find(({ url }) => url && pathname.startsWith(`${url}/`))
  const [id, more] = of ? pathname.slice(`${of.url}/`.length).split('/') : []
  if (!of || !id || id === 'add' || id === RECYCLE_BIN || more) return undefined
  try {
    return { of, id: decodeURIComponent(id) }
  } catch {
    // Nobody was ever given such an address.
    return undefined
  }
}
