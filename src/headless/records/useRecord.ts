import { firstCalls } from '#model/entrances.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { namedExcluded, type Excluded } from '#model/batch.ts'
import type { Resource } from '#model/resource.ts'
import type { Task } from '#model/tasks.ts'
import { useMay } from '../session/access.ts'
import { learnServer } from '../session/capabilities.ts'
import { api, API_BASE, ApiError } from '../session/api.ts'
import { wayOf } from '../session/ways.ts'
import type { ByQuery, Chosen } from './batch.ts'
import { decidedBy } from './decision.ts'
import { prefetchedAnswer } from '../session/prefetched.ts'
import { session } from '../session/session.ts'
import { deleteSeen } from './deletion.ts'
import { doing, follow, ownWorkBegun } from './following.ts'
import { remembered, sendOnce, settleEarlier, type Request } from '../session/idempotency.ts'
import { forgetResource, lookAgain } from '../session/queries.ts'
import { mayWith, type Row } from './rows.ts'

/** `unknown`: no answer came; it is being found out whether it was done. */
export type Sending = 'idle' | 'sending' | 'unknown'
/** What is said of `unknown`. */
export const UNKNOWN = '结果未知，正在核实'

export interface ActionInput {
  /** Asked for when the action has `reason`. */
  reason?: string
  /** Answers to the action's `input` fields. */
  [name: string]: unknown
}

/** The records an action is about; null for one that makes a record. */
export type Target = { row: Row } | Chosen | ByQuery | null

const whomOf = (target: Target) => {
  if (!target) return {}
  return 'row' in target ? { id: target.row.id, version: target.row.version } : target
}

const versionIn = ({ body }: Request) => (body as { version?: unknown }).version

/** Which of many were not done, and why. */
const leftOut = (excluded?: readonly Excluded[]): string =>
  excluded?.length ? `：${namedExcluded(excluded, excluded.length)}` : ''

/** A decision brings no task centre along: few of them go on in the background, and none on the page of a link. */
const watchLater = () =>
  void import('../tasks/tasks.ts').then(
    ({ watchTasks }) => watchTasks(),
    () => undefined,
  )

export interface Acting {
  /** Resolves to the server's sentence; rejects with an ApiError. 409: somebody was first, the message says who and when. */
  act(action: string, target: Target, input?: ActionInput): Promise<string>
  sending: Sending
}

/** Actions on records of a list: one, or several when the action is a batch. */
export function useActions(resource: Resource): Acting {
  const [sending, setSending] = useState<Sending>('idle')
  const act = useCallback<Acting['act']>(
    (action, target, input = {}) =>
      doing(resource.name, async () => {
        setSending('sending')
        try {
          const request: Request = wayOf(resource).act(action, {
            ...(target && ('row' in target ? target : 'ids' in target && { ids: target.ids })),
            body: { ...whomOf(target), ...input },
          })
          const onUnknown = () => setSending('unknown')
          // About one record: what was never answered is settled before another reason or amount is sent.
          const memory = target && 'row' in target ? remembered(`${request.url} ${target.row.id}`) : undefined
          const earlier = memory && (await settleEarlier(request, { memory, onUnknown }))
          // Decided without having seen what the first one did.
          if (earlier && versionIn(earlier.sent) === versionIn(request))
            throw new ApiError('先前提交的已经生效，这一次没有执行，请核对后再操作', 409, 409)
          const reply = await sendOnce<{ task?: Task; excluded?: readonly Excluded[] } | null>(request, {
            onUnknown,
            ...(memory && { memory }),
          })
          // Many records at once go on in the background.
          if (reply.result?.task) watchLater()
          if (resource.actions[action]?.ordered) lookAgain(resource)
          return (reply.message || `${resource.actions[action]?.label ?? '操作'}成功`) + leftOut(reply.result?.excluded)
        } finally {
          // Also after a refusal: the record has probably changed under us. Until that is known nothing is done again.
          await forgetResource(resource)
          setSending('idle')
        }
      }),
    [resource],
  )
  return { act, sending }
}

export interface RecordView {
  row: Row | undefined
  loading: boolean
  error: Error | null
  /** Whether the record is not there or not for this reader. */
  missing: boolean
  /** 'edit', 'delete', names of actions. */
  may: readonly string[]
  act(action: string, input?: ActionInput): Promise<string>
  sending: Sending
  /** What a 409 said, or what somebody else did meanwhile: 已由 张三 于 10:32 通过. The record is loaded again beside it. */
  conflict: string
  remove(): Promise<void>
  /** Rejects when it did not come. */
  reload(): Promise<unknown>
}

export const recordKey = (resource: Pick<Resource, 'name'>, id: string) => [resource.name, 'record', id]

export async function fetchRecord(resource: Resource, id: string, signal?: AbortSignal): Promise<Row> {
  // A page opened by an address asks for its record before the menu has come, and with it what the server is.
  await learnServer()
  return (
    (await prefetchedAnswer<Row>(API_BASE + firstCalls.record(resource.path, id))) ??
    ((await wayOf(resource).record(id, signal)) as Row)
  )
}

export function useRecord(resource: Resource, id: string): RecordView {
  const may = useMay()
  const [conflict, setConflict] = useState('')
  const { act, sending } = useActions(resource)
  const record = useQuery({
    queryKey: recordKey(resource, id),
    queryFn: ({ signal }) => fetchRecord(resource, id, signal),
    enabled: Boolean(id),
  })
  const row = record.data ?? undefined
  const status = record.error instanceof ApiError ? record.error.status : undefined
  const shown = Boolean(row)
  useEffect(() => {
    // People are told about what waits for a decision; that they have seen it ends the reminders.
    // Whoever looks as they do has not seen it for them.
    if (!shown || !resource.approval || session().viewing) return
    const seen = { resource: resource.name, recordId: id }
    api.post('/sys/notify/opened', seen, { quiet: true }).catch(() => undefined)
  }, [shown, resource, id])
  /** The version somebody else brought, and what is said about it. */
  const [brought, setBrought] = useState<{ version: unknown; words: string }>()
  /** As the record was when it was heard that it has perhaps changed, until it has been read again. */
  const heard = useRef<{ row: Row; work: number }>(undefined)
  const hear = useEffectEvent(async () => {
    // What lay here from before and is being asked for anew was never seen to be true.
    if (row && (record.isFetchedAfterMount || !record.isFetching))
      heard.current ??= { row, work: ownWorkBegun(resource.name) }
    const before = heard.current
    void forgetResource(resource)
    const { data: now, isSuccess } = await record.refetch({ cancelRefetch: false })
    if (!isSuccess || !before || heard.current !== before) return
    heard.current = undefined
    // What this page did meanwhile is no news to it.
    if (now.version === before.row.version || ownWorkBegun(resource.name) !== before.work) return
    const decided = decidedBy(resource, now)
    const isNew = decided !== undefined && decided !== decidedBy(resource, before.row)
    setBrought({ version: now.version, words: isNew ? decided : `这条${resource.label}刚刚被修改，请核对` })
  })
  useEffect(() => (id ? follow(resource.name, id, () => void hear()) : undefined), [resource, id])
  return {
    row,
    loading: record.isPending,
    error: record.error,
    missing: status === 404 || status === 403 || (record.isSuccess && !row),
    may: row ? mayWith(resource, row, may) : [],
    act: async (action, input) => {
      if (!row) throw new Error(`${resource.label}尚未加载`)
      setConflict('')
      setBrought(undefined)
      try {
        return await act(action, { row }, input)
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) setConflict(error.message)
        throw error
      }
    },
    sending,
    conflict: conflict || (brought && brought.version === row?.version ? brought.words : ''),
    async remove() {
      if (!row) throw new Error(`${resource.label}尚未加载`)
      try {
        await deleteSeen(resource, row)
      } finally {
        await forgetResource(resource)
      }
    },
    reload: () => record.refetch({ throwOnError: true }),
  }
}
