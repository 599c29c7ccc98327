import { fieldOf, type Resource } from '#model/resource.ts'
import { say, type Tone } from '../connection/notices.ts'
import { textOf } from './formats.ts'
import type { Row } from './rows.ts'

/** What is to go, in the words of the question, and what takes it away. A shell asks in its own way. */
export interface Removal {
  /** Above the question, where both have room; left out, the question itself stands there. */
  title?: string
  /** 确定要删除吗? */
  question: string
  /** The same question with the name of what goes, for where no line of its own says it. */
  named?: string
  /** The line below the question: what it is called, or what follows from it for others. */
  subject?: string
  /** What is about to be done; on the button that does it. */
  verb: string
  /** On the button that leaves everything as it is. */
  keep: string
  /** Resolves to what is said then: nothing for the usual words, an empty text where it is seen anyway. */
  remove(): Promise<string | void>
}

type Remove = Removal['remove']

const words = { verb: '删除', keep: '取消' } as const
const deletion = { title: '确认删除', ...words } as const

/** One thing, of which the line below the question says what it is called or what follows from it. */
export const removalOfOne = (subject: string, remove: Remove): Removal => ({
  question: '确定要删除吗?',
  subject,
  ...words,
  remove,
})

/** One record, by what it is called. */
export const removalOfRecord = (resource: Resource, row: Row, remove: Remove): Removal => ({
  ...deletion,
  ...removalOfOne(textOf(fieldOf(resource, resource.title)!, row, resource.title), remove),
})

/** So many at once. */
export const removalOfSeveral = (count: number, remove: Remove): Removal => ({
  ...deletion,
  question: `确定要删除这 ${count} 项吗?`,
  remove,
})

/** One thing that others depend on: `what` names it, `consequence` says what happens to them. */
export const removalWithConsequence = (what: string, consequence: string, remove: Remove): Removal => ({
  ...deletion,
  question: `确定要删除${what}吗? ${consequence}`,
  remove,
})

interface Manner {
  /** The usual words. */
  removed: string
  /** How a refusal is said. */
  refused: Tone
}

/** Takes it away and says how that went; true when it is gone. */
export async function carryOut({ remove }: Removal, { removed, refused }: Manner): Promise<boolean> {
  try {
    const said = (await remove()) ?? removed
    if (said) say('success', said)
    return true
  } catch (error) {
    say(refused, (error instanceof Error && error.message) || '操作失败')
    return false
  }
}
