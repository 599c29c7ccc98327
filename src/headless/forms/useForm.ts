import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { applies, checkOf, draftSchema, isBlank, problemsOf, typedProblems } from '#model/checks.ts'
import { isEmptyValue, sameValue } from '#model/emptiness.ts'
import { decidedBy } from '#model/lines.ts'
import { editable, type Resource } from '#model/resource.ts'
import type { Task } from '#model/tasks.ts'
import { say } from '../connection/notices.ts'
import { ApiError } from '../session/api.ts'
import type { Difference, Side } from './differences.ts'
import type { ThrownAway } from './editedRecord.ts'
import { sendOnce, settleEarlier, type Request } from '../session/idempotency.ts'
import { wayOf } from '../session/ways.ts'
import { serverMessage } from './serverChecks.ts'
import { forgetResource, queryClient } from '../session/queries.ts'
import { doing } from '../records/following.ts'
import { fetchRecord, recordKey, type Sending } from '../records/useRecord.ts'
import { watchTasks } from '../tasks/tasks.ts'
import type { Row } from '../records/rows.ts'
import { followed, startValues, withoutTexts, type Values } from './startValues.ts'
import { PutAside } from './putAside.ts'
import { Unfinished } from './unfinishedUploads.ts'
import { useConflict } from './useConflict.ts'
import { useTyped } from './useTyped.ts'

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
  /** Why there is nothing to fill in. What was there once stays, whatever becomes of reading it again. */
  loadError: Error | null
  /** Asks again for what did not come. */
  retry(): void
  /** The record as it stands, with its texts; undefined when adding. */
  row: Row | undefined
  sending: Sending
  /** Checks one field, for blur. */
  check(name: string): void
  /** True when saved, and said so. False when something must be corrected: `errors`, `problem` or `conflict` say what. */
  submit(): Promise<boolean>
  /** How often it was false: the shells lead to the first of the errors. */
  refusals: number
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

const EMPTY: Values = {}

type Saved = Row & { task?: Task }

/** Values saved together with a record that are no fields of it: the roles of a person, a first password. */
export interface Extras {
  /** What they are now; undefined while that is being asked. */
  values: Values | undefined
  /** Why it could not be found out. */
  error?: Error | null
  retry?(): void
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
  const { placesOf, choose, typedOver, compare, settle, stoodAs, forget, ...conflict } = useConflict(resource)
  const form = useTyped(resource, opened, start, forget)
  const { typed, latest, setTyped, typing, version, setVersion, made, setMade, drop, keep, server } = form
  const id = opened ?? made
  const mode = id ? 'edit' : 'add'
  const record = useQuery({
    queryKey: id ? recordKey(resource, id) : [resource.name, 'new'],
    queryFn: ({ signal }) => fetchRecord(resource, id!, signal),
    enabled: Boolean(id),
    // What is being typed over must not change underneath.
    refetchOnWindowFocus: false,
  })
  /** Known to have changed since it was read: what lay here from before is not typed over. */
  const [outdated] = useState(
    () => opened !== undefined && queryClient.getQueryState(recordKey(resource, opened))?.isInvalidated === true,
  )
  const renewing = outdated && record.isFetching && !record.isFetchedAfterMount
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState<Sending>('idle')
  const [refusals, setRefusals] = useState(0)
  const busy = useRef(false)
  const [unfinished] = useState(() => new Unfinished())
  const [putAside] = useState(() => new PutAside())
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
    if (row && loaded === from) stoodAs(row)
  }, [row, loaded, from, stoodAs])
  const places = useMemo(() => placesOf({ names, base, typed }), [placesOf, names, base, typed])
  const secret = extras?.secret
  useEffect(() => {
    keep({ changed: changed.length > 0, from, secret })
  }, [keep, changed.length, from, secret])

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
      const wantedBy = names.filter((key) => name in (resource.fields[key]!.requiredWhen ?? {}))
      typing(loaded)
      const now: Values = { ...base, ...latest.current }
      typedOver(name, now[name], value)
      const back = putAside.moved(resource.fields, decided, now, { ...now, [name]: value })
      setTyped((before) => {
        const after: Values = { ...base, ...before, [name]: value }
        const was = before[name] ?? base[name]
        // What is chosen among the records of another was chosen among those of anybody while there was none.
        const stays = (key: string) => {
          const field = resource.fields[key]!
          if (field.onlyThen) return applies(field, after) || isBlank(after[key])
          return field.kind === 'ref' && isEmptyValue(was)
        }
        const follow = sameValue(after[name], was) ? [] : decided.filter((key) => !stays(key))
        const further = follow.map((key) => [key, followed(resource.fields[key]!, after, key)] as const)
        return { ...before, [name]: value, ...Object.fromEntries(further), ...back }
      })
      setProblem('')
      // Corrected while typing: the old sentence leaves at once, the next check says whether it was enough.
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([path]) => ![name, ...decided, ...wantedBy].includes(path.split('.')[0]!)),
        ),
      )
    },
    [resource, names, base, loaded, latest, setTyped, typing, typedOver, putAside],
  )

  const untype = useCallback(
    (...taken: string[]) =>
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !taken.includes(name)))),
    [setTyped],
  )

  const check = useCallback(
    (name: string) => {
      const known: Values = { ...base, ...latest.current }
      // Who only passed by has made no mistake; what is missing is said when the form is sent.
      if (!(name in latest.current) && isEmptyValue(known[name])) return
      const own = Object.entries(found(known)).filter(([path]) => path === name || path.startsWith(`${name}.`))
      setErrors((before) => ({
        ...Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== name)),
        ...Object.fromEntries(own),
      }))
      // What stands in the record was judged when it came there.
      const field = resource.fields[name]
      // As it would be saved: without blanks at its ends.
      const value = field && checkOf(field).safeParse(known[name]).data
      if (own.length || (mode === 'edit' && sameValue(value, base[name]))) return
      void serverMessage(resource, name, value, id).then((said) => {
        // It may have been corrected while that was being asked.
        if (said && sameValue({ ...base, ...latest.current }[name], known[name]))
          setErrors((before) => ({ [name]: said, ...before }))
      })
    },
    [found, base, latest, resource, id, mode],
  )

  const discard = useCallback(() => {
    drop()
    putAside.forget()
    setErrors({})
    setProblem('')
    forget()
  }, [drop, forget, putAside])

  const now = () => ({ names, further, base, typed: latest.current })
  const memory = form.memoryWithout(secret)

  const changing = (of: string, seen: unknown, changes: Values): Request | undefined => {
    if (!Object.keys(changes).length) return undefined
    const beside = extras?.values ?? EMPTY
    const body = wayOf(resource).change({ id: of, version: seen, row, beside }, changes)
    return { method: 'PUT', url: `${resource.path}/edit`, body }
  }

  /**
   * The record is as the server says now; of what was typed only `left` is still to be saved, and of that only what a record
   * that exists lets be changed. Says what came too late for that: it stands there as it was saved.
   */
  const goOnWith = (saved: Row, left: Values): string => {
    queryClient.setQueryData(recordKey(resource, saved.id), saved)
    putAside.forget()
    if (!opened) setMade(saved.id)
    const late = Object.keys(left).filter((name) => resource.fields[name]?.fixed)
    const open = Object.entries(left).filter(([name]) => !late.includes(name))
    setTyped(() => Object.fromEntries(open))
    setVersion(saved.version as number | undefined)
    if (!late.length) return ''
    const labels = late.map((name) => resource.fields[name]!.label).join('、')
    const others = open.length ? '；其余改动尚未保存，请再次保存' : ''
    return `${labels}改动之前已经提交，不能再修改，现显示服务器上的内容，请核对${others}`
  }

  /** There is a record, but not as it is typed here. */
  const standsOtherwise = async (said: string): Promise<false> => {
    setProblem(said)
    server.current.resume()
    await forgetResource(resource)
    return false
  }

  const submit = async () => {
    const saved = await doing(resource.name, save)
    if (!saved) setRefusals((times) => times + 1)
    return saved
  }
  const save = async (): Promise<boolean> => {
    if (busy.current) return false
    const [waiting] = unfinished.values()
    if (waiting) {
      setProblem(waiting)
      return false
    }
    const places = placesOf(now()) ?? []
    const open = places.filter(({ chosen }) => !chosen)
    if (open.length) {
      setProblem(`请先选择保留谁的内容：${open.map(({ label }) => label).join('、')}`)
      conflict.askAgain()
      return false
    }
    const settled = settle(places, now())
    if (settled) {
      setTyped(() => settled.left)
      setVersion(settled.version)
    }
    const seen = settled?.version ?? from
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
        id === undefined
          ? { method: 'POST', url: `${resource.path}/add`, body: wayOf(resource).add(changes) }
          : changing(id, seen, changes)
      const earlier = await settleEarlier<Saved>(request, { memory, onUnknown })
      if (earlier) {
        // It was saved as it stood then; what was typed since, or taken back, is a change of it.
        const { result: saved } = earlier.reply
        const { id: _, version: __, ...before } = earlier.sent.body as Values
        const standing = (name: string) =>
          name in changes || !resource.fields[name]
            ? (changes[name] ?? current[name])
            : withoutTexts(resource.fields[name], current[name])
        const since = [...new Set([...Object.keys(changes), ...Object.keys(before)])].filter(
          (name) => !sameValue(standing(name), before[name]),
        )
        const tooLate = goOnWith(saved, Object.fromEntries(since.map((name) => [name, current[name]])))
        if (tooLate) return await standsOtherwise(tooLate)
        request = changing(saved.id, saved.version, Object.fromEntries(since.map((name) => [name, standing(name)])))
      }
      const held = await server.current.hold()
      const headers: Record<string, string> = held ? { 'X-Draft': held } : {}
      const reply = request && (await sendOnce<Saved | null>(request, { memory, onUnknown, headers }))
      // What is saved may go on in the background: the server says with what.
      const begun = [earlier?.reply, reply].find((one) => one?.result?.task)
      if (begun) watchTasks()
      const left = Object.entries(latest.current).filter(([name, value]) => !sameValue(value, current[name]))
      if (reply?.result?.id && (left.length || unfinished.size)) {
        const tooLate = goOnWith(reply.result, Object.fromEntries(left))
        return await standsOtherwise(tooLate || '已保存。此后改动的内容尚未保存，请再次保存')
      }
      discard()
      await forgetResource(resource)
      say('success', begun?.message ?? (opened ? '修改成功!' : '添加成功！'))
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
      if (error.status === 409 && id && (await compare(id, seen, now).catch(() => false))) {
        // Several people at one grid: who saves first saves what all of them typed.
        discard()
        setProblem('他人刚刚保存了相同的内容，无需再保存')
      }
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
    restored: form.restored,
    elsewhere: form.word,
    loading: (Boolean(id) && record.isPending) || renewing || Boolean(extras && !extras.values && !extras.error),
    loadError: (row ? null : record.error) ?? (extras?.values ? null : extras?.error) ?? null,
    retry() {
      if (id && !row) void record.refetch()
      if (!extras?.values) extras?.retry?.()
    },
    row,
    sending,
    check,
    submit,
    refusals,
    discard() {
      unfinished.throwAway()
      for (const tell of thrownAway) tell()
      discard()
    },
    conflict: places,
    choose(keys, side) {
      choose(keys, side)
      setProblem('')
    },
    besides: changed.some((name) => further.includes(name)),
    asked: conflict.asked,
    writable: (name) => names.includes(name),
    unfinished,
    thrownAway,
  }
}
