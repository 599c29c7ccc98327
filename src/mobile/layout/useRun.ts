import { useRef, type ReactNode } from 'react'
import { ApiError, toldBy } from '#headless/session/api.ts'
import { dropHalfDone, halfDone, keepHalfDone } from '#headless/session/interruptedDecision.ts'
import { say } from '#headless/connection/notices.ts'
import type { ActionInput } from '#headless/records/useRecord.ts'
import { useShown } from '#headless/records/useShown.ts'
import { matches, type Resource } from '#model/resource.ts'
import { askInput, askReason, confirm } from './ask.ts'

interface RunOptions {
  /** Which record, or how many: shown in whatever is asked. */
  facts?: ReactNode
  /** Of the one record it is about: what is typed outlives a page that must be left. */
  id?: string
  /** The record: what is asked starts with what it says. */
  row?: Readonly<Record<string, unknown>>
}

type Act = (input: ActionInput) => Promise<string>

/** What was typed for an action that was refused, and what was wrong with it. */
interface Refused {
  typed: ActionInput
  errors: Readonly<Record<string, string>>
}

/** What must be asked before an action; undefined when the person backed out. */
async function questions(
  resource: Resource,
  name: string,
  options: RunOptions,
  refused?: Refused,
): Promise<ActionInput | undefined> {
  const { label, input, danger = false } = resource.actions[name]!
  if (!input) return further(resource, name, options)
  const { row, id, facts } = options
  const kept = id !== undefined && {
    onTyped: (field: string, value: unknown) => keepHalfDone(resource.name, id, name, { input: { [field]: value } }),
  }
  const before = id === undefined ? {} : halfDone(resource.name, id, name).input
  let { typed, errors }: Refused = refused ?? { typed: before, errors: {} }
  for (;;) {
    const answers = await askInput({
      title: label,
      content: facts,
      yes: label,
      fields: input,
      danger,
      row,
      typed,
      errors,
      ...kept,
    })
    if (!answers) {
      if (id !== undefined) dropHalfDone(resource.name, id)
      return undefined
    }
    const more = await further(resource, name, options)
    if (more) return { ...answers, ...more }
    // Backed out of the last question, not of what was typed.
    typed = answers
    errors = {}
  }
}

/** Sentences often used to say no: of money where there is some, of an account where one is paid to. */
const phrasesFor = ({ approval }: Resource): string[] => [
  '资料不完整，请补充后重新提交',
  ...(approval?.payee ? ['收款账户信息有误'] : []),
  ...(approval?.amount ? ['金额与记录不符'] : []),
  '重复提交',
]

/** A reason, or whether one is sure. */
async function further(resource: Resource, name: string, { facts, id }: RunOptions): Promise<ActionInput | undefined> {
  const { label, reason, input, danger = false, confirm: warning, decide } = resource.actions[name]!
  if (reason) {
    const phrases = decide && danger ? phrasesFor(resource) : []
    const kept = id !== undefined && {
      text: halfDone(resource.name, id, name).reason,
      onText: (text: string) => keepHalfDone(resource.name, id, name, { reason: text }),
    }
    const why = await askReason({
      title: `${label}原因`,
      content: facts,
      warning,
      yes: label,
      danger,
      required: true,
      phrases,
      ...kept,
    })
    if (why === null) {
      if (id !== undefined) keepHalfDone(resource.name, id, name, { reason: '' })
      return undefined
    }
    return { reason: why }
  }
  if (input && !warning) return {}
  const sure = await confirm({
    title: `确定${label}吗？`,
    content: facts,
    warning,
    yes: label,
    danger,
  })
  return sure ? {} : undefined
}

/**
 * Does what an action's definition says: asks, sends, tells how it went. One at a time: a second tap while the first is
 * being asked or sent does nothing. True when it was done.
 */
export function useRun(resource: Resource): (name: string, act: Act, options?: RunOptions) => Promise<boolean> {
  const busy = useRef(false)
  const shown = useShown()
  return async (name, act, options = {}) => {
    if (busy.current) return false
    busy.current = true
    try {
      for (let refused: Refused | undefined; ;) {
        const typed = await questions(resource, name, options, refused)
        if (!typed) return false
        try {
          say('success', await act(typed))
          if (options.id !== undefined) dropHalfDone(resource.name, options.id)
          return true
        } catch (error) {
          const decided = error instanceof ApiError && error.status === 409
          // What was typed stays where the record has only changed and may be looked at and decided once more.
          if (decided && options.id !== undefined && !stillWaits(resource, name, error))
            dropHalfDone(resource.name, options.id)
          // Who was first is no fault of this person.
          say(decided ? 'warning' : 'error', wordsOf(error))
          // Asked again only above the record it is about.
          const over = decided || !shown.current || (error instanceof ApiError && error.status === 401)
          if (over || !resource.actions[name]!.input) return false
          refused = { typed, errors: errorsIn(error) }
        }
      }
    } finally {
      busy.current = false
    }
  }
}

/** What the server found, by field. */
function errorsIn(error: unknown): Readonly<Record<string, string>> {
  const { fields } = ((error instanceof ApiError && error.result) || {}) as { fields?: Record<string, string> }
  return fields ?? {}
}

/** The answer brings the record as it is now. */
function stillWaits(resource: Resource, name: string, { result }: ApiError): boolean {
  const { current } = (result ?? {}) as { current?: Record<string, unknown> }
  return current !== undefined && matches(current, resource.actions[name]!.when)
}

export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return '操作失败'
  return (error instanceof ApiError ? toldBy(error.message, error.status) : error.message) || '操作失败'
}
