import { useEffect, useState } from 'react'
import { dictionaryOf, type Choices } from '#model/choices.ts'
import { api } from '../session/api.ts'
import { offeredOf, useDict, type DictItem } from '../session/dictionary.ts'

/**
 * What a filter offers, and by its name also what is chosen and no longer offered: the state of a link, an item that was
 * switched off since. Records keep it.
 */
export function useFilterItems(
  field: { dict: string; only?: readonly string[]; choices?: Choices },
  chosen: readonly string[],
): readonly DictItem[] {
  const all = useDict(field.dict)
  const items = offeredOf(field, all)
  const [told, setTold] = useState<Readonly<Record<string, string>>>({})
  const shipped = field.choices ? dictionaryOf(field.choices).items : []
  const others = chosen.filter((one) => !items.some(({ value }) => value === one))
  const nameless = others.filter(
    (one) => ![...all, ...shipped.map(([value]) => ({ value }))].some(({ value }) => value === one),
  )
  // Before the items are here nobody knows what they lack.
  const asked = all.length ? nameless.join() : ''
  useEffect(() => {
    let isHere = true
    for (const one of asked.split(',').filter(Boolean))
      api
        .get<string | null>(
          `/sys/dict/getDictText/${[field.dict, one].map(encodeURIComponent).join('/')}`,
          {},
          { quiet: true },
        )
        .then((text) => isHere && text && setTold((before) => ({ ...before, [one]: text })))
        // Then its code shows.
        .catch(() => undefined)
    return () => {
      isHere = false
    }
  }, [field.dict, asked])
  const nameOf = (value: string) =>
    all.find((item) => item.value === value)?.text ??
    shipped.find(([own]) => own === value)?.[1] ??
    told[value] ??
    value
  return [...items, ...others.map((value) => ({ value, text: nameOf(value) }))]
}
