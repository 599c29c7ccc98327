/** Questions to the person, answered with a promise. `Asker.tsx` draws them, one at a time. */
import type { ReactNode } from 'react'
import { create } from 'zustand'
import type { Fields } from '#model/fields.ts'

interface Asked {
  id: number
}

/** What stands above the answer. */
interface About {
  content?: ReactNode
  /** What follows from it, on a line of its own. */
  warning?: string | undefined
}

export interface Confirmation extends Asked, About {
  kind: 'confirm'
  title: string
  yes: string
  no?: string
  danger?: boolean
  answer(yes: boolean): void
}
export interface ReasonQuestion extends Asked, About {
  kind: 'reason'
  title: string
  yes: string
  danger?: boolean
  required: boolean
  /** Sentences often used: one tap writes them. */
  phrases: readonly string[]
  /** Typed before, when the page had to be left in the middle. */
  text?: string
  onText?(text: string): void
  answer(reason: string | null): void
}
export interface Choice {
  key: string
  text: string
  danger?: boolean
}
export interface ChoiceQuestion extends Asked {
  kind: 'choice'
  title?: string
  choices: readonly Choice[]
  answer(key: string | null): void
}
export interface InputQuestion extends Asked, Pick<About, 'content'> {
  kind: 'input'
  title: string
  yes: string
  danger: boolean
  fields: Fields
  /** Typed before it was refused, before the page had to be left, or before the person came back from the next question. */
  typed?: Readonly<Record<string, unknown>>
  onTyped?(name: string, value: unknown): void
  /** What was wrong with it, by field. */
  errors?: Readonly<Record<string, string>>
  /** What is known already. */
  row?: Readonly<Record<string, unknown>> | undefined
  answer(values: Record<string, unknown> | null): void
}
export type Question = Confirmation | ReasonQuestion | ChoiceQuestion | InputQuestion

export const useQuestions = create<{ queue: readonly Question[] }>(() => ({ queue: [] }))

let last = 0
const put = (question: Question) => useQuestions.setState(({ queue }) => ({ queue: [...queue, question] }))

const asked =
  <Q extends Question>(kind: Q['kind']) =>
  (question: Omit<Q, 'kind' | 'answer' | 'id'>): Promise<Parameters<Q['answer']>[0]> =>
    new Promise((resolve) => {
      put({ ...question, kind, answer: resolve, id: ++last } as unknown as Question)
    })

/** Every open question is answered as by who takes 取消: nothing can draw it. */
export function backOut(): void {
  const { queue } = useQuestions.getState()
  useQuestions.setState({ queue: [] })
  for (const question of queue) {
    if (question.kind === 'confirm') question.answer(false)
    else question.answer(null)
  }
}

/** True: go on. */
export const confirm = asked<Confirmation>('confirm')
/** The reason, or null when the person backed out. */
export const askReason = asked<ReasonQuestion>('reason')
/** The key of what was chosen, or null. */
export const choose = asked<ChoiceQuestion>('choice')

/** What else an action needs to know, by field; null when the person backed out. */
export const askInput = asked<InputQuestion>('input')
