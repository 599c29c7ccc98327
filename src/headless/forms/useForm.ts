import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkOf, draftSchema, problemsOf, typedProblems } from '#model/checks.ts'
import type { Field } from '#model/fields.ts'
import { isEmptyValue, sameValue } from '#model/emptiness.ts'
import { kindOf } from '#model/kinds/index.ts'
import { decidedBy } from '#model/lines.ts'
import { keptText, standsFor } from '#model/typed.ts'
import { editable, type Resource } from '#model/resource.ts'
import { ApiError } from '../session/api.ts'
import { chosenValue, differencesIn, type Difference, type Side, type Versions } from './differences.ts'
import { draftKey, dropDraft, keepDraft, readDraft } from '../session/drafts.ts'
import type { ThrownAway } from './editedRecord.ts'
import { isTemporary, temporaryId } from '../records/temporaryId.ts'
import { sendOnce, settleEarlier, type Memory, type Request, type Sent } from '../session/idempotency.ts'
import { useServerDraft } from './serverDraft.ts'
import { takenMessage } from './duplicates.ts'
import { forgetResource, queryClient } from '../session/queries.ts'
import { doing } from '../records/following.ts'
import { fetchRecord, recordKey, type Sending } from '../records/useRecord.ts'
import type { Row } from '../records/rows.ts'
import type { Unfinished } from './unfinishedUploads.ts'

export type Values = Record<string, unknown>

export interface FormControls {
  mode: 'add' | 'edit'
  /** Wire values by field. */
  values: Values
  set(name: string, value: unknown): void
  /** Takes back what was typed into these: they are as the record says. */
  untype(...names: string[]): void
  /** Sentences by field; inside lines by `lines.0.name`. Also those the server found. */
  errors: Readonly<Record<string, string>>
  /** What belongs to no single field. */
  problem: string
  dirty: boolean
  /** A half-typed form from before was taken up again. */
  restored: boolean
  /** What was typed elsewhere, and what became of it. */
  elsewhere: string
  loading: boolean
  loadError: Error | null
  /** The record as it stands, with its texts; undefined when adding. */
  row: Row | undefined
  sending: Sending
  /** Checks one field, for blur. */
  check(name: string): void
  /** True when saved. False when something must be corrected: `errors`, `problem` or `conflict` say what. */
  submit(): Promise<boolean>
  /** Throws away what was typed. */
  discard(): void
  /** Somebody changed the record meanwhile: every place where both differ. Saving goes on once each is chosen. */
  conflict: readonly Difference[] | undefined
  /** Whose word stands at these places of the conflict. */
  choose(keys: readonly string[], side: Side): void
  /** What is saved beside the record was typed over; with that nothing is compared. */
  besides: boolean
  /** How often saving found a place not chosen yet: the shells lead to it. */
  asked: number
  /** May this field be typed into now? */
  writable(name: string): boolean
  /** Where uploads of this form say that they are not over. */
  unfinished: Unfinished
  /** Where inputs that several people fill in hear that what was typed is thrown away. */
  thrownAway: ThrownAway
}

const now = () =>
  new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** What a new record, or a new line, starts with. */
export function startValues(fields: Readonly<Record<string, Field>>, names = Object.keys(fields)): Values {
  const at = now()
  return Object.fromEntries(
    names
      .map((name) => [name, kindOf(fields[name]!).start(fields[name]!, at)] as const)
      .filter(([, value]) => value !== undefined),
  )
}

/** What an action's questions start with: what the record already says under the same names, or under those they are `from`. */
export const startWith = (fields: Readonly<Record<string, Field>>, row: Values | undefined): Values => ({
  ...startValues(fields),
  ...Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const known = row?.[('from' in field && field.from) || name]
      return known == null ? [] : [[name, known] as const]
    }),
  ),
})

/** What is left of a value when the field that decides its meaning has changed: what fits, and what is no reference. */
function followed(field: Field, values: Values, name: string): unknown {
  if (field.kind !== 'typed' || (isEmptyValue(values[name]) && !field.required)) return null
  const own = standsFor(field, values)
  const fits = !kindOf(own).pick && checkOf(field, values).safeParse(values[name]).success
  return fits && !isEmptyValue(values[name]) ? values[name] : keptText(startValues({ own }).own)
}

const EMPTY: Values = {}

/** Places of a conflict: the rows of a sub-table that were typed into. */
function changedRows(name: string, before: unknown, after: unknown): string[] {
  const known = new Map(((before as readonly Row[] | null | undefined) ?? []).map((row) => [row.id, row]))
  const rows = (after as readonly Row[] | null | undefined) ?? []
  return rows.flatMap((row) => (sameValue(known.get(row.id), row) ? [] : [`${name}/${row.id}`]))
}

/** Values saved together with a record that are no fields of it: the roles of a person, a first password. */
export interface Extras {
  /** What they are now; undefined while that is being asked. */
  values: Values | undefined
  /** Why it could not be found out. */
  error?: Error | null
  /** Sentences by name. */
  check?(values: Values): Readonly<Record<string, string>>
  /** Never kept with a half-typed form. */
  secret?: readonly string[]
}

export interface FormOptions {
  /** The record to change; absent to add one. */
  id?: string | undefined
  /** What a new record starts with besides the definition: the parent in a tree. */
  start?: Values | undefined
  /** Must stay the same object until something in it changes. */
  extras?: Extras | undefined
}

export function useForm(resource: Resource, { id: opened, start = EMPTY, extras }: FormOptions = {}): FormControls {
  // Whose it is and for which tenant is settled when it opens: what is typed here never becomes another's.
  const [key] = useState(() => draftKey(resource.name, opened))
  const [kept] = useState(() => readDraft(key))
  /** What an add has made while more was typed: from then on it is changed. */
  const [made, setMade] = useState(kept?.made)
  const id = opened ?? made
  const mode = id ? 'edit' : 'add'
  const record = useQuery({
    queryKey: id ? recordKey(resource, id) : [resource.name, 'new'],
    queryFn: ({ signal }) => fetchRecord(resource, id!, signal),
    enabled: Boolean(id),
    // What is being typed over must not change underneath.
    refetchOnWindowFocus: false,
  })
  const [typed, setTypedNow] = useState<Values>(kept?.values ?? {})
  /** The same within one turn: leaving a field right after writing into it judges what was written. */
  const latest = useRef(typed)
  const setTyped = useCallback((next: (before: Values) => Values) => {
    latest.current = next(latest.current)
    setTypedNow(latest.current)
  }, [])
  const sent = useRef<Sent | undefined>(kept?.sent)
  const [version, setVersion] = useState<number | undefined>(kept?.version)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [restored, setRestored] = useState(Boolean(kept))
  /** Opening a form makes nothing newer. */
  const typedAt = useRef(kept?.at)
  const stamp = useRef(kept?.stamp)
  const onServer = useServerDraft({
    place: { resource: resource.name, ...(opened && { recordId: opened }) },
    kept,
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
      setAgainst(undefined)
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
  const [sending, setSending] = useState<Sending>('idle')
  /** What the conflict was found with. What was typed is about it only when the person has chosen. */
  const [against, setAgainst] = useState<Pick<Versions, 'theirs' | 'original'>>()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const [asked, setAsked] = useState(0)
  /** The record as it stood when typing began, where that is known: it tells who of two has changed a value. */
  const original = useRef<Row>(undefined)
  const busy = useRef(false)
  const [unfinished] = useState<Unfinished>(() => new Map())
  const [thrownAway] = useState<ThrownAway>(() => new Set())

  const names = useMemo(
    () => editable(resource.fields).filter((name) => !(mode === 'edit' && resource.fields[name]!.fixed)),
    [resource, mode],
  )
  const row = id ? record.data : undefined
  const further = useMemo(() => Object.keys(extras?.values ?? EMPTY), [extras])
  const base = useMemo<Values>(
    () => ({
      ...(mode === 'edit' ? (row ?? {}) : { ...startValues(resource.fields, names), ...start }),
      ...extras?.values,
    }),
    [mode, row, resource, names, start, extras],
  )
  const values = useMemo(() => ({ ...base, ...typed }), [base, typed])
  const changed = useMemo(
    () => [...names, ...further].filter((name) => !sameValue(values[name], base[name])),
    [names, further, values, base],
  )
  const loaded = row?.version as number | undefined
  const from = version ?? loaded
  useEffect(() => {
    if (row && loaded === from) original.current = row
  }, [row, loaded, from])
  const placesOf = useCallback(
    (typedNow: Values): readonly Difference[] | undefined =>
      against &&
      differencesIn(
        resource,
        names.filter((name) => Object.hasOwn(typedNow, name)),
        { ...against, mine: { ...base, ...typedNow } },
      ).map((one): Difference => {
        const chosen = choices[one.key] ?? one.chosen
        return chosen ? { ...one, chosen } : one
      }),
    [against, resource, names, base, choices],
  )
  const conflict = useMemo(() => placesOf(typed), [placesOf, typed])

  useEffect(() => {
    // Typed and taken back, but what was sent may stand on the server: only saving finds out.
    if (!changed.length && !sent.current) {
      // What was typed and taken back is still about the record as it stood then.
      if (!Object.keys(typed).length) setVersion(undefined)
      // What was typed and taken back; a form that was only opened has nothing to take back.
      else server.current.drop()
      return dropDraft(key)
    }
    const open = Object.entries(typed).filter(([name]) => !extras?.secret?.includes(name))
    const draft = { values: Object.fromEntries(open), ...(from !== undefined && { version: from }) }
    keepDraft(key, {
      ...draft,
      at: (typedAt.current ??= Date.now()),
      ...(stamp.current && { stamp: stamp.current }),
      ...(made && { made }),
      ...(sent.current && { sent: sent.current }),
    })
    // What changes a record that an add has made is no new record, which is what other devices would take it for.
    if (!made) server.current.keep(draft)
  }, [key, typed, changed.length, from, extras, made])

  const draft = useCallback(
    (current: Values) =>
      Object.fromEntries(
        names
          .filter((name) => (mode === 'add' ? current[name] !== undefined : !sameValue(current[name], base[name])))
          .map((name) => [name, withoutTexts(resource.fields[name]!, current[name])]),
      ),
    [names, mode, base, resource],
  )

  const extrasOf = useCallback(
    (current: Values): Values =>
      Object.fromEntries(
        further
          .filter((name) => mode === 'add' || !sameValue(current[name], base[name]))
          .map((name) => [name, current[name]]),
      ),
    [further, mode, base],
  )

  const found = useCallback(
    (current: Values): Record<string, string> => {
      const problems: Record<string, string> = { ...extras?.check?.(current) }
      const parsed = draftSchema(resource, mode).safeParse(draft(current))
      for (const { path, message } of parsed.error?.issues ?? []) problems[path.map(String).join('.')] ??= message
      // Said at once, also while other fields are still missing.
      for (const [name, message] of Object.entries(typedProblems(resource.fields, current))) problems[name] ??= message
      // On edit the rules over several fields look at the whole record, not only at what changed.
      if (mode === 'edit' && parsed.success)
        for (const [name, message] of Object.entries(problemsOf(resource, { ...current, ...parsed.data })))
          problems[name] ??= message
      return problems
    },
    [resource, mode, draft, extras],
  )

  const set = useCallback(
    (name: string, value: unknown) => {
      const decided = decidedBy(resource.fields, name).filter((key) => names.includes(key))
      // What is typed is about the record as it stood then, whatever becomes known of it meanwhile.
      setVersion((before) => before ?? loaded)
      server.current.typing()
      typedAt.current = Date.now()
      const isRows = resource.fields[name]?.kind === 'lines'
      const places = isRows ? changedRows(name, { ...base, ...latest.current }[name], value) : [name]
      setTyped((before) => {
        const after: Values = { ...base, ...before, [name]: value }
        const follow = sameValue(after[name], before[name] ?? base[name]) ? [] : decided
        const further = follow.map((key) => [key, followed(resource.fields[key]!, after, key)] as const)
        return { ...before, [name]: value, ...Object.fromEntries(further) }
      })
      setProblem('')
      // Typed in full view of what the other says.
      setChoices((chosen) => ({ ...chosen, ...Object.fromEntries(places.map((place) => [place, 'mine' as const])) }))
      // Corrected while typing: the old sentence leaves at once, the next check says whether it was enough.
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => ![name, ...decided].includes(path.split('.')[0]!)),
        ),
      )
    },
    [resource, names, base, loaded, setTyped],
  )

  const untype = useCallback(
    (...taken: string[]) =>
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !taken.includes(name)))),
    [setTyped],
  )

  const check = useCallback(
    (name: string) => {
      const known: Values = { ...base, ...latest.current }
      const own = Object.entries(found(known)).filter(([path]) => path === name || path.startsWith(`${name}.`))
      setErrors((before) => ({
        ...Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== name)),
        ...Object.fromEntries(own),
      }))
      if (own.length || !resource.fields[name]?.unique) return
      void takenMessage(resource, name, known[name], id).then((taken) => {
        // It may have been corrected while that was being asked.
        if (taken && sameValue({ ...base, ...latest.current }[name], known[name]))
          setErrors((before) => ({ [name]: taken, ...before }))
      })
    },
    [found, base, resource, id],
  )

  const discard = useCallback(() => {
    dropDraft(key)
    stamp.current = undefined
    sent.current = undefined
    server.current.drop()
    setTyped(() => ({}))
    setErrors({})
    setProblem('')
    setAgainst(undefined)
    setVersion(undefined)
    setMade(undefined)
  }, [key, setTyped])

  /** What was typed about `seen`, with whatever was typed while the answer was on its way. */
  const compare = async (seen: unknown) => {
    const began = original.current?.version === seen ? original.current : undefined
    const theirs = await fetchRecord(resource, id!)
    const found = { theirs, ...(began && { original: began }) }
    const mine: Values = { ...base, ...latest.current }
    const own = names.filter((name) => !sameValue(mine[name], base[name]))
    const different = differencesIn(resource, own, { ...found, mine })
    queryClient.setQueryData(recordKey(resource, id!), theirs)
    if (!different.length && further.every((name) => sameValue(mine[name], base[name]))) {
      // Several people at one grid: who saves first saves what all of them typed.
      discard()
      return setProblem('他人刚刚保存了相同的内容，无需再保存')
    }
    setChoices({})
    setAgainst(found)
  }

  /** What was typed as it was chosen over the version of the other, which it is about from now on. */
  const settle = (over: Pick<Versions, 'theirs' | 'original'>, places: readonly Difference[]): unknown => {
    const { theirs } = over
    const versions = { ...over, mine: { ...base, ...latest.current } }
    const left = Object.keys(latest.current).flatMap((name) => {
      if (!names.includes(name)) return further.includes(name) ? [[name, latest.current[name]] as const] : []
      const value = chosenValue(resource, name, places, versions)
      const held = (one: unknown) => withoutTexts(resource.fields[name]!, one)
      return sameValue(held(value), held(theirs[name])) ? [] : [[name, value] as const]
    })
    setTyped(() => Object.fromEntries(left))
    original.current = theirs as Row
    setVersion(theirs.version as number)
    setAgainst(undefined)
    return theirs.version
  }

  /** Kept beside the draft, so that it is found out even after the page was loaded again; never with a secret in it. */
  const memory: Memory = {
    read: () => sent.current,
    write(next) {
      sent.current = next
      const draft = readDraft(key)
      const hidden = extras?.secret?.some((name) => next && Object.hasOwn(next.body as Values, name))
      if (!draft || hidden) return
      const { sent: _, ...rest } = draft
      keepDraft(key, next ? { ...rest, sent: next } : rest)
    },
  }

  const changing = (of: string, seen: unknown, changes: Values): Request | undefined =>
    Object.keys(changes).length
      ? {
          method: 'PUT',
          url: `${resource.path}/edit`,
          body: { id: of, ...(seen !== undefined && { version: seen }), ...changes },
        }
      : undefined

  /** The record is as the server says now; of what was typed only `left` is still to be saved. */
  const goOnWith = (now: Row, left: Values) => {
    queryClient.setQueryData(recordKey(resource, now.id), now)
    if (!opened) setMade(now.id)
    setTyped(() => left)
    setVersion(now.version as number | undefined)
  }

  const submit = () => doing(resource.name, save)
  const save = async (): Promise<boolean> => {
    if (busy.current) return false
    const [waiting] = unfinished.values()
    if (waiting) {
      setProblem(waiting)
      return false
    }
    const places = placesOf(latest.current) ?? []
    const open = places.filter(({ chosen }) => !chosen)
    if (open.length) {
      setProblem(`请先选择保留谁的内容：${open.map(({ label }) => label).join('、')}`)
      setAsked(asked + 1)
      return false
    }
    const seen = against ? settle(against, places) : from
    const current: Values = { ...base, ...latest.current }
    const problems = found(current)
    setErrors(problems)
    setProblem('')
    if (Object.keys(problems).length) return false
    busy.current = true
    setSending('sending')
    try {
      const onUnknown = () => setSending('unknown')
      const changes = { ...draft(current), ...extrasOf(current) }
      let request: Request | undefined =
        id === undefined ? { method: 'POST', url: `${resource.path}/add`, body: changes } : changing(id, seen, changes)
      const earlier = await settleEarlier<Row>(request, { memory, onUnknown })
      if (earlier) {
        // It was saved as it stood then; what was typed since, or taken back, is a change of it.
        const { result: saved } = earlier.reply
        const { id: _, version: __, ...before } = earlier.sent.body as Values
        const now = (name: string) =>
          name in changes || !resource.fields[name]
            ? (changes[name] ?? current[name])
            : withoutTexts(resource.fields[name], current[name])
        const since = [...new Set([...Object.keys(changes), ...Object.keys(before)])].filter(
          (name) => !sameValue(now(name), before[name]),
        )
        goOnWith(saved, Object.fromEntries(since.map((name) => [name, current[name]])))
        request = changing(saved.id, saved.version, Object.fromEntries(since.map((name) => [name, now(name)])))
      }
      const held = await server.current.hold()
      const headers: Record<string, string> = held ? { 'X-Draft': held } : {}
      const reply = request && (await sendOnce<Row | null>(request, { memory, onUnknown, headers }))
      const left = Object.entries(latest.current).filter(([name, value]) => !sameValue(value, current[name]))
      if (reply?.result?.id && left.length) {
        goOnWith(reply.result, Object.fromEntries(left))
        setProblem('已保存。此后改动的内容尚未保存，请再次保存')
        server.current.resume()
        await forgetResource(resource)
        return false
      }
      discard()
      await forgetResource(resource)
      return true
    } catch (error) {
      server.current.resume()
      if (!(error instanceof ApiError)) throw error
      const fields = (error.result as { fields?: Record<string, string> } | null)?.fields ?? {}
      const known = Object.entries(fields).filter(
        ([path]) => Object.hasOwn(resource.fields, path.split('.')[0]!) || further.includes(path),
      )
      setErrors(Object.fromEntries(known))
      if (!known.length) setProblem(error.message)
      if (error.status === 409 && id) await compare(seen).catch(() => undefined)
      return false
    } finally {
      busy.current = false
      setSending('idle')
    }
  }

  return {
    mode,
    values,
    set,
    untype,
    errors,
    problem,
    dirty: changed.length > 0,
    restored,
    elsewhere: onServer.word,
    loading: (Boolean(id) && record.isPending) || Boolean(extras && !extras.values && !extras.error),
    loadError: record.error ?? extras?.error ?? null,
    row,
    sending,
    check,
    submit,
    discard() {
      for (const tell of thrownAway) tell()
      discard()
    },
    conflict,
    choose(keys, side) {
      setChoices((before) => ({ ...before, ...Object.fromEntries(keys.map((key) => [key, side])) }))
      setProblem('')
    },
    besides: changed.some((name) => further.includes(name)),
    asked,
    writable: (name) => names.includes(name),
    unfinished,
    thrownAway,
  }
}

/** Lines come from the server with their texts; only what they hold travels back. Ids made here are dropped. */
function withoutTexts(field: Field, value: unknown): unknown {
  if (field.kind !== 'lines' || !Array.isArray(value)) return value ?? null
  return (value as Row[]).map((line) => {
    const kept = Object.entries(line).filter(([name]) => Object.hasOwn(field.of, name))
    const known = typeof line.id === 'string' && !isTemporary(line.id)
    return { ...(known && { id: line.id }), ...Object.fromEntries(kept) }
  })
}

/** A row of a sub-table that the server does not know yet. */
export const newLine = (fields: Readonly<Record<string, Field>>): Row => ({
  ...startValues(fields),
  id: temporaryId(),
})
