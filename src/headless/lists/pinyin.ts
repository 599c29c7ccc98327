import { useEffect, useState } from 'react'

/** Does a text fit what was typed to find it? */
export type Fits = (text: string, typed: string) => boolean

const contains: Fits = (text, typed) => text.toLowerCase().includes(typed.trim().toLowerCase())

/** 23 KB of readings, fetched once somebody types a letter. */
let known: Fits | undefined
async function loadReadings(): Promise<Fits> {
  const { default: readings } = await import('pinyin-match')
  return (known ??= (text, typed) => contains(text, typed) || Boolean(readings.match(text, typed.trim())))
}

/** Finds by the words, and by how they are read: 提现 by `tixian`, `tx` and `tix`. */
export function useFits(typed: string): Fits {
  const [fits, setFits] = useState<Fits>(() => known ?? contains)
  const wanted = /[a-z]/i.test(typed)
  useEffect(() => {
    if (!wanted) return
    let here = true
    loadReadings().then(
      (better) => here && setFits(() => better),
      // Without the readings it is found by its words.
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [wanted])
  return fits
}
