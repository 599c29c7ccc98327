import { useCallback, useRef, useState } from 'react'
import { sameValue } from '#model/emptiness.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '../records/rows.ts'
import { fetchRecord, recordKey } from '../records/useRecord.ts'
import { queryClient } from '../session/queries.ts'
import { chosenValue, differencesIn, placesTyped, type Difference, type Side, type Versions } from './differences.ts'
import { withoutTexts, type Values } from './startValues.ts'

/** What was typed, and over what. */
export interface Typing {
  /** Fields that are saved, and what is saved beside them. */
  names: readonly string[]
  further: readonly string[]
  base: Values
  typed: Values
}

/**
 * Two people at one record: where they differ, whose word the person chose, and what is left to be saved over the version
 * of the other.
 */
export function useConflict(resource: Resource) {
  /** What the conflict was found with. What was typed is about it only when the person has chosen. */
  const [against, setAgainst] = useState<Pick<Versions, 'theirs' | 'original'>>()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [asked, setAsked] = useState(0)
  /** The record as it stood when typing began, where that is known: it tells who of two has changed a value. */
  const original = useRef<Row>(undefined)

  /** Every place where both differ; undefined while there is no conflict. */
  const placesOf = useCallback(
    ({ names, base, typed }: Pick<Typing, 'names' | 'base' | 'typed'>): readonly Difference[] | undefined =>
      against &&
      differencesIn(
        resource,
        names.filter((name) => Object.hasOwn(typed, name)),
        { ...against, mine: { ...base, ...typed } },
      ).map((one): Difference => {
        const chosen = choices[one.key] ?? one.chosen
        return chosen ? { ...one, chosen } : one
      }),
    [against, resource, choices],
  )

  const choose = useCallback(
    (keys: readonly string[], side: Side) =>
      setChoices((before) => ({ ...before, ...Object.fromEntries(keys.map((key) => [key, side])) })),
    [],
  )

  /** Typed in full view of what the other says: a field, or what became of the rows of a sub-table. */
  const typedOver = useCallback(
    (name: string, before: unknown, after: unknown) =>
      choose(placesTyped(resource, name, { before, after, ...against }), 'mine'),
    [resource, choose, against],
  )

  /** What was typed about the version `seen` of the record, beside the record as it is now. True when it says the same. */
  const compare = useCallback(
    async (id: string, seen: unknown, now: () => Typing): Promise<boolean> => {
      const began = original.current?.version === seen ? original.current : undefined
      const theirs = await fetchRecord(resource, id)
      const found = { theirs, ...(began && { original: began }) }
      const { names, further, base, typed } = now()
      const mine: Values = { ...base, ...typed }
      const own = names.filter((name) => !sameValue(mine[name], base[name]))
      const different = differencesIn(resource, own, { ...found, mine })
      queryClient.setQueryData(recordKey(resource, id), theirs)
      if (!different.length && further.every((name) => sameValue(mine[name], base[name]))) return true
      setChoices({})
      setAgainst(found)
      return false
    },
    [resource],
  )

  /** What is still to be saved, as it was chosen over the version of the other, which it is about from now on. */
  const settle = (places: readonly Difference[], { names, further, base, typed }: Typing) => {
    if (!against) return undefined
    const { theirs } = against
    const versions = { ...against, mine: { ...base, ...typed } }
    const left = Object.keys(typed).flatMap((name) => {
      if (!names.includes(name)) return further.includes(name) ? [[name, typed[name]] as const] : []
      const value = chosenValue(resource, name, places, versions)
      const field = resource.fields[name]!
      return sameValue(withoutTexts(field, value), withoutTexts(field, theirs[name])) ? [] : [[name, value] as const]
    })
    original.current = theirs as Row
    setAgainst(undefined)
    return { left: Object.fromEntries(left), version: theirs.version as number }
  }

  /** As the record stood when typing began. */
  const stoodAs = useCallback((row: Row) => {
    original.current = row
  }, [])

  return {
    placesOf,
    choose,
    typedOver,
    compare,
    settle,
    asked,
    /** A place was not chosen yet. */
    askAgain: () => setAsked((before) => before + 1),
    forget: useCallback(() => setAgainst(undefined), []),
    stoodAs,
  }
}
