/** Two people changed one record: where what they say differs, and what the record says once one of them is chosen at each place. */
import { isEmptyValue, sameValue } from '#model/emptiness.ts'
import type { Field, Fields } from '#model/fields.ts'
import { filledIn } from '#model/lines.ts'
import { fieldOf, isLines, type Resource } from '#model/resource.ts'
import { isTemporary } from '../records/temporaryId.ts'
import type { Row } from '../records/rows.ts'
import { sameAnswer } from './startValues.ts'

type Values = Readonly<Record<string, unknown>>
export type Side = 'mine' | 'theirs'

/** One place where a choice is to be made: a field of the record, or a row of a sub-table. */
export interface Difference {
  key: string
  /** The field of the record. */
  name: string
  label: string
  fields: Fields
  /** What is read of both: the field itself, of a row what differs, or all of it when one side has no such row. */
  names: readonly string[]
  /** Undefined: there is no such row on this side. */
  mine: Values | undefined
  theirs: Values | undefined
  /** Only the order of the rows differs. */
  order?: true
  /** Already chosen where only one of the two has changed anything. */
  chosen?: Side
}

/** What the person has typed over, what stands there now, and where it is known how both began. */
export interface Versions {
  mine: Values
  theirs: Values
  original?: Values | undefined
}

const rowsIn = (values: Values | undefined, name: string) => (values?.[name] as readonly Row[] | null | undefined) ?? []

/** Whoever has it as it was, has not changed it. */
const byOne = (mine: boolean, theirs: boolean): { chosen?: Side } =>
  mine === theirs ? {} : { chosen: mine ? 'theirs' : 'mine' }

const alike = (fields: Fields, a: Values, b: Values) => filledIn(fields).every(([name]) => sameAnswer(a[name], b[name]))

/** Of the cells that one of the two has filled in, more than half say the same. */
function mostlyAlike(fields: Fields, a: Values, b: Values): boolean {
  const filled = filledIn(fields).filter(([name]) => !isEmptyValue(a[name]) || !isEmptyValue(b[name]))
  return 2 * filled.filter(([name]) => sameAnswer(a[name], b[name])).length > filled.length
}

/**
 * Rows by id. One that was added here and stands there is the same one: several people at one grid share it before one of
 * them saves, and it may have been typed into since.
 */
function pairsOf(fields: Fields, name: string, versions: Versions): Map<Row, Row> {
  const [mine, theirs] = [rowsIn(versions.mine, name), rowsIn(versions.theirs, name)]
  const ids = new Set([...mine, ...rowsIn(versions.original, name)].map(({ id }) => id))
  const free = new Set(theirs.filter(({ id }) => !ids.has(id)))
  const byId = new Map(theirs.map((row) => [row.id, row]))
  const pairs = new Map<Row, Row>()
  for (const is of [() => false, alike, mostlyAlike])
    for (const row of mine) {
      if (pairs.has(row)) continue
      const other =
        byId.get(row.id) ?? (isTemporary(row.id) ? [...free].find((one) => is(fields, row, one)) : undefined)
      if (!other) continue
      free.delete(other)
      pairs.set(row, other)
    }
  return pairs
}

const orderOf = (rows: readonly Row[], among: readonly Row[]): string => {
  const ids = new Set(among.map(({ id }) => id))
  return rows.flatMap(({ id }) => (ids.has(id) ? [id] : [])).join()
}
/** Only the other one has moved rows that all three have: theirs is the order. */
function movedThere(name: string, { mine, theirs, original }: Versions): boolean {
  if (!original) return false
  const [own, other, before] = [rowsIn(mine, name), rowsIn(theirs, name), rowsIn(original, name)]
  const all = before.filter(({ id }) => [own, other].every((rows) => rows.some((row) => row.id === id)))
  const began = orderOf(before, all)
  return orderOf(own, all) === began && orderOf(other, all) !== began
}

function differencesOfRows(name: string, field: Field & { of: Fields }, versions: Versions): Difference[] {
  const { of: fields } = field
  const mine = rowsIn(versions.mine, name)
  const theirs = rowsIn(versions.theirs, name)
  const before = versions.original && new Map(rowsIn(versions.original, name).map((row) => [row.id, row]))
  const pairs = pairsOf(fields, name, versions)
  const paired = new Set(pairs.values())
  const asBefore = (row: Row) => {
    const known = before?.get(row.id)
    return Boolean(known && alike(fields, row, known))
  }
  const at = (row: Row, index: number, whose = '') => ({
    key: `${name}/${row.id}`,
    name,
    fields,
    label: `${field.label}${whose}第 ${index + 1} 行`,
  })
  const filled = (row: Row) =>
    filledIn(fields)
      .map(([key]) => key)
      .filter((key) => !isEmptyValue(row[key]))
  const here = mine.flatMap((row, index): Difference[] => {
    const other = pairs.get(row)
    // Added here, or deleted there.
    if (!other) {
      const added = isTemporary(row.id) || (before && !before.has(row.id))
      const names = filled(row)
      return [
        {
          ...at(row, index),
          names,
          mine: withoutWords(row),
          theirs: undefined,
          ...byOne(!added && asBefore(row), Boolean(added)),
        },
      ]
    }
    const names = filledIn(fields).flatMap(([key]) => (sameAnswer(row[key], other[key]) ? [] : [key]))
    return names.length
      ? [{ ...at(row, index), names, mine: withoutWords(row), theirs: other, ...byOne(asBefore(row), asBefore(other)) }]
      : []
  })
  const there = theirs.flatMap((row, index): Difference[] => {
    if (paired.has(row)) return []
    // Added there, or deleted here.
    const added = Boolean(before && !before.has(row.id))
    return [
      { ...at(row, index, '对方的'), names: filled(row), mine: undefined, theirs: row, ...byOne(added, asBefore(row)) },
    ]
  })
  const all = [...here, ...there]
  const ordered = [...pairs.values()]
  if (all.length || theirs.every((row, index) => row === ordered[index])) return all
  const order = (rows: readonly Row[]) => rows.map(({ id }) => id).join()
  const asBegun = (rows: readonly Row[]) => Boolean(before) && order(rows) === order(rowsIn(versions.original, name))
  const both = { mine: {}, theirs: {}, ...byOne(asBegun(mine), asBegun(theirs)) }
  return [{ key: name, name, label: `${field.label}的顺序`, fields, names: [], order: true, ...both }]
}

/** Of these fields of a record. */
export const differencesIn = (resource: Resource, names: readonly string[], versions: Versions): Difference[] =>
  names.flatMap((name): Difference[] => {
    const field = fieldOf(resource, name)!
    if (isLines(field)) return differencesOfRows(name, field, versions)
    const { mine, theirs, original } = versions
    if (sameAnswer(mine[name], theirs[name])) return []
    const asBefore = (values: Values) => Boolean(original) && sameAnswer(values[name], original![name])
    const both = { mine: withoutWords(mine), theirs, ...byOne(asBefore(mine), asBefore(theirs)) }
    return [{ key: name, name, label: field.label, fields: resource.fields, names: [name], ...both }]
  })

/**
 * The places that a value was typed into: the field, or of a sub-table the rows that were changed or deleted, and their
 * order when some were moved. A row that is gone here is left with the other one, who may know it by an id of its own.
 */
export function placesTyped(
  resource: Resource,
  name: string,
  {
    before,
    after,
    theirs,
    original,
  }: { before: unknown; after: unknown; theirs?: Values; original?: Values | undefined },
): string[] {
  const field = fieldOf(resource, name)
  if (!field || !isLines(field)) return [name]
  const [mine, now] = [rowsIn({ [name]: before }, name), rowsIn({ [name]: after }, name)]
  const known = new Map(mine.map((row) => [row.id, row]))
  const left = new Set(now.map(({ id }) => id))
  const gone = mine.filter(({ id }) => !left.has(id))
  const pairs =
    theirs && gone.length ? pairsOf(field.of, name, { mine: { [name]: mine }, theirs, original }) : undefined
  const typed = now.filter((row) => !sameValue(known.get(row.id), row))
  const rows = [...typed, ...gone, ...gone.flatMap((row) => pairs?.get(row) ?? [])]
  const stayed = mine.filter(({ id }) => left.has(id))
  return [...(orderOf(now, stayed) === orderOf(mine, stayed) ? [] : [name]), ...rows.map(({ id }) => `${name}/${id}`)]
}

/** Words beside a value that was typed over are those of another value. */
const withoutWords = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.endsWith('_dictText')))

/** The value of one field as it was chosen; rows keep the order of the own ones, those of the other stand where they stood. */
export function chosenValue(
  resource: Resource,
  name: string,
  choices: readonly Difference[],
  versions: Versions,
): unknown {
  const field = fieldOf(resource, name)!
  const places = choices.filter((one) => one.name === name)
  const whole = places.find(({ key }) => key === name)
  if (!isLines(field) || whole) return (whole?.chosen === 'mine' ? versions.mine : versions.theirs)[name]
  const mine = rowsIn(versions.mine, name)
  const theirs = rowsIn(versions.theirs, name)
  const pairs = pairsOf(field.of, name, versions)
  const chosen = new Map(places.map((one) => [one.key, one.chosen]))
  const sideOf = ({ id }: Row) => chosen.get(`${name}/${id}`)
  const own = (row: Row) => (sideOf(row) === 'mine' ? [row] : [pairs.get(row) ?? []].flat())
  const mineOf = new Map([...pairs].map(([row, other]) => [other, row]))
  const their = (row: Row) => (mineOf.has(row) ? own(mineOf.get(row)!) : sideOf(row) === 'theirs' ? [row] : [])
  const isTheirs = movedThere(name, versions)
  const [frame, others] = isTheirs ? [theirs, mine] : [mine, theirs]
  const rows = frame.flatMap(isTheirs ? their : own)
  // What only the other side has stands behind what it stood behind there.
  const paired = new Set<Row>(isTheirs ? pairs.keys() : pairs.values())
  others.forEach((row, index) => {
    const [kept] = paired.has(row) ? [] : (isTheirs ? own : their)(row)
    if (!kept) return
    const before = others[index - 1]
    rows.splice(before ? rows.findIndex(({ id }) => id === before.id) + 1 || rows.length : 0, 0, kept)
  })
  return rows
}
