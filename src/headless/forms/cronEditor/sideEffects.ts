/**
 * What follows from a change (acceptance M05). Whoever says at which minute means one second of it, not sixty; day and week
 * exclude each other, and one of them has to speak.
 */
import type { PartName } from '#cron/parts.ts'
import { partText } from './modes.ts'
import type { PartOptions } from './options.ts'

type Parts = Readonly<Record<PartName, PartOptions>>

const isOpen = (text: string) => text === '*' || text === '?'
const single = (value: number): Partial<PartOptions> => ({ cronEvery: 'specific', specificSpecific: [value] })

/** Only one of them speaks. */
const OTHER: Partial<Record<PartName, PartName>> = { day: 'week', week: 'day' }

/** `changed` was changed by the person; the others follow from the finer to the coarser part it touches. */
export function followed(before: Parts, wanted: Parts, changed: PartName): Parts {
  if (partText(changed, before[changed]) === partText(changed, wanted[changed])) return wanted
  let parts = wanted
  const textOf = (name: PartName) => partText(name, parts[name])
  const set = (name: PartName, change: Partial<PartOptions>) =>
    (parts = { ...parts, [name]: { ...parts[name], ...change } })
  const touched = new Set<PartName>([changed])
  const isSet = (name: PartName) => touched.has(name) && !isOpen(textOf(name))
  /** While `name` is every, it becomes the first of its values. */
  const narrow = (name: PartName, value: number) => {
    if (textOf(name) !== '*') return
    set(name, single(value))
    touched.add(name)
  }

  const other = OTHER[changed]
  if (other && textOf(changed) !== '?') set(other, { cronEvery: 'none' })
  else if (other && textOf(other) === '?') {
    set(other, single(1))
    touched.add(other)
  }
  if (isSet('year')) narrow('month', 1)
  if (isSet('month') && isOpen(textOf('day')) && isOpen(textOf('week')))
    narrow(textOf('day') === '*' ? 'day' : 'week', 1)
  if (isSet('day') || isSet('week')) narrow('hour', 0)
  if (isSet('hour')) narrow('minute', 0)
  if (isSet('minute')) narrow('second', 0)
  return parts
}
