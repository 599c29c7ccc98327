import { useState } from 'react'
import { say } from '../connection/notices.ts'
import { useWhenShown } from '../records/useShown.ts'
import {
  CHOOSE_DEPUTY,
  deputyVerbs,
  periodFields,
  problemOf,
  saveDeputy,
  useCandidates,
  type Deputy,
  type DeputyDraft,
} from './deputies.ts'

type Name = keyof typeof periodFields
const NAMES = ['deputyId', ...(Object.keys(periodFields) as Name[])] as const

/** 设置代理人, or 修改代理 of an entry: who it is, from when to when, and keeping it. */
export function useDeputyForm(entry: Deputy | undefined, onDone: () => void) {
  const [draft, setDraft] = useState<Partial<DeputyDraft>>(entry ?? {})
  const [name, setName] = useState(entry?.deputyId_dictText ?? '')
  const [keyword, search] = useState('')
  const [problem, setProblem] = useState('')
  const [sending, setSending] = useState(false)
  const whenShown = useWhenShown()
  const candidates = useCandidates(keyword)
  const people = (candidates.data ?? []).map(({ id, realname, username }) => ({
    value: id,
    text: `${realname}（${username}）`,
  }))

  async function save() {
    const wrong = problemOf(draft)
    setProblem(wrong ?? '')
    if (wrong) return
    setSending(true)
    try {
      const { deputyId, beginTime, endTime, reason = null } = draft as DeputyDraft
      await saveDeputy({ deputyId, beginTime, endTime, reason }, entry?.id)
      say('success', '代理已设置')
      // Whoever left meanwhile has something else before them.
      whenShown(onDone)
    } catch (error) {
      setProblem((error instanceof Error && error.message) || '操作失败')
    } finally {
      setSending(false)
    }
  }

  return {
    title: entry ? '修改代理' : deputyVerbs.add,
    /** Who decides meanwhile. */
    deputy: {
      label: '代理人',
      placeholder: CHOOSE_DEPUTY,
      value: draft.deputyId,
      name,
      /** Whom the keyword finds. */
      people,
      keyword,
      search,
      searching: candidates.isFetching,
      choose(deputyId: string) {
        setDraft((before) => ({ ...before, deputyId }))
        setName(people.find(({ value }) => value === deputyId)?.text ?? '')
      },
    },
    values: draft as Readonly<Record<string, unknown>>,
    fields: Object.entries(periodFields).map(([key, field]) => ({
      name: key,
      field,
      required: 'required' in field && Boolean(field.required),
      value: draft[key as Name],
      set: (value: unknown) => setDraft((before) => ({ ...before, [key]: value })),
    })),
    dirty: NAMES.some((key) => (draft[key] ?? null) !== (entry?.[key] ?? null)),
    problem,
    sending,
    save,
  }
}
