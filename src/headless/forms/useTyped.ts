import { useCallback, useEffect, useRef, useState } from 'react'
import { sameValue } from '#model/emptiness.ts'
import type { Resource } from '#model/resource.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../session/drafts.ts'
import type { Memory, Sent } from '../session/idempotency.ts'
import { useServerDraft } from './serverDraft.ts'
import type { Values } from './startValues.ts'

/** What a kept form is written with besides what was typed. */
export interface Keeping {
  /** Does anything differ from the record? */
  changed: boolean
  /** The version of the record it is about. */
  from: number | undefined
  /** Never kept with a half-typed form. */
  secret: readonly string[] | undefined
}

/**
 * What is typed into a form, kept on this device and for the person's other devices until it is saved or thrown away.
 * `taken` is called when what was typed elsewhere takes the place of what was typed here.
 */
export function useTyped(resource: Resource, opened: string | undefined, start: Values, taken: () => void) {
  // Whose it is and for which tenant is settled when it opens: what is typed here never becomes another's.
  const [key] = useState(() => draftKey(resource.name, opened, start))
  /** What a new record is told by from those begun below others: the server has one place for all of them. */
  const [begun] = useState<Values>(opened ? {} : start)
  const [kept] = useState(() => readDraft(key))
  /** What an add has made while more was typed: from then on it is changed. */
  const [made, setMade] = useState(kept?.made)
  const [typed, setTypedNow] = useState<Values>(kept?.values ?? {})
  /** The same within one turn: leaving a field right after writing into it judges what was written. */
  const latest = useRef(typed)
  const setTyped = useCallback((next: (before: Values) => Values) => {
    latest.current = next(latest.current)
    setTypedNow(latest.current)
  }, [])
  const sent = useRef<Sent | undefined>(kept?.sent)
  const [version, setVersion] = useState<number | undefined>(kept?.version)
  const [restored, setRestored] = useState(Boolean(kept))
  /** Opening a form makes nothing newer. */
  const typedAt = useRef(kept?.at)
  const stamp = useRef(kept?.stamp)
  const onServer = useServerDraft({
    place: { resource: resource.name, ...(opened && { recordId: opened }) },
    kept,
    isOurs: (found) => Object.entries(begun).every(([name, value]) => sameValue(found.values[name], value)),
    isKept: () => readDraft(key)?.at === typedAt.current,
    take(found) {
      // Instead of what was typed here about another version; beside it lies only what drafts never hold.
      setTyped((before) => ({
        ...Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(resource.fields, name))),
        ...found.values,
      }))
      setVersion(found.recordVersion ?? undefined)
      typedAt.current = Date.now() - found.ageMs
      stamp.current = found.stamp
      // What was typed there is about a record of its own.
      if (made) {
        setMade(undefined)
        sent.current = undefined
      }
      taken()
      setRestored(true)
    },
    written(known) {
      stamp.current = known
      const draft = readDraft(key)
      if (draft) keepDraft(key, { ...draft, stamp: known })
    },
  })
  const server = useRef(onServer)
  useEffect(() => {
    server.current = onServer
  })

  /** What is typed now is about the record as it stood then, whatever becomes known of it meanwhile. */
  const typing = useCallback((loaded: number | undefined) => {
    setVersion((before) => before ?? loaded)
    server.current.typing()
    typedAt.current = Date.now()
  }, [])

  /** Throws away what was typed, here and on the server. */
  const drop = useCallback(() => {
    dropDraft(key)
    stamp.current = undefined
    sent.current = undefined
    server.current.drop()
    setTyped(() => ({}))
    setVersion(undefined)
    setMade(undefined)
  }, [key, setTyped])

  /** Kept beside the draft, so that it is found out even after the page was loaded again; never with a secret in it. */
  const memoryWithout = (secret: readonly string[] | undefined): Memory => ({
    read: () => sent.current,
    write(next) {
      sent.current = next
      const draft = readDraft(key)
      const hidden = secret?.some((name) => next && Object.hasOwn(next.body as Values, name))
      if (!draft || hidden) return
      const { sent: _, ...rest } = draft
      keepDraft(key, next ? { ...rest, sent: next } : rest)
    },
  })

  const keep = useCallback(
    ({ changed, from, secret }: Keeping) => {
      // Typed and taken back, but what was sent may stand on the server: only saving finds out.
      if (!changed && !sent.current) {
        // What was typed and taken back is still about the record as it stood then.
        if (!Object.keys(typed).length) setVersion(undefined)
        // What was typed and taken back; a form that was only opened has nothing to take back.
        else server.current.drop()
        return dropDraft(key)
      }
      const open = Object.entries(typed).filter(([name]) => !secret?.includes(name))
      const draft = { values: Object.fromEntries(open), ...(from !== undefined && { version: from }) }
      keepDraft(key, {
        ...draft,
        at: (typedAt.current ??= Date.now()),
        ...(stamp.current && { stamp: stamp.current }),
        ...(made && { made }),
        ...(sent.current && { sent: sent.current }),
      })
      // What changes a record that an add has made is no new record, which is what other devices would take it for.
      if (!made) server.current.keep({ ...draft, values: { ...begun, ...draft.values } })
    },
    [key, begun, typed, made],
  )

  return {
    typed,
    latest,
    setTyped,
    typing,
    version,
    setVersion,
    made,
    setMade,
    restored,
    drop,
    keep,
    memoryWithout,
    server,
    word: onServer.word,
  }
}
