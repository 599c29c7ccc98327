import { useRef, type ReactNode } from 'react'
import { ApiError } from '#headless/api.ts'
import { dropHalfDone, keepHalfDone, reasonSoFar } from '#headless/halfDone.ts'
import { say } from '#headless/notices.ts'
import type { ActionInput } from '#headless/useRecord.ts'
import type { Resource } from '#model/resource.ts'
import { askInput, askReason, confirm, REASONS } from './ask.ts'

interface RunOptions {
  /** Shown in the confirmation. */
  facts?: ReactNode
  /** Of the one record it is about: what is typed outlives a page that must be left. */
  id?: string
  /** The record: what is asked starts with what it says. */
  row?: Readonly<Record<string, unknown>>
}

type Act = (input: ActionInput) => Promise<string>

/** What must be asked before an action; undefined when the person backed out. */
async function questions(
  resource: Resource,
  name: string,
  { facts, id, row }: RunOptions,
): Promise<ActionInput | undefined> {
  const { label, reason, input, danger = false, confirm: warning, decide } = resource.actions[name]!
  const given: ActionInput = {}
  if (input) {
    const answers = await askInput({ title: label, yes: label, fields: input, danger, row })
    if (!answers) return undefined
    Object.assign(given, answers)
  }
  if (reason) {
    const phrases = decide && danger ? REASONS : []
    const kept = id !== undefined && {
      text: reasonSoFar(resource.name, id, name),
      onText: (text: string) => keepHalfDone(resource.name, id, { action: name, reason: text }),
    }
    const why = await askReason({ title: `${label}原因`, yes: label, danger, required: true, phrases, ...kept })
    if (why === null) {
      if (id !== undefined) dropHalfDone(resource.name, id)
      return undefined
    }
    return { ...given, reason: why }
  }
  if (input && !warning) return given
  const sure = await confirm({
    title: `确定${label}吗？`,
    content: facts || warning ? [facts, warning] : undefined,
    yes: label,
    danger,
  })
  return sure ? given : undefined
}

/**
 * Does what an action's definition says: asks, sends, tells how it went. One at a time: a second tap while the first is
 * being asked or sent does nothing. True when it was done.
 */
export function useRun(resource: Resource): (name: string, act: Act, options?: RunOptions) => Promise<boolean> {
  const busy = useRef(false)
  return async (name, act, options = {}) => {
    if (busy.current) return false
    busy.current = true
    try {
      const input = await questions(resource, name, options)
      if (!input) return false
      say('success', await act(input))
      if (options.id !== undefined) dropHalfDone(resource.name, options.id)
      return true
    } catch (error) {
      const decided = error instanceof ApiError && error.status === 409
      if (decided && options.id !== undefined) dropHalfDone(resource.name, options.id)
      // Who was first is no fault of this person.
      say(decided ? 'warning' : 'error', wordsOf(error))
      return false
    } finally {
      busy.current = false
    }
  }
}

export const wordsOf = (error: unknown): string => (error instanceof Error && error.message) || '操作失败'
