/** Each mode of a part: what it writes, and what it recognises of what was loaded. */
import { parsePart } from '#cron/parse.ts'
import { bounds, CronError, type Item, type Part, type PartName } from '#cron/parts.ts'
import { BEFORE_END, isWithin, limitsOf, NTH } from './limits.ts'
import { emptyOptions, modesOf, type Mode, type PartOptions } from './options.ts'

interface ModeKind {
  write(options: PartOptions, name: PartName): string
  /** The options that say the same; undefined when this mode cannot say it. */
  read(part: Part, name: PartName, text: string): Partial<PartOptions> | undefined
}

const emptyText = (name: PartName) => (name === 'week' ? '?' : '*')
const only = <K extends Item['kind']>(part: Part, kind: K): Extract<Item, { kind: K }> | undefined => {
  const [item] = part
  return part.length === 1 && item?.kind === kind ? (item as Extract<Item, { kind: K }>) : undefined
}
const fits = (name: PartName, ...values: number[]) => values.every((value) => isWithin(limitsOf(name).value, value))

const kinds: Record<Mode, ModeKind> = {
  none: { write: () => '?', read: (part) => only(part, 'none') && {} },
  every: {
    write: () => '*',
    read(part) {
      const item = only(part, 'every')
      return item && item.step === undefined ? {} : undefined
    },
  },
  increment: {
    // A step that leads out of the part fires at its start only, and Quartz refuses to be told so.
    write: ({ incrementStart, incrementIncrement }, name) =>
      incrementIncrement > bounds[name].step ? String(incrementStart) : `${incrementStart}/${incrementIncrement}`,
    read(part, name) {
      const every = only(part, 'every')
      const from = only(part, 'from') ?? (every?.step ? { from: bounds[name].min, step: every.step } : undefined)
      return from && fits(name, from.from) && isWithin(limitsOf(name).step, from.step)
        ? { incrementStart: from.from, incrementIncrement: from.step }
        : undefined
    },
  },
  range: {
    write: ({ rangeStart, rangeEnd }) => `${rangeStart}-${rangeEnd}`,
    read(part, name) {
      const range = only(part, 'range')
      return range && range.step === undefined && fits(name, range.from, range.to)
        ? { rangeStart: range.from, rangeEnd: range.to }
        : undefined
    },
  },
  specific: {
    write: ({ specificSpecific }) => inOrder(specificSpecific).join(',') || '*',
    read(part, name) {
      const values = part.flatMap((item) => (item.kind === 'value' ? [item.value] : []))
      return values.length === part.length && fits(name, ...values) ? { specificSpecific: inOrder(values) } : undefined
    },
  },
  last: {
    write: () => 'L',
    read(part) {
      const last = only(part, 'last')
      return last && !last.before && !last.workday ? {} : undefined
    },
  },
  lastWorkday: {
    write: () => 'LW',
    read(part) {
      const last = only(part, 'last')
      return last && !last.before && last.workday ? {} : undefined
    },
  },
  beforeEnd: {
    write: ({ cronDaysBeforeEomMinus }) => `L-${cronDaysBeforeEomMinus}`,
    read(part) {
      const last = only(part, 'last')
      return last && !last.workday && isWithin(BEFORE_END, last.before)
        ? { cronDaysBeforeEomMinus: last.before }
        : undefined
    },
  },
  nearestWorkday: {
    write: ({ cronDaysNearestWeekday }) => `${cronDaysNearestWeekday}W`,
    read(part) {
      const item = only(part, 'workday')
      return item && { cronDaysNearestWeekday: item.day }
    },
  },
  lastWeekday: {
    write: ({ cronLastSpecificDomDay }) => `${cronLastSpecificDomDay}L`,
    read(part) {
      const item = only(part, 'lastWeekday')
      return item && { cronLastSpecificDomDay: item.weekday }
    },
  },
  nthWeekday: {
    write: ({ cronNthDayDay, cronNthDayNth }) => `${cronNthDayDay}#${cronNthDayNth}`,
    read(part) {
      const item = only(part, 'nthWeekday')
      return item && isWithin(NTH, item.nth) ? { cronNthDayDay: item.weekday, cronNthDayNth: item.nth } : undefined
    },
  },
  typed: {
    write: ({ typed }, name) => typed || emptyText(name),
    read: (_, __, text) => ({ typed: text }),
  },
}

const inOrder = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b)

export const partText = (name: PartName, options: PartOptions): string => kinds[options.cronEvery].write(options, name)

/** The options for the text of a part; what cannot be read stays as it was typed. */
export function readPart(name: PartName, typed: string, before: PartOptions = emptyOptions(name)): PartOptions {
  const text = typed.trim() || emptyText(name)
  const part = parsed(name, asQuartz(name, text))
  for (const mode of part ? modesOf[name] : []) {
    const found = kinds[mode].read(part!, name, text)
    if (found) return { ...before, ...found, cronEvery: mode }
  }
  return { ...before, cronEvery: 'typed', typed: text }
}

/** Older editors counted the step of months from 0. */
const asQuartz = (name: PartName, text: string) => (name === 'month' ? text.replace(/^0\//, '1/') : text)

function parsed(name: PartName, text: string): Part | undefined {
  try {
    return parsePart(name, text)
  } catch (error) {
    if (error instanceof CronError) return undefined
    throw error
  }
}
