import { useState } from 'react'

/** What is sent of it: only the difference is applied, so that what others gave or took meanwhile stays so. */
export interface Choice {
  /** What there was when the choosing began. */
  began: readonly string[]
  chosen: readonly string[]
}

const sameIds = (one: readonly string[], other: readonly string[]) => {
  const known = new Set(other)
  return one.length === other.length && one.every((id) => known.has(id))
}

/**
 * Several of many that somebody has, chosen anew and saved. `given` is what they have, undefined until it is there. It may be
 * read again while one chooses: what there was when that began goes with the choice and no longer follows what is read.
 */
export function useChoice(given: readonly string[] | undefined, send: (choice: Choice) => Promise<string>) {
  const [choice, setChoice] = useState<Choice>()
  const [busy, setBusy] = useState(false)
  const { began, chosen } = choice ?? { began: given ?? [], chosen: given ?? [] }
  return {
    chosen,
    changed: choice !== undefined,
    /** Not while it is saved: that would be lost. */
    choose(ids: Iterable<string>): void {
      if (busy || !given) return
      const next = [...ids]
      // Chosen as it was is no choice: what others give or take from now on is seen again.
      setChoice(sameIds(next, began) ? undefined : { began, chosen: next })
    },
    /** Throws away what was chosen. */
    drop: () => setChoice(undefined),
    busy,
    /** What the server said; throws what it refused with. */
    async save(): Promise<string> {
      setBusy(true)
      try {
        return await send({ began, chosen })
      } finally {
        setBusy(false)
      }
    },
  }
}
