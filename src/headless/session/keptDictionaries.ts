/** Dictionaries as they come with a session, also before anything is there that draws them (`dictionary.ts`). */
import { local, WEEK_MS } from '../connection/storage.ts'
import { onForget } from './session.ts'

/** Items as servers send them: text, label and title are one. */
export interface SentItem {
  value: unknown
  text?: string
  label?: string
  title?: string
  color?: string | null
  itemColor?: string | null
  disabled?: boolean
}
export type SentDictionaries = Record<string, SentItem[]>

/** `whole`: there are no others. */
export interface Come {
  sent: SentDictionaries
  whole: boolean
}

const KEY = 'UI_CACHE_DB_DICT_DATA'

let hear: ((come: Come) => void) | undefined
let last: Come | undefined

const tell = (come: Come): void => {
  last = come
  hear?.(come)
}

export function keepDictionaries(sent: SentDictionaries): void {
  local.set(KEY, sent, WEEK_MS)
  tell({ sent, whole: true })
}

/** Some, for what is shown first; all of them are asked for by whoever shows more. */
export const showMeanwhile = (sent: SentDictionaries): void => tell({ sent, whole: false })

/** From the last visit, at most a week ago. */
export const keptDictionaries = (): SentDictionaries | undefined => local.get<SentDictionaries>(KEY)
export const dropDictionaries = (): void => local.remove(KEY)

/** Calls with what has come last in this visit, if anything has, and with all that comes. */
export function hearOfDictionaries(tellMe: (come: Come) => void): void {
  hear = tellMe
  if (last) tellMe(last)
}

onForget(() => {
  last = undefined
  dropDictionaries()
})
